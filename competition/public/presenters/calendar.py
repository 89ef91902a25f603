"""Calendars of play-by dates and agreed dates, for calendar apps (iCalendar, RFC 5545)."""

from collections.abc import Iterator, Sequence
from itertools import chain

from competition.draw.models.rounds import Extension, FixedDay
from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw, Revision, identity, revisions
from competition.draw.queries.later_rounds import is_drawn
from competition.draw.queries.playing import MatchDate, playing
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.match.queries.play import PairView
from competition.public.queries import last_change_at
from competition.web.calendar_files import CalendarEvent, subscription

# A pair in a draw, with the full URL of the draw page.
Run = tuple[PublishedDraw, Pair, str]
_NOBODY_TO_MEET = (Stage.BYE, Stage.VACANT)
_TO_PLAY = (Stage.WAITING, Stage.READY, Stage.IN_PLAY)


def competition(draw: PublishedDraw, address: str) -> str:
    """Return a calendar with the play-by date or set day of each round, and the date of each extended match.

    `address` is the full URL of the draw page.
    """
    rounds = (_round(draw, round, address) for round in draw.rounds)
    own = (state for state in draw.matches.values() if state.has_own_date and state.stage not in _NOBODY_TO_MEET)
    extended = (_extended(draw, state, address) for state in own)
    return subscription(str(draw.competition), chain(rounds, extended))


def pair(draw: PublishedDraw, pair: Pair, address: str, *, places: bool = False) -> str:
    """Return a calendar with all matches of this pair, on their play-by dates or agreed dates.

    If `places` is True, the calendar includes the venues of agreed dates. A venue may be a home, so the public
    calendar omits it.
    """
    events = _of_pair(draw, pair, address, places=places)
    return subscription(f"{draw.names[pair.number]} in {draw.competition}", events)


def followed(runs: Sequence[Run]) -> str:
    """Return one calendar for a pair in several draws, with the latest draw first."""
    [(latest, last, _), *_] = runs
    return subscription(latest.names[last.number], chain.from_iterable(_of_pair(*run) for run in runs))


def _of_pair(draw: PublishedDraw, pair: Pair, address: str, *, places: bool = False) -> Iterator[CalendarEvent]:
    matches = [state for state in draw.matches_of(pair) if state.stage not in _NOBODY_TO_MEET]
    when = playing(matches)
    revision = revisions(draw, [state.code for state in matches])
    for state in matches:
        match = PairView(draw, state.code, pair)
        yield _match(match, when[state.code], address, revision[state.code], places=places)


def _round(draw: PublishedDraw, round: PublishedRound, address: str) -> CalendarEvent:
    uid = identity(draw, "round", round.number)
    decided = f"{words.decided(round)}." if is_drawn(draw, round.number) else "Not drawn yet."
    is_done = round.played == round.playable
    is_off = draw.competition.is_cancelled and not is_done
    set_day = round.set_day
    due = "day of play" if set_day else "play-by date is today"
    how = "all decided" if is_done else "cancelled" if is_off else due
    summary = f"{round.name}, {draw.competition}: {how}"
    moved = _count_changes(draw, round.number)
    text = _with_provenance(draw, decided)
    at, place = (set_day.at, set_day.place) if set_day else (round.play_by, "")
    return CalendarEvent(uid, at, summary, text, address, last_change_at(draw), moved + is_off, is_off, place)


def _with_provenance(draw: PublishedDraw, text: str) -> str:
    """Return the text of an event, and the source of an imported competition."""
    return f"{text} {draw.competition.provenance}".strip()


def _extended(draw: PublishedDraw, state: PublishedMatch, address: str) -> CalendarEvent:
    uid = identity(draw, "extended", state.code)
    # Keep the event after the match is decided, because a missing event looks like a moved match.
    how = "play-by date is today" if state.is_to_be_decided else words.label(state).lower()
    summary = f"{state.round_name}, {draw.competition}: {how}"
    is_off = state.stage is Stage.CANCELLED
    url = f"{address}matches/{state.code}/"
    sequence = _count_changes(draw, state.code) + is_off
    return CalendarEvent(
        uid,
        state.play_by,
        summary,
        _with_provenance(draw, match_line(state).sentence),
        url,
        last_change_at(draw),
        sequence,
        is_off,
    )


def _count_changes(draw: PublishedDraw, where: str | int) -> int:
    """Return the number of extensions and set days for a round or match."""
    rows: list[Extension | FixedDay] = [*draw.extensions, *draw.fixed_days]
    return sum(where == (row.code or row.round.number) for row in rows)


def _match(match: PairView, when: MatchDate, address: str, revision: Revision, *, places: bool) -> CalendarEvent:
    """Return the event for a match, on its agreed date, its day of play or its play-by date.

    A result never moves a match with an agreed date. If such a match ends without play, for example by a walkover, the
    event is cancelled and the evening becomes free.
    """
    state = match.state
    uid = identity(match.draw, "pair", match.pair.number, state.code)
    how = words.label(state).lower()
    if state.stage in _TO_PLAY:
        how = "arranged" if when.appointment else "play-by date is today"
    result = _with_provenance(match.draw, match_line(state).sentence) if state.result else ""
    summary = f"{state.round_name} against {match.others.phrase}: {how}"
    url = f"{address}matches/{state.code}/"
    since = last_change_at(match.draw)
    stamp = max(revision.at or since, since)
    is_off = state.stage is Stage.CANCELLED or (when.is_cancelled and when.appointment is not None)
    at = when.at or state.play_by
    place = when.place * places
    return CalendarEvent(uid, at, summary, result, url, stamp, revision.sequence, is_off, place)
