"""What a test reads off a page of the desk."""

import html
import re
from urllib.parse import urlencode

from django.urls import reverse

from competition.contest.rules.pair_names import surname


def desk(name: str, competition, *rest, **query) -> str:
    """The address of a page of this competition's desk."""
    address = reverse(f"desk:{name}", args=[competition.slug, *rest])
    return f"{address}?{urlencode(query)}" if query else address


def short(pair) -> str:
    """The surnames of a pair, as the desk calls it."""
    return " & ".join(surname(player.name) for player in pair.present)


def filled(page, **data) -> dict:
    """What the form of a page sends: what is filled in already, and this."""
    sent = dict(re.findall(r'<input[^>]*type="hidden"[^>]*name="(\w+)"[^>]*value="([^"]*)"', page.content.decode()))
    sent |= dict(re.findall(r'<input[^>]*type="date"[^>]*name="(\w+)"[^>]*value="([^"]*)"', page.content.decode()))
    sent |= dict(re.findall(r'<input[^>]*name="(\w+)"[^>]*type="hidden"[^>]*value="([^"]*)"', page.content.decode()))
    return sent | data


def text(response) -> str:
    """The words of a page's main part, on one line."""
    main = re.search(r"<main.*?</main>", response.content.decode(), re.DOTALL)[0]
    return " ".join(html.unescape(re.sub(r"<[^>]*>", " ", main)).split())


def errors(response) -> list[str]:
    """What the page says at its top is wrong."""
    found = re.search(r'<div class="errors".*?</div>', response.content.decode(), re.DOTALL)
    lines = re.findall(r"<li>(.*?)</li>", found[0], re.DOTALL) if found else []
    return [html.unescape(re.sub(r"<[^>]*>", "", line)) for line in lines]


def said(response) -> list[str]:
    """The messages on the page."""
    part = re.search(r'<div id="messages".*?</div>', response.content.decode(), re.DOTALL)[0]
    return [html.unescape(line) for line in re.findall(r"<p[^>]*>(.*?)</p>", part)]


def fingerprint_on(response) -> str:
    """The fingerprint of what the page was made from, which it sends along."""
    return re.search(r'name="shown" value="(\w+)"', response.content.decode())[1]


def confirmed(client, address: str, sent: dict):
    """Fill in, look at the consequences, and do it."""
    return client.post(address, {**sent, "shown": fingerprint_on(client.post(address, sent))}, follow=True)


def rows(response, table: str) -> list[list[str]]:
    """The cells of a table, row by row, as words; `table` is the id around it."""
    part = response.content.decode().partition(f'id="{table}"')[2].partition("</table>")[0].partition("<tbody>")[2]
    return [
        [
            " ".join(html.unescape(re.sub(r"<[^>]*>", " ", cell)).split())
            for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)
        ]
        for row in re.findall(r"<tr.*?</tr>", part, re.DOTALL)
    ]
