"""Queries for the conditions and play-by dates of rounds, and for the proposed dates."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime, timedelta
from typing import Any

from competition.audit.rules import not_revoked
from competition.contest.models import Competition, Conditions
from competition.draw.models.draw import PUBLISHED, Draw
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import FixedDay, Meeting, Round, RoundConditions
from competition.draw.queries.states import SetDay
from competition.draw.rules.clock import Clock
from competition.draw.rules.layout import REPECHAGE
from competition.draw.rules.rehearsal import play_by_dates
from scoring.rules.conditions import ScoringConditions
from scoring.rules.words import corrected

_A_SEASON = timedelta(weeks=52)


class RoundDays:
    """The days that the organiser set for a round and its matches."""

    def __init__(self, round: Round) -> None:
        self._rows = not_revoked(round.fixed_days.all())
        self._published = SetDay(round.day, round.hour, round.place) if round.day else None

    @property
    def of_round(self) -> SetDay | None:
        """The day for the whole round, or None."""
        return self._last(None, self._rows) or self._published

    def of_match(self, position: int, meetings: Sequence[Meeting], ended_at: datetime | None) -> SetDay | None:
        """Return the day for the match at this position, or None.

        `meetings` are those of its pairs. The day of a match that has ended does not change later. A match that is
        replayed needs another day.
        """
        if not self._rows and self._published is None:
            return None
        since = _replayed_at(meetings)
        rows = [row for row in self._rows if _counts(row, since, ended_at)]
        return self._last(position, rows) or self._last(None, rows) or (None if since else self._published)

    def _last(self, position: int | None, rows: Sequence[FixedDay]) -> SetDay | None:
        own = (row for row in reversed(rows) if (row.match and row.match.position) == position)
        return next((SetDay(row.day, row.hour, row.place, row) for row in own if row.day), None)


def _counts(row: FixedDay, since: datetime | None, until: datetime | None) -> bool:
    """Return True if a row was saved between these times. An unsaved row is later than any time."""
    is_later = since is None or row.at is None or row.at > since
    return is_later and (until is None or (row.at is not None and row.at <= until))


def _replayed_at(meetings: Sequence[Meeting]) -> datetime | None:
    """Return the time when the organiser last ordered a replay, or None."""
    rows = not_revoked([row for meeting in meetings for row in meeting.given("result_entries")])
    return max((row.at for row in rows if row.kind == ResultEntry.REPLAY and row.at), default=None)


def conditions_and_dates(round: Round, usual: ScoringConditions, set_day: SetDay | None) -> dict[str, Any]:
    """Return the fields that a round and its matches have in common. `usual` are the conditions of the competition."""
    published = replace(usual, deals=round.deals) if round.deals else usual
    corrections = [row for row in not_revoked(round.conditions.all()) if row.match is None]
    correction = corrections[-1] if corrections else None
    conditions = correction.rules() if correction else published
    extensions = [row for row in not_revoked(round.extensions.all()) if row.match is None]
    dates = [round.play_by, *(row.play_by for row in extensions if row.play_by)]
    return {
        "conditions": conditions,
        "published_conditions": published,
        "conditions_change": corrected(conditions, published),
        "correction": correction,
        # The last change to a round counts, even if its date is earlier.
        "play_by": max(dates[-1], set_day.day) if set_day else dates[-1],
        "published_play_by": round.play_by,
        "extension": extensions[-1] if extensions else None,
        "set_day": set_day,
        "clock": _clock(round),
        "is_brought_forward": dates[-1] < dates[-2] if extensions else False,
    }


def of_repechage(conditions: Conditions) -> dict[str, Any]:
    """Return the fields that a repechage has instead of those of its round: its name, its deals, and no clock."""
    if conditions.repechage_deals is None:
        return {}
    own = replace(conditions.rules(), deals=conditions.repechage_deals)
    return {
        "round_name": REPECHAGE,
        "conditions": own,
        "published_conditions": own,
        "conditions_change": "",
        "correction": None,
        "clock": None,
    }


def _clock(round: Round) -> Clock | None:
    """Return the clock of a round that was started, or None."""
    row = next(reversed(not_revoked(round.clocks.all())), None)
    return Clock(row.starts_at, row.ends_at, row.pk) if row and row.starts_at and row.ends_at else None


def own_corrections(round: Round) -> dict[int, list[RoundConditions]]:
    """Return the corrections of single matches that were not undone, in order, by the position of the match."""
    by_position = defaultdict(list)
    for row in not_revoked(round.conditions.all()):
        if row.match:
            by_position[row.match.position].append(row)
    return by_position


def own_conditions(row: RoundConditions, published: ScoringConditions) -> dict[str, Any]:
    """Return the fields of a match with its own corrected conditions."""
    conditions = row.rules()
    return {"conditions": conditions, "conditions_change": corrected(conditions, published), "correction": row}


def own_dates(round: Round, play_by: date) -> dict[int, dict[str, Any]]:
    """Return the fields of the matches with their own play-by date, by position. `play_by` is the date of the round.

    A match is never due before its round, so an earlier date does not count.
    """
    last = {row.match.position: row for row in not_revoked(round.extensions.all()) if row.match}
    return {
        position: {"play_by": row.play_by, "extension": row, "is_brought_forward": False}
        for position, row in last.items()
        if row.play_by and row.play_by > play_by
    }


def proposed_dates(competition: Competition, rounds: int, starts: date) -> Sequence[date]:
    """Return the proposed play-by dates of a new draw: the usual dates, or one day under the conditions."""
    if competition.conditions.minutes:
        return [max(starts, competition.opening_day or starts)] * rounds
    return usual_dates(competition, rounds, starts)


def usual_dates(competition: Competition, rounds: int, starts: date) -> Sequence[date]:
    """Return the proposed play-by dates.

    They are the dates of the last season with the same name and region, moved by 52 weeks for each year. If those
    dates do not fit, each round lasts six weeks.
    """
    theirs = competition.owner_id and {"owner": competition.owner_id, "season__lt": competition.season}
    same = {"name__iexact": competition.name, "region__iexact": competition.region}
    before = Competition.objects.filter(**same, **theirs).order_by("-season", "-pk") if theirs else ()
    for season in before[:1]:
        draw = Draw.objects.filter(PUBLISHED, competition=season)
        later = (competition.season - season.season) * _A_SEASON
        days = [row.play_by + later for row in Round.objects.filter(draw__in=draw)]
        if len(days) == rounds and days[0] > starts:
            return days
    return play_by_dates(starts, rounds)
