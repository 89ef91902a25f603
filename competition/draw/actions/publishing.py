"""Actions for making and publishing a draw."""

import secrets
from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.contest.rules.seasons import check_day
from competition.draw.models.draw import Draw, LockedList, Publication, Swap
from competition.draw.models.rounds import Match, Place, Round
from competition.draw.queries.attempts import (
    conditions_of,
    division_of,
    entries_of,
    is_still_current,
    locked_facts,
    lots_of,
    matches_as_drawn,
    must_be_latest,
    must_not_be_published,
    next_publication,
    places_of,
    spots_as_drawn,
)
from competition.draw.queries.states import SetDay
from competition.draw.rules.drawing import METHOD, thrown
from competition.draw.rules.later_rounds import secret_of
from competition.draw.rules.layout import planned_rounds, round_names, with_article
from competition.draw.rules.records import fingerprint, objection
from competition.draw.rules.sections import rounds_for
from competition.draw.rules.sources import match_counts
from competition.entries.queries.pairs import entered
from scoring.rules.refusal import Refused, Stale

NO_SET_DAYS: Mapping[int, SetDay] = MappingProxyType({})


@transaction.atomic
def lock_entry_list(competition: Competition, *, by: Actor, secret: str = "") -> LockedList:
    """Lock entries, conditions and a new secret, and return the locked list.

    The fingerprint of the locked list is public. `secret` is the secret to use, by default a random one. If each round
    is drawn by itself, it is that of the last possible drawing. If nothing has changed, return the existing list.
    Raises Refused if these entries cannot be drawn, or if the draw is published or the competition cancelled.
    """
    lock(competition)
    must_not_be_published(competition)
    if (last := competition.locked_lists.last()) and is_still_current(last):
        return last
    conditions, pairs = competition.conditions, entered(competition)
    secret = secret or secrets.token_hex(16)
    last_secret = secret if conditions.drawn_by_round else ""
    if last_secret:
        secret = secret_of(last_secret, 1)
    row = LockedList(
        competition=competition,
        number=competition.locked_lists.count() + 1,
        algorithm=METHOD,
        entries=entries_of(pairs, conditions),
        conditions=conditions_of(conditions),
        secret=secret,
        last_secret=last_secret,
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
    """Make a new numbered draw and return it.

    `attempt` is the requested number. If a draw with this number exists, it is returned unchanged. `dice` are the
    throws of witnesses, if there were any. Raises Refused if the list is not locked, or if the draw is published or
    the competition cancelled.
    """
    lock(competition)
    must_not_be_published(competition)
    if attempt and (existing := competition.draws.filter(attempt=attempt).first()):
        return existing
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
def swap_pairs(draw: Draw, *, one: int, other: int, reason: str, by: Actor, after: int | None = None) -> Swap:
    """Swap two pairs of the latest draw and return the swap. The reason is public.

    `after` is the number of swaps shown on the organiser's page. Raises Stale if there have been further swaps since
    then. Raises Refused if this is not the latest draw, if a pair is not in it, if the reason is empty, or if the draw
    is published.
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
    if after is not None and after != number - 1:
        raise Stale("Pairs have been swapped since you opened this page. Check the draw, then swap.")
    row = Swap.objects.create(draw=draw, number=number, one=one, other=other, reason=reason.strip(), made_by=by.user)
    log_event(competition, by, Event.SWAPPED, f"Swapped pairs {one} and {other} by hand: {row.reason}")
    return row


@transaction.atomic
def publish_draw(
    draw: Draw,
    *,
    play_by: Sequence[date],
    deals: Sequence[int | None] = (),
    set_days: Mapping[int, SetDay] = NO_SET_DAYS,
    by: Actor,
) -> Publication:
    """Publish a draw with a play-by date for each round, create its rounds and matches, and return the publication.

    `deals` has the number of deals in each round, or None for the usual number in the conditions of contest.
    `set_days` maps the numbers of rounds to their set days of play. Publication locks the entries and the conditions.
    Raises Refused if this is not the latest draw, if a draw is already published, if entries or conditions have
    changed, or if a date is missing or out of order.
    """
    competition = draw.competition
    lock(competition)
    must_not_be_published(competition)
    must_be_latest(draw)
    if draw.locked_list is None:
        raise Refused("This draw was made elsewhere. Enter it again to publish it.")
    if draw.locked_list != competition.locked_lists.last() or not is_still_current(draw.locked_list):
        raise Refused(
            "Entries or conditions have changed since you locked the entry list. Lock it again and draw again."
        )
    places = places_of(draw)
    for on in (*play_by, *(set_day.day for set_day in set_days.values())):
        check_day(on, competition.season, timezone.localdate())
    division = competition.conditions.division
    names = round_names(rounds_for(len(places), division), division)
    check_dates(names, play_by, on_one_day=competition.conditions.minutes is not None)
    check_set_days(names, play_by, set_days)
    publication = next_publication(competition, draw)
    publication.at = timezone.now()
    publication.save()
    lay_out(draw, places, play_by, deals, {**_the_day(competition, play_by), **set_days})
    pairs = len(draw.locked_list.entries)
    log_event(competition, by, Event.PUBLISHED, f"Published the draw (draw {draw.attempt}) of {pairs} pairs.")
    return publication


def _the_day(competition: Competition, play_by: Sequence[date]) -> Mapping[int, SetDay]:
    """Return the day of play of each round if all rounds are on one day, so that the pairs arrange no dates."""
    if competition.conditions.minutes is None:
        return NO_SET_DAYS
    return {number: SetDay(day, None, "") for number, day in enumerate(play_by, start=1)}


def check_dates(names: Sequence[str], play_by: Sequence[date], *, on_one_day: bool = False) -> None:
    """Raise Refused if a play-by date is missing or not after that of the previous round.

    A competition on one day can have the same date for several rounds.
    """
    if len(play_by) != len(names):
        raise Refused(f"Enter a play-by date for each of the {len(names)} rounds.")
    for name, earlier, later in zip(names[1:], play_by, play_by[1:], strict=False):
        if later < earlier or (later == earlier and not on_one_day):
            raise Refused(
                f"The play-by date of {with_article(name)} must be after that of the round before. Choose a later date."
            )


def check_set_days(names: Sequence[str], play_by: Sequence[date], set_days: Mapping[int, SetDay]) -> None:
    """Raise Refused if the play-by date of a round is before its set day of play."""
    for number, set_day in set_days.items():
        if play_by[number - 1] < set_day.day:
            name = with_article(names[number - 1])
            raise Refused(f"The play-by date of {name} is before its day of play. Choose a later play-by date.")


def lay_out(
    draw: Draw,
    places: Sequence[int | None],
    play_by: Sequence[date],
    deals: Sequence[int | None] = (),
    set_days: Mapping[int, SetDay] = NO_SET_DAYS,
    plate_by: Sequence[date] = (),
) -> None:
    """Create the places, rounds and matches of a draw and its plate.

    `plate_by` are the play-by dates of the plate. By default, they follow from those of the draw.
    """
    pairs = {pair.number: pair for pair in draw.competition.pairs.all()}
    Place.objects.bulk_create(
        Place(draw=draw, position=position, pair=pairs[number] if number else None)
        for position, number in enumerate(places, start=1)
    )
    conditions = draw.competition.conditions
    spots = spots_as_drawn(draw, places)
    planned = planned_rounds(match_counts(spots), play_by, conditions.plate_rules, division_of(draw), plate_by)
    lengths = dict(enumerate(deals, start=1))
    rounds = Round.objects.bulk_create(
        Round(
            draw=draw,
            number=round.number,
            name=round.name,
            play_by=round.play_by,
            deals=lengths.get(round.number),
            **_columns(set_days.get(round.number)),
        )
        for round in planned
    )
    keys = matches_as_drawn(draw, places)
    Match.objects.bulk_create(Match(round=rounds[key.round - 1], position=key.position) for key in keys)


def _columns(set_day: SetDay | None) -> dict[str, Any]:
    return {"day": set_day.day, "hour": set_day.hour, "place": set_day.place} if set_day else {}
