"""Tests for the chart of the lead."""

import re
from itertools import combinations
from math import hypot
from xml.etree import ElementTree

from hypothesis import given, settings

from scoring.presenters.chart_svg import NARROW, WIDE, Size, chart
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Side
from scoring.story.story import make_story, turns
from tests.scoring.rules.generated import realistic_sheets
from tests.scoring.rules.notation import sheet

GENERATED = settings(max_examples=20, derandomize=True, deadline=None)


def picture(played: Sheet, size: Size = WIDE) -> ElementTree.Element:
    """Return the chart as parsed XML, without its namespace."""
    told = make_story(played)
    svg = chart(told, turns(told), size)
    return ElementTree.fromstring(svg.replace(' xmlns="http://www.w3.org/2000/svg"', "", 1))


def frame(svg: ElementTree.Element) -> tuple[float, float]:
    return tuple(map(float, svg.get("viewBox").split()[2:]))


def heights(svg: ElementTree.Element, side: Side) -> list[float]:
    """Return the height of a side's outline after each deal."""
    return [float(y) for y in re.findall(r"V([\d.]+)H", svg.find(f"path[@class='{side}']").get("d"))]


def boxes(svg: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    """Return left, top, right and bottom of every turning point with its label."""
    found = [
        {key: float(part.get(key)) for key in ("x", "y", "width", "height")} for part in svg.iterfind("a[@id]/rect")
    ]
    return [(box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"]) for box in found]


def test_each_deal_is_a_step_above_or_below_the_line():
    svg = picture(sheet("N 3NT 9", "E 4S 10", "pass", "N 6S 12", deals=4))
    level = float(re.match(r"M0 ([\d.]+)", svg.find("path[@class='level']").get("d"))[1])

    north_south, east_west = heights(svg, Side.NS), heights(svg, Side.EW)
    assert [y < level for y in north_south] == [True, False, False, True]
    assert [y > level for y in east_west] == [False, True, True, False]


def test_a_pairs_own_chart_shows_its_lead_above_the_line():
    told = make_story(sheet("N 3NT 9", "E 4S 10", deals=4))
    own = ElementTree.fromstring(chart(told, (), WIDE, up=Side.EW).replace(' xmlns="http://www.w3.org/2000/svg"', ""))
    level = float(re.match(r"M0 ([\d.]+)", own.find("path[@class='level']").get("d"))[1])

    assert [y > level for y in heights(own, Side.NS)] == [True, False]
    assert [y < level for y in heights(own, Side.EW)] == [False, True]
    assert [link.findtext("title").split(". ")[-1] for link in own.iterfind("a")] == [
        "N–S lead by 100",
        "E–W lead by 20",
    ]


def test_unplayed_and_tie_break_deals_have_a_shaded_area():
    for deals, said in [(["N 2H 7"] * 4, "6 to play"), (["pass"] * 10, "Tie-break"), (["N 2H 7"] * 10, None)]:
        svg = picture(sheet(*deals, *(["N 2H 8"] if said == "Tie-break" else []), deals=10))

        fields = [part for part in svg.iterfind("rect") if part.get("height") == str(WIDE.plot)]
        words = [text.text for text in svg.iterfind("text[@class='said']")]
        assert (len(fields), said in words) == ((1, True) if said else (0, False)), deals


def test_the_chart_contains_no_styles():
    svg = picture(sheet("N 6S 12", "E 4S 10"))

    assert [part.tag for part in svg.iter() if part.tag == "style" or "style" in part.attrib] == []


def test_only_turning_points_in_the_wide_chart_are_links_for_keyboards():
    played = sheet("N 6S 12", "E 4SX 10", "E 6NT 12", deals=3)
    told = make_story(played)

    reached = {size: [link.get("href") for link in picture(played, size).iterfind("a[@id]")] for size in (WIDE, NARROW)}
    assert reached == {WIDE: [f"#deal-{turn.deal}" for turn in turns(told)], NARROW: []}
    assert {link.get("tabindex") for link in picture(played, NARROW).iter("a")} == {"-1"}


def test_each_column_names_its_deal_and_leads_to_it():
    columns = picture(sheet("N 4S 10", "pass", "E 2H 6", deals=3)).findall("a[@class='deal']")

    assert [link.get("href") for link in columns] == ["#deal-1", "#deal-2", "#deal-3"]
    assert [link.find("title").text for link in columns] == [
        "Deal 1: 4♠ by North, made. N–S lead by 120",
        "Deal 2: passed in. N–S lead by 120",
        "Deal 3: 2♥ by East, 2 light. N–S lead by 220",
    ]


def test_the_final_lead_has_its_own_column_if_the_unfinished_rubber_changes_it():
    told = make_story(sheet("N 4S 10", "pass", deals=2))

    words = [ElementTree.fromstring(chart(told, (), WIDE, end=end)).itertext() for end in (420, 120, None)]
    assert ["end" in text for text in words] == [True, False, False]


def test_a_disputed_deal_is_framed_and_named():
    told = make_story(sheet("N 4S 10", "pass", deals=2))

    assert ["Deal 2 is disputed" in chart(told, (), WIDE, disputed=number) for number in (2, 0)] == [True, False]


def test_each_rubber_shows_its_deals_and_the_colour_of_its_winner():
    svg = picture(sheet("N 4S 10", "N 4S 10", "E 4S 10", "E 4S 10", "pass", deals=5))

    assert [part.get("class") for part in svg.iterfind("rect") if part.get("height") == "5"] == ["ns", "ew", "yet"]
    words = [text.text for text in svg.iterfind("text[@class='said']")]
    assert words[-3:] == ["Rubber 1, deals 1–2", "Rubber 2, deals 3–4", "Rubber 3"]


@GENERATED
@given(realistic_sheets())
def test_turning_points_do_not_overlap_or_leave_the_chart(played):
    svg = picture(played)
    across, down = frame(svg)

    found = boxes(svg)
    assert all(x >= -12 and end <= across + 12 and y >= 0 and low <= down for x, y, end, low in found)
    clashes = [
        (one, other)
        for one, other in combinations(found, 2)
        if one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]
    ]
    assert clashes == []


def test_rings_in_the_chart_are_at_least_20_units_apart():
    played = sheet(*["E 2H 8", "N 2H 7"] * 14, "pass", "N 6SX 12", "N 6NT 12", deals=31)

    rings = [(float(ring.get("cx")), float(ring.get("cy"))) for ring in picture(played, NARROW).iter("circle")]
    assert min(hypot(one[0] - other[0], one[1] - other[1]) for one, other in combinations(rings, 2)) >= 20


@GENERATED
@given(realistic_sheets())
def test_the_chart_is_smaller_than_12_000_bytes(played):
    told = make_story(played)

    assert len(chart(told, turns(told), WIDE).encode()) < 12_000
