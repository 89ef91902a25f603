"""Tests for the score pad of a whole match."""

from hypothesis import given

from scoring.presenters.pad_table import PadTable, pad_tables
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Reader, Seat, Side
from tests.scoring.rules.generated import sheets
from tests.scoring.rules.notation import sheet

NAMES = dict(zip(Seat, ("Ian", "Dave", "Bob", "Alan"), strict=True))
# The leaflet's example: Ian and Bob make 2 hearts with an overtrick, then Dave and Alan win the rubber.
LEAFLET = ("S 2H 9", "E 3NT 9", "W 4S 10")
TWO_DEAL_RUBBER = ("N 3NT 9", "N 4S 10")


def tables(played: Sheet, reader: Reader | None = None, *, is_over: bool = False) -> list[PadTable]:
    return pad_tables(played, reader or Reader(), NAMES, is_over=is_over)


def figures(cells) -> list[list[tuple[int, int]]]:
    """Return the points and deals in these cells."""
    return [[(figure.points, figure.deal) for figure in cell.figures] for cell in cells]


def test_the_pad_in_the_leaflet_is_reproduced():
    (table,) = tables(sheet(*LEAFLET), Reader.at_the_table(Side.NS))

    (rubber,) = table.rubbers
    assert (rubber.title, rubber.note) == ("First rubber", "They won by 830")
    assert figures(rubber.above) == [[(30, 1)], [(700, 3)]]
    assert [figures(row) for row in table.games] == [[[(60, 1)], [(100, 2)]], [[], [(120, 3)]]]
    assert [[cell.line for cell in row] for row in table.games] == [["game", "game"], ["rubber", "rubber"]]
    assert [(player.name, player.points, player.total) for player in table.players] == [
        ("Ian", [90], 90),
        ("Bob", [90], 90),
        ("Dave", [920], 920),
        ("Alan", [920], 920),
    ]


def test_the_readers_side_has_the_first_column():
    (table,) = tables(sheet(*LEAFLET), Reader.at_the_table(Side.EW))

    assert (table.rubbers[0].note, table.rubbers[0].total) == ("We won by 830", (920, 90))
    assert [player.name for player in table.players] == ["Dave", "Alan", "Ian", "Bob"]


def test_an_unfinished_rubber_is_credited_once_play_stops():
    played = sheet("N 4S 10", "E 2H 8", deals=4)

    (running,) = tables(played)
    (stopped,) = tables(played, is_over=True)
    (decided,) = tables(sheet("N 4S 10", "E 2H 8", deals=2))

    assert (running.rubbers[0].total, running.rubbers[0].note) == ((120, 60), "unfinished")
    assert stopped.rubbers[0].total == decided.rubbers[0].total == (420, 160)
    assert [cell.credits for cell in decided.rubbers[0].above] == [(300,), (100,)]


def test_a_rubber_left_unfinished_before_a_fresh_tie_break_is_credited():
    level = ("N 1C 7", "E 1C 7")

    (table,) = tables(sheet(*level, "N 2C 8", deals=2, tie_break="fresh"))

    assert [rubber.total for rubber in table.rubbers] == [(20, 20), (40, 0)]


def test_at_most_eight_rubbers_are_shown_side_by_side():
    first, second = tables(sheet(*TWO_DEAL_RUBBER * 9))

    assert (len(first.rubbers), len(second.rubbers)) == (8, 1)
    assert [first.players[0].total, second.players[0].total] == [None, 9 * 920]


def test_every_row_has_a_cell_for_each_side_of_each_rubber():
    (table,) = tables(sheet(*LEAFLET, "N 4S 10", "E 4S 10", "N 4S 10", "E 1C 7"))

    assert {len(row) for row in table.games} == {2 * len(table.rubbers)}
    assert len(table.games) == 3


@given(sheets())
def test_the_players_totals_are_the_totals_of_the_match(played):
    pads = tables(played)

    if played.lines:
        assert tuple(player.total for player in pads[-1].players[::2]) == played.shown
        stopped = tables(played, is_over=True)[-1].players
        assert tuple(player.total for player in stopped[::2]) == played.total
