"""Presenter for the opening day: the pairs present, the tables, the reported results, and the pairs not needed."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.presenters import words
from competition.draw.presenters.match_line import LineSide, MatchLine, match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch, local_date
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.entries.queries.pairs import arrivals
from scoring.rules.words import few, quantity

# Show the phone numbers of this many missing pairs. The attendance page shows them all.
MOST_MISSING = 3
_REPORTED = (Stage.SUBMITTED, Stage.DISPUTED, Stage.OFFICIAL)


@dataclass(frozen=True, slots=True)
class DayTable:
    """A table on the opening day with its match. `state` is its look: "wait", "ready", "play" or "done".

    `missing` are its pairs that are not here yet. A match without a score sheet on a phone can be typed in from paper.
    """

    number: int
    match: PublishedMatch
    line: MatchLine
    state: str
    standing: str
    missing: tuple[Pair, ...]
    can_be_typed_in: bool

    @property
    def sides(self) -> list[tuple[LineSide, bool]]:
        """Both sides, each with True if the pair is present or has played."""
        absent = {pair.number for pair in self.missing}
        return [(side, side.number not in absent) for side in self.line.sides]


@dataclass(frozen=True, slots=True)
class OpeningDay:
    """The opening day as the organiser sees it."""

    tables: tuple[DayTable, ...]
    byes: tuple[str, ...]
    at_home: tuple[str, ...]

    @property
    def missing(self) -> list[tuple[DayTable, Pair]]:
        """The pairs that are not here yet, with their tables."""
        return [(table, pair) for table in self.tables for pair in table.missing]

    @property
    def due(self) -> int:
        """The number of pairs expected today."""
        return 2 * len(self.tables)

    @property
    def here(self) -> int:
        """The number of pairs that are present or have played."""
        return self.due - len(self.missing)

    @property
    def playing(self) -> int:
        """The number of tables in play."""
        return sum(table.state == "play" for table in self.tables)

    @property
    def results(self) -> int:
        """The number of tables with a result."""
        return sum(table.state == "done" for table in self.tables)

    @property
    def news(self) -> list[tuple[datetime, str]]:
        """The reported results, latest first."""
        reported = ((table.match.last.at, table.line.sentence) for table in self.tables if table.match.last)
        return sorted(reported, reverse=True)

    @property
    def heading(self) -> str:
        """The state of the day in one sentence."""
        missing = self.missing
        if len(missing) == 1:
            return f"Opening day: table {missing[0][0].number} waits for one pair"
        if missing:
            return f"Opening day: {few(len(missing), most=10)} pairs are not here yet"
        if self.results == len(self.tables):
            return "Opening day: all results are in"
        return f"Opening day: {quantity(len(self.tables) - self.results, 'result is', 'results are')} missing"


def read(competition: Competition, draw: PublishedDraw | None) -> OpeningDay | None:
    """Return the opening day, or None if no pair plays today (one query)."""
    if draw is None or competition.is_cancelled:
        return None
    first = draw.rounds[0].matches
    played = [match for match in first if _is_played_here(match)]
    if not played:
        return None
    here = arrivals(competition)
    tables = tuple(_table(number, match, here) for number, match in enumerate(played, start=1))
    at_home = (match_line(match).title for match in first if match.has_two_pairs and match not in played)
    byes = (pair.name for match in first if match.stage is Stage.BYE for pair in match.pairs)
    return OpeningDay(tables, tuple(byes), tuple(at_home))


def _is_played_here(match: PublishedMatch) -> bool:
    """Return True if both pairs attend the opening day, with no other day agreed or set."""
    if not match.has_two_pairs or match.stage is Stage.VACANT:
        return False
    at = match.set_day.at if match.set_day else match.meeting and match.meeting.plays_at
    return local_date(at) == timezone.localdate() if at else all(pair.attending for pair in match.pairs)


def _table(number: int, match: PublishedMatch, here: Mapping[int, datetime]) -> DayTable:
    has_begun = match.has_begun or match.sheet is not None
    missing = () if has_begun else tuple(pair for pair in match.pairs if pair.number not in here)
    state = "done" if match.stage in _REPORTED else "play" if has_begun else "wait" if missing else "ready"
    can_be_typed_in = match.stage is Stage.READY and not missing
    return DayTable(number, match, match_line(match), state, _standing(match, state), missing, can_be_typed_in)


def _standing(match: PublishedMatch, state: str) -> str:
    if state == "done" and match.last:
        word = {Stage.OFFICIAL: "Final", Stage.DISPUTED: "Disputed"}.get(match.stage, "Reported")
        return f"{word}, {timezone.localtime(match.last.at):%H:%M}"
    return {"play": words.progress(match), "wait": "Waiting", "ready": "Not started"}.get(state, "Decided")
