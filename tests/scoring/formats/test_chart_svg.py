"""The picture of the running totals."""

from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from scoring.formats.chart_svg import HEIGHT, RIGHT, WIDTH, chart
from scoring.rules.sheet import Sheet
from scoring.rules.story import tell
from tests.scoring.rules.generated import sheets
from tests.scoring.rules.notation import sheet

GENERATED = settings(max_examples=100, derandomize=True)
# Two deals to and fro bring the match level after every second one; the lead changes after every fourth.
TO_AND_FRO = ["N 2H 7", "E 2H 7", "E 2H 7", "N 2H 7"] * 8


def picture(played: Sheet, description: str = "So it went.") -> ElementTree.Element:
    """The chart as another program reads it, without its namespace."""
    svg = chart(tell(played), description)
    return ElementTree.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))


def of(*deals: str, **conditions) -> ElementTree.Element:
    return picture(sheet(*deals, **conditions))


def points(svg: ElementTree.Element, side: str) -> list[str]:
    """The line of a side, from the beginning of the match on."""
    return svg.find(f"g[@class='{side}']/polyline").get("points").split()


def end(svg: ElementTree.Element, side: str) -> tuple[float, float]:
    """Where the line of a side ends."""
    x, y = points(svg, side)[-1].split(",")
    return float(x), float(y)


def diamonds(svg: ElementTree.Element) -> list[tuple[str, str | None]]:
    """The marks of slams: on which side's line, and whether hollow."""
    return [
        (group.get("class"), path.get("fill")) for group in svg.iterfind("g[@class]") for path in group.iter("path")
    ]


def test_the_picture_has_a_name_and_says_what_there_is_to_see():
    svg = picture(sheet("N 2H 8"), "Ann & Bob <ahead>.")

    assert (svg.get("role"), svg.find("title").text, svg.find("desc").text) == (
        "img",
        "Running totals",
        "Ann & Bob <ahead>.",
    )
    assert svg.get("aria-labelledby").split() == [svg.find("title").get("id"), svg.find("desc").get("id")]


def test_no_style_stands_in_the_picture():
    svg = of(*TO_AND_FRO, "N 6S 12", deals=30)

    assert [part.tag for part in svg.iter() if part.tag == "style" or "style" in part.attrib] == []


def test_a_long_match_with_two_tie_breaks_stays_small():
    played = sheet(*TO_AND_FRO, "N 6S 12", "E 4S 10", deals=30)

    assert (len(played.lines), len(tell(played).lead_changes)) == (34, 15)
    assert len(chart(tell(played), "So it went.").encode()) < 6000


def test_the_side_that_is_ahead_ends_above_the_other():
    svg = of("N 4S 10", "E 2H 8")

    assert end(svg, "ns")[1] < end(svg, "ew")[1]


def test_the_lines_of_a_match_that_goes_on_leave_room_for_the_deals_to_come():
    halfway, all_played = (end(of(*["N 2H 7"] * deals, deals=20), "ew")[0] for deals in (10, 20))

    assert (halfway < all_played, all_played) == (True, RIGHT)


def test_the_lines_differ_without_colour():
    assert [line.get("stroke-dasharray") for line in of().iter("polyline")] == [None, "6 3"]


def test_each_line_is_named_at_its_end():
    assert [group.find("text").text for group in of("N 2H 8").iterfind("g[@class]")] == ["N-S", "E-W"]


@pytest.mark.parametrize(
    ("total", "written"),
    [
        (["N 1C 7"], ["0", "50", "100"]),
        (["N 2H 8"], ["0", "50", "100", "150"]),
        (["N 7NTXX 0"], ["0", "2,000", "4,000", "6,000"]),
    ],
)
def test_the_points_are_written_in_round_numbers(total, written):
    assert [text.text for text in of(*total).iterfind("g[@text-anchor='end']/text")] == written


@pytest.mark.parametrize(
    ("deals", "written"),
    [
        (30, ["deal", "5", "10", "15", "20", "25", "30"]),
        (6, ["deal", "1", "2", "3", "4", "5", "6"]),
        (60, ["deal", "10", "20", "30", "40", "50", "60"]),
    ],
)
def test_the_deals_are_numbered_in_round_steps(deals, written):
    texts_below = [text.text for text in of(deals=deals).iter("text") if text.get("y") == str(HEIGHT - 7)]

    assert texts_below == written


def test_every_change_of_lead_has_a_ring_on_the_line_of_the_new_leader():
    svg = of("N 2H 8", "E 4S 10", "N 6S 12")

    rings = [f"{ring.get('cx')},{ring.get('cy')}" for ring in svg.iter("circle")]
    assert rings == [points(svg, "ew")[2], points(svg, "ns")[3]]


def test_a_slam_has_a_diamond_on_the_line_of_its_bidders_hollow_if_it_went_light():
    assert diamonds(of("N 6S 12", "E 6NT 11", "N 5C 13")) == [("ns", None), ("ew", "none")]


def test_every_rubber_ends_at_a_rule():
    (rules,) = [
        path for path in of("N 4S 10", "N 4S 10", "E 2H 8").iter("path") if path.get("stroke-dasharray") == "1 3"
    ]

    assert rules.get("d").count("M") == 1


@pytest.mark.parametrize(("deals", "shaded"), [(["pass", "N 2H 8"], 0), (["pass"] * 2, 1), (["pass"] * 3, 1)])
def test_the_tie_break_is_shaded(deals, shaded):
    assert len(list(of(*deals, deals=2).iter("rect"))) == shaded


@GENERATED
@given(sheets())
def test_every_line_has_a_point_for_each_step_inside_the_picture(played):
    svg = picture(played)

    for side in ("ns", "ew"):
        line = [tuple(map(float, point.split(","))) for point in points(svg, side)]
        assert len(line) == len(tell(played).steps) + 1
        assert all(0 <= x <= WIDTH and 0 <= y <= HEIGHT for x, y in line)


@GENERATED
@given(sheets())
def test_the_names_at_the_ends_never_lie_on_each_other(played):
    ns, ew = (float(group.find("text").get("y")) for group in picture(played).iterfind("g[@class]"))

    assert (abs(ns - ew) >= 15.8, min(ns, ew) > 12, max(ns, ew) < HEIGHT) == (True, True, True)
