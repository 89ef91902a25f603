"""No style or script needs a browser newer than Safari 15.4, the oldest that shows the site as it is meant.

`fixtures/browsers/features.json` lists what came later, as MDN's browser-compat-data does: the version of Safari, and
what becomes of a page without it. "broken" may not be used at all. "fallback" needs the same property in the line
before, for browsers that drop this one. "asked" needs the script to ask whether the browser has it.
"""

import json
import re
from pathlib import Path

import pytest

from tests.house.sources import ROOT, files

FEATURES = json.loads((ROOT / "fixtures/browsers/features.json").read_text())


def missing(feature: dict, text: str) -> list[str]:
    """The lines with this feature that leave an old browser without anything in its place."""
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


@pytest.mark.parametrize("path", files("static/css", ".css") + files("static/js", ".js"), ids=lambda path: path.name)
def test_a_sheet_or_script_uses_nothing_too_new(path: Path):
    used = [feature for feature in FEATURES if feature["in"] == path.suffix[1:]]

    assert {one["feature"]: lines for one in used if (lines := missing(one, path.read_text()))} == {}


@pytest.mark.parametrize("feature", FEATURES, ids=lambda feature: feature["feature"])
def test_every_feature_listed_came_after_safari_15_4(feature):
    assert tuple(map(int, feature["safari"].split("."))) > (15, 4)


def test_a_feature_without_its_fallback_is_found():
    unit = next(feature for feature in FEATURES if feature["feature"] == "unit lh")

    assert missing(unit, "  block-size: 1lh;\n") == ["block-size: 1lh;"]
    assert missing(unit, "  block-size: 1.5em;\n  block-size: 1lh;\n") == []


def test_marks_in_style_sheets_ask_for_letters_where_a_phone_would_draw_emoji():
    marks = re.compile(r'content: "[^"]*[▲✓](?!\\fe0e)')
    assert [sheet.name for sheet in (ROOT / "static/css").glob("*.css") if marks.search(sheet.read_text())] == []


@pytest.mark.parametrize("name", ["draw", "print", "sheet", "story", "tables"])
def test_paper_is_measured_in_millimetres_because_100vh_is_the_sheet_in_one_engine_only(name):
    _, _, paper = (ROOT / f"static/css/{name}.css").read_text().partition("@layer print {")
    assert re.findall(r"[\d.]+vh\b", paper.replace("100vh is", "")) == []
