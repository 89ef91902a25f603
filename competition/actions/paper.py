"""Sheets kept on paper: keying one in."""

from collections.abc import Mapping

from django.db import transaction

from competition.actions import play
from competition.actions.log import Actor, lock, note
from competition.models import Player
from competition.queries import Table, table
from competition.queries.paper import takes_paper
from scoring import actions as pad
from scoring.rules.deal import Deal
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Seat
from scoring.rules.words import counted_deals


@transaction.atomic
def key_in(
    seen: Table,
    *,
    deals: Mapping[int, Deal],
    seats: Mapping[Seat, Player] | None = None,
    first_dealer: Seat | None = None,
) -> Sheet:
    """Write the deals of a paper sheet after those that stand, all or none; with seats, open the sheet first.

    Refused when one of them stands already and is another deal, and when they leave a gap or outlast the match.
    """
    if seats:
        play.open_sheet(seen, seats=seats, first_dealer=first_dealer)
    now = _now(seen)
    if now.row is None:
        raise Refused("Say first who sits where and who deals first.")
    sheet, written = pad.record_all(now.row, deals)
    if written:
        text = f"Keyed in {counted_deals(len(written))} from paper: {written[0]} to {written[-1]}."
        note(now.knockout.competition, Actor(pair=now.pair), "keyed in", text, match=now.state.code)
    return sheet


def _now(seen: Table) -> Table:
    """The match as it stands now that everybody else must wait, if a sheet may be keyed in."""
    lock(seen.knockout.competition)
    now = table(seen.pair, seen.state.code)
    if now is None:
        raise Refused("The draw has been corrected meanwhile: this is no longer your match.")
    if not takes_paper(now):
        raise Refused("The result of this match has been sent in or is official: its sheet is closed.")
    return now
