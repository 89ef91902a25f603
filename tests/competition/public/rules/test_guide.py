import pytest
from django.urls import get_resolver

from competition.public.rules.guide import BOOKS, chapter_at, chapter_of, places
from tests.house.test_views_have_access_checks import addresses

# These views need no chapter: files, polls, buttons without a page, and the page about the site itself.
WITHOUT_HELP = {"desk:sign-out", "desk:site", "link:calendar", "play:card", "play:opened", "play:pbn", "play:worker"}
WITHOUT_HELP |= {"pads:card", "pads:leave", "pads:preview", "pads:print", "pads:worker", "desk:site-proxy"}
WITHOUT_HELP |= {"desk:site-test-email"}


def names() -> dict[str, str]:
    """Return the address of every view for the desk, for pairs and for score pads, by name."""
    found = {}
    for space in ("desk", "play", "link", "entry", "pads"):
        resolver = next(one for one in get_resolver().url_patterns if getattr(one, "namespace", "") == space)
        found |= {f"{space}:{pattern.name}": address for address, pattern in addresses(resolver, f"/{space}/")}
    return found


def test_every_page_explained_in_the_guide_exists():
    pages = {page for book in BOOKS.values() for chapter in book.chapters for page in chapter.explains}

    assert pages - names().keys() == set()


def test_the_guide_explains_every_page_of_the_desk_and_of_a_match():
    without = {name for name in names() if not chapter_of(name)}

    assert without == WITHOUT_HELP


def test_a_page_is_explained_in_only_one_chapter():
    pages = [page for book in BOOKS.values() for chapter in book.chapters for page in chapter.explains]

    assert len(pages) == len(set(pages))


def test_a_chapter_has_an_address_and_a_number():
    assert chapter_at("pair/record").title == "Record a match"
    assert (BOOKS["pair"].number("record"), BOOKS["pair"].number("nothing")) == (4, None)
    assert "reader/words" in places()
    with pytest.raises(KeyError):
        chapter_at("pair/nothing")
