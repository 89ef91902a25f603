"""Queries for score sheets."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple
from uuid import UUID

from django.db.models import Min
from django.utils import timezone

from scoring import models
from scoring.models import DealCorrection, SummarySheet
from scoring.rules.consent import Circumstances, Verdict
from scoring.rules.correcting import ChangeKind, DealChange, Effect, effect
from scoring.rules.deal import COLUMNS, DealResult, recall
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, read_sheet
from scoring.rules.sides import Seat

# The number of score sheets in one query, because databases limit the number of parameters.
SHEETS_AT_ONCE = 1000


class ChangePreview(NamedTuple):
    """The effect of a change, and the pair that must agree to it."""

    effect: Effect
    verdict: Verdict


class Proposal(NamedTuple):
    """A correction that is waiting for consent, the recorded deal with its number, and the effect."""

    correction: DealCorrection
    stands: DealResult
    effect: Effect


def deals(sheet: SummarySheet) -> list[models.Deal]:
    """Return the stored deals of a score sheet in order."""
    return list(sheet.rows.all())


def has_arrived(sheet: SummarySheet, submission: UUID | None) -> bool:
    """Return True if a deal with this key has already been sent."""
    return submission is not None and sheet.submissions.filter(key=submission).exists()


def read(sheet: SummarySheet, rows: list[models.Deal] | None = None) -> Sheet:
    """Return the score sheet with its points (one query, or none if `rows` is given)."""
    rows = deals(sheet) if rows is None else rows
    return read_sheet([row.facts() for row in rows], Seat(sheet.first_dealer), sheet.rules())


def read_all(sheets: Iterable[SummarySheet]) -> Iterator[tuple[int, Sheet]]:
    """Yield each score sheet with deals, with its primary key and its points (one query for every thousand)."""
    by_key = {sheet.pk: sheet for sheet in sheets}
    for key, rows in groupby(_rows(list(by_key)), key=itemgetter(0)):
        deals = [recall(*columns) for _, *columns in rows]
        sheet = by_key[key]
        yield key, read_sheet(deals, Seat(sheet.first_dealer), sheet.rules())


def _rows(keys: list[int]) -> Iterator[tuple]:
    """Yield the columns of each deal in order, preceded by the primary key of its score sheet.

    Filter by primary keys, because with a subquery the database may choose a plan that takes minutes.
    """
    for first in range(0, len(keys), SHEETS_AT_ONCE):
        rows = models.Deal.objects.filter(sheet__in=keys[first : first + SHEETS_AT_ONCE]).order_by("sheet_id", "number")
        yield from rows.values_list("sheet_id", *COLUMNS).iterator()


def first_recorded(sheets: Iterable[int]) -> dict[int, datetime]:
    """Return the time of the first deal recorded at the table on each score sheet, by primary key (one query)."""
    timed = models.Deal.objects.filter(sheet__in=list(sheets), recorded_at__isnull=False).order_by()
    return dict(timed.values_list("sheet").annotate(Min("recorded_at")))


def correction(sheet: SummarySheet | None, pk: int) -> DealCorrection | None:
    """Return the correction to a score sheet with this primary key, or None."""
    return sheet.corrections.filter(pk=pk).first() if sheet else None


def preview(sheet: SummarySheet, rows: list[models.Deal], change: DealChange) -> Effect:
    """Return the effect of a change (no query). Raises Refused if it changes nothing or is impossible."""
    ahead = effect(change, read(sheet, rows))
    row = rows[change.number - 1]
    if change == row.to_read(row.facts()):
        raise Refused(f"Nothing was changed. Deal {change.number} already has this score.")
    return ahead


def circumstances(sheet: SummarySheet, rows: list[models.Deal], match: Circumstances) -> Circumstances:
    """Return the current circumstances of a change: those of the match and of the deal recorded last (one query)."""
    recorded_at = rows[-1].recorded_at if rows else None
    if recorded_at is None:
        return match
    made = (DealCorrection.Answer.AT_ONCE, DealCorrection.Answer.ACCEPTED)
    # Any other change moves or deletes deals, so the last deal may not be the one that was recorded last.
    since = sheet.corrections.filter(answer__in=made, answered_at__gte=recorded_at)
    is_retaken = since.exclude(kind=ChangeKind.CHANGE.value, gone=[]).exists()
    return match._replace(age=timezone.now() - recorded_at, is_retaken=is_retaken)


def proposal(sheet: SummarySheet, rows: list[models.Deal], correction: DealCorrection) -> Proposal:
    """Return a correction with its effect (no query)."""
    return Proposal(correction, rows[correction.number - 1].facts(), preview(sheet, rows, correction.change()))
