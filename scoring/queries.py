"""Reads of a summary sheet."""

from scoring.models import Deal, SummarySheet
from scoring.rules import sheet as rules
from scoring.rules.sides import Seat


def deals(sheet: SummarySheet) -> list[Deal]:
    """The sheet's deals in order, as stored."""
    return list(sheet.rows.all())


def read(sheet: SummarySheet, rows: list[Deal] | None = None) -> rules.Sheet:
    """The sheet with every point worked out from its deals (one query, none when the rows are given)."""
    rows = deals(sheet) if rows is None else rows
    return rules.read([row.facts() for row in rows], Seat(sheet.first_dealer), sheet.rules())
