"""Tests that styles and scripts work in Safari 15.4, the oldest browser with the full design.

`fixtures/browsers/features.json` lists later features from MDN's browser-compat-data, with the version of Safari and
the effect on a page without the feature. A "broken" feature is not allowed. A "fallback" feature needs the same
property on the line before, for browsers that ignore this one. An "asked" feature needs a check in the script.
"""

import json
import re

import pytest

from tests.house.sources import ROOT, files

FEATURES = json.loads((ROOT / "fixtures/browsers/features.json").read_text())


def missing(feature: dict, text: str) -> list[str]:
    """Return the lines that use this feature without an alternative for old browsers."""
    lines = text.splitlines()
    found = [number for number, line in enumerate(lines) if re.search(feature["pattern"], line)]
    if feature["without"] == "asked" and re.search(feature["asks"], text):
        return []
    if feature["without"] == "fallback":
        before = ["", *lines]
        found = [number for number in found if _property(before[number]) != _property(lines[number])]
    return [lines[number].strip() for number in found]


def _property(line: str) -> str:
    return line.partition(":")[0].strip()


def test_styles_and_scripts_support_old_browsers():
    used = [
        (path.name, one["feature"], missing(one, path.read_text()))
        for path in files("static/css", ".css") + files("static/js", ".js")
        for one in FEATURES
        if one["in"] == path.suffix[1:]
    ]

    assert [(sheet, feature, lines) for sheet, feature, lines in used if lines] == []


def test_the_plain_style_sheet_supports_safari_12():
    sheet = (ROOT / "static/css/plain.css").read_text()
    newer = r":(is|has|where|focus-visible)\(|\b(clamp|min|max)\(|\binset|\bgap:|aspect-ratio|@layer"
    newer += r"|[gnr]-(inline|block)\b|(inline|block)-size"

    assert sheet.partition("@supports")[1:][1].startswith(" not ((text-emphasis: none) and ((")
    assert re.findall(newer, sheet) == []


def test_every_listed_feature_is_newer_than_safari_15_4():
    assert [one for one in FEATURES if tuple(map(int, one["safari"].split("."))) <= (15, 4)] == []


def test_a_feature_without_its_fallback_is_reported():
    unit = next(feature for feature in FEATURES if feature["feature"] == "unit lh")

    assert missing(unit, "  block-size: 1lh;\n") == ["block-size: 1lh;"]
    assert missing(unit, "  block-size: 1.5em;\n  block-size: 1lh;\n") == []


def test_marks_in_style_sheets_are_not_drawn_as_emoji():
    marks = re.compile(r'content: "[^"]*[▲✓](?!\\fe0e)')
    assert [sheet.name for sheet in (ROOT / "static/css").glob("*.css") if marks.search(sheet.read_text())] == []


def test_every_font_stack_lists_suits_before_emoji():
    sheets = [(ROOT / f"static/css/{name}.css").read_text() for name in ("tokens", "plain")]
    lists = re.findall(r"(?:--(?:serif|sans|mono): |font-family: |px/1.5 )(.*);", "".join(sheets))

    assert [one.partition(",")[0] for one in lists] == ["Suits"] * 6
    assert "unicode-range: U+2660, U+2663, U+2665-2666;" in sheets[0]


def test_no_page_has_a_sign_that_may_be_drawn_as_emoji():
    emoji = "↔↕↖↗↘↙↩↪⌚⌛⌨⏏▪▫▶◀◻◼☀☁☂☎☑☔☕☘☝☠☹☺♀♂♨♻♾♿⚠⚡✂✅✈✉✌✏✒✔✖✨✳✴❄❌❓❗❤➡⤴⤵⬅⬆⬇⭐"
    pages = [*files("templates", ".html"), *files("static/js", ".js"), *files("static/css", ".css")]

    assert {path.name: found for path in pages if (found := set(path.read_text()) & set(emoji))} == {}


@pytest.mark.parametrize("name", ["draw", "print", "sheet", "story", "tables"])
def test_print_heights_are_in_millimetres(name):
    _, _, paper = (ROOT / f"static/css/{name}.css").read_text().partition("@layer print {")
    assert re.findall(r"[\d.]+vh\b", paper.replace("100vh is", "")) == []
