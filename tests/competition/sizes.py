"""Numbers of pairs for draw tests: all small numbers, and those near a power of two, where a round is added."""

AROUND_A_POWER_OF_TWO = [2**n + more for n in range(5, 9) for more in (-1, 0, 1)]
SIZES = [*range(2, 18), 22, *AROUND_A_POWER_OF_TWO]
