"""What a test reads off a public page."""

import html
import re
from urllib.parse import urlencode

from django.urls import reverse


def public(name: str, competition, *rest, **query) -> str:
    """The address of a public page of this competition."""
    address = reverse(f"public:{name}", args=[competition.slug, *rest])
    return f"{address}?{urlencode(query)}" if query else address


def words(markup: str) -> str:
    """What is left of some markup when it is read out, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", markup)).split())


def text(response) -> str:
    """The words of a page's main part."""
    return words(re.search(r"<main.*?</main>", response.content.decode(), re.DOTALL)[0])


def block(response, code: str) -> str:
    """What is heard of one match in the draw."""
    return words(re.search(r'<span class="sr">.*?</span>', _block(response, code))[0])


def drawn(response, code: str) -> list[str]:
    """What is seen of one match in the draw: its sides by surnames or initials, each with its total, and a caption."""
    markup = _block(response, code)
    names = [words(side) for side in re.findall(r'<span class="side".*?(?=<span class="side"|</a>)', markup)]
    return [*names, *map(words, re.findall(r'<span class="caption".*?</span>', markup))]


def state(response, code: str) -> str:
    """The state one match in the draw is marked with."""
    return re.search(r'data-state="(.*?)"', _block(response, code))[1]


def _block(response, code: str) -> str:
    return re.search(rf'<li class="match" id="{code}".*?</li>', response.content.decode(), re.DOTALL)[0]


def marked(response) -> list[str]:
    """The matches of the draw that are marked as some pair's way."""
    return re.findall(r'<li class="match" id="([^"]*)"[^>]* data-path="', response.content.decode())


def shown_round(response) -> str:
    """The round that a phone shows."""
    return words(re.search(r'aria-current="true"><span class="sr">(.*?)</span>', response.content.decode())[1])


def rows(response) -> list[list[str]]:
    """The cells of the first table of a page, row by row."""
    body = re.search(r"<tbody>.*?</tbody>", response.content.decode(), re.DOTALL)[0]
    lines = re.findall(r"<tr>.*?</tr>", body, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL)] for line in lines]
