"""Tests for the queries of a match."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Meeting
from competition.draw.queries import results
from competition.draw.rules.result import Result, ResultKind
from competition.match.actions import pair_sheet, play
from competition.match.models import PointsLine
from competition.match.queries.history import history_of
from competition.match.queries.passing import passing, sent_totals, to_agree
from competition.match.queries.play import (
    PointsSheet,
    earlier_sheets,
    keeps_deals,
    path_of,
    points_sheet,
    public_table,
    reader_of,
    reader_of_numbers,
    sent_points,
)
from scoring.rules.conditions import ScoringConditions
from scoring.rules.sides import EW, NOTHING, NS, Reader, Seat, Tally
from tests import stories
from tests.competition.worlds import agree, send_in

pytestmark = pytest.mark.published(2, deals=2)
TWO = ScoringConditions(deals=2)


def state(competition, code: str = "R1-M1"):
    return stories.now(competition).matches[code]


@pytest.mark.parametrize(
    ("lines", "credits", "left", "is_decided"),
    [
        ([], NOTHING, 2, False),
        ([(90, 0)], NOTHING, 1, False),
        ([(90, 0), (0, 60)], NOTHING, 0, True),
        ([(90, 0), (0, 90)], NOTHING, 0, False),
        ([(90, 0), (0, 90)], (100, 0), 0, True),
        ([(90, 0), (0, 90), (60, 0)], NOTHING, 1, False),
        ([(90, 0), (0, 90), (60, 0), (0, 0)], NOTHING, 0, True),
    ],
)
def test_a_points_sheet_knows_how_many_deals_are_missing(lines, credits, left, is_decided):
    sheet = PointsSheet(tuple(Tally(*one) for one in lines), Tally(*credits), TWO)

    assert (sheet.deals_left, sheet.is_decided) == (left, is_decided)
    assert sheet.total == tuple(sum(column) for column in zip(credits, *lines, strict=True))
    assert [number for number, *_ in sheet.rows] == [*range(1, len(lines) + 1)]
    assert [sums for *_, sums in sheet.rows][-1:] == [tuple(sum(c) for c in zip(*lines, strict=True))][: len(lines)]


def test_typed_points_are_shown_only_if_they_match_the_totals(competition):
    lower = stories.tables(competition)[1]
    assert points_sheet(None, TWO) is None
    pair_sheet.keep_points(
        stories.tables(stories.published(2, seed="b", deals=2))[0], lines=[Tally(30, 0)], credits=Tally(50, 0)
    )
    pair_sheet.keep_points(lower, lines=[Tally(60, 0), Tally(0, 90)], credits=Tally(0, 100))
    kept = points_sheet(state(competition).meeting, TWO)
    assert (kept.lines, kept.credits) == ((Tally(0, 60), Tally(90, 0)), Tally(100, 0))
    pair_sheet.keep_points(lower, lines=[Tally(60, 0), Tally(0, 90)], credits=NOTHING)
    assert points_sheet(state(competition).meeting, TWO).credits == NOTHING
    assert sent_points(stories.now(competition), state(competition)) is None

    pair_sheet.send_points(lower)

    now, sent = stories.now(competition), state(competition)
    assert sent.last.totals == (90, 60)
    assert sent_points(now, sent).total == (90, 60)
    PointsLine.objects.filter(number=1, meeting=sent.meeting).update(upper=10)
    assert sent_points(now, sent) is None
    assert [reader_of(pair, sent.pairs).side for pair in sent.pairs] == [NS, EW]
    assert reader_of_numbers(sent) == Reader(NS, tuple(f"Pair {pair.number}" for pair in sent.pairs))


def test_each_pair_sees_reported_totals_from_its_own_side(competition):
    upper, lower = stories.tables(competition)
    assert [(sent_totals(one), to_agree(one), passing(one)) for one in (upper, lower)] == [(None, None, None)] * 2
    play.submit_totals(lower, ours=900, theirs=500)
    upper, lower = stories.tables(competition)

    assert [sent_totals(one) for one in (upper, lower)] == [None, (900, 500)]
    assert [one.awaits_us for one in (upper, lower)] == [True, False]
    asked = passing(lower)
    assert (asked.who, asked.totals, asked.is_sent) == (upper.pair, (900, 500), True)
    assert asked.named == ((upper.pair, 500), (lower.pair, 900))
    assert passing(upper) is None
    reported = lower.state.reported
    assert (reported.winner, reported.totals, reported.margin, reported.deals) == (
        lower.pair.number,
        (500, 900),
        400,
        0,
    )
    assert (lower.totals, upper.totals) == ((900, 500), (500, 900))


def test_a_complete_sheet_asks_the_other_pair_to_reply_on_this_phone(competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    assert (passing(upper).totals, passing(upper).is_sent) == (None, False)
    stories.record(upper, stories.deal("4S", 10), stories.deal("1C", 7, "E"))
    upper, lower = stories.tables(competition)

    ours, theirs = to_agree(upper)
    assert ours > theirs > 0
    assert to_agree(lower) == (theirs, ours)
    assert (upper.opened.side, lower.opened.side, upper.opponents, lower.opponents) == (NS, EW, lower.pair, upper.pair)
    assert {seat: name for seat, name in upper.opened.names.items() if seat.side == NS} == {
        Seat.N: upper.pair.present[0].name,
        Seat.S: upper.pair.present[1].name,
    }
    assert upper.result == Result.played("R1-M1", upper.state.numbers, (ours, theirs))
    assert (lower.result, lower.result.deals) == (upper.result, 2)
    assert results.totals_by_the_sheet(upper.state) == results.counted_totals(upper.state) == (ours, theirs)
    outcome = play.submit_sheet(lower)
    assert state(competition).reported.deals == 2
    play.confirm(stories.tables(competition)[0], outcome=outcome.number)
    assert [passing(one) for one in stories.tables(competition)] == [None, None]


def test_a_pair_sees_the_reply_to_its_requested_change(competition):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal(), stories.deal("2S"))
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3H", 9))
    assert [one.opened.news for one in stories.tables(competition)] == [[], []]

    play.answer(stories.tables(competition)[1], correction=wish, accept=False)

    assert [one.opened.news for one in stories.tables(competition)] == [[wish], []]


def test_only_totals_of_a_played_match_count(competition):
    for kind, totals, counted in (
        (ResultKind.PLAYED, (900, 500), (900, 500)),
        (ResultKind.RULING, (900, 500), None),
        (ResultKind.WALKOVER, None, None),
    ):
        stories.settle(competition, "R1-M1", kind=kind, totals=totals)

        assert results.counted_totals(state(competition)) == counted
        assert state(competition).reported is None


def test_reported_totals_count_until_they_are_withdrawn(competition):
    send_in(competition, "R1-M1", 900, 500)
    assert results.counted_totals(state(competition)) == (900, 500)
    lower = stories.tables(competition)[1]
    play.dispute(lower, outcome=ResultEntry.objects.get().number, reason=" Deal 2. ")
    assert results.counted_totals(state(competition)) == (900, 500)
    assert ResultEntry.objects.get().answer_reason == "Deal 2."

    again = stories.published(2, deals=2, seed="again")
    send_in(again, "R1-M1", 900, 500)
    play.withdraw_result(stories.tables(again)[0])
    assert results.counted_totals(state(again)) is None


def test_later_rounds_can_be_kept_if_the_winner_changes():
    competition = stories.published(4)
    one = state(competition)
    upper, lower = one.numbers
    assert [results.has_gone_on(one, winner) for winner in (None, upper, lower)] == [False] * 3
    stories.settle(competition, "R1-M1")

    one = state(competition)
    assert [results.has_gone_on(one, winner) for winner in (None, upper, lower)] == [False, False, True]
    assert results.stays_on(one, lower) == upper
    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)
    one = state(competition)
    assert [results.has_gone_on(one, winner) for winner in (None, upper, lower)] == [False] * 3


def test_deals_are_private_while_either_pair_requests_it(competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    found = []

    def look() -> None:
        now = stories.now(competition)
        found.append((keeps_deals(now, now.matches["R1-M1"]), public_table(now, now.matches["R1-M1"]) is None))

    look()
    for one, private in ((upper, True), (lower, True), (upper, False), (lower, False)):
        play.keep_deals(one, private=private)
        look()
    assert found == [(False, False), (True, True), (True, True), (True, True), (False, False)]
    play.keep_deals(upper, private=True)
    play.keep_deals(stories.tables(competition)[0], private=True)
    assert competition.log.filter(event="privacy").count() == 5
    met = Meeting.objects.get()
    assert (met.upper_private, met.lower_private) == (True, False)
    stories.settle(competition, "R1-M1")
    look()
    assert found[-1] == (False, False)

    kept = stories.published(2, deals=2, spectators="totals")
    now = stories.now(kept)
    assert keeps_deals(now, now.matches["R1-M1"]) is True


def test_replaced_sheets_with_deals_are_returned(competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal())
    for _ in range(2):
        stories.replay(competition, "R1-M1")
        stories.open_sheet(competition, "R1-M1")

    now = stories.now(competition)
    assert [len(sheet.lines) for sheet in earlier_sheets(now.matches["R1-M1"])] == [1]


def test_the_path_of_a_pair_lists_its_matches():
    competition = stories.published(4)
    first = competition.pairs.first()
    assert path_of(stories.entered(1).pairs.get()).tables == []
    assert (path_of(first).current.state.round, path_of(first).past, path_of(first).is_champion) == (1, [], False)
    stories.settle(competition, "R1-M1")
    winner, loser = state(competition).pairs

    assert [one.code for one in path_of(winner).tables] == ["R1-M1", "R2-M1"]
    assert (path_of(winner).current.code, [one.code for one in path_of(winner).past]) == ("R2-M1", ["R1-M1"])
    assert (path_of(loser).current, [one.code for one in path_of(loser).past]) == (None, ["R1-M1"])
    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R2-M1")
    champion, beaten = state(competition, "R2-M1").pairs
    winner = champion if champion == winner else beaten
    assert (path_of(winner).current, [one.code for one in path_of(winner).past]) == (None, ["R2-M1", "R1-M1"])
    assert [path_of(pair).is_champion for pair in (champion, beaten)] == [True, False]


def test_the_history_lists_actions_of_the_pairs_and_organiser():
    competition = stories.published(4)
    send_in(competition, "R1-M1")
    send_in(competition, "R1-M2")
    agree(competition, "R1-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)
    stories.settle(stories.published(4, seed="elsewhere"), "R1-M1")
    upper, lower = stories.tables(competition)

    steps = history_of(upper)

    assert [step.who for step in steps] == ["The organiser", str(lower.pair), str(upper.pair)]
    assert steps[0].at >= steps[-1].at > timezone.now() - timedelta(hours=1)
