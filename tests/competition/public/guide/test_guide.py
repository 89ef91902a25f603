"""Tests that the guide quotes the product's words, and that its links, anchors and pictures are right."""

import ast
import re
from functools import cache
from pathlib import Path
from urllib.parse import urldefrag

import pytest
from django.urls import reverse

from competition import __version__
from competition.entries.private_links import link_key
from competition.public.rules.guide import BOOKS, places
from tests import stories
from tests.house.sources import ROOT

GUIDE = ROOT / "templates/competition/public/guide"
QUOTED = re.compile(r'{% quoted "([^"]+)" "([^"]+)" %}')
QUOTES = sorted({quote for path in GUIDE.rglob("*.html") for quote in QUOTED.findall(path.read_text())})
PAGES = ["/guide/", *(f"/guide/{book}/" for book in BOOKS), *(f"/guide/{place}/" for place in places())]


# What the guide tells readers to do with quoted words, and the elements and include arguments that allow it. A reader
# can also "choose" a button.
OFFERS = {
    "press": ((r'(a) class="button', "(button)"), ("button", "save")),
    "choose": (("(a|button|summary|label|option)",), ("button", "save", "title")),
    "open": (("(a|summary)",), ("title",)),
}
# "press A", "press A or B", "choose A and B", "choose A, then B"
DONE = re.compile(
    r'\b(press|choose|open|tap)\b (?:the (?:button|page|link) )?({% quoted "[^"]+" "[^"]+" %}'
    r'(?:(?:,| and| or|, then|, and then| and then) (?:{% quoted "[^"]+" "[^"]+" %}))*)',
    re.IGNORECASE,
)
TO_DO = sorted(
    {
        (verb.lower().replace("tap", "choose"), *quote)
        for path in GUIDE.rglob("*.html")
        for verb, quotes in DONE.findall(path.read_text())
        for quote in QUOTED.findall(quotes)
    }
)
TAGS = re.compile(r"{%.*?%}|{#.*?#}|{{.*?}}|<[^>]*>", re.DOTALL)


@cache
def written(source: str) -> str:
    folders = ("templates/competition", "templates", "competition")
    return next(path for folder in folders if (path := ROOT / folder / source).exists()).read_text()


def pieces(text: str) -> set[str]:
    return {" ".join(piece.split()) for piece in TAGS.split(text)}


@cache
def said(source: str) -> set[str]:
    """Return every text in this template or module, as readers see it on a button, on a link or in a heading."""
    text = written(source)
    if source.endswith(".py"):
        return {node.value for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Constant)}
    in_tags = re.findall(r'{%[^%]*?(?:button|title|save|block \w+)="([^"]+)"', text)
    return pieces(text) | {*in_tags}


def offered(verb: str, source: str) -> set[str]:
    """Return the names of the buttons, or of the buttons and links, in this template. A module creates its own."""
    if source.endswith(".py"):
        return said(source)
    elements, arguments = OFFERS[verb]
    text = re.sub(r"{#.*?#}", "", written(source))
    inside = [
        found
        for element in elements
        for found in re.findall(rf"<{element}\b(?:{{%.*?%}}|[^>{{]|{{{{.*?}}}})*>(.*?)</\1>", text, re.DOTALL)
    ]
    in_tags = re.findall(rf'{{%[^%]*?\b(?:{"|".join(arguments)})="([^"]+)"', text)
    return {piece for _, words in inside for piece in pieces(words)} | {*in_tags}


def test_every_quote_appears_in_the_file_that_it_names():
    assert [(words, source) for words, source in QUOTES if words not in said(source)] == []


def test_everything_the_guide_says_to_press_or_choose_is_a_button_or_a_link():
    assert len(TO_DO) > 60
    assert [(verb, words, source) for verb, words, source in TO_DO if words not in offered(verb, source)] == []


def test_a_heading_does_not_count_as_a_button():
    assert "Score calculator" in said("pads/calculator.html")
    assert "Score calculator" not in offered("press", "pads/calculator.html")
    assert "Show score" in offered("press", "pads/calculator.html")


@pytest.mark.django_db
def test_every_link_and_anchor_in_the_guide_has_a_target(client):
    read = {address: client.get(address).content.decode() for address in PAGES}
    links = {(page, link) for page, html in read.items() for link in re.findall(r'<a [^>]*href="([^"]+)"', html)}
    broken = []
    for page, link in links:
        address, anchor = urldefrag(link)
        target = read.get(address or page)
        if target is None:
            broken += [] if client.get(address).status_code in (200, 302) else [(page, link)]
        elif anchor and f'id="{anchor}"' not in target:
            broken.append((page, link))

    assert broken == []


@pytest.mark.django_db
def test_a_book_contains_its_chapters_with_lower_headings(client):
    # The first chapter represents the others, because all are included in the same way.
    for book, (first, *_) in ((book, BOOKS[book].chapters) for book in BOOKS):
        html = client.get(f"/guide/{book}/").content.decode()

        assert [chapter.slug for chapter in BOOKS[book].chapters if f'<h2 id="{chapter.slug}">' not in html] == []
        alone = client.get(f"/guide/{book}/{first.slug}/").content.decode()
        for anchor in re.findall(r'<h2 id="([\w-]+)">', alone):
            assert f'<h3 id="{anchor}">' in html


@pytest.mark.django_db
def test_the_newest_version_in_the_guide_matches_the_code(client):
    html = client.get("/guide/organiser/versions/").content.decode()

    newest, *_ = re.findall(r"<h2 id=\"[\w-]+\">Version (\S+?)[,<]", html)
    assert newest == __version__


@pytest.mark.django_db
def test_an_unknown_book_or_chapter_is_not_found(client):
    assert [client.get(page).status_code for page in ("/guide/nobody/", "/guide/pair/nothing/")] == [404, 404]


@pytest.mark.django_db
def test_desk_pages_link_to_the_guide(client):
    competition = stories.published(2)
    client.force_login(competition.owner)

    for page, help in (("", "organiser/desk"), ("pairs/", "organiser/entries"), ("messages/", "organiser/messages")):
        html = client.get(f"/desk/{competition.slug}/{page}").content.decode()
        assert f'href="/guide/{help}/">Help: ' in html


@pytest.mark.django_db
def test_the_not_found_page_links_to_the_guide(client):
    assert 'href="/guide/pair/private-link/">Help: ' in client.get("/nothing-here/").content.decode()


@pytest.mark.django_db
def test_the_card_and_its_pages_link_to_the_guide(client):
    competition = stories.published(2)
    client.post(reverse("link:open", args=[link_key(competition.pairs.first())]))
    card = reverse("play:match", args=[competition.slug, "R1-M1"])

    for address, help in ((card, "record"), (f"{card}arrange/", "date"), (f"{card}concede/", "concede")):
        html = client.get(address, follow=True).content.decode()
        assert f'href="/guide/pair/{help}/">Help: ' in html


@pytest.mark.django_db
def test_a_refused_form_links_to_its_chapter_above_the_form(client):
    competition = stories.entered(1)
    client.force_login(competition.owner)

    html = client.post(f"/desk/{competition.slug}/pairs/new/", {}).content.decode()

    errors = html.partition('<div class="errors"')[2].partition("<form")[0]
    assert 'href="/guide/organiser/entries/">Help: Accept entries' in errors


def pictures() -> list[Path]:
    """Return the files of the guide's pictures."""
    return sorted((ROOT / "static/guide").glob("*.webp"))


def test_pictures_in_the_guide_are_small_and_few():
    sizes = {path.name: path.stat().st_size for path in pictures()}

    assert {name: size for name, size in sizes.items() if size > 40_000} == {}
    assert sum(sizes.values()) < 300_000


def test_every_picture_has_its_true_size_and_a_description():
    figure = re.compile(r"guide/([\w-]+\.webp)' %}\"\s+alt=\"[^\"]{20,}\"\s+width=\"(\d+)\"\s+height=\"(\d+)\"")
    found = [one for path in GUIDE.rglob("*.html") for one in figure.findall(path.read_text())]

    shown = {name: (int(width), int(height)) for name, width, height in found}
    assert shown == {path.name: size(path) for path in pictures()}


def size(path: Path) -> tuple[int, int]:
    """Return the width and height of a WebP picture with a colour profile, as written by Chromium."""
    head = path.read_bytes()[:30]
    assert head[12:16] == b"VP8X"
    return int.from_bytes(head[24:27], "little") + 1, int.from_bytes(head[27:30], "little") + 1


@pytest.mark.django_db
def test_public_pages_link_to_their_chapter(client):
    slug = stories.published(2, deals=2).slug
    pages = {f"/{slug}/": "reader/draw", f"/{slug}/matches/R1-M1/": "reader/match", f"/{slug}/record/": "reader/check"}
    pages |= {f"/{slug}/conditions/": "reader/scoring", "/players/": "reader/archive", "/tables/": "reader/friendly"}

    for page, place in pages.items():
        assert f'href="/guide/{place}/">Help: ' in client.get(page).content.decode()
