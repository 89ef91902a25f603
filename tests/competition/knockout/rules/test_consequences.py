"""Tests for the effects of a decision on later rounds and on unanswered results."""

from __future__ import annotations

from competition.knockout.rules.bracket import Awaiting, Entrant, resolve
from competition.knockout.rules.consequences import Change, Consequences, Unanswered, consequences
from competition.knockout.rules.result import Kind, Result
from tests.competition.knockout.rules.test_bracket import FOUR, won

SENT = Unanswered("R1-M1", (1, 2), confirms_automatically=True)
SENT_LATER = Unanswered("R2-M1", (1, 3), confirms_automatically=True)


def test_a_new_winner_changes_pairs_and_supersedes_results():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]
    change = consequences(resolve(FOUR, played), resolve(FOUR, [*played, won("R1-M1", 2, 1)]))

    assert change.winner_changes is True
    assert change == Consequences(
        goes_on=(
            Change("R1-M1", Entrant(1), Entrant(2)),
            Change("R2-M1", Entrant(3), Awaiting("R2-M1")),
        ),
        sides=(Change("R2-M1", (Entrant(1), Entrant(3)), (Entrant(2), Entrant(3))),),
        set_aside=(won("R2-M1", 3, 1),),
        restored=(),
        champion=Change("R2-M1", 3, None),
    )


def test_correcting_back_restores_the_result_and_the_champion():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]
    change = consequences(resolve(FOUR, [*played, won("R1-M1", 2, 1)]), resolve(FOUR, played))

    assert change.set_aside == ()
    assert change.restored == (won("R2-M1", 3, 1),)
    assert change.champion == Change("R2-M1", None, 3)


def test_a_corrected_total_changes_nothing_in_later_rounds():
    played = [won("R1-M1", 1, 2), won("R1-M2", 3, 4), won("R2-M1", 3, 1)]
    corrected = Result("R1-M1", (1, 2), Kind.PLAYED, 1, (4830, 2100))
    change = consequences(resolve(FOUR, played), resolve(FOUR, [*played, corrected]))

    assert change.winner_changes is False
    assert change == Consequences((), (), (), (), None)


def test_a_first_result_does_not_count_as_a_changed_winner():
    change = consequences(resolve(FOUR, []), resolve(FOUR, [won("R1-M1", 1, 2)]))

    assert change.winner_changes is False
    assert change == Consequences(
        goes_on=(Change("R1-M1", Awaiting("R1-M1"), Entrant(1)),),
        sides=(Change("R2-M1", (Awaiting("R1-M1"), Awaiting("R1-M2")), (Entrant(1), Awaiting("R1-M2"))),),
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
