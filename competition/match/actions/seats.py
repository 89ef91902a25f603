"""Actions that start the score sheet of a match with its seats, and correct the seats."""

from collections.abc import Mapping

from django.db import transaction

import scoring.actions
from competition.audit.events import Event
from competition.draw.actions.meetings import meeting_of, open_at, sit_down
from competition.draw.models.rounds import Slot
from competition.entries.models import Player
from competition.match.actions.play import lock_match, lock_sheet, note_at, require_open
from competition.match.models import OwnSheet
from competition.match.queries.play import PairView
from scoring.models import SummarySheet
from scoring.rules.refusal import Refused
from scoring.rules.sides import Seat


@transaction.atomic
def open_sheet(seen: PairView, *, seats: Mapping[Seat, Player], first_dealer: Seat) -> SummarySheet:
    """Start the score sheet with these seats and return it.

    Raises Refused if a sheet exists or the seats are impossible.
    """
    match = lock_match(seen)
    require_open(match)
    if match.sheet:
        raise Refused("The score sheet has been started already. Reload the match to see it.")
    meeting = meeting_of(match.state, match.draw.row.pk)
    sheet = open_at(meeting, seats=seats, first_dealer=first_dealer, conditions=match.state.conditions)
    note_at(match, Event.SHEET_OPENED, f"Started the score sheet: {_sitting_words(seats, first_dealer)}")
    return sheet


@transaction.atomic
def correct_seats(seen: PairView, *, seats: Mapping[Seat, Player], first_dealer: Seat, sheet_name: str) -> None:
    """Move the players of this match to these seats. Each deal keeps its declarer, so each pair keeps its points.

    `sheet_name` is the name of the score sheet when the pair chose the seats. Raises Refused if the seats have changed
    since then, or if they are impossible.
    """
    match, sheet = lock_sheet(seen, only_deals=False)
    if sheet_name != match.opened.name:
        raise Refused("The seats were changed on another phone. Check them, then save again.")
    meeting = meeting_of(match.state, match.draw.row.pk)
    before = meeting.seats
    sit_down(meeting, seats)
    if (before, sheet.first_dealer) == (meeting.seats, first_dealer):
        raise Refused("Nothing was changed. The players already have these seats, and the same player deals first.")
    meeting.reseated_by = Slot.UPPER if match.pair.pk == meeting.upper_id else Slot.LOWER
    meeting.save()
    moves = moved_seats(before, meeting.seats)
    for own in (sheet, *(row.sheet for row in OwnSheet.objects.filter(meeting=meeting).select_related("sheet"))):
        scoring.actions.reseat(own, moves, first_dealer=first_dealer)
    note_at(match, Event.SEATS_CORRECTED, f"Corrected the seats: {_sitting_words(seats, first_dealer)}")


@transaction.atomic
def mark_seats_read(seen: PairView) -> None:
    """Record that this pair has read the corrected seats, so that its page no longer shows the correction."""
    match = lock_match(seen)
    if match.seats_are_news:
        meeting = meeting_of(match.state, match.draw.row.pk)
        meeting.reseated_by = ""
        meeting.save(update_fields=["reseated_by"])


def moved_seats(before: tuple[int | None, ...], after: tuple[int | None, ...]) -> dict[Seat, Seat]:
    """Return the new seat of the player in each seat. `before` and `after` are the players from North to West.

    A player who has been replaced since then moves with the partner.
    """
    moves = {seat: list(Seat)[after.index(key)] for seat, key in zip(Seat, before, strict=True) if key in after}
    left = [seat for seat in Seat if seat not in moves.values()]
    for seat in Seat:
        if seat not in moves:
            partner = moves.get(seat.after(2))
            moves[seat] = partner.after(2) if partner else left[0]
            left.remove(moves[seat])
    return moves


def _sitting_words(seats: Mapping[Seat, Player], first_dealer: Seat) -> str:
    """Return the seats and the first dealer as sentences for the log."""
    sitting = ", ".join(f"{player.name} {seat.word}" for seat, player in seats.items())
    return f"{sitting}. {seats[first_dealer].name} deals first."
