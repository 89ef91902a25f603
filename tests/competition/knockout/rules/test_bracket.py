"""Who meets whom, and who goes on."""

from __future__ import annotations

import pytest

from competition.knockout.rules.bracket import Awaiting, Bye, Entrant, Nobody, resolve
from competition.knockout.rules.result import Kind, Result
from competition.knockout.rules.stages import Stage
from scoring.rules.refusal import Refused

FOUR = (1, 2, 3, 4)
EIGHT = (1, 2, 3, 4, 5, 6, 7, 8)
FIVE = (1, None, 2, 3, 4, None, None, 5)


def won(match: str, winner: int, loser: int) -> Result:
    """A match played and won by the lower or the upper pair; pairs stand in the order of their numbers."""
    upper, lower = sorted((winner, loser))
    totals = (4730, 2100) if winner == upper else (90, 920)
    return Result(match, (upper, lower), Kind.PLAYED, winner, totals)


def neither(match: str, upper: int, lower: int) -> Result:
    """A double default."""
    return Result(match, (upper, lower), Kind.DOUBLE_DEFAULT, None)


def walkover(match: str, winner: int, loser: int) -> Result:
    """What the withdrawal of the loser comes to."""
    upper, lower = sorted((winner, loser))
    return Result(match, (upper, lower), Kind.WALKOVER, winner)


def test_neighbours_in_the_draw_meet_in_round_1():
    bracket = resolve(FOUR, [])

    assert [node.sides for node in bracket.rounds[0]] == [(Entrant(1), Entrant(2)), (Entrant(3), Entrant(4))]
    assert [node.stage for node in bracket.rounds[0]] == [Stage.READY, Stage.READY]
    assert [node.pairs for node in bracket.rounds[0]] == [(1, 2), (3, 4)]


def test_a_match_waits_for_the_winners_of_the_two_matches_before_it():
    final = resolve(FOUR, []).matches["R2-M1"]

    assert final.sides == (Awaiting("R1-M1"), Awaiting("R1-M2"))
    assert final.stage == Stage.WAITING
    assert final.advances == Awaiting("R2-M1")
    assert final.pairs is None


def test_the_winner_stands_in_the_next_round_while_the_other_side_is_awaited():
    final = resolve(FOUR, [won("R1-M2", 3, 4)]).final

    assert final.sides == (Awaiting("R1-M1"), Entrant(3))
    assert final.stage == Stage.WAITING


def test_an_official_match_keeps_its_outcome_and_sends_on_its_winner():
    result = won("R1-M1", 2, 1)
    node = resolve(FOUR, [result]).matches["R1-M1"]

    assert node.result == result
    assert node.stage == Stage.OFFICIAL
    assert node.advances == Entrant(2)


def test_matches_are_listed_round_by_round_from_the_top():
    assert [*resolve(EIGHT, []).matches] == [
        *("R1-M1", "R1-M2", "R1-M3", "R1-M4"),
        *("R2-M1", "R2-M2"),
        "R3-M1",
    ]


def test_the_winner_of_the_final_is_the_champion():
    bracket = resolve(FOUR, [won("R1-M1", 1, 2), won("R1-M2", 4, 3), won("R2-M1", 4, 1)])

    assert bracket.champion == 4
    assert bracket.alive == {4}


def test_there_is_no_champion_before_the_final_is_decided():
    bracket = resolve(FOUR, [won("R1-M1", 1, 2), won("R1-M2", 4, 3)])

    assert bracket.champion is None
    assert bracket.alive == {1, 4}


def test_two_pairs_play_nothing_but_a_final():
    bracket = resolve((7, 3), [Result("R1-M1", (7, 3), Kind.LOTS, 3)])

    assert bracket.final.code == "R1-M1"
    assert bracket.final.feeds is None
    assert bracket.champion == 3


@pytest.mark.parametrize("places", [(1, None, 2, 3), (None, 1, 2, 3)])
def test_a_pair_with_a_bye_goes_on_without_a_result(places):
    node = resolve(places, []).matches["R1-M1"]

    assert node.stage == Stage.BYE
    assert node.advances == Entrant(1)
    assert node.result is None
    assert Bye() in node.sides


def test_after_a_double_default_nobody_goes_on():
    node = resolve(FOUR, [neither("R1-M1", 1, 2)]).matches["R1-M1"]

    assert node.stage == Stage.OFFICIAL
    assert node.advances == Nobody("double default")


@pytest.mark.parametrize(
    "outcomes",
    [[neither("R1-M1", 1, 2), won("R1-M2", 3, 4)], [won("R1-M1", 1, 2), neither("R1-M2", 3, 4)]],
)
def test_a_pair_with_nobody_to_meet_goes_on_without_a_result(outcomes):
    final = resolve(FOUR, outcomes).final

    assert final.stage == Stage.VACANT
    assert final.result is None
    assert isinstance(final.advances, Entrant)


def test_an_empty_side_does_not_decide_a_match_while_the_other_side_is_awaited():
    assert resolve(FOUR, [neither("R1-M1", 1, 2)]).final.stage == Stage.WAITING


def test_where_nobody_meets_nobody_nobody_goes_on():
    bracket = resolve(FOUR, [neither("R1-M1", 1, 2), neither("R1-M2", 3, 4)])

    assert bracket.final.stage == Stage.VACANT
    assert bracket.final.advances == Nobody("double default")
    assert bracket.champion is None
    assert bracket.alive == set()


def test_the_last_outcome_for_the_two_who_meet_counts():
    node = resolve(FOUR, [won("R1-M1", 1, 2), won("R1-M1", 2, 1)]).matches["R1-M1"]

    assert node.result == won("R1-M1", 2, 1)
    assert node.set_aside == ()


def test_a_result_is_set_aside_when_another_pair_turns_out_to_have_come_through():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]
    final = resolve(FOUR, [*played, won("R1-M1", 2, 1)]).final

    assert final.sides == (Entrant(2), Entrant(3))
    assert final.stage == Stage.READY
    assert final.result is None
    assert final.set_aside == (won("R2-M1", 3, 1),)


def test_a_result_set_aside_returns_when_the_correction_is_corrected():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]

    assert resolve(FOUR, [*played, won("R1-M1", 2, 1), won("R1-M1", 1, 2)]) == resolve(FOUR, played)


def test_of_results_set_aside_only_the_last_of_each_meeting_is_kept_in_the_order_of_the_pairs():
    first, second = won("R2-M1", 3, 1), won("R2-M1", 1, 3)
    outcomes = [won("R2-M1", 2, 4), first, second, won("R1-M1", 1, 2)]

    assert resolve(FOUR, outcomes).final.set_aside == (second, won("R2-M1", 2, 4))


def test_an_outcome_names_the_upper_pair_first_or_it_is_about_another_meeting():
    swapped = Result("R1-M1", (2, 1), Kind.RULING, 1)
    node = resolve(FOUR, [swapped]).matches["R1-M1"]

    assert node.stage == Stage.READY
    assert node.set_aside == (swapped,)


def test_a_withdrawn_pair_loses_its_match_by_a_walkover():
    node = resolve(FOUR, [], [1]).matches["R1-M1"]

    assert node.result == walkover("R1-M1", 2, 1)
    assert node.stage == Stage.OFFICIAL
    assert node.advances == Entrant(2)


def test_a_pair_that_withdraws_keeps_what_it_has_won_and_loses_the_next_match():
    bracket = resolve(FOUR, [won("R1-M1", 1, 2), won("R1-M2", 3, 4)], [1])

    assert bracket.matches["R1-M1"].result == won("R1-M1", 1, 2)
    assert bracket.final.result == walkover("R2-M1", 3, 1)


def test_a_withdrawn_pair_waits_for_the_pair_that_walks_over():
    bracket = resolve(FOUR, [won("R1-M1", 1, 2)], [1])

    assert bracket.final.sides == (Entrant(1), Awaiting("R1-M2"))
    assert bracket.final.stage == Stage.WAITING
    assert bracket.alive == {3, 4}


def test_a_ruling_made_after_a_withdrawal_beats_the_walkover():
    ruling = Result("R1-M1", (1, 2), Kind.RULING, 1)

    assert resolve(FOUR, [ruling], [1]).matches["R1-M1"].result == ruling


def test_a_pair_that_withdraws_with_a_bye_gives_its_next_opponent_a_walkover():
    bracket = resolve(FIVE, [won("R1-M2", 2, 3)], [1])

    assert bracket.matches["R1-M1"].advances == Entrant(1)
    assert bracket.matches["R2-M1"].result == walkover("R2-M1", 2, 1)


def test_the_pair_beaten_after_a_bye_does_not_come_back_when_its_conqueror_withdraws():
    results = [won("R1-M2", 2, 3), won("R2-M1", 1, 2)]

    assert resolve(FIVE, results, [1]).matches["R2-M1"].advances == Entrant(1)


def test_of_two_pairs_who_withdrew_the_first_loses_to_the_other():
    assert resolve(FOUR, [], [1, 2]).matches["R1-M1"].result == walkover("R1-M1", 2, 1)
    assert resolve(FOUR, [], [2, 1]).matches["R1-M1"].result == walkover("R1-M1", 1, 2)


def test_a_pair_that_walked_over_and_withdraws_later_keeps_what_it_won_after_the_walkover():
    results = [won("R1-M2", 3, 4), won("R2-M1", 2, 3)]

    assert resolve(FOUR, results, [1, 2]).champion == 2


def test_a_withdrawn_pair_does_not_become_champion_for_want_of_an_opponent():
    final = resolve(FOUR, [won("R1-M1", 1, 2), neither("R1-M2", 3, 4)], [1]).final

    assert final.stage == Stage.VACANT
    assert final.advances == Nobody("withdrawn")


def test_a_champion_who_withdraws_after_the_final_stays_champion():
    results = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]

    assert resolve(FOUR, results, [3]).champion == 3


def test_the_last_pair_that_has_not_withdrawn_is_champion():
    assert resolve(FOUR, [], [3, 1, 4]).champion == 2


@pytest.mark.parametrize(
    ("places", "outcomes", "sentence"),
    [
        ((), [], "A draw has 2, 4, 8, 16 ... places."),
        ((1,), [], "A draw has 2, 4, 8, 16 ... places."),
        ((1, 2, 3), [], "A draw has 2, 4, 8, 16 ... places."),
        ((1, 2, 3, 1), [], "A pair has one place in the draw, not two."),
        ((1, 2, None, None), [], "A draw never sets a bye against a bye."),
        (FOUR, [won("R3-M1", 1, 2)], "There is no match R3-M1 in this draw."),
    ],
)
def test_facts_that_make_no_draw_are_refused(places, outcomes, sentence):
    with pytest.raises(Refused) as refused:
        resolve(places, outcomes)

    assert str(refused.value) == sentence
