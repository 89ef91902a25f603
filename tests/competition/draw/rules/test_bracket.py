from __future__ import annotations

import pytest

from competition.draw.rules.bracket import (
    Awaiting,
    BracketChange,
    Consequences,
    Nobody,
    Unanswered,
    consequences,
    resolve,
)
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import Bye, Entrant, WinnerOf, knockout_of
from scoring.rules.refusal import Refused

FOUR = knockout_of((1, 2, 3, 4))
EIGHT = knockout_of((1, 2, 3, 4, 5, 6, 7, 8))
FIVE = knockout_of((1, None, 2, 3, 4, None, None, 5))


def won(match: str, winner: int, loser: int) -> Result:
    """Return the result of a played match. The pair with the lower number is the upper pair."""
    upper, lower = sorted((winner, loser))
    totals = (4730, 2100) if winner == upper else (90, 920)
    return Result(match, (upper, lower), ResultKind.PLAYED, winner, totals)


def neither(match: str, upper: int, lower: int) -> Result:
    """Return a double default."""
    return Result(match, (upper, lower), ResultKind.DOUBLE_DEFAULT, None)


def walkover(match: str, winner: int, loser: int) -> Result:
    """Return the walkover caused by the loser's withdrawal."""
    upper, lower = sorted((winner, loser))
    return Result(match, (upper, lower), ResultKind.WALKOVER, winner)


def test_neighbours_in_the_draw_meet_in_round_1():
    bracket = resolve(FOUR, [])

    assert [match.sides for match in bracket.rounds[0]] == [(Entrant(1), Entrant(2)), (Entrant(3), Entrant(4))]
    assert [match.stage for match in bracket.rounds[0]] == [Stage.READY, Stage.READY]
    assert [match.pairs for match in bracket.rounds[0]] == [(1, 2), (3, 4)]


def test_a_match_waits_for_the_winners_of_the_matches_before_it():
    final = resolve(FOUR, []).matches["R2-M1"]

    assert final.sides == (Awaiting(WinnerOf("R1-M1")), Awaiting(WinnerOf("R1-M2")))
    assert final.stage == Stage.WAITING
    assert final.advances == Awaiting(WinnerOf("R2-M1"))
    assert final.pairs is None


def test_an_official_match_has_its_result_and_its_winner():
    result = won("R1-M1", 2, 1)
    match = resolve(FOUR, [result]).matches["R1-M1"]

    assert match.result == result
    assert match.stage == Stage.OFFICIAL
    assert match.advances == Entrant(2)


def test_matches_are_listed_round_by_round_from_the_top():
    assert [*resolve(EIGHT, []).matches] == [*("R1-M1", "R1-M2", "R1-M3", "R1-M4"), *("R2-M1", "R2-M2"), "R3-M1"]


def test_the_winner_of_the_final_is_the_champion():
    bracket = resolve(FOUR, [won("R1-M1", 1, 2), won("R1-M2", 4, 3), won("R2-M1", 4, 1)])

    assert bracket.champion == 4
    assert bracket.alive == {4}


def test_two_pairs_play_only_a_final():
    bracket = resolve(knockout_of((7, 3)), [Result("R1-M1", (7, 3), ResultKind.LOTS, 3)])

    assert bracket.final.code == "R1-M1"
    assert bracket.final.feeds is None
    assert bracket.champion == 3


def test_a_pair_with_a_bye_goes_through_without_a_result():
    for places in [(1, None, 2, 3), (None, 1, 2, 3)]:
        match = resolve(knockout_of(places), []).matches["R1-M1"]

        assert match.stage == Stage.BYE, places
        assert match.advances == Entrant(1), places
        assert match.result is None, places
        assert Bye() in match.sides, places


def test_nobody_goes_through_after_a_double_default():
    match = resolve(FOUR, [neither("R1-M1", 1, 2)]).matches["R1-M1"]

    assert match.stage == Stage.OFFICIAL
    assert match.advances == Nobody("double default")


def test_a_pair_without_opponents_goes_through():
    for outcomes in [[neither("R1-M1", 1, 2), won("R1-M2", 3, 4)], [won("R1-M1", 1, 2), neither("R1-M2", 3, 4)]]:
        final = resolve(FOUR, outcomes).final

        assert final.stage == Stage.VACANT, outcomes
        assert final.result is None, outcomes
        assert isinstance(final.advances, Entrant), outcomes


def test_an_empty_side_does_not_decide_a_match():
    assert resolve(FOUR, [neither("R1-M1", 1, 2)]).final.stage == Stage.WAITING


def test_a_match_of_two_empty_sides_has_no_winner():
    bracket = resolve(FOUR, [neither("R1-M1", 1, 2), neither("R1-M2", 3, 4)])

    assert bracket.final.stage == Stage.VACANT
    assert bracket.final.advances == Nobody("double default")
    assert bracket.champion is None
    assert bracket.alive == set()


def test_the_last_result_of_two_pairs_counts():
    match = resolve(FOUR, [won("R1-M1", 1, 2), won("R1-M1", 2, 1)]).matches["R1-M1"]

    assert match.result == won("R1-M1", 2, 1)
    assert match.set_aside == ()


def test_a_result_is_superseded_if_another_pair_goes_through():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]
    final = resolve(FOUR, [*played, won("R1-M1", 2, 1)]).final

    assert final.sides == (Entrant(2), Entrant(3))
    assert final.stage == Stage.READY
    assert final.result is None
    assert final.set_aside == (won("R2-M1", 3, 1),)


def test_only_the_last_superseded_result_of_two_pairs_remains():
    first, second = won("R2-M1", 3, 1), won("R2-M1", 1, 3)
    outcomes = [won("R2-M1", 2, 4), first, second, won("R1-M1", 1, 2)]

    assert resolve(FOUR, outcomes).final.set_aside == (second, won("R2-M1", 2, 4))


def test_a_result_with_swapped_pairs_does_not_count():
    swapped = Result("R1-M1", (2, 1), ResultKind.RULING, 1)
    match = resolve(FOUR, [swapped]).matches["R1-M1"]

    assert match.stage == Stage.READY
    assert match.set_aside == (swapped,)


def test_a_withdrawn_pair_keeps_its_wins_and_loses_its_match():
    bracket = resolve(FOUR, [won("R1-M1", 1, 2), won("R1-M2", 3, 4)], [1])

    assert bracket.matches["R1-M1"].result == won("R1-M1", 1, 2)
    assert bracket.final.result == walkover("R2-M1", 3, 1)


def test_a_withdrawn_pair_stays_until_its_opponents_are_known():
    bracket = resolve(FOUR, [won("R1-M1", 1, 2)], [1])

    assert bracket.final.sides == (Entrant(1), Awaiting(WinnerOf("R1-M2")))
    assert bracket.final.stage == Stage.WAITING
    assert bracket.alive == {3, 4}


def test_a_ruling_replaces_the_walkover_of_a_withdrawal():
    ruling = Result("R1-M1", (1, 2), ResultKind.RULING, 1)

    assert resolve(FOUR, [ruling], [1]).matches["R1-M1"].result == ruling


def test_a_withdrawal_with_a_bye_gives_the_next_pair_a_walkover():
    bracket = resolve(FIVE, [won("R1-M2", 2, 3)], [1])

    assert bracket.matches["R1-M1"].advances == Entrant(1)
    assert bracket.matches["R2-M1"].result == walkover("R2-M1", 2, 1)


def test_the_pair_that_withdrew_first_loses():
    assert resolve(FOUR, [], [1, 2]).matches["R1-M1"].result == walkover("R1-M1", 2, 1)
    assert resolve(FOUR, [], [2, 1]).matches["R1-M1"].result == walkover("R1-M1", 1, 2)


def test_a_withdrawn_pair_cannot_win_a_final_without_opponents():
    final = resolve(FOUR, [won("R1-M1", 1, 2), neither("R1-M2", 3, 4)], [1]).final

    assert final.stage == Stage.VACANT
    assert final.advances == Nobody("withdrawn")


def test_a_champion_who_withdraws_after_the_final_stays_champion():
    results = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]

    assert resolve(FOUR, results, [3]).champion == 3


def test_resolve_refuses_facts_that_form_no_draw():
    for places, outcomes, sentence in [
        ((), [], "A draw has 2, 4, 8, 16 ... places."),
        ((1,), [], "A draw has 2, 4, 8, 16 ... places."),
        ((1, 2, 3), [], "A draw has 2, 4, 8, 16 ... places."),
        ((1, 2, 3, 1), [], "A pair has one place in the draw, not two."),
        ((1, 2, None, None), [], "A draw never sets a bye against a bye."),
        ((1, 2, 3, 4), [won("R3-M1", 1, 2)], "There is no match R3-M1 in this draw."),
    ]:
        with pytest.raises(Refused) as refused:
            resolve(knockout_of(places), outcomes)

        assert str(refused.value) == sentence, places


SENT = Unanswered("R1-M1", (1, 2), confirms_automatically=True)
SENT_LATER = Unanswered("R2-M1", (1, 3), confirms_automatically=True)


def test_a_new_winner_changes_pairs_and_supersedes_results():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]
    change = consequences(resolve(FOUR, played), resolve(FOUR, [*played, won("R1-M1", 2, 1)]))

    assert change.winner_changes is True
    assert change == Consequences(
        goes_on=(
            BracketChange("R1-M1", Entrant(1), Entrant(2)),
            BracketChange("R2-M1", Entrant(3), Awaiting(WinnerOf("R2-M1"))),
        ),
        sides=(BracketChange("R2-M1", (Entrant(1), Entrant(3)), (Entrant(2), Entrant(3))),),
        set_aside=(won("R2-M1", 3, 1),),
        restored=(),
        champion=BracketChange("R2-M1", 3, None),
    )


def test_correcting_back_restores_the_result_and_the_champion():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]
    change = consequences(resolve(FOUR, [*played, won("R1-M1", 2, 1)]), resolve(FOUR, played))

    assert change.set_aside == ()
    assert change.restored == (won("R2-M1", 3, 1),)
    assert change.champion == BracketChange("R2-M1", None, 3)


def test_a_corrected_total_changes_nothing_in_later_rounds():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]
    corrected = Result("R1-M1", (1, 2), ResultKind.PLAYED, 1, (4830, 2100))
    change = consequences(resolve(FOUR, played), resolve(FOUR, [*played, corrected]))

    assert change.winner_changes is False
    assert change == Consequences((), (), (), (), None)


def test_a_first_result_does_not_count_as_a_changed_winner():
    change = consequences(resolve(FOUR, []), resolve(FOUR, [won("R1-M1", 1, 2)]))

    assert change.winner_changes is False
    assert change == Consequences(
        goes_on=(BracketChange("R1-M1", Awaiting(WinnerOf("R1-M1")), Entrant(1)),),
        sides=(
            BracketChange(
                "R2-M1",
                (Awaiting(WinnerOf("R1-M1")), Awaiting(WinnerOf("R1-M2"))),
                (Entrant(1), Awaiting(WinnerOf("R1-M2"))),
            ),
        ),
        set_aside=(),
        restored=(),
        champion=None,
    )


def test_a_superseded_unanswered_result_is_interrupted():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4)]
    change = consequences(resolve(FOUR, played), resolve(FOUR, [*played, won("R1-M1", 2, 1)]), [SENT_LATER])

    assert (change.interrupted, change.answerable) == ((SENT_LATER,), ())


def test_a_withdrawal_interrupts_an_unanswered_result():
    change = consequences(resolve(FOUR, []), resolve(FOUR, [], [1]), [SENT])

    assert (change.interrupted, change.answerable) == ((SENT,), ())


def test_a_result_in_another_match_interrupts_nothing():
    change = consequences(resolve(FOUR, []), resolve(FOUR, [won("R1-M2", 3, 4)], [4]), [SENT, SENT_LATER])

    assert (change.interrupted, change.answerable) == ((), ())


def test_a_result_of_a_reopened_match_can_be_answered():
    after = Unanswered("R1-M1", (1, 2), confirms_automatically=False)
    change = consequences(resolve(FOUR, [], [1]), resolve(FOUR, []), [after])

    assert (change.interrupted, change.answerable) == ((), (after,))


def test_a_result_without_a_reply_time_is_not_interrupted():
    waiting = Unanswered("R1-M1", (1, 2), confirms_automatically=False)

    assert consequences(resolve(FOUR, []), resolve(FOUR, [], [1]), [waiting]).interrupted == ()
