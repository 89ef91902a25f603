from hypothesis import given, settings, strategies

from scoring.rules.text import LONGEST_TITLE, page_title, visible, without_control_characters

UNSEEN = {
    "turned round": "\u202eHarbour\u202c",
    "isolated": "\u2067Harbour\u2069",
    "marked": "\u200eHar\u200fbour\u061c",
    "of no width": "Har\u200bbo\u200dur\ufeff\u2060",
    "hyphen that is not shown": "Har\u00adbour",
    "filled": "\u3164Harbour\u115f\uffa0\u2800",
    "selected": "Harbour\ufe0f\U000e0100",
    "tagged": "Harbour\U000e0041\U000e007f",
    "control": "Har\x00bour\x1b\x7f\x85",
    "half a letter": "Harbour\ud800",
    "of nobody": "Harbour\ue000\U0010fffd",
}


def test_invisible_characters_are_removed():
    for text in UNSEEN.values():
        assert visible(text) == "Harbour", text


def test_visible_characters_are_kept():
    for text in ["Āwhina Ōtaki", "Zoë O’Neill-Łuć", "李 明", "לאה", "नीलम", "a\u0301", "👍"]:
        assert visible(text) == text, text


def test_line_breaks_are_kept():
    assert visible("One.\r\nTwo.\rThree.\u2028Four.\tFive.") == "One.\nTwo.\nThree.\nFour. Five."


def test_letters_of_all_alphabets_are_kept():
    assert without_control_characters("Whāngārei, Þórdís, 王 & 😀\n\t~") == "Whāngārei, Þórdís, 王 & 😀\n\t~"


def test_control_characters_are_removed():
    assert without_control_characters("a\x00b\x0bc\x1bd\x7fe\x9ff\ufffeg\ud800h") == "abcdefgh"


# Run a quarter of the usual number of examples, even with --thorough.
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


def test_a_shortened_title_keeps_its_page_and_its_season():
    for text in TITLES:
        assert page_title(text, SITE) == TITLES[text], text


@A_QUARTER
@given(strategies.text(strategies.sampled_from("abc é&–,v 2"), max_size=200))
def test_no_title_is_longer_than_60_characters(text):
    assert len(page_title(text, SITE)) <= LONGEST_TITLE


@A_QUARTER
@given(strategies.lists(strategies.text("ab ", max_size=80), min_size=2, max_size=4))
def test_no_title_made_of_parts_exceeds_60_characters(parts):
    for text in (" – ".join(parts), " v ".join(parts), f"{' v '.join(parts)}, Round 2 – Lakes 2026/27"):
        assert len(page_title(text, SITE)) <= LONGEST_TITLE


@A_QUARTER
@given(strategies.text(max_size=70), strategies.text(max_size=70))
def test_no_title_is_too_long_with_any_site_name(text, site):
    title = page_title(text, site)

    assert len(title) <= LONGEST_TITLE


def test_a_title_ends_with_the_site_name():
    assert page_title("Players", "Lakes Bridge") == "Players – Lakes Bridge"
