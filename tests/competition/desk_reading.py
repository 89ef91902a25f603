"""Helpers for reading the pages of the desk."""

import html
import re
from urllib.parse import urlencode

from django.urls import reverse

from competition.contest.rules.names import surname
from tests.markup import markup


def desk(name: str, competition, *rest, **query) -> str:
    """Return the URL of a desk page of this competition."""
    address = reverse(f"desk:{name}", args=[competition.slug, *rest])
    return f"{address}?{urlencode(query)}" if query else address


def short(pair) -> str:
    """Return a pair's surnames, as on the desk."""
    return " & ".join(surname(player.name) for player in pair.present)


def filled(page, **data) -> dict:
    """Return the data in a page's form: its hidden fields and dates, updated with `data`."""
    sent = dict(re.findall(r'<input[^>]*type="hidden"[^>]*name="(\w+)"[^>]*value="([^"]*)"', markup(page)))
    sent |= dict(re.findall(r'<input[^>]*type="date"[^>]*name="(\w+)"[^>]*value="([^"]*)"', markup(page)))
    sent |= dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*type="hidden"[^>]*value="([^"]*)"', markup(page)))
    return {name: html.unescape(value) for name, value in sent.items()} | data


def text(response) -> str:
    """Return the text of a page's main part, on one line."""
    main = re.search(r"<main.*?</main>", markup(response), re.DOTALL)[0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", main)).split())


def errors(response) -> list[str]:
    """Return the error messages at the top of the page."""
    found = re.search(r'<div class="errors".*?</div>', markup(response), re.DOTALL)
    lines = re.findall(r"<li>(.*?)</li>", found[0], re.DOTALL) if found else []
    return [html.unescape(re.sub(r"<[^>]*>", "", line)) for line in lines]


def said(response) -> list[str]:
    """Return the messages on the page."""
    part = re.search(r'<div id="messages".*?</div>', markup(response), re.DOTALL)[0]
    return [html.unescape(line) for line in re.findall(r"<p[^>]*>(.*?)</p>", part)]


def fingerprint_on(response) -> str:
    """Return the fingerprint of the preview on the page."""
    return re.search(r'name="shown" value="(\w+)"', markup(response))[1]


def confirmed(client, address: str, sent: dict):
    """Fill in a form, confirm its preview and return the response."""
    shown = fingerprint_on(client.post(address, sent | {"shown": ""}))
    return client.post(address, {**sent, "shown": shown}, follow=True)


def rows(response, table: str) -> list[list[str]]:
    """Return the cell texts in a table, row by row. `table` is the id around it."""
    part = markup(response).partition(f'id="{table}"')[2].partition("</table>")[0].partition("<tbody>")[2]
    return [
        [
            " ".join(html.unescape(re.sub(r"<[^>]*>", " ", cell)).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr.*?</tr>", part, re.DOTALL)
    ]
