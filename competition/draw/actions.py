"""Actions for making and publishing a draw, for meetings and score sheets, and for notices of reported results."""

import secrets
from collections.abc import Mapping, Sequence
from copy import copy
from datetime import date, datetime
from types import MappingProxyType
from typing import Any

from django.db import transaction
from django.db.models import Max
from django.utils import timezone

import scoring.actions
from competition.audit.actions import Actor, DecisionReason, lock, log_event
from competition.audit.events import Event
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.contest.rules.seasons import check_day
from competition.draw.models.draw import Draw, LockedList, Publication, Swap
from competition.draw.models.result_entry import Notice
from competition.draw.models.rounds import Match, Meeting, Place, Round, RoundClock
from competition.draw.queries.attempts import (
    conditions_of,
    division_of,
    entries_of,
    is_still_current,
    locked_facts,
    lots_of,
    must_be_latest,
    must_not_be_published,
    next_publication,
    places_of,
    spots_as_drawn,
)
from competition.draw.queries.clocks import has_play, to_decide, to_decide_before
from competition.draw.queries.draw import PublishedDraw, draw_to_change
from competition.draw.queries.states import PublishedMatch, PublishedRound, SetDay
from competition.draw.rules.clock import Clock, minutes_after
from competition.draw.rules.drawing import METHOD, thrown
from competition.draw.rules.layout import planned_rounds, round_names, with_article
from competition.draw.rules.records import fingerprint, objection
from competition.draw.rules.result import Stage
from competition.draw.rules.sections import rounds_for
from competition.draw.rules.sources import match_counts
from competition.entries.models import Player
from competition.entries.queries.pairs import entered
from scoring.models import SummarySheet
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused, Stale
from scoring.rules.sides import Seat
from scoring.rules.words import quantity
from scoring.templatetags.bridge import moment

NO_SET_DAYS: Mapping[int, SetDay] = MappingProxyType({})


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
) -> None:
    """Create the places, rounds and matches of a draw and its plate."""
    pairs = {pair.number: pair for pair in draw.competition.pairs.all()}
    Place.objects.bulk_create(
        Place(draw=draw, position=position, pair=pairs[number] if number else None)
        for position, number in enumerate(places, start=1)
    )
    conditions = draw.competition.conditions
    spots = spots_as_drawn(draw, places)
    planned = planned_rounds(match_counts(spots), play_by, conditions.plate_rules, division_of(draw))
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
    Match.objects.bulk_create(Match(round=rounds[spot.round - 1], position=spot.position) for spot in spots)


def _columns(set_day: SetDay | None) -> dict[str, Any]:
    return {"day": set_day.day, "hour": set_day.hour, "place": set_day.place} if set_day else {}


def meeting_of(state: PublishedMatch, draw_id: int) -> Meeting:
    """Return a copy of the meeting of the two pairs in this match, creating it if there is none.

    The caller may change and save it.
    """
    if state.meeting:
        # Copy the row, because many readers share a draw and its rows.
        return copy(state.meeting)
    match = Match.objects.get(round__draw=draw_id, round__number=state.round, position=state.position)
    upper, lower = state.pairs
    return Meeting.objects.get_or_create(match=match, upper=upper, lower=lower, number=1)[0]


def another_meeting(meeting: Meeting) -> Meeting:
    """Create another meeting of the same pairs in the same match, and copy only the privacy choices."""
    same = Meeting.objects.filter(match=meeting.match_id, upper=meeting.upper_id, lower=meeting.lower_id)
    return Meeting.objects.create(
        match_id=meeting.match_id,
        upper_id=meeting.upper_id,
        lower_id=meeting.lower_id,
        number=same.aggregate(last=Max("number"))["last"] + 1,
        upper_private=meeting.upper_private,
        lower_private=meeting.lower_private,
    )


def open_at(
    meeting: Meeting, *, seats: Mapping[Seat, Player], first_dealer: Seat, conditions: ScoringConditions
) -> SummarySheet:
    """Create an empty score sheet for these four players and return it. Raises Refused as in `sit_down`."""
    sit_down(meeting, seats)
    meeting.sheet = sheet = scoring.actions.open_sheet(first_dealer=first_dealer, conditions=conditions)
    meeting.save()
    return sheet


def sit_down(meeting: Meeting, seats: Mapping[Seat, Player]) -> None:
    """Give these four players their seats, without saving the meeting.

    Raises Refused if the players are not the four of this match, or if partners do not sit opposite each other.
    """
    pairs = {seat: player.pair_id for seat, player in seats.items()}
    if {meeting.upper_id, meeting.lower_id} != {*pairs.values()} or len({player.pk for player in seats.values()}) != 4:
        raise Refused("Each of the four players takes one seat. Choose four different players.")
    if pairs[Seat.N] != pairs[Seat.S]:
        raise Refused("Partners sit opposite each other: North with South, East with West. Choose the seats again.")
    meeting.north, meeting.east, meeting.south, meeting.west = (seats[seat] for seat in Seat)
    meeting.upper_side = "ns" if pairs[Seat.N] == meeting.upper_id else "ew"


@transaction.atomic
def record_notice(competition: Competition, code: str, outcome: int, *, how: Notice.Channel, by: Actor) -> Notice:
    """Record the first notification of the other pair about result entry `outcome`, and return the notice.

    Raises Refused if this result no longer needs a reply.
    """
    lock(competition)
    state = draw_to_change(competition).matches.get(code)
    last = state.last if state and state.stage is Stage.SUBMITTED else None
    if state is None or last is None or last.number != outcome:
        raise Refused("This result already has a reply. Reload the match to see it.")
    if last.notified_at:
        return last.notice
    # The clocks of two servers may differ slightly, so never store a time before the report.
    notice = Notice.objects.create(entry=last, at=max(timezone.now(), last.at), channel=how)
    until = f" It is final on {moment(last.confirms_at)} if they do not reply." if last.confirms_at else ""
    text = f"{state.to_answer.name} were told of the reported result, {how.label}.{until}"
    log_event(competition, by, Event.RESULT_TOLD, text, match=code)
    return notice


# The clock of a round, in a competition on one day.


@transaction.atomic
def start_round(competition: Competition, number: int, *, by: Actor) -> Clock:
    """Start a round now, and return its clock. If the round was started already, return the clock as it is.

    Raises Refused unless the competition is played on one day, all earlier matches are decided, and this round has a
    match to decide.
    """
    lock(competition)
    draw = draw_to_change(competition)
    round = _main_round(draw, number)
    if round.clock:
        return round.clock
    minutes = draw.competition.conditions.minutes
    if minutes is None:
        raise Refused("The conditions give no minutes for a match, so the rounds have no clock.")
    if waits := to_decide_before(draw, number):
        raise Refused(f"There is no official result yet of {waits[0].label}. Decide that match first.")
    if not to_decide(round):
        raise Refused(f"All matches of {with_article(round.name)} are decided, so it does not start.")
    now = timezone.now()
    row = _set_clock(draw, round, now, minutes_after(now, minutes), "The round was started.", by)
    log_event(competition, by, Event.ROUND_TIMED, f"Started {with_article(round.name)}, until {_hour(row.ends_at)}.")
    return row


@transaction.atomic
def change_end(competition: Competition, number: int, *, minutes: int, shown: int, by: Actor) -> Clock:
    """Give a started round more minutes, or call time now if `minutes` is 0. Return its new clock.

    `shown` is the key of the clock on the organiser's page. Raises Refused if the round has another clock by now.
    """
    lock(competition)
    draw = draw_to_change(competition)
    round = _main_round(draw, number)
    clock, now = _clock_shown(round, shown), timezone.now()
    name = with_article(round.name)
    if minutes:
        ends_at, reason = minutes_after(max(now, clock.ends_at), minutes), f"{quantity(minutes, 'more minute')}."
        text = f"Gave {name} {quantity(minutes, 'more minute')}, until {_hour(ends_at)}."
    else:
        ends_at, reason, text = max(now, clock.starts_at), "Time was called.", f"Called time in {name}."
    row = _set_clock(draw, round, clock.starts_at, ends_at, reason, by)
    log_event(competition, by, Event.ROUND_TIMED, text)
    return row


@transaction.atomic
def undo_start(competition: Competition, number: int, *, shown: int, by: Actor) -> None:
    """Undo the start of a round.

    Raises Refused if a deal or a report is stored for it, if a later round was started, or if the round has another
    clock than `shown`.
    """
    lock(competition)
    draw = draw_to_change(competition)
    round = _main_round(draw, number)
    _clock_shown(round, shown)
    if has_play(round) or any(later.clock for later in draw.main_rounds[number:]):
        raise Refused(f"Play has begun in {with_article(round.name)}, so its start stays.")
    why = DecisionReason("The start was undone.").decided(by)
    row = draw.rows.rounds[number - 1]
    for clock in not_revoked(row.clocks.all()):
        RoundClock.objects.create(round=row, undoes=clock, **why)
    log_event(competition, by, Event.ROUND_TIMED, f"Undid the start of {with_article(round.name)}.")


def _main_round(draw: PublishedDraw, number: int) -> PublishedRound:
    if 1 <= number <= len(draw.main_rounds):
        return draw.main_rounds[number - 1]
    raise Refused("There is no such round. Reload the page.")


def _clock_shown(round: PublishedRound, shown: int) -> Clock:
    """Return the clock of this round. Raises Refused unless it has this key."""
    if round.clock is None:
        raise Refused(f"The start of {with_article(round.name)} was undone. Reload the page.")
    if round.clock.key != shown:
        ends = _hour(round.clock.ends_at)
        raise Stale(
            f"The clock of {with_article(round.name)} was changed since you opened this page. It ends at {ends}."
        )
    return round.clock


def _set_clock(
    draw: PublishedDraw, round: PublishedRound, starts_at: datetime, ends_at: datetime, reason: str, by: Actor
) -> Clock:
    why = DecisionReason(reason).decided(by)
    row = draw.rows.rounds[round.number - 1]
    return Clock(
        starts_at, ends_at, RoundClock.objects.create(round=row, starts_at=starts_at, ends_at=ends_at, **why).pk
    )


def _hour(at: datetime) -> str:
    return f"{timezone.localtime(at):%H:%M}"
