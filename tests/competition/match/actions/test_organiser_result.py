"""Tests for results that the organiser types in."""

from dataclasses import replace

import pytest

import scoring.queries
from competition.audit.actions import DecisionReason
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.draw.rules.result import KeepProgress, ResultKind, Stage
from competition.match.actions import pair_sheet, play
from competition.match.actions.results import Deals, KeyIn, Report, Sums, TypedPointsSheet
from competition.match.models import PointsLine
from competition.match.queries.paper import two_sheets
from scoring.rules.conditions import ScoringConditions
from scoring.rules.deal import Noted
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Seat, Tally
from tests import stories
from tests.competition.worlds import send_in

TWO = ScoringConditions(deals=2)
GAME, PART = stories.deal("3NT", 9), stories.deal("2H", 8, "E")
WHY = DecisionReason(" Their card came by post. ", " Seen by two. ")


@pytest.fixture
def competition():
    return stories.published(4, deals=2)


def state(competition, code: str = "R1-M1"):
    return stories.now(competition).matches[code]


def seats(competition, upper_first: bool = True) -> dict:
    first, second = state(competition).pairs if upper_first else state(competition).pairs[::-1]
    (north, south), (east, west) = first.present, second.present
    return {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}


def report(competition, content, *, counts: bool = True, which: int = 0, source: str = "letter", **more) -> Report:
    return Report(content, state(competition).pairs[which], source, counts, **more)


def type_in(competition, given: Report) -> ResultEntry:
    return stories.decide(KeyIn, competition, "R1-M1", given, grounds=WHY)[0]


@pytest.mark.parametrize(("upper_first", "totals"), [(True, (400, 160)), (False, (160, 400))])
def test_a_typed_in_sheet_is_stored_and_counts(competition, upper_first, totals):
    upper = state(competition).pairs[0]
    deals = Deals({2: PART, 1: GAME}, seats(competition, upper_first), Seat.N, {2: Noted(1, "late")})
    assert deals.totals(upper, TWO) == totals

    row = type_in(competition, report(competition, deals))

    assert (row.totals, row.winner, row.from_sheet, row.source) == (
        totals,
        "upper" if upper_first else "lower",
        True,
        "letter",
    )
    assert (row.reason, row.note, row.decided_by, row.by_id) == (
        "Their card came by post.",
        "Seen by two.",
        competition.owner,
        None,
    )
    kept = [(one.facts(), one.misdeals, one.note) for one in scoring.queries.deals(row.meeting.sheet)]
    assert kept == [(GAME, 0, ""), (PART, 1, "late")]
    assert (row.meeting.number, row.begins, state(competition).stage) == (2, row.meeting, Stage.OFFICIAL)
    text = f"Typed in 2 deals from {state(competition).pairs[0]} by letter, {totals[0]} to {totals[1]}; it counts: "
    line = competition.log.get(event="typed in")
    assert (line.text, line.match, line.detail) == (
        f"{text}Their card came by post.",
        "R1-M1",
        {"before": {"stage": "ready"}},
    )


def test_typed_in_points_can_wait_for_the_other_pair(competition):
    points = TypedPointsSheet([Tally(400, 0), Tally(0, 60)], Tally(0, 100))
    assert points.totals(state(competition).pairs[0], TWO) == (400, 160)

    row = type_in(competition, report(competition, points, counts=False, which=1, source="email"))

    assert (row.totals, row.from_sheet, row.decided_by) == ((400, 160), False, None)
    assert (row.by, row.reply_hours) == (state(competition).pairs[1], 48)
    kept = [(one.number, one.upper, one.lower) for one in PointsLine.objects.order_by("pk")]
    assert kept == [(1, 400, 0), (2, 0, 60), (None, 0, 100)]
    line = competition.log.get(event="typed in")
    assert line.text.startswith("Typed in the points of 2 deals from ")
    assert line.text.endswith(" by email, 400 to 160; it waits for the other pair’s reply")
    assert state(competition).stage is Stage.SUBMITTED


@pytest.mark.parametrize(("source", "how"), [("", "as a correction"), ("telephone", "by phone")])
def test_typing_in_totals_creates_no_second_meeting(competition, source, how):
    row = type_in(competition, report(competition, Sums(500, 900), source=source))

    assert (row.totals, row.winner, row.begins, row.meeting.number, row.number) == ((500, 900), "lower", None, 1, 1)
    assert f" {how}, 500 to 900;" in competition.log.get(event="typed in").text
    assert PointsLine.objects.count() == 0


def test_points_are_stored_from_the_upper_pairs_side(competition):
    upper, lower = stories.tables(competition)
    lines = [Tally(90, 0), Tally(0, 60)]
    assert TypedPointsSheet.seen_by(upper, lines, Tally(0, 100)) == TypedPointsSheet(lines, Tally(0, 100))
    assert TypedPointsSheet.seen_by(lower, lines, Tally(0, 100)) == TypedPointsSheet(
        [Tally(0, 90), Tally(60, 0)], Tally(100, 0)
    )

    type_in(competition, report(competition, TypedPointsSheet(lines, NOTHING)))

    assert PointsLine.objects.count() == 2


def test_an_incomplete_sheet_is_refused(competition):
    for content, said in (
        (lambda it: Deals({1: GAME}, it, Seat.N), "Some deals are missing. Deals still to type in: 1."),
        (
            lambda it: Deals({1: GAME, 2: stories.deal("3NT", 9, "E")}, it, Seat.N),
            "The totals are level. Type in the tie-break deals too.",
        ),
        (lambda it: TypedPointsSheet([Tally(90, 0)], NOTHING), "Some deals are missing. Deals still to type in: 1."),
    ):
        given = report(competition, content(seats(competition)))

        with pytest.raises(Refused, match=said):
            stories.preview(KeyIn, competition, "R1-M1", given)


def test_a_report_needs_a_reason_and_a_pair_from_the_match(competition):
    stranger = state(competition, "R1-M2").pairs[0]
    known = report(competition, Sums(900, 500))
    for code, given in (("R2-M1", known), ("R1-M1", Report(Sums(900, 500), stranger, "email", True))):
        with pytest.raises(Refused, match="You cannot type in a result yet. One of the pairs is not known."):
            stories.preview(KeyIn, competition, code, given)
    with pytest.raises(Refused, match="Enter the reason. The pairs want to know it."):
        stories.decide(KeyIn, competition, "R1-M1", known, grounds=DecisionReason(" "))
    stories.settle(competition, "R1-M1")
    with pytest.raises(Refused, match="You cannot type in a result yet. One of the pairs is not known."):
        stories.preview(KeyIn, competition, "R2-M1", known)


def test_only_a_result_that_counts_at_once_changes_the_winner(competition):
    sums = Sums(500, 900)

    changed = {
        counts: [change.match for change in stories.preview(KeyIn, competition, "R1-M1", given).consequences.goes_on]
        for counts in (True, False)
        if (given := report(competition, sums, counts=counts))
    }

    assert changed == {True: ["R1-M1"], False: []}


def test_a_typed_in_result_stops_automatic_confirmation(competition):
    send_in(competition, "R1-M1")
    sent = stories.notify(competition)

    type_in(competition, report(competition, Sums(500, 900), counts=False, which=1))

    assert ResultEntry.objects.get(pk=sent.pk).confirms_at is None


def test_a_correction_can_keep_the_later_rounds(competition):
    stories.settle_round(competition, 1)
    given = report(competition, Sums(500, 900))

    for keep_progress, changes in (("", True), (KeepProgress.RULED, False)):
        ahead = stories.preview(KeyIn, competition, "R1-M1", replace(given, keep_progress=keep_progress))
        assert ahead.consequences.winner_changes is changes


def test_a_typed_in_result_interrupts_a_later_match(competition):
    stories.settle_round(competition, 1)
    send_in(competition, "R2-M1")
    given = report(competition, Sums(500, 900))
    shown = stories.preview(KeyIn, competition, "R1-M1", given)
    assert [one.match for one in shown.consequences.interrupted] == ["R2-M1"]
    with pytest.raises(Refused, match="Something has changed since you opened this page."):
        stories.decide(KeyIn, competition, "R1-M1", given, shown="x")

    type_in(competition, given)

    assert competition.log.get(event="interrupted").match == "R2-M1"
    before = competition.log.get(event="typed in").detail["before"]
    assert before == {"kind": ResultKind.WALKOVER.value, "winner": state(competition).numbers[0], "totals": None}


def test_a_pair_types_in_deals_on_the_current_sheet(competition):
    upper, lower = stories.tables(competition)
    for type_in in (pair_sheet.type_in, pair_sheet.type_in_own):
        with pytest.raises(Refused, match="There is no score sheet yet. Choose the seats and the first dealer first."):
            type_in(upper, deals={1: GAME})
    pair_sheet.type_in(
        upper, deals={1: GAME}, noted={1: Noted(2, "hot")}, seats=seats(competition), first_dealer=Seat.S
    )
    upper, lower = stories.tables(competition)
    assert [(row.facts(), row.misdeals, row.note) for row in upper.opened.deals] == [(GAME, 2, "hot")]
    assert upper.opened.row.first_dealer == "S"
    name = upper.opened.name
    with pytest.raises(Refused, match=f"{seats(competition)[Seat.E].name} sits East"):
        pair_sheet.type_in(lower, deals={2: PART}, sheet=f"{name}x")

    for _ in range(2):
        after = pair_sheet.type_in(lower, deals={1: GAME, 2: PART}, sheet=name)

    assert len(after.lines) == 2
    lines = [(line.text, line.pair) for line in competition.log.filter(event="typed in deals").order_by("pk")]
    assert lines == [
        ("Typed in 1 deal from paper: 1 to 1.", upper.pair),
        ("Typed in 1 deal from paper: 2 to 2.", lower.pair),
    ]
    play.submit_sheet(upper)
    with pytest.raises(Refused, match="You have reported the result already. Withdraw it to change it"):
        pair_sheet.type_in(upper, deals={})
    stories.settle(competition, "R1-M1")
    with pytest.raises(Refused, match="The result of this match is final, so its score sheet cannot change."):
        pair_sheet.type_in(upper, deals={})


def test_only_one_pair_can_have_a_sheet_of_its_own(competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    upper, lower = stories.tables(competition)
    assert two_sheets(upper) is None
    for deals in ({1: GAME}, {2: stories.deal("2H", 9, "E"), 1: GAME}):
        pair_sheet.type_in_own(lower, deals=deals)
    upper, lower = stories.tables(competition)
    with pytest.raises(
        Refused, match="The other pair has typed in its own score sheet. Compare it with the match’s score sheet."
    ):
        pair_sheet.type_in_own(upper, deals={1: GAME})

    ours, theirs = two_sheets(lower), two_sheets(upper)
    assert [(one.keeper, one.is_ours) for one in (ours, theirs)] == [(lower.pair, True), (lower.pair, False)]
    assert [row.tricks for row in ours.deals] == [9, 9]
    assert [found.number for found in ours.comparison.differences] == [2]
    first, second = theirs.results
    assert first.winner == second.winner == upper.pair.number
    assert second.totals[1] - first.totals[1] == 30
    assert ours.upheld == set()
    with pytest.raises(Refused, match="The two score sheets already agree on that deal. Reload the page."):
        pair_sheet.agree_deal(lower, number=1, version=pair_sheet.RightSheet.OWN, shown="")
    with pytest.raises(Refused, match="Deal 2 has changed"):
        pair_sheet.agree_deal(lower, number=2, version=pair_sheet.RightSheet.OWN, shown="x")
    assert Meeting.objects.count() == 1
