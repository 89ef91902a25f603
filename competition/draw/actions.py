"""Actions for the draw: lock the entry list, make the draw and swap pairs."""

import secrets

from django.db import transaction

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.drawing.models import Draw, LockedList, Swap
from competition.drawing.queries import (
    conditions_of,
    entries_of,
    is_still_current,
    locked_facts,
    lots_of,
    must_be_latest,
    must_not_be_published,
    places_of,
)
from competition.drawing.rules.drawing import METHOD, thrown
from competition.drawing.rules.records import fingerprint, objection
from competition.entries.queries import entered
from scoring.rules.refusal import Refused


@transaction.atomic
def lock_entry_list(competition: Competition, *, by: Actor, secret: str = "") -> LockedList:
    """Lock entries, conditions and a new secret, and return the locked list.

    The fingerprint of the locked list is public. If nothing has changed, return the existing list. Raises Refused if
    these entries cannot be drawn, or if the draw is published or the competition cancelled.
    """
    lock(competition)
    must_not_be_published(competition)
    if (last := competition.locked_lists.last()) and is_still_current(last):
        return last
    conditions = competition.conditions
    row = LockedList(
        competition=competition,
        number=competition.locked_lists.count() + 1,
        algorithm=METHOD,
        entries=entries_of(entered(competition), conditions),
        conditions=conditions_of(conditions),
        secret=secret or secrets.token_hex(16),
        made_by=by.user,
    )
    if why := objection(locked_facts(row)):
        raise Refused(why)
    row.fingerprint = fingerprint(locked_facts(row))
    row.save()
    log_event(
        competition, by, Event.LIST_LOCKED, f"Locked the entry list of {len(row.entries)} pairs: {row.fingerprint}."
    )
    return row


@transaction.atomic
def make_draw(competition: Competition, *, by: Actor, attempt: int | None = None, dice: str = "") -> Draw:
    """Make a new numbered draw, and return it.

    `attempt` is the wanted number: an existing draw with this number is returned unchanged. `dice` are the throws of
    witnesses, if there were any. Raises Refused if the list is not locked, or if the draw is published or the
    competition cancelled.
    """
    lock(competition)
    must_not_be_published(competition)
    if attempt and (known := competition.draws.filter(attempt=attempt).first()):
        return known
    last = competition.locked_lists.last()
    if last is None or not is_still_current(last):
        raise Refused("Lock the entry list first, so that everybody can see that it does not change later.")
    attempt = competition.draws.count() + 1
    draw = Draw.objects.create(
        competition=competition, locked_list=last, attempt=attempt, dice=thrown(dice), made_by=by.user
    )
    lots_of(draw)
    with_dice = f" with the dice {draw.dice}" if draw.dice else ""
    log_event(competition, by, Event.DRAW_MADE, f"Made draw {attempt}{with_dice}.")
    return draw


@transaction.atomic
def swap_pairs(draw: Draw, *, one: int, other: int, reason: str, by: Actor) -> Swap:
    """Swap two pairs of the latest draw, and return the swap. The reason is public.

    Raises Refused if this is not the latest draw, a pair is not in it, the reason is empty, or the draw is published.
    """
    competition = draw.competition
    lock(competition)
    must_not_be_published(competition)
    must_be_latest(draw)
    if one == other:
        raise Refused("Choose two different pairs.")
    if not {one, other} <= set(filter(None, places_of(draw))):
        raise Refused("Choose two pairs that are in this draw.")
    if not reason.strip():
        raise Refused("Enter the reason. The pairs want to know it.")
    number = draw.swaps.count() + 1
    row = Swap.objects.create(draw=draw, number=number, one=one, other=other, reason=reason.strip(), made_by=by.user)
    log_event(competition, by, Event.SWAPPED, f"Swapped pairs {one} and {other} by hand: {row.reason}")
    return row
