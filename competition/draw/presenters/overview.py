"""Presenters for the state of a competition in one line, and for the questions before its draw is published."""

from collections.abc import Sequence
from datetime import date, datetime
from typing import NamedTuple

from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.presenters.draw import opening_day
from competition.draw.presenters import words
from competition.draw.queries.draw import PublishedDraw, current_round
from competition.draw.queries.places import free_kept_places, is_joining_open, join_round
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.layout import with_article
from competition.draw.rules.rehearsal import unusual_dates
from competition.draw.rules.result import Stage
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day


class Entries(NamedTuple):
    """The entries of a competition before its draw. `has_form` is True while pairs can use the entry form."""

    closing_date: date
    days_left: int
    is_open: bool
    has_form: bool
    pairs: int
    deals: int
    opening_day: str


def entries(draw: PublishedDraw) -> Entries:
    """Return the entries of a competition without a published draw."""
    competition = draw.competition
    return Entries(
        competition.closing_date,
        (competition.closing_date - timezone.localdate(draw.now)).days,
        competition.is_open and not competition.is_cancelled,
        competition.takes_entries,
        draw.entered,
        competition.conditions.deals,
        opening_day(competition) if competition.opening_day else "",
    )


def is_over(draw: PublishedDraw) -> bool:
    """Return True if the final, and the final of any plate, is decided or will never be played."""
    if draw.competition.is_cancelled:
        return True
    last = [state for part in (draw.main_rounds, draw.plate_rounds) if part for state in part[-1].matches]
    return bool(last) and all(state.stage in (Stage.OFFICIAL, Stage.VACANT) for state in last)


def line(draw: PublishedDraw) -> str:
    """Return the state of a competition in one line: its entries, current round, champions or cancellation."""
    if cancelled := cancellation(draw.competition):
        return cancelled
    if not draw.rounds:
        entries = "Entries are open until" if draw.competition.is_open else "Entries closed on"
        return f"{entries} {day(draw.competition.closing_date)}: {quantity(draw.entered, 'pair')} entered"
    if draw.winners and not draw.champion:
        plate = "" if is_over(draw) else ". The plate is still played"
        return f"Winners of the sections: {'; '.join(pair.name for pair in draw.winners)}{plate}"
    if is_over(draw):
        return f"Champions: {draw.champion.name}" if draw.champion else "It ended without champions"
    if draw.champion:
        return f"Champions: {draw.champion.name}. The plate is still played"
    round = current_round(draw)
    return f"{quantity(len(draw.main_pairs), 'pair')}. {round.name}: {words.decided(round)}"


def qualified(draw: PublishedDraw) -> str:
    """Return a sentence about the pairs that have qualified for the next event, or "" if there are none."""
    names = [draw.forms[pair.number].short for pair in draw.qualified]
    if not names:
        return ""
    event = draw.competition.conditions.next_event
    return f"Qualified for {event}: {'; '.join(names)}."


def places_to_join(draw: PublishedDraw) -> str:
    """Return a sentence about the free places for pairs that join later, or "" if no pair can join now."""
    free = free_kept_places(draw) if is_joining_open(draw) else []
    if not free:
        return ""
    return f"{places_kept(len(free), join_round(draw).name)}, until {day(draw.competition.conditions.join_until)}."


def places_kept(number: int, round_name: str) -> str:
    """Return the number of places for pairs that join this round as text."""
    are, who = ("is", "a pair that joins") if number == 1 else ("are", "pairs that join")
    return f"{quantity(number, 'place')} {are} kept for {who} in {with_article(round_name)}"


def cancellation(competition: Competition) -> str:
    """Return the date and reason of the cancellation without a full stop, or "" if there was none."""
    row = competition.cancellation
    return f"Cancelled on {day(row.at)}: {row.reason.rstrip('.')}" if row else ""


def questions(competition: Competition, rounds: Sequence[tuple[str, date]], waiting: int, today: date) -> list[str]:
    """Return questions about publishing the draw today with these play-by dates.

    `rounds` has the name and play-by date of each round. `waiting` is the number of entries without a reply from the
    organiser. The organiser may publish anyway.
    """
    sentences = []
    if competition.closing_date >= today:
        sentences.append(
            f"Entries close on {day(competition.closing_date)}. A pair that enters before then is not in this draw."
        )
    if waiting:
        wait = "entry waits" if waiting == 1 else "entries wait"
        sentences.append(f"{waiting} {wait} for your reply. Only accepted pairs are in this draw.")
    unusual = unusual_dates(max(competition.closing_date, today), rounds, today)
    return [*sentences, *(remark for _, remark in unusual)]


def short_day(value: date, today: date) -> str:
    """Return a date as "Thu 17 Dec", with the year unless it is this year."""
    return day(value).removesuffix(f" {today.year}")


def when(at: date | datetime | None, now: datetime) -> str:
    """Return a time as "Tue 24 Nov, 19:30", with the year unless it is this year. Return "" for None."""
    today = timezone.localdate(now)
    if isinstance(at, datetime):
        return f"{short_day(timezone.localdate(at), today)}, {timezone.localtime(at):%H:%M}"
    return short_day(at, today) if at else ""


def due(round: PublishedRound, now: datetime) -> str:
    """Return the play-by date of a round, or its set day: "play by Sat 30 May" or "on Sat 30 May, 13:30, Harbour Club".

    The year is left out if it is this year.
    """
    if not round.set_day:
        return f"play by {short_day(round.play_by, timezone.localdate(now))}"
    return "on " + ", ".join(filter(None, (when(round.set_day.at, now), round.set_day.place)))


def is_extended(state: PublishedMatch) -> bool:
    """Return True if an undecided match has another play-by date than its round."""
    return state.has_own_date and state.is_to_be_decided


def past_due(state: PublishedMatch, now: datetime) -> str:
    """Return the days since the play-by date, such as "8 days past its date", even if it is not yet overdue."""
    return f"{quantity((timezone.localdate(now) - state.play_by).days, 'day')} past its date"


def days_left(value: date, today: date) -> str:
    """Return the time until a date, such as "today" or "in 25 days". Return "" for a past date."""
    left = (value - today).days
    if left < 0:
        return ""
    return {0: "today", 1: "tomorrow"}.get(left, f"in {left:,} days")
