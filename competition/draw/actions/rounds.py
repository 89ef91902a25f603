"""Actions for the rounds of a published draw: drawing a later round, and the clock of a round on one day."""

from datetime import datetime

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, DecisionReason, lock, log_event
from competition.audit.events import Event
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.draw.models.rounds import RoundClock
from competition.draw.queries.clocks import has_play, to_decide, to_decide_before
from competition.draw.queries.draw import PublishedDraw, draw_to_change
from competition.draw.queries.later_rounds import is_drawn, new_round_draw, repechage_before, round_to_draw
from competition.draw.queries.states import PublishedRound
from competition.draw.rules.clock import Clock, minutes_after
from competition.draw.rules.layout import with_article
from scoring.rules.refusal import Refused, Stale
from scoring.rules.words import quantity


@transaction.atomic
def draw_round(competition: Competition, number: int, *, by: Actor) -> None:
    """Draw and publish a later round, if each round is drawn by itself. If it is drawn already, change nothing.

    Raises Refused if the round before is not drawn, or if this competition has no rounds to draw.
    """
    lock(competition)
    draw = draw_to_change(competition)
    round = _main_round(draw, number)
    if not is_drawn(draw, number):
        save_round_draw(draw, round, by)


def save_round_draw(draw: PublishedDraw, round: PublishedRound, by: Actor) -> None:
    """Draw and save this round, which must be the next one. The caller has locked the competition."""
    if round != round_to_draw(draw):
        raise Refused(f"{with_article(round.name)} cannot be drawn before the round before it is.".capitalize())
    row = new_round_draw(draw, round.number)
    for name, value in DecisionReason("The round was drawn.").decided(by).items():
        setattr(row, name, value)
    row.save()
    ways = quantity(len(row.ways or ()), "match", "matches")
    text = f"Drew {with_article(round.name)} from {ways} of the round before."
    log_event(draw.competition, by, Event.ROUND_DRAWN, text)


@transaction.atomic
def start_round(competition: Competition, number: int, *, by: Actor) -> Clock | None:
    """Start a round now, and return its clock. If the round was started already, return the clock as it is.

    A round that is drawn by itself is drawn first. If two closest losers then play a repechage for a place in it, the
    round does not start yet, and None is returned.

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
    if not is_drawn(draw, number):
        save_round_draw(draw, round, by)
        if repechage_before(draw_to_change(competition), number):
            return None
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
