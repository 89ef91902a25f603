import re
from pathlib import Path

import pytest

from tests.house.sources import ROOT, TEMPLATES, files

OF_OTHER_GAMES = ["pads.css", "tables.css"]
SHEETS = files("static/css", ".css")
TOKENS = (ROOT / "static" / "css" / "tokens.css").read_text()
BY_DAY, BY_NIGHT = TOKENS.split("prefers-color-scheme: dark")
PAPERS = ("paper", "card", "sunk", "wash-good", "wash-bad", "wash-warn", "wash-info")
WORDS = ("ink", "soft", "baize", "claret")


def colours(sheet: str) -> dict[str, str]:
    return dict(re.findall(r"--([\w-]+): (#[0-9a-f]{6})\b", sheet))


SCHEMES = {"by day": colours(BY_DAY), "by night": colours(BY_DAY) | colours(BY_NIGHT)}


def weights(template: Path) -> dict[str, int]:
    """Return the style sheets named in a template, each with its size in bytes. Of two alternatives, count one."""
    text = re.sub(
        r"{% if [^%]* %}\s*<link[^>]*>\s*({% else %}\s*<link[^>]*>\s*{% endif %})", r"\1", template.read_text()
    )
    named = re.findall(r"'(css/[\w.]+)'", text)
    return {name: (ROOT / "static" / name).stat().st_size for name in named}


def literals(pattern: str) -> list[tuple[str, str, str]]:
    """Return the values that match, with their sheet and property, in every sheet except the tokens."""
    found = []
    for sheet in SHEETS:
        rules = re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.DOTALL)
        for name, value in re.findall(r"(?<=[{;\s])([\w-]+):\s([^;{}]+);", rules):
            found += [(sheet.name, name, literal) for literal in re.findall(pattern, value)]
    return [literal for literal in found if literal[0] != "tokens.css"]


def luminance(colour: str) -> float:
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


def too_faint(scheme: str, pairs: list[tuple[str, str]], least: float) -> list[tuple[str, str]]:
    shades = SCHEMES[scheme]
    return [(front, back) for front, back in pairs if contrast(shades[front], shades[back]) < least]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_text_contrasts_with_every_background(scheme):
    on_paper = [(word, paper) for word in WORDS for paper in PAPERS]
    on_strong = [("on-strong", "baize"), ("on-strong", "claret"), ("on-cloth", "cloth"), ("paper", "ink")]

    assert too_faint(scheme, on_paper + on_strong, 4.5) == []


@pytest.mark.parametrize("scheme", SCHEMES)
def test_edges_and_focus_contrast_with_every_background(scheme):
    lines = [(line, paper) for line in ("edge", "focus", "amber", "blue") for paper in PAPERS]

    assert too_faint(scheme, lines, 3) == []


def test_only_tokens_define_colours():
    literal = r"#[0-9a-f]{3,8}\b|\b(?:rgb|hsl)a?\(|(?<!-)\b(?:black|white|red|green|blue|gold|gr[ae]y|silver)\b(?!-)"

    assert literals(literal) == []


def test_nothing_is_animated_for_readers_who_prefer_reduced_motion():
    moving = re.compile(r"@media \(prefers-reduced-motion: no-preference\) {.*?^  }", re.DOTALL | re.MULTILINE)
    still = {sheet.name: moving.sub("", sheet.read_text()) for sheet in SHEETS}

    assert {name for name, rules in still.items() if re.search(r"\banimation(-name)?:|@keyframes", rules)} == set()


def test_few_lengths_are_written_without_tokens():
    literal = r"(?<![\w.#-])-?(?:\d*\.)?\d+(?:px|r?em|ch|ex|lh|cm|mm|pt|[cdsl]?v[hwib]|cq[wihb])\b"

    assert len(literals(literal)) < 150


def test_every_style_sheet_uses_its_own_layer():
    layers = {sheet.stem: set(re.findall(r"@layer (\w+) {", sheet.read_text())) - {"print"} for sheet in SHEETS}

    assert "@layer tokens, layout, parts, pages, print;" in TOKENS
    own = {"tokens": {"tokens"}, "base": {"layout"}, "parts": {"parts"}, "plain": set(), "print": set()}
    assert layers == {name: own.get(name, {"pages"}) for name in layers}


def test_style_sheets_have_at_most_7_000_lines():
    assert sum(len(sheet.read_text().splitlines()) for sheet in SHEETS) < 7_000


def test_style_sheets_use_only_six_font_sizes():
    sheets = "".join(sheet.read_text() for sheet in SHEETS if sheet.name != "plain.css")
    shorthand = r"font: (?:var\(--bold\) )?([^\s;]+)(?: /[^;]*)? var\(--s"
    sizes = set(re.findall(rf"font-size: ([^;]*);|{shorthand}", sheets))

    used = {size for pair in sizes for size in pair if size}
    steps = "tiny", "small", "body", "big", "huge", "poster"
    assert used - {"inherit", "var(--root)"} <= {f"var(--{step})" for step in steps}


def test_pages_change_their_layout_at_three_widths():
    sheets = "".join(sheet.read_text() for sheet in SHEETS)
    pages = "".join(path.read_text() for path in TEMPLATES)
    widths = re.findall(r"@media(?! print)[^{]*?(?:min|max)-width: ([^)]*)", sheets)
    widths += re.findall(r'media="[^"]*width: ([^)]*)', pages)

    assert set(widths) == {"39.99em", "40em", "56.24em", "56.25em", "100em"}


def test_every_css_token_exists_and_is_used():
    sheets = "".join(sheet.read_text() for sheet in SHEETS)

    assert set(re.findall(r"(--[\w-]+):", sheets)) == set(re.findall(r"var\((--[\w-]+)", sheets))


def test_the_browser_frame_has_the_background_colour():
    base = (ROOT / "templates" / "base.html").read_text()

    frames = re.findall(r'name="theme-color" content="(#\w+)"', base)
    assert frames == [shades["paper"] for shades in SCHEMES.values()]


def test_common_style_sheets_are_under_38_kilobytes():
    assert sum(weights(ROOT / "templates" / "base.html").values()) < 38_000


def test_no_page_loads_60_kilobytes_of_style_sheets():
    base = weights(ROOT / "templates" / "base.html")

    assert [path.stem for path in TEMPLATES if sum((base | weights(path)).values()) >= 60_000] == []


def test_competition_pages_do_not_load_the_styles_of_other_games():
    others = [sheet for sheet in SHEETS if sheet.name in OF_OTHER_GAMES]
    users = {path.parent.name for path in TEMPLATES for name in OF_OTHER_GAMES if f"css/{name}" in path.read_text()}

    assert ([sheet.name for sheet in others], users) == (OF_OTHER_GAMES, {"pads"})
    assert sum(sheet.stat().st_size for sheet in others) < 6_000
