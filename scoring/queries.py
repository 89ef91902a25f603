"""Reads of a summary sheet."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

from django.db.models import Min

from scoring.models import Amendment, Deal, SummarySheet
from scoring.rules import sheet as rules
from scoring.rules.amending import Change, Effect, effect
from scoring.rules.deal import COLUMNS, recall
from scoring.rules.deal import Deal as Facts
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat

# How many sheets one query asks for: no database takes any number of keys.
SHEETS_AT_ONCE = 1000


class Proposal(NamedTuple):
    """An amendment that waits for consent, the deal under its number as it stands, and what it would do."""

    amendment: Amendment
    stands: Facts
    effect: Effect


def deals(sheet: SummarySheet) -> list[Deal]:
    """The sheet's deals in order, as stored."""
    return list(sheet.rows.all())


def read(sheet: SummarySheet, rows: list[Deal] | None = None) -> rules.Sheet:
    """The sheet with every point worked out from its deals (one query, none when the rows are given)."""
    rows = deals(sheet) if rows is None else rows
    return rules.read([row.facts() for row in rows], Seat(sheet.first_dealer), sheet.rules())


def read_all(sheets: Iterable[SummarySheet]) -> Iterator[tuple[int, rules.Sheet]]:
    """Each of these sheets that has a deal, by its key, read one after the other (a query for every thousand)."""
    found = {sheet.pk: sheet for sheet in sheets}
    for key, rows in groupby(_rows(list(found)), key=itemgetter(0)):
        deals, sheet = [recall(*columns) for _, *columns in rows], found[key]
        yield key, rules.read(deals, Seat(sheet.first_dealer), sheet.rules())


def _rows(keys: list[int]) -> Iterator[tuple]:
    """The key of its sheet and the facts of each deal of these sheets, in order, in one stream.

    By their keys: how a database goes about a condition within a condition is its own guess, and can take minutes.
    """
    for first in range(0, len(keys), SHEETS_AT_ONCE):
        rows = Deal.objects.filter(sheet__in=keys[first : first + SHEETS_AT_ONCE]).order_by("sheet_id", "number")
        yield from rows.values_list("sheet_id", *COLUMNS).iterator()


def first_recorded(sheets: Iterable[int]) -> dict[int, datetime]:
    """Return when the first deal of each of these sheets was recorded at the table, by its key (one query)."""
    timed = Deal.objects.filter(sheet__in=list(sheets), recorded_at__isnull=False).order_by()
    return dict(timed.values_list("sheet").annotate(Min("recorded_at")))


def amendment(sheet: SummarySheet | None, pk: int) -> Amendment | None:
    """This amendment of a sheet, whether it waits for consent or not."""
    return sheet.amendments.filter(pk=pk).first() if sheet else None


def look_ahead(sheet: SummarySheet, rows: list[Deal], change: Change) -> Effect:
    """What a change would do (no query); Refused when it would do nothing or cannot be made."""
    ahead = effect(change, read(sheet, rows))
    row = rows[change.number - 1]
    if change == row.to_read(row.facts()):
        raise Refused(f"Deal {change.number} already reads so: nothing was changed.")
    return ahead


def proposal(sheet: SummarySheet, rows: list[Deal], amendment: Amendment) -> Proposal:
    """What an amendment would change (no query)."""
    return Proposal(amendment, rows[amendment.number - 1].facts(), look_ahead(sheet, rows, amendment.change()))
