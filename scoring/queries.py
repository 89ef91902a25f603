"""Reads of a summary sheet."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet

from scoring.models import Amendment, Deal, SummarySheet
from scoring.rules import sheet as rules
from scoring.rules.deal import Deal as Facts
from scoring.rules.refusal import Refused
from scoring.rules.sides import BySide, Seat, Side


class Proposal(NamedTuple):
    """An amendment that waits for consent: the deal and both totals as they stand and as they would.

    `totals` are None where the match would have ended before its last deal.
    """

    amendment: Amendment
    asked_by: Side
    stands: Facts
    total: BySide[int]
    totals: BySide[int] | None


def deals(sheet: SummarySheet) -> list[Deal]:
    """The sheet's deals in order, as stored."""
    return list(sheet.rows.all())


def is_written(sheet: SummarySheet, submission: UUID | None) -> bool:
    """Whether the deal that a phone sent under this mark has been on the sheet."""
    return submission is not None and sheet.submissions.filter(mark=submission).exists()


def read(sheet: SummarySheet, rows: list[Deal] | None = None) -> rules.Sheet:
    """The sheet with every point worked out from its deals (one query, none when the rows are given)."""
    rows = deals(sheet) if rows is None else rows
    return rules.read([row.facts() for row in rows], Seat(sheet.first_dealer), sheet.rules())


def next_line(sheet: SummarySheet, rows: list[Deal], deal: Facts) -> rules.ScoredDeal:
    """The line this deal would make as the sheet's next (no query); Refused once the match is decided."""
    return rules.read([*(row.facts() for row in rows), deal], Seat(sheet.first_dealer), sheet.rules()).lines[-1]


def read_all(sheets: QuerySet[SummarySheet]) -> Iterator[tuple[int, rules.Sheet]]:
    """Each of these sheets that has a deal, by its key, read one after the other from one stream (two queries)."""
    found = {sheet.pk: sheet for sheet in sheets}
    rows = Deal.objects.filter(sheet__in=sheets).order_by("sheet_id", "number")
    for key, deals in groupby(rows.iterator(), key=lambda row: row.sheet_id):
        # Between the two queries another sheet may have come to be one of these.
        if key in found:
            yield key, read(found[key], list(deals))


def proposal(sheet: SummarySheet, rows: list[Deal], amendment: Amendment) -> Proposal:
    """What an amendment would change (no query)."""
    deals = [row.facts() for row in rows]
    stands = deals[amendment.number - 1]
    deals[amendment.number - 1] = amendment.facts()
    try:
        totals = rules.read(deals, Seat(sheet.first_dealer), sheet.rules()).total
    except Refused:
        totals = None
    return Proposal(amendment, Side(amendment.asked_by), stands, sheet.total, totals)
