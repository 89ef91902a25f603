"""Tests that the log contains each decision, its reason and the state before it."""

import pytest

from competition.audit.actions import DecisionReason
from competition.audit.models import LogEntry
from competition.draw.models.result_entry import Interruption, ResultEntry
from competition.draw.rules.result import ResultKind
from competition.rulings.decisions.results import Walkover
from competition.rulings.rules import Ruling
from scoring.rules.conditions import ScoringConditions
from scoring.templatetags.bridge import day
from tests import stories
from tests.competition.worlds import send_in

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(3)


def open_code(competition) -> str:
    return next(state.code for state in stories.now(competition).rounds[0].matches if state.has_two_pairs)


def line(competition) -> LogEntry:
    return competition.log.exclude(event="interrupted").latest("pk")


def called(pair) -> str:
    return f"pair {pair.number}, {pair.name}"


def test_the_log_lists_withdrawals_and_late_entries(competition):
    state = stories.now(competition).matches[open_code(competition)]
    gone, other = state.pairs
    late = stories.enter_late(competition)
    stories.put_in(late)
    placed = line(competition)
    assert (placed.event, placed.text, placed.detail["pair"]) == (
        "placed",
        f"Decided that {called(late)}, enters late, at a random bye: late for the test",
        late.number,
    )
    assert str(late.number) in placed.detail["lot"]
    stories.undo_placing(competition)
    assert line(competition).text == (
        f"Undid the decision that {called(late)}, enters late, at a random bye: taken back for the test"
    )
    assert line(competition).detail["pair"] == late.number

    stories.put_in(late, instead_of=gone.number)
    assert line(competition).text == f"Decided that {called(late)}, plays in place of {called(gone)}: late for the test"
    stories.undo_placing(competition)
    stories.take_out(other)
    assert line(competition).text == f"Decided that {called(other)}, was entered twice and its place is a bye: twice"
    assert line(competition).detail["pair"] == other.number
    stories.undo_placing(competition)
    assert line(competition).text.startswith(f"Undid the decision that {called(other)}, was entered twice")
    assert line(competition).detail["pair"] == other.number

    stories.withdraw(gone)
    assert line(competition).text == f"Pair {gone.number}, {gone.name}, withdrew: withdrawn for the test"
    assert line(competition).detail == {"pair": gone.number, "before": "plays", "after": "withdrawn"}
    stories.bring_back(gone)
    assert line(competition).text.endswith("is back in the draw: brought back for the test")
    assert line(competition).detail == {"pair": gone.number, "before": "withdrawn", "after": "plays"}
    assert line(competition).organiser == competition.owner


def test_the_log_lists_a_ruling_and_its_undo(competition):
    code = open_code(competition)
    now = stories.now(competition)
    winner = now.names[now.matches[code].numbers[0]]
    for kind, totals, text in (
        (ResultKind.PLAYED, (900, 500), "Entered the result (900 to 500), {} go through"),
        (ResultKind.CONCEDED, None, "Entered a concession, {} go through"),
        (ResultKind.CONCEDED, (900, 500), "Entered a concession (900 to 500), {} go through"),
        (ResultKind.WALKOVER, None, "Gave a walkover, {} go through"),
        (ResultKind.DOUBLE_DEFAULT, None, "Gave a double default, neither pair goes through"),
        (ResultKind.RULING, None, "Ruled, {} go through"),
    ):
        stories.settle(competition, code, kind=kind, totals=totals)
        said = line(competition)
        assert (said.event, said.match, said.text) == ("ruled", code, f"{text.format(winner)}: decided for the test")
        assert said.detail == {"before": {"stage": "ready"}}

        stories.undo(competition, code)

        said = line(competition)
        assert (said.event, said.match) == ("undid ruling", code)
        assert said.text == f"Undid the ruling of Wed 18 Nov 2026 ({kind.value}): taken back for the test"
        counted = None if kind is ResultKind.DOUBLE_DEFAULT else now.matches[code].numbers[0]
        assert said.detail["before"] == {"kind": kind.value, "winner": counted, "totals": totals and [*totals]}


def test_the_log_lists_every_kind_of_ruling(competition):
    code = open_code(competition)
    stories.settle(competition, code, kind=ResultKind.LOTS)
    assert line(competition).text.startswith("Decided at random: decided for the test The random seed was “")
    seed = stories.now(competition).matches[code].last.seed
    assert line(competition).text.endswith(f"“{seed}”.")
    stories.settle(competition, code, kind=ResultKind.PLAYED, totals=(900, 500))
    stories.penalise(competition, code, upper=-500)
    now = stories.now(competition)
    lower = now.names[now.matches[code].numbers[1]]
    assert line(competition).text == (
        f"Entered the result (400 to 500) with penalty points of -500 and +0, {lower} go through:"
        " a penalty for the test"
    )
    stories.settle(competition, code, kind=None)
    assert line(competition).text == "Reopened the match: decided for the test"
    send_in(competition, code)
    stories.replay(competition, code)
    assert line(competition).text == "Ordered a replay of the match: played anew for the test"


def test_spaces_around_a_reason_do_not_make_a_new_ruling(competition):
    code = open_code(competition)
    stories.settle(competition, code)
    before = competition.log.count()
    ruling = Ruling(stories.now(competition).matches[code].numbers[0])
    grounds = DecisionReason(f" {stories.DECIDED.reason} ", "another note")

    stories.decide(Walkover, competition, code, ruling, grounds=grounds)

    assert competition.log.count() == before


def test_the_log_lists_dates_and_conditions(competition):
    code = open_code(competition)
    until = stories.extend(competition, code)
    assert (line(competition).event, line(competition).match) == ("extended", code)
    assert line(competition).text.startswith("Extended ")
    assert line(competition).text.endswith(f" to {day(until)}: more time for the test")
    stories.undo_extension(competition, code)
    assert line(competition).text.startswith("Undid the new play-by date of ")
    assert line(competition).text.endswith(": less time for the test")
    earlier = stories.extend(competition, 2, days=-1)
    assert line(competition).text == f"Brought forward the final to {day(earlier)}: more time for the test"
    assert line(competition).match == ""

    stories.correct_conditions(competition, 2, ScoringConditions(deals=36))
    assert line(competition).text == (
        "Corrected the conditions of the final: 36 deals instead of 30. Reason: corrected for the test"
    )
    stories.undo_conditions(competition, 2)
    assert line(competition).text == "Undid the correction of the conditions of the final: as before for the test"
    assert line(competition).event == "corrected conditions"


def test_the_log_lists_reports_closed_in_later_rounds():
    competition = stories.published(8)
    for code in ("R1-M1", "R1-M2"):
        stories.settle(competition, code)
    for code in ("R2-M1", "R1-M3", "R1-M4"):
        send_in(competition, code)
    stories.notify(competition, "R1-M3")
    stories.settle(competition, "R1-M1", upper_wins=False)

    said = competition.log.get(event="interrupted")
    assert (said.match, said.organiser) == ("R2-M1", competition.owner)
    assert said.text.startswith(
        "The match closed before the other pair replied, so the reported result is not confirmed automatically."
    )
    rows = ResultEntry.objects.filter(meeting__match__position__in=(3, 4)).order_by("meeting__match__position")
    assert [(row.notified_at is not None, row.interrupted_at) for row in rows] == [(True, None), (False, None)]
    assert Interruption.objects.count() == 1
