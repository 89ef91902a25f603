"""Tests for the lines on a score pad."""

from scoring.pads.line import PadEntry, PadLine, by_law
from scoring.rules.deal import ABOVE, BELOW, PointsReason, ScoreEntry, points
from scoring.rules.sides import EW, NS, Seat, Tally
from tests.scoring.rules.notation import deal

ENTRIES = (
    PadEntry(NS, BELOW, 60, "trick points", "Law 81"),
    PadEntry(NS, ABOVE, 30, "overtricks", "Law 81"),
    PadEntry(EW, ABOVE, -100, "undertricks", "Singles Scoring System"),
)


def test_a_line_adds_its_points_below_and_above():
    line = PadLine(1, Seat.N, deal("N 2H 9"), (), ENTRIES, Tally(90, -100))

    assert (line.below, line.above, line.score) == ((60, 0), (30, -100), (90, -100))


def test_no_entries_add_up_to_zero():
    assert points(()) == (0, 0)


def test_entries_of_rubber_bridge_name_their_law():
    assert by_law([ScoreEntry(NS, BELOW, 60, PointsReason.TRICK_POINTS, 81)]) == (ENTRIES[0],)
