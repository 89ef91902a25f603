"""Functions that read public pages."""

import html
import re
from urllib.parse import urlencode

from django.urls import reverse

from tests.markup import markup


def public(name: str, competition, *rest, **query) -> str:
    """Return the address of a public page of this competition."""
    address = reverse(f"public:{name}", args=[competition.slug, *rest])
    return f"{address}?{urlencode(query)}" if query else address


def words(markup: str) -> str:
    """Return the text of some HTML, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def text(response) -> str:
    """Return the text of a page's main part."""
    return words(re.search(r"<main.*?</main>", markup(response), re.DOTALL)[0])


def block(response, code: str) -> str:
    """Return the screen reader text of one match in the draw."""
    return words(re.search(r'<span class="sr">.*?</span>', _block(response, code))[0])


def drawn(response, code: str) -> list[str]:
    """Return the visible text of one match in the draw: each side with its total, and a caption."""
    markup = _block(response, code)
    names = [words(side) for side in re.findall(r'<span class="side".*?(?=<span class="side"|</a>)', markup)]
    return [*names, *map(words, re.findall(r'<span class="caption".*?</span>', markup))]


def state(response, code: str) -> str:
    """Return the state of one match in the draw."""
    return re.search(r'data-state="(.*?)"', _block(response, code))[1]


def _block(response, code: str) -> str:
    return re.search(rf'<li class="match" id="{code}".*?</li>', markup(response), re.DOTALL)[0]


def marked(response) -> list[str]:
    """Return the matches marked in the draw as a pair's path."""
    return re.findall(r'<li class="match" id="([^"]*)"[^>]* data-path="', markup(response))


def shown_round(response) -> str:
    """Return the round shown on a phone."""
    return words(re.search(r'aria-current="true"><span class="sr">(.*?)</span>', markup(response))[1])


def lines(response) -> dict[str, tuple[str, str]]:
    """Return each match's group and text in a list of matches, by code."""
    found = re.findall(r'<li id="([^"]*)" data-state="([^"]*)">(.*?)</li>', markup(response), re.DOTALL)
    return {code: (group, words(markup)) for code, group, markup in found}


def rows(response) -> list[list[str]]:
    """Return the cells in a page's first table, row by row."""
    body = re.search(r"<tbody>.*?</tbody>", markup(response), re.DOTALL)[0]
    lines = re.findall(r"<tr>.*?</tr>", body, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL)] for line in lines]
