"""Views for the guide."""

import re
from typing import NamedTuple

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string
from django.views.decorators.http import conditional_page

from competition.accounts.access import public
from competition.public.rules.guide import BOOKS, Book, Chapter
from competition.web.cached_page import own_preview, page
from competition.web.errors import or_404

_HEADING = re.compile(r'<h2 id="([\w-]+)">(.*?)</h2>')
_TAG_OF_HEADING = re.compile(r"(</?)h2\b")


class ShownChapter(NamedTuple):
    """A chapter with its text and headings. Each heading is an anchor and a title."""

    chapter: Chapter
    body: str
    headings: list[tuple[str, str]]


@public
@conditional_page
def home(request: HttpRequest) -> HttpResponse:
    """Show the three books and their chapters."""
    return page("competition/public/guide/home.html", books=BOOKS.values(), **own_preview(request))


@public
@conditional_page
def book(request: HttpRequest, book: str) -> HttpResponse:
    """Show all chapters of a book on one page, for searching and printing."""
    guide = or_404(BOOKS.get(book))
    chapters = [(part, _lowered(_read(part).body)) for part in guide.chapters]
    return page("competition/public/guide/book.html", book=guide, chapters=chapters, **own_preview(request))


@public
@conditional_page
def chapter(request: HttpRequest, book: str, chapter: str) -> HttpResponse:
    """Show one chapter, next to the contents of its book."""
    guide = or_404(BOOKS.get(book))
    number = or_404(guide.number(chapter))
    facts = {"book": guide, "number": number, "here": _read(guide.chapters[number - 1])}
    return page("competition/public/guide/chapter.html", **facts, **_neighbours(guide, number), **own_preview(request))


def _neighbours(book: Book, number: int) -> dict[str, Chapter | None]:
    row = [None, *book.chapters, None]
    return {"previous": row[number - 1], "following": row[number + 1]}


def _read(chapter: Chapter) -> ShownChapter:
    body = render_to_string(f"competition/public/guide/{chapter.template}")
    return ShownChapter(chapter, body, _HEADING.findall(body))


def _lowered(body: str) -> str:
    """Return the text with its headings one level lower, below the chapter's heading."""
    return _TAG_OF_HEADING.sub(r"\1h3", body)
