"""Actions for score pads: start, record, correct and delete."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from competition.audit.form_keys import use_form_key
from competition.pads.models import MOST_DEALS, Facts, PadDeal, PadSeats, ScorePad
from competition.pads.queries import PadView, is_written, to_be_forgotten
from scoring.pads.chicago import MiddleVulnerability
from scoring.pads.papers import PadGame
from scoring.rules.refusal import Refused, Stale
from scoring.rules.sides import Seat


class PadClash(Refused):
    """Refusal of a deal because another deal has its number. `sent` is the refused deal."""

    def __init__(self, number: int, sent: Facts):
        super().__init__(f"Deal {number} is already on the pad, and it is different. Compare the two deals.")
        self.number, self.sent = number, sent


@transaction.atomic
def begin(
    *,
    game: PadGame,
    names: dict[Seat, str],
    first_dealer: Seat,
    middle: MiddleVulnerability = MiddleVulnerability.DEALER,
) -> ScorePad:
    """Create a score pad for a game with these players."""
    use_form_key()
    row = ScorePad.objects.create(game=game.value, first_dealer=first_dealer.value, vulnerable=middle.value)
    PadSeats.objects.create(pad=row, **PadSeats.columns(names))
    return row


@transaction.atomic
def record(
    seen: PadView, *, number: int, deal: Facts, misdeals: int, note: str, submission: UUID | None = None
) -> None:
    """Save the next deal. Do nothing if the same deal or the same submission has already been saved.

    Raises PadClash if another deal has this number. Raises Refused if the number is not the next one or if the game
    does not allow the deal.
    """
    table = _locked(seen)
    if is_written(table.row, submission):
        return
    if number < table.next_number:
        if table.deals[number - 1] != deal:
            raise PadClash(number, deal)
    else:
        _write(table, number, deal, {"misdeals": misdeals, "note": note})
    if submission:
        table.row.submissions.create(key=submission)


def _write(table: PadView, number: int, deal: Facts, noted: dict) -> None:
    if number > table.next_number:
        raise Refused(f"You cannot record deal {number} yet. Deal {table.next_number} is next.")
    if number > MOST_DEALS:
        raise Refused(f"A pad can have {MOST_DEALS} deals. Start another pad.")
    table.with_deals([*table.deals, deal])
    PadDeal.objects.create(pad=table.row, number=number, **PadDeal.of(deal), **noted)
    _increase_version(table.row)


@transaction.atomic
def undo(
    seen: PadView, *, number: int, deal: Facts, submission: UUID | None = None, cancels: UUID | None = None
) -> None:
    """Delete the deal recorded last. Do nothing for a repeated `submission`.

    `cancels` is the submission of a deal for which the phone got no response. If that deal has not arrived, it will
    never be recorded. Raises Refused if the last deal does not match `number` and `deal`.
    """
    table = _locked(seen)
    if is_written(table.row, submission):
        return
    if submission:
        table.row.submissions.create(key=submission)
    if cancels and not is_written(table.row, cancels):
        table.row.submissions.create(key=cancels)
        return
    if not table.rows or (len(table.rows), table.deals[-1]) != (number, deal):
        raise Refused(f"Deal {number} has changed or is no longer the last deal, so nothing was undone. Check the pad.")
    table.rows[-1].delete()
    _increase_version(table.row)


@transaction.atomic
def change(seen: PadView, *, number: int, deal: Facts, version: str, misdeals: int, note: str) -> None:
    """Correct a deal. `version` is the version of the pad on the page.

    Raises Refused if the pad has changed since then, if there is no such deal, or if the game does not allow the deal.
    """
    table = _as_shown(seen, number, version)
    table.with_deals([*table.deals[: number - 1], deal, *table.deals[number:]])
    table.row.rows.filter(number=number).update(**PadDeal.of(deal), misdeals=misdeals, note=note)
    _increase_version(table.row)


@transaction.atomic
def delete(seen: PadView, *, number: int, version: str) -> None:
    """Delete a deal and renumber the later deals. Raises Refused as in `change`."""
    table = _as_shown(seen, number, version)
    table.rows[number - 1].delete()
    # Move one deal at a time, because the database never allows two deals with the same number.
    later = table.row.rows.filter(number__gt=number).order_by("number")
    for pk, now in later.values_list("pk", "number"):
        table.row.rows.filter(pk=pk).update(number=now - 1)
    _increase_version(table.row)


@transaction.atomic
def rename(seen: PadView, *, names: Mapping[str, str]) -> None:
    """Rename players in all their seats. Raises Stale if the players have changed."""
    table = _locked(seen)
    if set(names) != set(table.players):
        raise Stale("The players have changed since you opened the page. Check them, then try again.")
    for seating in table.row.seatings.all():
        renamed = {seat: names.get(name, name) for seat, name in seating.names.items()}
        table.row.seatings.filter(pk=seating.pk).update(**PadSeats.columns(renamed))
    _increase_version(table.row)


@transaction.atomic
def change_partners(seen: PadView, *, names: dict[Seat, str]) -> None:
    """Set the seats from the next chukker. Raises Refused in the middle of a chukker."""
    table = _locked(seen)
    if not table.may_change_partners:
        raise Refused("Partners can change only after a chukker of four deals. Finish the chukker first.")
    table.row.seatings.update_or_create(first_deal=table.next_number, defaults=PadSeats.columns(names))
    _increase_version(table.row)


def purge() -> int:
    """Delete score pads after their retention period, and return their number."""
    return to_be_forgotten().delete()[1].get("competition.ScorePad", 0)


def _locked(seen: PadView) -> PadView:
    """Return the current pad, locked until the transaction ends, and use up the form key.

    Raises Refused if the pad has been deleted.
    """
    # SQLite ignores `select_for_update`, but takes its write lock at the start of every transaction.
    row = ScorePad.objects.select_for_update().filter(pk=seen.row.pk).first()
    if row is None:
        raise Refused("This pad has been deleted. Start another pad.")
    use_form_key()
    return PadView(row)


def _as_shown(seen: PadView, number: int, version: str) -> PadView:
    table = _locked(seen)
    if version != str(table.row.version):
        raise Stale("The pad has changed since you opened the page. Check the effect again, then save.")
    if not 1 <= number <= len(table.rows):
        raise Refused(f"Deal {number} is not on the pad. Reload the pad to see its deals.")
    return table


def _increase_version(row: ScorePad) -> None:
    """Increase the version, so that open pages load the pad again, and restart its retention period."""
    ScorePad.objects.filter(pk=row.pk).update(version=F("version") + 1, used_at=timezone.now())
