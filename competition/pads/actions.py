"""Every write to an evening: begun, played, put right, forgotten."""

from collections.abc import Mapping
from uuid import UUID

from django.db import transaction
from django.db.models import F
from django.utils import timezone

from competition.pads.models import MOST_DEALS, Evening, EveningDeal, EveningSeats, Facts
from competition.pads.queries import Table, is_written, to_be_forgotten
from scoring.pads.game import Game
from scoring.rules.refusal import Refused, Stale
from scoring.rules.sides import Seat


class Clash(Refused):
    """Another deal stands under this number; both are shown."""

    def __init__(self, number: int, sent: Facts):
        super().__init__(f"Deal {number} is already on the pad, and it is a different one.")
        self.number, self.sent = number, sent


@transaction.atomic
def begin(*, game: Game, names: dict[Seat, str], first_dealer: Seat) -> Evening:
    """A new evening of a game with these players."""
    row = Evening.objects.create(game=game.value, first_dealer=first_dealer.value)
    EveningSeats.objects.create(evening=row, **EveningSeats.columns(names))
    return row


@transaction.atomic
def record(seen: Table, *, number: int, deal: Facts, misdeals: int, note: str, submission: UUID | None = None) -> None:
    """Write the next deal; the same deal under its number again, or the same submission, is the same deal.

    Refused: a number that is not next, a deal that the game does not know; Clash: another deal under this number.
    """
    table = _locked(seen)
    if is_written(table.row, submission):
        return
    if number < table.next_number:
        if table.deals[number - 1] != deal:
            raise Clash(number, deal)
    else:
        _write(table, number, deal, {"misdeals": misdeals, "note": note})
    if submission:
        table.row.submissions.create(key=submission)


def _write(table: Table, number: int, deal: Facts, noted: dict) -> None:
    if number > table.next_number:
        raise Refused(f"Deal {table.next_number} is next; deal {number} cannot be written yet.")
    if number > MOST_DEALS:
        raise Refused(f"A pad holds {MOST_DEALS} deals. Begin another one.")
    table.with_deals([*table.deals, deal])
    EveningDeal.objects.create(evening=table.row, number=number, **EveningDeal.of(deal), **noted)
    _turn(table.row)


@transaction.atomic
def change(seen: Table, *, number: int, deal: Facts, shown: str, misdeals: int, note: str) -> None:
    """Put a deal right, and play those after it again; `shown` is the version somebody has seen.

    Refused when it has changed since; when there is no such deal; when the game does not know it.
    """
    table = _as_shown(seen, number, shown)
    table.with_deals([*table.deals[: number - 1], deal, *table.deals[number:]])
    table.row.rows.filter(number=number).update(**EveningDeal.of(deal), misdeals=misdeals, note=note)
    _turn(table.row)


@transaction.atomic
def delete(seen: Table, *, number: int, shown: str) -> None:
    """Take a deal off the pad, and play those after it again; Refused as in `change`."""
    table = _as_shown(seen, number, shown)
    table.rows[number - 1].delete()
    # By way of numbers that no deal has: no two deals may have one number for a moment.
    later = table.row.rows.filter(number__gt=number).order_by("number")
    for pk, now in later.values_list("pk", "number"):
        table.row.rows.filter(pk=pk).update(number=now - 1)
    _turn(table.row)


@transaction.atomic
def rename(seen: Table, *, names: Mapping[str, str]) -> None:
    """Write players' names otherwise, wherever they have sat."""
    table = _locked(seen)
    if set(names) != set(table.players):
        raise Stale("The players have been changed meanwhile: look at them again.")
    for seating in table.row.seatings.all():
        renamed = {seat: names.get(name, name) for seat, name in seating.names.items()}
        table.row.seatings.filter(pk=seating.pk).update(**EveningSeats.columns(renamed))
    _turn(table.row)


@transaction.atomic
def change_partners(seen: Table, *, names: dict[Seat, str]) -> None:
    """Say who sits where from the next chukker on; Refused in mid-chukker."""
    table = _locked(seen)
    if not table.may_change_partners:
        raise Refused("Partners change when a chukker of four deals is over.")
    table.row.seatings.update_or_create(first_deal=table.next_number, defaults=EveningSeats.columns(names))
    _turn(table.row)


def forget() -> int:
    """Delete the evenings that have been kept long enough; how many there were."""
    return to_be_forgotten().delete()[1].get("competition.Evening", 0)


def _locked(seen: Table) -> Table:
    """The evening as it stands now that everybody else must wait."""
    # On SQLite every transaction begins with the write lock.
    row = Evening.objects.select_for_update().filter(pk=seen.row.pk).first()
    if row is None:
        raise Refused("This pad has been deleted meanwhile.")
    return Table(row)


def _as_shown(seen: Table, number: int, shown: str) -> Table:
    table = _locked(seen)
    if shown != str(table.row.version):
        raise Stale("This is not what you were shown: look again at what changes, then save it.")
    if not 1 <= number <= len(table.rows):
        raise Refused(f"Deal {number} is not on the pad, or not any more.")
    return table


def _turn(row: Evening) -> None:
    """Tell every reader of the pad that it has changed, and keep it for another while."""
    Evening.objects.filter(pk=row.pk).update(version=F("version") + 1, used_at=timezone.now())
