"""Functions that submit a pair's forms and read its pages."""

import html
import re
from urllib.parse import urlencode

from django.test import Client
from django.urls import reverse

from competition.draw.models.rounds import Meeting
from scoring import models
from scoring.rules.deal import DealResult
from tests import stories
from tests.markup import markup

HTMX = {"HX-Request": "true"}
JSON = {"Accept": "application/json"}


def address(name: str, competition, *rest, code: str = "R1-M1", **query) -> str:
    """Return the address of a page about this match."""
    address = reverse(f"play:{name}", args=[competition.slug, code, *rest])
    return f"{address}?{urlencode(query)}" if query else address


def said(number: int | None = None, **keys) -> dict:
    """Return a deal's form data for the latest score sheet. The default is 2♥ by North, made exactly."""
    deal = {"declarer": "N", "level": 2, "denomination": "H", "doubling": 1, "tricks": 8, "honours": ""}
    return deal | ({"number": number, "sheet": sheet_name()} if number else {}) | keys


def as_pressed(deal: dict) -> dict[str, str]:
    """Return this deal's keys, with the result relative to the contract instead of the tricks."""
    tricks, level = int(deal["tricks"]), int(deal["level"])
    return {name: str(value) for name, value in deal.items() if name != "tricks"} | {"result": str(tricks - level - 6)}


def sheet_name() -> str:
    """Return the name of the latest score sheet in the form."""
    met = Meeting.objects.exclude(sheet=None).order_by("sheet").last()
    return "-".join(map(str, (met.sheet_id, *met.seats))) if met else ""


def record(competition, *deals: DealResult) -> None:
    """Record these deals on the first match's score sheet, after the existing ones."""
    stories.record(stories.tables(competition, "R1-M1")[0], *deals)


def on_the_sheet() -> list[DealResult]:
    """Return the deals on the only score sheet."""
    return [row.facts() for row in models.Deal.objects.order_by("number")]


def save(phone: Client, page: str, deal: dict | None = None, **more):
    """Preview a correction, then save it. Return the response."""
    look = phone.post(page, deal) if deal else phone.get(page)
    return phone.post(page, {**(deal or {}), "save": fingerprint_in(look)}, **more)


def fingerprint_in(response) -> str:
    """Return the value of the save button, or "" if nothing can be saved."""
    found = re.search(r'name="save" value="(\w+)"', markup(response))
    return found[1] if found else ""


def text(response) -> str:
    """Return the text of a fragment or of a page's main part, on one line."""
    page = markup(response)
    main = re.search(r"<main.*?</main>", page, re.DOTALL)
    return words(main[0] if main else page)


def part(response, name: str) -> str:
    """Return the text from the element with this id to the next element with an id."""
    return words(markup(response).partition(f' id="{name}"')[2].partition(">")[2].partition(' id="')[0])


def turn(response) -> str:
    """Return the text of the card with the pair's next step, on one line, including its other buttons."""
    card = r'<section class="next-step".*?</section>(?:\s*<div class="others-steps">.*?</div>)?'
    found = re.search(card, markup(response), re.DOTALL)
    return words(found[0]) if found else ""


def words(markup: str) -> str:
    """Return the text between the tags, on one line."""
    return " ".join(html.unescape(re.sub(r"<[^>]*>?", " ", markup)).split())


def fault(response) -> str:
    """Return the errors on the page as one text, without the link to the guide."""
    found = re.search(r'<div class="errors".*?</div>', markup(response), re.DOTALL)
    said = found[0].partition('<p class="help-link">')[0] if found else ""
    return words(said).removeprefix("Check these fields ")


def notices(response) -> list[str]:
    """Return the messages on the page."""
    messages = re.search(r'<div id="messages".*?</div>', markup(response), re.DOTALL)
    return [words(line) for line in re.findall(r"<p.*?</p>", messages[0], re.DOTALL)] if messages else []


def buttons(response) -> list[str]:
    """Return the labels of the buttons in the main part, in order. Links that look like buttons are included."""
    page = markup(response).partition("<main")[2]
    page = re.sub(r"<section [^>]* hidden>.*?</section>", "", page, flags=re.DOTALL)
    found = re.findall(r'<(?:button|a) [^>]*class="button.*?</(?:button|a)>', page, re.DOTALL)
    return [words(button) for button in found]


def rows(response) -> list[list[str]]:
    """Return the cells of the score sheet, row by row."""
    sheet = markup(response).partition('id="summary-sheet"')[2].partition("<tbody>")[2].partition("</table>")[0]
    return [
        [words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL)]
        for row in re.findall(r"<tr.*?</tr>", sheet, re.DOTALL)
    ]


def pressed(response) -> dict[str, str]:
    """Return a form's selected keys, and its inputs with a value."""
    page = markup(response)
    inputs = [dict(re.findall(r'([\w-]+)="([^"]*)"', tag)) | {"": tag} for tag in re.findall(r"<input [^>]*>", page)]
    return {
        field["name"]: html.unescape(field.get("value", ""))
        for field in inputs
        if "name" in field
        if (field["type"] != "radio" and field.get("value")) or re.search(r"\schecked\b", field[""])
        if field["name"] not in ("csrfmiddlewaretoken", "form_key", "deal")
    }


def table(response, name: str) -> list[list[str]]:
    """Return the cells of the table with this caption or summary, row by row."""
    found = markup(response).partition(f">{name}<")[2].partition("</table>")[0]
    lines = re.findall(r"<tr.*?</tr>", found, re.DOTALL)
    return [[words(cell) for cell in re.findall(r"<t[hd].*?</t[hd]>", line, re.DOTALL)] for line in lines]
