"""Presenters for content next to the draw: matches in play, fixtures, pairs still in, and earlier days."""

from collections import Counter
from collections.abc import Iterable
from datetime import datetime, timedelta
from operator import itemgetter
from typing import NamedTuple

from django.utils import timezone

from competition.draw.presenters import words
from competition.draw.presenters.one_day import OneDay, one_day
from competition.draw.presenters.overview import days_left, due, past_due, places_to_join, short_day, when
from competition.draw.presenters.words import name
from competition.draw.queries.draw import PublishedDraw, coming_round, current_round
from competition.draw.queries.states import PublishedMatch, PublishedRound, starts
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.match.presenters.at_table import Live, live
from competition.public.queries import first_day
from scoring.templatetags.bridge import day

# The number of matches in play and of fixtures shown. An opening day may have many more.
TABLES, FIXTURES = 3, 4


class RailFixture(NamedTuple):
    """A match with a date or past its play-by date. It never has a venue, because the page is public.

    `when` is "" for an overdue match without a new date.
    """

    code: str
    when: str
    pairs: str
    past_due: str


class Rail(NamedTuple):
    """The content above the draw. `first` has the first rounds of a draw without any results or matches in play.

    `joins` is a sentence about the places for pairs that join later, or "". `tables` are sentences about the tables of
    a day at one venue, or "". All its matches have the same date, so it has no fixtures.
    """

    live: list[Live]
    more_live: int
    fixtures: list[RailFixture]
    more_fixtures: int
    left: int
    round: PublishedRound
    due: str
    days: str
    first: list[tuple[str, str]]
    byes: int
    joins: str
    tables: str


def rail(draw: PublishedDraw) -> Rail | None:
    """Return the current matches of this draw, or None if no match is left to play."""
    round = current_round(draw)
    if round.played == round.playable or draw.competition.is_cancelled:
        return None
    states = draw.matches.values()
    playing = [state for state in states if state.stage is Stage.IN_PLAY and state.recorded]
    today = timezone.localdate(draw.now)
    coming = coming_round(draw)
    is_one_day = draw.competition.conditions.minutes is not None
    fixtures = [] if is_one_day else sorted(_fixtures(draw, states), key=itemgetter(0))
    is_new = not any(state.last or state.stage is Stage.IN_PLAY for state in states)
    return Rail(
        [_live(draw, state) for state in playing[:TABLES]],
        max(0, len(playing) - TABLES),
        [fixture for _, fixture in fixtures[:FIXTURES]],
        max(0, len(fixtures) - FIXTURES),
        len(draw.bracket.alive),
        coming,
        due(coming, draw.now),
        days_left(coming.set_day.day if coming.set_day else coming.play_by, today),
        [(later.name, due(later, draw.now)) for later in draw.main_rounds[: 1 if is_one_day else 3]] if is_new else [],
        sum(state.stage is Stage.BYE for state in draw.rounds[0].matches),
        places_to_join(draw),
        _tables(one_day(draw)) if is_one_day else "",
    )


def _tables(day: OneDay) -> str:
    """Return the state of a day at one venue, with the end of the running round. Time alone never changes it."""
    clock = day.round.clock if day.still_play and not day.repechage else None
    return f"{day.heading}." + (f" The round ends at {timezone.localtime(clock.ends_at):%H:%M}." if clock else "")


class PairStanding(NamedTuple):
    """A pair's state in one sentence, with its next match or the end of its last match."""

    standing: str
    next: str


def answer(draw: PublishedDraw, pair: Pair) -> PairStanding:
    """Return this pair's state in the draw."""
    name = draw.forms[pair.number].short
    *before, last = draw.matches_of(pair)
    other = next((side for side in last.sides if side.pair != pair), None)
    if last.through == pair.number and last.awaits_draw:
        standing = "have a bye" if last.stage is Stage.BYE else f"won {_won(last)}"
        return PairStanding(f"{name} {standing}", words.drawn_later(draw, last))
    if last.result:
        won = last.result.winner == pair.number
        title = "are the champions" if last.is_final else "won the plate" if last.is_in_plate else "won their section"
        standing = title if won else f"were knocked out in {with_article(last.round_name)}"
        usual = last.result.was_played and not last.result.keep_progress
        own = ("They" if won else "them") if usual else name
        names = (own if row == pair else draw.forms[row.number].short for row in last.pairs)
        return PairStanding(f"{name} {standing}", last.result.sentence(*names))
    earlier = next((state for state in reversed(before) if state.result), None)
    if earlier and earlier.result and earlier.result.goes_on != pair.number:
        standing = _playing_on(last, earlier)
    else:
        standing = f"won {_won(earlier)}" if earlier else "have a bye" if before else "are in the draw"
    if other is None or last.stage is Stage.BYE:
        return PairStanding(f"{name} {standing}", "")
    if other.source:
        return PairStanding(f"{name} {standing}", f"They wait for {words.either(draw, other)}.")
    opponents = draw.forms[other.pair.number].short if other.pair else other.text
    so_far = _date(last, draw) if last.stage is Stage.READY else words.label(last).lower()
    return PairStanding(f"{name} play {opponents}", f"{last.round_name}: {so_far}.")


def _playing_on(last: PublishedMatch, earlier: PublishedMatch) -> str:
    """Return how a pair that lost this earlier match plays its last one."""
    if last.is_in_plate:
        return "play on in the plate"
    return "play in the repechage" if last.is_repechage else f"play on as the closest losers of {_won(earlier)}"


def _won(state: PublishedMatch) -> str:
    name = state.round_name
    return name.lower() if name.startswith("Round") else f"their {name.lower().removesuffix('s')}"


def _date(state: PublishedMatch, draw: PublishedDraw) -> str:
    at = when(state.plays_at, draw.now) if state.plays_after(draw.now) else ""
    return at or f"play by {short_day(state.play_by, timezone.localdate(draw.now))}"


def _live(draw: PublishedDraw, state: PublishedMatch) -> Live:
    forms = [draw.forms[pair.number] for pair in state.pairs]
    return live(draw, state, [name(form) for form in forms], [form.short for form in forms])


def _fixtures(draw: PublishedDraw, states: Iterable[PublishedMatch]) -> Iterable[tuple[datetime, RailFixture]]:
    """Return fixtures with their sort keys. Matches past their play-by dates, without new dates, come last."""
    forms = draw.forms
    today = timezone.localdate(draw.now)
    for state in states:
        if state.stage is not Stage.READY:
            continue
        ahead = state.plays_at if state.plays_after(draw.now) else None
        is_past_due = state.play_by < today
        if not (is_past_due or ahead):
            continue
        pairs = " v ".join(forms[pair.number].line for pair in state.pairs)
        since = past_due(state, draw.now) if is_past_due else ""
        yield (
            starts(ahead) if ahead else datetime.max.replace(tzinfo=draw.now.tzinfo),
            RailFixture(state.code, when(ahead, draw.now), pairs, since),
        )


class Day(NamedTuple):
    """A day of the draw: its number counting from publication, its date and its number of results."""

    number: int
    day: str
    results: int


def days(draw: PublishedDraw) -> list[Day]:
    """Return the day of publication and all days with a result, latest first."""
    first = first_day(draw)
    zone = timezone.get_current_timezone()
    decided = [state.decided_at for state in draw.matches.values() if state.decided_at]
    counts = Counter([(at.astimezone(zone).date() - first).days + 1 for at in decided])
    numbers = sorted({1, *counts}, reverse=True)
    return [Day(number, day(first + timedelta(days=number - 1)), counts[number]) for number in numbers]
