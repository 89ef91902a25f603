"""Tests for pages, the keyboard and prints, in WebKit and Firefox."""

import re
import zlib
from contextlib import suppress

import pytest
from django.urls import reverse

from competition.entries.private_links import link_key
from tests import stories
from tests.engines.window import Window

pytestmark = pytest.mark.django_db(transaction=True)
OVERFLOW = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"

FOCUSED = "() => document.activeElement.name"
VALUE = "(name) => document.querySelector(`[name=${name}]`).value"


def pages(pdf: bytes) -> int:
    """Return the number of pages of a PDF. Firefox writes them into compressed streams."""
    parts = [pdf]
    for stream in re.findall(rb"stream\r?\n(.*?)\r?\nendstream", pdf, re.DOTALL):
        with suppress(zlib.error):
            parts.append(zlib.decompressobj().decompress(stream))
    return sum(len(re.findall(rb"/Type\s*/Page\b(?!s)", part)) for part in parts)


def test_a_public_page_fits_and_a_decision_is_previewed(open_window):
    competition = stories.published(8)
    table, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(table, stories.deal(), stories.deal("4S", 10))
    for width in (375, 1280):
        window, _ = open_window(width, 900)
        for path in ("", "matches/R1-M1/", "matches/", "conditions/"):
            window.go(f"/{competition.slug}/{path}")
            assert window.run(OVERFLOW) == 0, (width, path)
    sign_in_and_decide(window, competition)

    assert stories.now(competition).matches["R1-M2"].result.kind.value == "walkover"


def sign_in_and_decide(window: Window, competition) -> None:
    window.go("/desk/")
    window.fill("[name=username]", competition.owner.username)
    window.fill("[name=password]", "a-good-long-password")
    window.follow("main form .primary")
    window.go(reverse("desk:rule", args=[competition.slug, "R1-M2"]) + "?kind=walkover")
    window.tap("[name=winner]")
    window.fill("[name=reason]", "They came late")
    window.follow("main form .primary")
    assert window.count("#decision")
    window.follow("main form:has([name=shown]) .primary")


def test_a_paper_sheet_is_typed_by_keyboard(open_window):
    competition = stories.published(2, deals=4)
    upper, _ = stories.tables(competition, "R1-M1")
    window, _ = open_window()
    window.go(reverse("link:open", args=[link_key(upper.pair)]))
    window.follow("main form .primary")
    window.go(reverse("play:paper", args=[competition.slug, "R1-M1"]))

    window.tap("#deal-1")
    window.type("2hn+1", "ArrowRight", "90", "ArrowRight", "0", "Enter", "ArrowLeft", "ArrowLeft", "4ss=")
    visited = [window.run(FOCUSED)]
    for pressed in ("Enter", "ArrowUp", "ArrowRight", "ArrowDown"):
        window.type(pressed)
        visited.append(window.run(FOCUSED))

    assert visited == ["deal-2", "deal-3", "deal-2", "we-2", "we-3"]
    assert [window.run(VALUE, name) for name in ("deal-1", "we-1", "they-1", "deal-2")] == ["2hn+1", "90", "0", "4ss="]
    window.until(lambda: "We 210, They 0" in window.text("#said-2"), "score what is typed")


def test_the_draw_the_sheet_and_the_tables_take_one_page_each(open_window):
    competition = stories.published(22)
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *[stories.deal("1C", 6), stories.deal("1C", 6, "E")] * 14, stories.deal("4S", 10))
    large = stories.published(64)
    window, _ = open_window(1280, 900)
    printed = {}
    for path, landscape in {
        f"/{competition.slug}/": True,
        f"/{large.slug}/": True,
        f"/{competition.slug}/matches/R1-M1/print/": False,
        "/tables/duplicate/": False,
        f"/{competition.slug}/matches/R1-M1/": False,
    }.items():
        window.go(path)
        printed[path] = [pages(window.pdf(landscape=landscape, margin=margin)) for margin in (0, 10)]

    assert [*printed.values()] == [[1, 1]] * 5
