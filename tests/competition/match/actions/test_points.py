import pytest

from competition.draw.models.result_entry import ResultEntry
from competition.match.actions import pair_sheet, play
from competition.match.models import PointsLine
from scoring.rules.refusal import Refused
from scoring.rules.sides import NOTHING, Tally
from tests import stories

LINES = [Tally(90, 0), Tally(0, 100), Tally(0, 820), NOTHING]


def test_points_do_not_replace_recorded_deals(competition, sheet):
    seen, _ = stories.tables(competition, "R1-M1")
    stories.record(stories.tables(competition, "R1-M1")[1], stories.deal())

    with pytest.raises(Refused, match="The score sheet of this match has deals, so you cannot type in points."):
        pair_sheet.keep_points(seen, lines=LINES, credits=NOTHING)

    assert not PointsLine.objects.exists()


def test_points_cannot_be_reported_after_a_recorded_deal(competition, sheet):
    seen, _ = stories.tables(competition, "R1-M1")
    pair_sheet.keep_points(seen, lines=LINES, credits=NOTHING)
    stories.record(stories.tables(competition, "R1-M1")[1], stories.deal())

    with pytest.raises(Refused, match="The score sheet of this match has deals, so you cannot type in points."):
        pair_sheet.send_points(seen)

    assert not ResultEntry.objects.exists()


def test_new_points_replace_only_those_of_the_same_match(competition):
    larger = stories.published(4, deals=4)
    one, other = (stories.tables(larger, code)[0] for code in ("R1-M1", "R1-M2"))
    pair_sheet.keep_points(one, lines=LINES, credits=NOTHING)
    pair_sheet.keep_points(other, lines=LINES[:2], credits=NOTHING)

    pair_sheet.keep_points(other, lines=LINES[:3], credits=NOTHING)

    kept = PointsLine.objects.values_list("meeting__match__position", "number")
    assert sorted(kept) == [(1, 1), (1, 2), (1, 3), (1, 4), (2, 1), (2, 2), (2, 3)]


def test_points_after_a_report_are_refused(competition):
    seen, other = stories.tables(competition, "R1-M1")
    play.submit_totals(other, ours=900, theirs=400)

    with pytest.raises(Refused, match="have reported the result"):
        pair_sheet.keep_points(seen, lines=LINES, credits=NOTHING)

    assert not PointsLine.objects.exists()


def test_complete_points_give_the_reported_totals(competition):
    seen, other = stories.tables(competition, "R1-M1")
    with pytest.raises(Refused, match="There are no points to report. Type them in first."):
        pair_sheet.send_points(seen)
    pair_sheet.keep_points(seen, lines=LINES[:3], credits=NOTHING)
    with pytest.raises(Refused, match="Some deals are missing. Deals still to type in: 1."):
        pair_sheet.send_points(seen)
    pair_sheet.keep_points(other, lines=LINES, credits=Tally(300, 0))

    sent = pair_sheet.send_points(seen)

    assert sent.totals == (920, 390)
