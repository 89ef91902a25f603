"""Every write to a summary sheet. The caller holds the lock and the transaction's other half."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import transaction

from scoring import queries
from scoring.models import Amendment, Deal, SummarySheet
from scoring.rules import sheet as rules
from scoring.rules.conditions import Conditions
from scoring.rules.deal import Deal as Facts
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat, Side


class Clash(Refused):
    """Another deal stands under this number; both are shown."""

    def __init__(self, number: int, stands: Facts, sent: Facts):
        super().__init__(f"Deal {number} is already on the sheet, and it is a different one.")
        self.number, self.stands, self.sent = number, stands, sent


def open_sheet(*, first_dealer: Seat, conditions: Conditions) -> SummarySheet:
    """An empty sheet under these conditions."""
    return SummarySheet.objects.create(
        first_dealer=first_dealer.value,
        deals=conditions.deals,
        due=conditions.deals,
        extra_deals=conditions.extra_deals,
        tie_break=conditions.tie_break.value,
        only_partscore=conditions.only_partscore,
    )


@transaction.atomic
def record(
    sheet: SummarySheet,
    *,
    number: int,
    deal: Facts,
    misdeals: int = 0,
    note: str = "",
    submission: UUID | None = None,
) -> tuple[rules.Sheet, bool]:
    """Write the next deal; give the sheet as it reads now and whether the deal is new on it.

    The same number with the same deal again is the same deal. Refused: a number that is not next, a deal
    after the match is decided; Clash: another deal under this number. `submission` is kept with the deal;
    IntegrityError when it is on the sheet already (`queries.is_written`).
    """
    rows = _locked_rows(sheet)
    if number <= len(rows):
        stands = rows[number - 1].facts() if number >= 1 else None
        if stands == deal:
            _keep(sheet, submission)
            return queries.read(sheet, rows), False
        if stands:
            raise Clash(number, stands, deal)
    if number != len(rows) + 1:
        raise Refused(f"Deal {len(rows) + 1} is next; deal {number} cannot be written yet.")
    row = Deal(sheet=sheet, number=number, misdeals=misdeals, note=note, **Deal.columns(deal))
    now = queries.read(sheet, [*rows, row])
    row.save()
    _keep(sheet, submission)
    _copy(sheet, now)
    return now, True


@transaction.atomic
def record_all(sheet: SummarySheet, deals: Mapping[int, Facts]) -> tuple[rules.Sheet, list[int]]:
    """Write several deals at once, all or none; give the sheet as it reads now and the numbers that are new on it.

    As with `record`, the same deal under its number again is the same deal. Refused and Clash as there.
    """
    rows = _locked_rows(sheet)
    for number, deal in sorted(deals.items()):
        if number > len(rows) + 1:
            raise Refused(f"Deal {len(rows) + 1} is next; deal {number} cannot be written yet.")
        if number == len(rows) + 1:
            rows.append(Deal(sheet=sheet, number=number, **Deal.columns(deal)))
        elif (stands := rows[number - 1].facts()) != deal:
            raise Clash(number, stands, deal)
    now, new = queries.read(sheet, rows), [row for row in rows if row.pk is None]
    if new:
        Deal.objects.bulk_create(new)
        _copy(sheet, now)
    return now, [row.number for row in new]


@transaction.atomic
def rewrite(sheet: SummarySheet, deals: Sequence[Facts]) -> rules.Sheet:
    """Put these deals in place of all that stand on the sheet; Refused past the end of the match."""
    _locked_rows(sheet)
    rows = [Deal(sheet=sheet, number=number, **Deal.columns(deal)) for number, deal in enumerate(deals, start=1)]
    now = queries.read(sheet, rows)
    sheet.rows.all().delete()
    Deal.objects.bulk_create(rows)
    _copy(sheet, now)
    return now


@transaction.atomic
def amend(sheet: SummarySheet, *, number: int, deal: Facts, asked_by: Side | None) -> rules.Sheet | Amendment:
    """Put a deal right; give the sheet as it reads now, or the amendment that waits for consent.

    Law 78: a slip of the pen is mended at once; other tricks on any deal but the last need the consent of
    the other side. Without `asked_by` the organiser rules and nobody is asked. Refused: no such deal, no
    change, an amendment under which the match would have ended before its last deal.
    """
    rows = _locked_rows(sheet)
    row = _row(rows, number)
    before = row.facts()
    if before == deal:
        raise Refused(f"Deal {number} already reads so: nothing was changed.")
    changed = _read_with(sheet, rows, row, deal)
    sheet.amendments.filter(number=number, answer="").update(answer=Amendment.Answer.TAKEN_BACK)
    if asked_by and number < len(rows) and before.tricks != deal.tricks:
        sheet.version += 1
        sheet.save(update_fields=["version"])
        return Amendment.objects.create(sheet=sheet, number=number, asked_by=asked_by.value, **Deal.columns(deal))
    row.save()
    _copy(sheet, changed)
    return changed


@transaction.atomic
def answer(sheet: SummarySheet, *, amendment: Amendment, side: Side, accept: bool) -> rules.Sheet:
    """Accept or decline what the other side asked to amend, or take back one's own; give the sheet as it reads now."""
    rows = _locked_rows(sheet)
    amendment.refresh_from_db()
    if amendment.answer:
        raise Refused(f"That has been settled already: it was {amendment.answer}.")
    if accept and side == amendment.asked_by:
        raise Refused("You asked for this change yourselves; the other pair must agree to it.")
    if not accept:
        own = side == amendment.asked_by
        _settle(amendment, Amendment.Answer.TAKEN_BACK if own else Amendment.Answer.DECLINED)
        _copy(sheet, now := queries.read(sheet, rows))
        return now
    row = _row(rows, amendment.number)
    now = _read_with(sheet, rows, row, amendment.facts())
    row.save()
    _settle(amendment, Amendment.Answer.ACCEPTED)
    _copy(sheet, now)
    return now


@transaction.atomic
def take_back_last(sheet: SummarySheet, *, number: int) -> rules.Sheet:
    """Take the last deal off the sheet again; give the sheet as it reads now."""
    rows = _locked_rows(sheet)
    if not rows or number != len(rows):
        raise Refused("Only the last deal of the sheet can be taken back; the sheet has changed meanwhile.")
    sheet.amendments.filter(number=number, answer="").update(answer=Amendment.Answer.TAKEN_BACK)
    rows.pop().delete()
    _copy(sheet, now := queries.read(sheet, rows))
    return now


def _locked_rows(sheet: SummarySheet) -> list[Deal]:
    # On PostgreSQL the second writer waits here; SQLite's transactions begin with the write lock.
    SummarySheet.objects.select_for_update().get(pk=sheet.pk)
    sheet.refresh_from_db()
    return queries.deals(sheet)


def _keep(sheet: SummarySheet, submission: UUID | None) -> None:
    if submission:
        sheet.submissions.create(mark=submission)


def _row(rows: list[Deal], number: int) -> Deal:
    if not 1 <= number <= len(rows):
        raise Refused(f"There is no deal {number} on this sheet.")
    return rows[number - 1]


def _read_with(sheet: SummarySheet, rows: list[Deal], row: Deal, deal: Facts) -> rules.Sheet:
    for column, value in Deal.columns(deal).items():
        setattr(row, column, value)
    try:
        return queries.read(sheet, rows)
    except Refused as fault:
        raise Refused(
            f"With this change the match would have ended earlier. Take back the deals after its end first. ({fault})"
        ) from None


def _settle(amendment: Amendment, verdict: Amendment.Answer) -> None:
    amendment.answer = verdict
    amendment.save(update_fields=["answer"])


def _copy(sheet: SummarySheet, now: rules.Sheet) -> None:
    for column, value in sheet.copies_of(now).items():
        setattr(sheet, column, value)
    sheet.version += 1
    sheet.save()
