"""Every write to a summary sheet, in the transaction of a caller who holds the lock and has read it since then."""

from collections.abc import Mapping, Sequence
from uuid import UUID

from django.db import connection
from django.db.models import F
from django.utils import timezone

from scoring import queries
from scoring.models import Amendment, Deal, Submission, SummarySheet
from scoring.rules import sheet as rules
from scoring.rules.amending import Change, Effect, Kind
from scoring.rules.conditions import Conditions
from scoring.rules.deal import Deal as Facts
from scoring.rules.deal import Noted
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat, Side

# One statement looks and writes: Django would take four.
_KEEP = f"INSERT INTO {Submission._meta.db_table} (sheet_id, key) VALUES (%s, %s) ON CONFLICT DO NOTHING"  # noqa: S608


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


def keep(sheet: SummarySheet, submission: UUID) -> bool:
    """Keep the key under which a phone sent a deal; False when it has been kept before, and so the deal written."""
    with connection.cursor() as cursor:
        cursor.execute(_KEEP, [sheet.pk, Submission._meta.get_field("key").get_db_prep_value(submission, connection)])
        return cursor.rowcount == 1


def record(
    sheet: SummarySheet, rows: list[Deal], *, number: int, deal: Facts, misdeals: int = 0, note: str = ""
) -> tuple[rules.Sheet, bool]:
    """Write the next deal behind `rows`, those that stand; give the sheet as it reads now and whether it is new on it.

    The same number with the same deal again is the same deal. Refused: a number that is not next, a deal
    after the match is decided; Clash: another deal under this number.
    """
    if number <= len(rows):
        stands = rows[number - 1].facts() if number >= 1 else None
        if stands == deal:
            return queries.read(sheet, rows), False
        if stands:
            raise Clash(number, stands, deal)
    if number != len(rows) + 1:
        raise Refused(f"Deal {len(rows) + 1} is next; deal {number} cannot be written yet.")
    facts = {**Deal.columns(deal), "recorded_at": timezone.now()}
    row = Deal(sheet=sheet, number=number, misdeals=misdeals, note=note, **facts)
    now = queries.read(sheet, [*rows, row])
    row.save()
    rows.append(row)
    _copy(sheet, now)
    return now, True


def record_all(
    sheet: SummarySheet, deals: Mapping[int, Facts], noted: Mapping[int, Noted] | None = None
) -> tuple[rules.Sheet, list[int]]:
    """Write several deals at once, all or none; give the sheet as it reads now and the numbers that are new on it.

    What is noted of a deal is written with it, by number.
    As with `record`, the same deal under its number again is the same deal. Refused and Clash as there.
    """
    rows = queries.deals(sheet)
    for number, deal in sorted(deals.items()):
        if number > len(rows) + 1:
            raise Refused(f"Deal {len(rows) + 1} is next; deal {number} cannot be written yet.")
        if number == len(rows) + 1:
            more = (noted or {}).get(number, Noted())._asdict()
            rows.append(Deal(sheet=sheet, number=number, **more, **Deal.columns(deal)))
        elif (stands := rows[number - 1].facts()) != deal:
            raise Clash(number, stands, deal)
    now, new = queries.read(sheet, rows), [row for row in rows if row.pk is None]
    if new:
        Deal.objects.bulk_create(new)
        _copy(sheet, now)
    return now, [row.number for row in new]


def rewrite(sheet: SummarySheet, deals: Sequence[Facts]) -> rules.Sheet:
    """Put these deals in place of all that stand on the sheet; Refused past the end of the match."""
    rows = [Deal(sheet=sheet, number=number, **Deal.columns(deal)) for number, deal in enumerate(deals, start=1)]
    now = queries.read(sheet, rows)
    sheet.rows.all().delete()
    sheet.amendments.all().delete()
    Deal.objects.bulk_create(rows)
    _copy(sheet, now)
    return now


def amend(sheet: SummarySheet, change: Change, *, asked_by: Side, shown: str | None = None) -> Amendment | None:
    """Put the sheet right at once, or give the amendment that waits for the other side's consent (Law 78).

    `shown` is the fingerprint of the effect that was shown: Refused when it would be another now. Refused too: no such
    deal, no change.
    """
    rows = queries.deals(sheet)
    ahead = queries.look_ahead(sheet, rows, change)
    if shown is not None and shown != ahead.fingerprint:
        raise Refused("This is not what you were shown: look again at what changes, then save it.")
    if ahead.needs_consent:
        return ask(sheet, change, asked_by)
    _carry_out(sheet, rows[change.number - 1], ahead, asked_by)
    return None


def answer(sheet: SummarySheet, *, amendment: Amendment, side: Side, accept: bool) -> None:
    """Accept or decline what the other side asked to amend, or take back one's own."""
    rows = queries.deals(sheet)
    amendment.refresh_from_db()
    if amendment.answer:
        raise Refused(f"That has been settled already: it was {amendment.answer}.")
    if not accept:
        _settle(amendment, Amendment.Answer.DECLINED, side)
        return _turn(sheet)
    if side == amendment.asked_by:
        raise Refused("You asked for this change yourselves; the other pair must agree to it.")
    ahead = queries.look_ahead(sheet, rows, amendment.change())
    _settle(amendment, Amendment.Answer.ACCEPTED, side)
    return _carry_out(sheet, rows[amendment.number - 1], ahead, side)


def mark_told(sheet: SummarySheet, *, amendment: Amendment, side: Side) -> None:
    """Note that the side that asked for an amendment has read how it was answered."""
    if sheet.amendments.filter(pk=amendment.pk, asked_by=side.value).exclude(answer="").update(told=True):
        _turn(sheet)


def ask(sheet: SummarySheet, change: Change, asked_by: Side) -> Amendment:
    """Ask the other side for a change; the same wish again is the same, another about that deal takes its place."""
    waiting = list(sheet.amendments.filter(answer=""))
    same = [wish for wish in waiting if (wish.change(), wish.asked_by) == (change, asked_by)]
    if same:
        return same[0]
    for wish in waiting:
        # What it waits for would come to be another deal.
        if wish.number != change.number and (change.moves_deals or wish.change().moves_deals):
            raise Refused(f"First settle the change of deal {wish.number} that waits for an answer.")
    _lapse(sheet, change.number, asked_by)
    _turn(sheet)
    return Amendment.objects.create(
        sheet=sheet, kind=change.kind.value, asked_by=asked_by.value, **Amendment.noted(change)
    )


def _carry_out(sheet: SummarySheet, row: Deal, ahead: Effect, by: Side) -> None:
    change = ahead.change
    for number in (change.number, *ahead.gone):
        _lapse(sheet, number, by)
    if change.kind is Kind.DELETE:
        row.delete()
        _renumber(sheet, change.number, -1)
    elif change.kind is Kind.INSERT:
        _renumber(sheet, change.number, 1)
        Deal.objects.create(sheet=sheet, **Deal.noted(change))
    else:
        Deal.objects.filter(pk=row.pk).update(**Deal.noted(change))
    sheet.rows.filter(number__in=ahead.gone).delete()
    _copy(sheet, ahead.after)


def _renumber(sheet: SummarySheet, first: int, by: int) -> None:
    """Move the deals from this one on, by way of numbers that no deal has."""
    aside = len(queries.deals(sheet)) + 1
    sheet.rows.filter(number__gte=first).update(number=F("number") + aside)
    sheet.rows.filter(number__gt=aside).update(number=F("number") - aside + by)


def _lapse(sheet: SummarySheet, number: int, by: Side) -> None:
    """What waits about this deal does so no longer: another change of it has taken its place."""
    for wish in sheet.amendments.filter(number=number, answer=""):
        _settle(wish, Amendment.Answer.LAPSED, by)


def _settle(amendment: Amendment, verdict: Amendment.Answer, by: Side) -> None:
    own = by == amendment.asked_by
    amendment.answer, amendment.told = (Amendment.Answer.TAKEN_BACK if own else verdict), own
    amendment.save(update_fields=["answer", "told"])


def _copy(sheet: SummarySheet, now: rules.Sheet) -> None:
    for column, value in sheet.copies_of(now).items():
        setattr(sheet, column, value)
    _turn(sheet)


def _turn(sheet: SummarySheet) -> None:
    """Tell every reader of the sheet that it has changed."""
    sheet.version += 1
    sheet.save()
