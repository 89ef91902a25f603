"""What a pair sends, and what a test reads off its pages."""

import html
import re
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from competition.knockout.models.meeting import Meeting
from scoring.models import Deal
from scoring.rules.deal import Deal as Facts
from tests import stories

HTMX = {"HX-Request": "true"}
JSON = {"Accept": "application/json"}


def play(name: str, competition, *rest, code: str = "R1-M1", **query) -> str:
    """The address of a page of this match."""
    address = reverse(f"play:{name}", args=[competition.slug, code, *rest])
    return f"{address}?{urlencode(query)}" if query else address


def said(number: int | None = None, **keys) -> dict:
    """A deal as the form sends it: 2♥ by North, made, unless told otherwise; for the last sheet that was opened."""
    deal = {"declarer": "N", "level": 2, "denomination": "H", "doubling": 1, "tricks": 8, "honours": ""}
    return deal | ({"number": number, "sheet": sheet_name()} if number else {}) | keys


def as_pressed(deal: dict) -> dict[str, str]:
    """The keys that say this deal: what was won in tricks, by how it went."""
    tricks, level = int(deal["tricks"]), int(deal["level"])
    return {name: str(value) for name, value in deal.items() if name != "tricks"} | {"result": str(tricks - level - 6)}


def sheet_name() -> str:
    """How the form names the sheet that was opened last."""
    met = Meeting.objects.exclude(sheet=None).order_by("sheet").last()
    return "-".join(map(str, (met.sheet_id, *met.seats))) if met else ""


def record(competition, *deals: Facts) -> None:
    """Write these deals on the sheet of the first match, after those already there."""
    stories.record(stories.tables(competition, "R1-M1")[0], *deals)


def on_the_sheet() -> list[Facts]:
    """The deals of the only sheet there is."""
    return [row.facts() for row in Deal.objects.order_by("number")]


def save(phone: Client, page: str, deal: dict | None = None, **more):
    """Look at what an amendment changes, then save it."""
    look = phone.post(page, deal) if deal else phone.get(page)
    return phone.post(page, {**(deal or {}), "save": fingerprint_in(look)}, **more)


def fingerprint_in(response) -> str:
    """What the button sends that saves what was shown; nothing when nothing can be saved."""
    found = re.search(r'name="save" value="(\w+)"', response.content.decode())
    return found[1] if found else ""


def text(response) -> str:
    """The words of a page's main part, or of a fragment, on one line."""
    page = response.content.decode()
    main = re.search(r"<main.*?</main>", page, re.DOTALL)
    return words(main[0] if main else page)


def part(response, name: str) -> str:
    """The words from the element with this id to the next element that has one."""
    return words(response.content.decode().partition(f' id="{name}"')[2].partition(">")[2].partition(' id="')[0])


def words(markup: str) -> str:
    """The words between the tags, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>?", " ", markup)).split())


def fault(response) -> str:
    """What the page says was wrong, without the link to the guide."""
    found = re.search(r'<div class="errors".*?</div>', response.content.decode(), re.DOTALL)
    said = found[0].partition('<p class="help-link">')[0] if found else ""
    return words(said).removeprefix("Please look again ")


def notices(response) -> list[str]:
    """The messages on the page."""
    messages = re.search(r'<div id="messages".*?</div>', response.content.decode(), re.DOTALL)
    return [words(line) for line in re.findall(r"<p.*?</p>", messages[0], re.DOTALL)] if messages else []


def buttons(response) -> list[str]:
    """What can be pressed in the main part: buttons and links that look like them, in order."""
    page = response.content.decode().partition("<main")[2]
    page = re.sub(r"<section [^>]* hidden>.*?</section>", "", page, flags=re.DOTALL)
    found = re.findall(r'<(?:button|a) [^>]*class="button.*?</(?:button|a)>', page, re.DOTALL)
    return [words(button) for button in found]


def rows(response) -> list[list[str]]:
    """The lines of the summary sheet, cell by cell."""
    sheet = (
        response.content.decode().partition('id="summary-sheet"')[2].partition("<tbody>")[2].partition("</table>")[0]
    )
    return [
        [words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", sheet, re.DOTALL)
    ]


def pressed(response) -> dict[str, str]:
    """What a form shows as filled in: pressed keys, and inputs with a value."""
    page = response.content.decode()
    inputs = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) | {"": tag} for tag in re.findall(r"<input [^>]*>", page)]
    return {
        field["name"]: html.unescape(field.get("value", ""))
        for field in inputs
        if "name" in field
        if (field["type"] != "radio" and field.get("value")) or re.search(r"\schecked\b", field[""])
        if field["name"] not in ("csrfmiddlewaretoken", "deal")
    }


def table(response, name: str) -> list[list[str]]:
    """The lines of the table of this caption, or under this summary, cell by cell."""
    found = response.content.decode().partition(f">{name}<")[2].partition("</table>")[0]
    lines = re.findall(r"<tr.*?</tr>", found, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL)] for line in lines]
