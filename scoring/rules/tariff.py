"""Prices from the Laws in points, each with its Law."""

from itertools import accumulate

from scoring.rules.contract import Denomination, Doubling

# Law 73: part-score and game.
GAME = 100

# Law 74: the rubber. The index of RUBBER is the losers' number of games.
RUBBER_LAW = 74
GAMES_OF_A_RUBBER = 2
RUBBER = (700, 500)

# Law 80: the unfinished rubber.
UNFINISHED_LAW = 80
ONLY_GAME = 300
ONLY_PART_SCORE = 100

# Law 81: everything else. A pair of prices is (not vulnerable, vulnerable).
TABLE_LAW = 81
TRICK = {Denomination.C: 20, Denomination.D: 20, Denomination.H: 30, Denomination.S: 30, Denomination.NT: 30}
FIRST_NO_TRUMP_TRICK_EXTRA = 10
OVERTRICK = {Doubling.DOUBLED: (100, 200), Doubling.REDOUBLED: (200, 400)}
SLAM = {6: (500, 750), 7: (1000, 1500)}
MADE = {Doubling.DOUBLED: 50, Doubling.REDOUBLED: 100}
UNDERTRICK = (50, 100)
DOUBLED_UNDERTRICKS = (
    tuple(accumulate((100, 200, 200, *[300] * 10))),
    tuple(accumulate((200, *[300] * 12))),
)
HONOURS = (100, 150)
NO_TRUMP_HONOURS = (150,)
HONOURS_WORDS = " or ".join(map(str, HONOURS))
