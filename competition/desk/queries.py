"""Queries for the organiser's desk: competitions, entries, matches by urgency, and the log."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from functools import cached_property

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.contest.rules.people import is_named
from competition.drawing.models import Draw
from competition.entries.models.pair import Pair
from competition.knockout.models.result_entry import ResultEntry
from competition.knockout.queries.competitions import all_but_broken
from competition.knockout.queries.draw import PublishedDraw, get_draw, read_draws
from competition.knockout.queries.states import MatchState
from competition.match.models import OwnSheet
from competition.web.rules import whole_number
from scoring import queries as sheets
from scoring.paper.compare import Comparison, compare

# States of a match, in the order of the desk: those that need the organiser come first.
URGENCY = {
    "disputed": "Disputed",
    "overdue": "Overdue",
    "submitted": "To be confirmed",
    "in play": "In play",
    "ready": "To play",
    "waiting": "Waiting",
    "today": "Decided today",
    "official": "Decided",
    "bye": "Bye",
    "vacant": "No match",
    "cancelled": "Cancelled",
}
# Numbers of entered and of waiting pairs.
_ENTERED = Count("pairs", distinct=True, filter=Q(pairs__status=Pair.Status.ENTERED))
_SENT = Count("pairs", distinct=True, filter=Q(pairs__status=Pair.Status.WAITING))
Counted = tuple[Competition, int, int]


def urgency(match: MatchState, today: date) -> str:
    """Return the key of `URGENCY` for this match on this day."""
    if match.overdue:
        return "overdue"
    is_of_today = match.decided_at is not None and timezone.localdate(match.decided_at) == today
    return "today" if is_of_today else str(match.stage)


@dataclass(frozen=True, slots=True)
class Filter:
    """The filters for the list of matches: a key of `URGENCY`, a round number and a part of a player's name."""

    show: str = ""
    round: str = ""
    find: str = ""

    def passes(self, match: MatchState, word: str) -> bool:
        """Return True if the match, whose key is `word`, passes every filter. Ignore invalid filters."""
        return (
            (self.show not in URGENCY or word == self.show)
            and ((number := whole_number(self.round)) is None or match.round == number)
            and is_named(" ".join(pair.name for pair in match.pairs), self.find)
        )


@dataclass
class Desk:
    """A competition as its organiser sees it."""

    competition: Competition
    pairs: int
    latest: Draw | None
    draw: PublishedDraw | None
    waiting: int

    @property
    def step(self) -> str:
        """The step of the competition: entries, draw, publish or running."""
        if self.draw:
            return "running"
        if self.latest and not self.latest.undone:
            return "publish"
        return "entries" if self.pairs < 2 or self.competition.is_open else "draw"

    @cached_property
    def matches(self) -> list[tuple[str, MatchState]]:
        """The matches of the published draw with their keys of `URGENCY`, in that order."""
        order = list(URGENCY)
        if self.draw is None:
            return []
        today = timezone.localdate(self.draw.now)
        filed = [(urgency(match, today), match) for match in self.draw.matches.values()]
        return sorted(filed, key=lambda match: order.index(match[0]))

    def under(self, word: str) -> list[MatchState]:
        """Return the matches with this key of `URGENCY`, in the order of the draw."""
        return [match for stands, match in self.matches if stands == word]

    @property
    def can_be_entered(self) -> bool:
        """Return True if the organiser can enter the result of a match."""
        return any(match.is_open for _, match in self.matches)

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of matches for each key of `URGENCY`."""
        return Counter(word for word, _ in self.matches)

    def showing(self, asked: Filter) -> list[tuple[str, MatchState]]:
        """Return the matches that pass the filters, each with its key of `URGENCY`."""
        return [(word, match) for word, match in self.matches if asked.passes(match, word)]

    @property
    def filters(self) -> list[tuple[str, str, int]]:
        """The keys of `URGENCY` that occur, as (key, title, count)."""
        return [(word, title, self.counts[word]) for word, title in URGENCY.items() if self.counts[word]]


def desks(organiser: User) -> list[Desk]:
    """Return every competition of this organiser (ten queries in total)."""
    rows = organiser.competitions.annotate(entered=_ENTERED, sent=_SENT)
    theirs: dict[int, Counted] = {row.pk: (row, row.entered, row.sent) for row in rows}
    return [*all_but_broken(theirs, lambda keys: _desks([theirs[key] for key in keys])).values()]


def _desks(competitions: Sequence[Counted]) -> dict[int, Desk]:
    latest = {draw.competition_id: draw for draw in _draws([row for row, _, _ in competitions])}
    running = {draw.competition.pk: draw for draw in read_draws([d for d in latest.values() if d.is_published])}
    found = [Desk(row, entered, latest.get(row.pk), running.get(row.pk), sent) for row, entered, sent in competitions]
    # Count the matches here, so that an unreadable draw is left out before the page is rendered.
    return {desk.competition.pk: desk for desk in found if desk.counts is not None}


def desk(competition: Competition) -> Desk:
    """Return one competition as its organiser sees it (nine queries)."""
    latest = next(iter(_draws([competition])[-1:]), None)
    draw = get_draw(competition) if latest and latest.is_published else None
    row = Competition.objects.annotate(entered=_ENTERED, sent=_SENT).get(pk=competition.pk)
    return Desk(competition, row.entered, latest, draw, row.sent)


def _draws(competitions: Sequence[Competition]) -> list[Draw]:
    """Return the draws of these competitions, the latest last. A published draw is always the latest."""
    return list(Draw.objects.filter(competition__in=competitions).select_related("competition__conditions"))


def comparisons(states: Iterable[MatchState]) -> dict[str, Comparison]:
    """Return the comparisons of two score sheets, by match code (two queries). Leave out matches with one sheet."""
    met = {state.meeting.pk: (state.code, state.sheet) for state in states if state.meeting and state.sheet}
    own = {row.meeting_id: row.sheet for row in OwnSheet.objects.filter(meeting__in=met).select_related("sheet")}
    both = {code: (sheet, own[meeting]) for meeting, (code, sheet) in met.items() if meeting in own}
    read = dict(sheets.read_all(sheet for two in both.values() for sheet in two))
    return {
        code: compare(read[one.pk], read[other.pk])
        for code, (one, other) in both.items()
        if one.pk in read and other.pk in read
    }


LINES_A_PAGE = 50


def result_entries(draw: PublishedDraw, code: str, lines: Sequence[LogEntry]) -> list[ResultEntry]:
    """Return every report and decision in a match, oldest first, including those of earlier pairs (no query).

    The names of the organisers come from the log lines of the match.
    """
    organisers = {line.organiser_id: line.organiser for line in lines}
    here = [meeting for meeting in draw.meetings if meeting.match.code == code]
    rows = sorted((row for meeting in here for row in meeting.result_entries.all()), key=lambda row: (row.at, row.pk))
    for row in rows:
        if row.decided_by_id in organisers:
            row.decided_by = organisers[row.decided_by_id]
    return rows


def match_log(draw: PublishedDraw, code: str) -> list[LogEntry]:
    """Return the log of a match, newest first."""
    lines = list(LogEntry.objects.filter(competition=draw.competition, match=code).select_related("organiser"))
    pairs: dict[int | None, Pair] = {pair.pk: pair for pair in draw.everybody.values()}
    for line in lines:
        line.pair = pairs.get(line.pair_id)
    return lines


def log(competition: Competition, *, match: str = "", pair: int | None = None, who: str = "") -> QuerySet[LogEntry]:
    """Return the log, newest first, filtered by match, pair and author.

    `pair` is a pair number and finds actions by the pair and about it. `who` is the primary key of an organiser,
    "pairs" for the actions of pairs, or empty.
    """
    lines = LogEntry.objects.filter(competition=competition)
    if match:
        lines = lines.filter(match=match)
    if pair:
        lines = lines.filter(Q(pair__number=pair) | Q(detail__pair=pair))
    if who:
        lines = lines.filter(organiser=None) if who == "pairs" else lines.filter(organiser=int(who))
    return lines.select_related("organiser", "pair").prefetch_related("pair__players")


def page_of(lines: QuerySet[LogEntry], page: str | None) -> Page:
    """Return one page of these log entries."""
    return Paginator(lines, LINES_A_PAGE).get_page(page)


def news(competition: Competition, reader: User, since: datetime | None, most: int) -> list[LogEntry]:
    """Return the latest log entries, newest first (one query).

    Return the actions of others after `since`, or the latest actions of everybody if `since` is None.
    """
    no_news = [event for event in Event if not event.is_news]
    lines = LogEntry.objects.filter(competition=competition).exclude(event__in=no_news)
    lines = lines.filter(at__gt=since).exclude(organiser=reader) if since else lines
    return list(lines.select_related("organiser")[:most])
