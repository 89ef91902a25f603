"""Tests that the later rounds determine the order of round 1."""

from hypothesis import given, strategies

from competition.transfer.rules.places import Match, is_winner, order_of


def meetings(order: list[Match], rounds: int) -> list[set[frozenset[Match]]]:
    """Return the round 1 matches that lead to each match, for each of these later rounds."""
    sizes = [2**power for power in range(1, rounds + 1)]
    return [{frozenset(order[at : at + size]) for at in range(0, len(order), size)} for size in sizes]


def later_rounds(order: list[Match], rounds: int, choose) -> list[list[list[str]]]:
    """Return the later rounds with any winners, with their matches and sides in any order."""
    sides, found = [str(choose.draw(strategies.sampled_from(match))) for match in order], []
    for _ in range(rounds):
        matches = [*zip(sides[::2], sides[1::2], strict=True)]
        shuffled = choose.draw(strategies.permutations(matches))
        found.append([choose.draw(strategies.permutations(match)) for match in shuffled])
        sides = [choose.draw(strategies.sampled_from(match)) for match in matches]
    return found


@given(choose=strategies.data())
def test_a_list_in_another_order_gives_the_same_meetings(choose):
    rounds = choose.draw(strategies.integers(1, 4))
    order = [
        (2 * at + 1, 2 * at + 2) if choose.draw(strategies.booleans()) else (2 * at + 1,) for at in range(2**rounds)
    ]
    known = choose.draw(strategies.integers(0, rounds))
    later = later_rounds(order, known, choose)
    written = choose.draw(strategies.permutations(order))
    if known and choose.draw(strategies.booleans()):
        written = [match for match in written if len(match) == 2]

    found = order_of(written, later, int)

    assert meetings(found, known) == meetings(order, known)
    assert order_of(found, later, int) == found


def test_the_winner_of_a_match_is_recognised_as_a_side():
    assert all(map(is_winner, ["Winner", "the winners of match 3", "winner 2", "Winner R1-M4"]))
    assert not any(map(is_winner, ["Winnie Lark", "winner Lark", "Lark/Finch"]))


def test_a_list_without_later_rounds_keeps_its_order():
    assert order_of([(1, 2), (3,)], [], int) == [(1, 2), (3,)]
    assert order_of([], [], int) == []
