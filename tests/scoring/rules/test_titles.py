"""Tests of page titles."""

from hypothesis import given, settings, strategies

from scoring.rules.titles import LONGEST, page_title

# Run a quarter of the usual number of examples, also with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)

SITE = "Rubber Knockout"
LONG = "Maximiliana Featherstonehaugh-Cholmondeley & Wiremu Te Whānau-ā-Apanui Kereama Montgomery"
TITLES = {
    "Players": "Players – Rubber Knockout",
    "Matches – Regional Rubber Knockout 2026": "Matches – Regional Rubber Knockout 2026 – Rubber Knockout",
    "How the draw was made – Regional Rubber Knockout 2026/27": (
        "How the draw was made – Regional Rubber Knockout 2026/27"
    ),
    "How the draw was made – Rubber Knockout of the Lakes and the Plains 2026/27": (
        "How the draw was made – Rubber Knockout of the… 2026/27"
    ),
    "Ada North & Ben South v Cyd East & Dan West, Semi-finals – Regional Rubber Knockout 2026": (
        "Ada North & Ben… v Cyd East & Dan…, Semi-finals – 2026"
    ),
    f"{LONG} – Lakes 2026": "Maximiliana Featherstonehaugh-Cholmondeley & Wiremu… – 2026",
    f"Ada North & Ben South v {LONG}, Final – Lakes 2026": "Ada North & Ben South v Maximiliana…, Final – 2026",
    f"{LONG} v {LONG}": "Maximiliana… v Maximiliana…",
    "x" * 90: "x" * 59 + "…",
}


def test_a_title_keeps_its_page_and_its_season():
    for text in TITLES:
        assert page_title(text, SITE) == TITLES[text], text


@A_QUARTER
@given(strategies.text(strategies.sampled_from("abc é&–,v 2"), max_size=200))
def test_no_title_is_longer_than_60_characters(text):
    assert len(page_title(text, SITE)) <= LONGEST


@A_QUARTER
@given(strategies.lists(strategies.text("ab ", max_size=80), min_size=2, max_size=4))
def test_no_title_made_of_parts_exceeds_60_characters(parts):
    for text in (" – ".join(parts), " v ".join(parts), f"{' v '.join(parts)}, Round 2 – Lakes 2026/27"):
        assert len(page_title(text, SITE)) <= LONGEST


@A_QUARTER
@given(strategies.text(max_size=70), strategies.text(max_size=70))
def test_no_title_with_any_site_name_is_too_long(text, site):
    title = page_title(text, site)

    assert len(title) <= LONGEST


def test_a_title_ends_with_the_name_of_the_site():
    assert page_title("Players", "Lakes Bridge") == "Players – Lakes Bridge"
