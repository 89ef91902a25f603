"""Actions that write to score sheets. The caller opens the transaction, locks the score sheet and then reads it."""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import connection
from django.db.models import F
from django.utils import timezone

from scoring import models, queries
from scoring.models import DealCorrection, Submission, SummarySheet
from scoring.rules.conditions import ScoringConditions
from scoring.rules.consent import Circumstances, Consent, verdict
from scoring.rules.correcting import ChangeKind, DealChange, Effect, with_deals
from scoring.rules.deal import DealResult, Noted
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Seat, Side

_NO_CIRCUMSTANCES = Circumstances()

# Insert and detect a duplicate in one statement. Django would need four statements.
_INSERT_KEY = f"INSERT INTO {Submission._meta.db_table} (sheet_id, key) VALUES (%s, %s) ON CONFLICT DO NOTHING"  # noqa: S608


class Clash(Refused):
    """Refusal of a deal because another deal already has its number.

    `stands` is the stored deal, and `sent` is the refused deal.
    """

    def __init__(self, number: int, stands: DealResult, sent: DealResult):
        super().__init__(f"Deal {number} is already on the score sheet with another score. Compare the two deals.")
        self.number, self.stands, self.sent = number, stands, sent


def open_sheet(*, first_dealer: Seat, conditions: ScoringConditions) -> SummarySheet:
    """Create an empty score sheet with these conditions."""
    return SummarySheet.objects.create(
        first_dealer=first_dealer.value,
        deals=conditions.deals,
        due=conditions.deals,
        extra_deals=conditions.extra_deals,
        tie_break=conditions.tie_break.value,
        only_partscore=conditions.only_partscore,
    )


def remember_submission(sheet: SummarySheet, submission: UUID) -> bool:
    """Store the key of a submitted deal.

    Return False if it was already stored, which means that the deal is a repeat.
    """
    with connection.cursor() as cursor:
        cursor.execute(
            _INSERT_KEY, [sheet.pk, Submission._meta.get_field("key").get_db_prep_value(submission, connection)]
        )
        return cursor.rowcount == 1


def remember_undo(sheet: SummarySheet, submission: UUID | None, cancels: UUID | None) -> bool:
    """Store the key of a request to undo a deal. Return False if there is nothing to undo.

    There is nothing to undo if the request is a repeat, or if the deal to cancel has not arrived. `cancels` is the key
    of a deal for which the phone got no response. Because its key is now stored, that deal will never be recorded.
    """
    if submission and not remember_submission(sheet, submission):
        return False
    return cancels is None or not remember_submission(sheet, cancels)


def record(
    sheet: SummarySheet, rows: list[models.Deal], *, number: int, deal: DealResult, misdeals: int = 0, note: str = ""
) -> tuple[Sheet, bool]:
    """Write the next deal after `rows`, the stored deals. Return the score sheet and True if the deal is new.

    Return False if the same deal already has this number. Raises Clash if another deal has it. Raises Refused if the
    number is not the next one or if the match is decided.
    """
    if number <= len(rows):
        recorded = rows[number - 1].facts() if number >= 1 else None
        if recorded == deal:
            return queries.read(sheet, rows), False
        if recorded:
            raise Clash(number, recorded, deal)
    if number != len(rows) + 1:
        raise Refused(f"You cannot record deal {number} yet. Deal {len(rows) + 1} is next.")
    facts = {**models.Deal.columns(deal), "recorded_at": timezone.now()}
    row = models.Deal(sheet=sheet, number=number, misdeals=misdeals, note=note, **facts)
    now = queries.read(sheet, [*rows, row])
    row.save()
    rows.append(row)
    _update_copies(sheet, now)
    return now, True


def note_doubtful(sheet: SummarySheet, *, number: int, deal: DealResult, side: Side) -> None:
    """Store that the app questioned a side's next deal, which is not yet recorded."""
    doubtful = {"number": number, "side": side.value, **models.Deal.columns(deal)}
    if sheet.doubtful != doubtful:
        sheet.doubtful = doubtful
        _increase_version(sheet)


def record_all(
    sheet: SummarySheet, deals: Mapping[int, DealResult], noted: Mapping[int, Noted] | None = None
) -> tuple[Sheet, list[int]]:
    """Write several deals, all or none. Return the score sheet and the numbers of the new deals.

    `noted` has misdeals and notes by deal number. A deal already recorded under its number is skipped. Raises Refused
    and Clash as in `record`.
    """
    rows = queries.deals(sheet)
    for number, deal in sorted(deals.items()):
        if number > len(rows) + 1:
            raise Refused(f"You cannot record deal {number} yet. Deal {len(rows) + 1} is next.")
        if number == len(rows) + 1:
            more = (noted or {}).get(number, Noted())._asdict()
            rows.append(models.Deal(sheet=sheet, number=number, **more, **models.Deal.columns(deal)))
        elif (recorded := rows[number - 1].facts()) != deal:
            raise Clash(number, recorded, deal)
    now = queries.read(sheet, rows)
    new = [row for row in rows if row.pk is None]
    if new:
        models.Deal.objects.bulk_create(new)
        _update_copies(sheet, now)
    return now, [row.number for row in new]


def rewrite(sheet: SummarySheet, deals: Sequence[DealResult]) -> Sheet:
    """Replace all deals on the score sheet. Raises Refused if there are deals after the end of the match."""
    rows = [
        models.Deal(sheet=sheet, number=number, **models.Deal.columns(deal))
        for number, deal in enumerate(deals, start=1)
    ]
    now = queries.read(sheet, rows)
    sheet.rows.all().delete()
    sheet.corrections.all().delete()
    models.Deal.objects.bulk_create(rows)
    _update_copies(sheet, now)
    return now


def copy_with(sheet: SummarySheet, changes: Mapping[int, DealResult]) -> SummarySheet:
    """Create a copy of the score sheet with different deals, by number, and return it.

    Each deal keeps its time, misdeals and note. Raises Refused as in `with_deals`.
    """
    rows = {row.number: row for row in queries.deals(sheet)}
    now = with_deals(queries.read(sheet, [*rows.values()]), changes)
    copied = open_sheet(first_dealer=Seat(sheet.first_dealer), conditions=sheet.rules())
    corrected = [rows.get(line.number, models.Deal(number=line.number)).to_read(line.deal) for line in now.lines]
    times = {number: row.recorded_at for number, row in rows.items()}
    models.Deal.objects.bulk_create(
        models.Deal(sheet=copied, recorded_at=times.get(deal.number), **models.Deal.noted(deal)) for deal in corrected
    )
    _update_copies(copied, now)
    return copied


def reseat(sheet: SummarySheet, moves: Mapping[Seat, Seat], *, first_dealer: Seat) -> None:
    """Move the players on a score sheet to other seats. `moves` has each player's new seat by the old seat.

    Each deal and each change keeps its declarer and its side, so only the names of seats and sides change.
    """
    rows = queries.deals(sheet)
    changes = list(sheet.corrections.all())
    is_other_side = moves[Seat.N].side != Seat.N.side
    for row in (*rows, *changes):
        _reseat_row(row, moves)
    for change in changes:
        change.was = change.was and _reseated(change.was, moves)
        change.gone = [_reseated(columns, moves) for columns in change.gone]
        if is_other_side:
            change.asked_by = Side(change.asked_by).other.value
            change.totals = [total for both in (change.totals[:2], change.totals[2:]) for total in reversed(both)]
    models.Deal.objects.bulk_update(rows, _SEATED)
    DealCorrection.objects.bulk_update(changes, [*_SEATED, "was", "gone", "asked_by", "totals"])
    sheet.first_dealer = first_dealer.value
    _update_copies(sheet, queries.read(sheet, rows))


_SEATED = ["declarer", "honours_side"]


def _reseat_row(row: models.DealColumns, moves: Mapping[Seat, Seat]) -> None:
    moved = _reseated({name: getattr(row, name) for name in _SEATED}, moves)
    row.declarer, row.honours_side = moved["declarer"], moved["honours_side"]


def _reseated(columns: Mapping[str, Any], moves: Mapping[Seat, Seat]) -> dict[str, Any]:
    """Return the columns of a deal after its players have moved."""
    declarer, side = columns["declarer"], columns["honours_side"]
    seat = next((seat for seat in Seat if seat.side == side), None)
    return {
        **columns,
        "declarer": moves[Seat(declarer)].value if declarer else "",
        "honours_side": moves[seat].side.value if seat else "",
    }


def correct_deal(
    sheet: SummarySheet,
    change: DealChange,
    *,
    asked_by: Side,
    match: Circumstances = _NO_CIRCUMSTANCES,
    fingerprint: str | None = None,
    asks: bool = False,
) -> DealCorrection:
    """Change the score sheet, or ask the other side if its consent is needed (Law 78). Return the change.

    `match` has the circumstances of the match. If `asks` is True, always ask the other side. Raises Refused if there
    is no such deal, if nothing would change, if only the organiser may change the deal, or if the effect no longer has
    the given fingerprint.
    """
    rows = queries.deals(sheet)
    preview = queries.preview(sheet, rows, change)
    if fingerprint is not None and fingerprint != preview.fingerprint:
        raise Refused("The effect of this change is different now. Check it again, then save.")
    needed = verdict(preview, queries.circumstances(sheet, rows, match))
    if needed.needs is Consent.ORGANISER:
        raise Refused(needed.why)
    if asks or needed.needs is Consent.OPPONENTS:
        return ask(sheet, change, asked_by)
    made = DealCorrection(kind=change.kind.value, asked_by=asked_by.value, **DealCorrection.noted(change), sheet=sheet)
    _apply(sheet, rows[change.number - 1], preview, asked_by)
    return _note_made(made, preview, DealCorrection.Answer.AT_ONCE)


def answer(sheet: SummarySheet, *, correction: DealCorrection, side: Side, accept: bool, here: bool = False) -> None:
    """Accept or decline a correction from the other side, or cancel this side's own correction.

    `here` is True if the side replies on the phone of the side that asked. Raises Refused if the correction already
    has a reply, or if a side accepts its own correction.
    """
    rows = queries.deals(sheet)
    correction.refresh_from_db()
    if correction.answer:
        raise Refused(f"This change already has a reply. It was {correction.answer}.")
    if not accept:
        _settle(correction, DealCorrection.Answer.DECLINED, side)
        return _increase_version(sheet)
    if side == correction.asked_by:
        raise Refused("You asked for this change. The other pair must accept it.")
    preview = queries.preview(sheet, rows, correction.change())
    correction.agreed_here = here
    _note_made(correction, preview, DealCorrection.Answer.ACCEPTED)
    return _apply(sheet, rows[correction.number - 1], preview, side)


def mark_told(sheet: SummarySheet, *, until: DealCorrection, side: Side) -> None:
    """Record that a side has read the outcomes of its changes and the other side's changes, up to this one."""
    unread = sheet.corrections.filter(told=False, pk__lte=until.pk).exclude(answer="")
    if read := [row.pk for row in unread if row.is_news_for(side)]:
        sheet.corrections.filter(pk__in=read).update(told=True)
        _increase_version(sheet)


def ask(sheet: SummarySheet, change: DealChange, asked_by: Side) -> DealCorrection:
    """Create a correction and return it. If the side has already asked for the same change, return that one.

    Another correction to the deal is replaced. Raises Refused if one correction would renumber the deal in another.
    """
    waiting = list(sheet.corrections.filter(answer=""))
    same = [wish for wish in waiting if (wish.change(), wish.asked_by) == (change, asked_by)]
    if same:
        return same[0]
    for wish in waiting:
        # If either correction inserts or deletes a deal, it would renumber the deal in the other correction.
        if wish.number != change.number and (change.moves_deals or wish.change().moves_deals):
            raise Refused(f"The change to deal {wish.number} needs a reply first. Reload the match to see it.")
    _lapse(sheet, change.number, asked_by)
    _increase_version(sheet)
    return DealCorrection.objects.create(
        sheet=sheet, kind=change.kind.value, asked_by=asked_by.value, **DealCorrection.noted(change)
    )


def _apply(sheet: SummarySheet, row: models.Deal, preview: Effect, by: Side) -> None:
    change = preview.change
    for number in (change.number, *preview.gone):
        _lapse(sheet, number, by)
    if change.kind is ChangeKind.DELETE:
        row.delete()
        _renumber(sheet, change.number, -1)
    elif change.kind is ChangeKind.INSERT:
        _renumber(sheet, change.number, 1)
        models.Deal.objects.create(sheet=sheet, **models.Deal.noted(change))
    else:
        models.Deal.objects.filter(pk=row.pk).update(**models.Deal.noted(change))
    sheet.rows.filter(number__in=preview.gone).delete()
    _update_copies(sheet, preview.after)


def _renumber(sheet: SummarySheet, first: int, by: int) -> None:
    """Renumber the deals starting with `first`, using unused numbers in between."""
    aside = len(queries.deals(sheet)) + 1
    sheet.rows.filter(number__gte=first).update(number=F("number") + aside)
    sheet.rows.filter(number__gt=aside).update(number=F("number") - aside + by)


def _lapse(sheet: SummarySheet, number: int, by: Side) -> None:
    """Mark the corrections to this deal that are waiting for a reply as lapsed."""
    for wish in sheet.corrections.filter(number=number, answer=""):
        _settle(wish, DealCorrection.Answer.LAPSED, by)


def _settle(correction: DealCorrection, reply: DealCorrection.Answer, by: Side) -> None:
    own = by == correction.asked_by
    correction.answer = DealCorrection.Answer.TAKEN_BACK if own else reply
    correction.answered_at = timezone.now()
    correction.told = own
    correction.save()


def _note_made(correction: DealCorrection, preview: Effect, how: DealCorrection.Answer) -> DealCorrection:
    """Save a change that has been made, with the previous deal and the totals before and after it."""
    correction.answer = how
    correction.answered_at = timezone.now()
    correction.told = correction.agreed_here
    correction.was = models.Deal.columns(preview.stands) if preview.stands else None
    correction.gone = [models.Deal.columns(deal) for deal in preview.deals_gone]
    correction.totals = [*preview.before.written, *preview.after.written]
    correction.save()
    return correction


def _update_copies(sheet: SummarySheet, now: Sheet) -> None:
    for column, value in sheet.copies_of(now).items():
        setattr(sheet, column, value)
    sheet.doubtful = None
    _increase_version(sheet)


def _increase_version(sheet: SummarySheet) -> None:
    """Increase the version, so that open pages load the score sheet again."""
    sheet.version += 1
    sheet.save()
