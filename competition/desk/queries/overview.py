"""Queries for the organiser's desk: competitions, entries, matches and the log."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

import scoring.queries
from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.draw.models.draw import Draw
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.competitions import all_but_broken
from competition.draw.queries.draw import PublishedDraw, get_draw, read_draws
from competition.draw.queries.states import PublishedMatch
from competition.entries.models import Pair
from competition.match.models import OwnSheet
from scoring.paper.compare import Comparison, compare

# Numbers of entered and waiting pairs.
_ENTERED = Count("pairs", distinct=True, filter=Q(pairs__status=Pair.Status.ENTERED))
_SENT = Count("pairs", distinct=True, filter=Q(pairs__status=Pair.Status.WAITING))
Counted = tuple[Competition, int, int]


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
        """The current step of the competition: entries, draw, publish or running."""
        if self.draw:
            return "running"
        if self.latest and not self.latest.undone:
            return "publish"
        return "entries" if self.pairs < 2 or self.competition.is_open else "draw"

    @property
    def is_over(self) -> bool:
        """True if the competition has champions, or a winner of each section, or is cancelled."""
        return self.competition.is_cancelled or bool(self.draw and self.draw.winners)

    @property
    def needs(self) -> tuple[int, int]:
        """The numbers of disputed results and overdue matches, and of entries and results awaiting the organiser."""
        return self.counts["disputed"] + self.counts["overdue"], self.waiting + self.counts["submitted"]

    @property
    def matches(self) -> list[PublishedMatch]:
        """The matches of the published draw, in its order."""
        return [*self.draw.matches.values()] if self.draw else []

    @cached_property
    def counts(self) -> Counter[str]:
        """The number of overdue matches, and of all other matches at each stage."""
        return Counter("overdue" if match.overdue else str(match.stage) for match in self.matches)

    def under(self, stage: str) -> list[PublishedMatch]:
        """Return the matches at this stage, in the order of the draw."""
        return [match for match in self.matches if match.stage == stage]

    @property
    def can_be_entered(self) -> bool:
        """True if the organiser can enter the result of a match."""
        return any(match.is_open for match in self.matches)


def desks(organiser: User) -> list[Desk]:
    """Return all of this organiser's competitions (ten queries in total)."""
    rows = organiser.competitions.annotate(entered=_ENTERED, sent=_SENT)
    theirs: dict[int, Counted] = {row.pk: (row, row.entered, row.sent) for row in rows}
    return [*all_but_broken(theirs, lambda keys: _desks([theirs[key] for key in keys])).values()]


def _desks(competitions: Sequence[Counted]) -> dict[int, Desk]:
    latest = {draw.competition_id: draw for draw in _draws([row for row, _, _ in competitions])}
    running = {draw.competition.pk: draw for draw in read_draws([d for d in latest.values() if d.is_published])}
    return {
        row.pk: Desk(row, entered, latest.get(row.pk), running.get(row.pk), sent) for row, entered, sent in competitions
    }


def desk(competition: Competition) -> Desk:
    """Return one competition as its organiser sees it (nine queries)."""
    latest = next(iter(_draws([competition])[-1:]), None)
    draw = get_draw(competition) if latest and latest.is_published else None
    row = Competition.objects.annotate(entered=_ENTERED, sent=_SENT).get(pk=competition.pk)
    return Desk(competition, row.entered, latest, draw, row.sent)


def _draws(competitions: Sequence[Competition]) -> list[Draw]:
    """Return the draws of these competitions, with the latest last. A published draw is always the latest."""
    return list(Draw.objects.filter(competition__in=competitions).select_related("competition__conditions"))


def comparisons(states: Iterable[PublishedMatch]) -> dict[str, Comparison]:
    """Return the comparisons of two score sheets, by match code (two queries). Leave out matches with one sheet."""
    met = {state.meeting.pk: (state.code, state.sheet) for state in states if state.meeting and state.sheet}
    own = {row.meeting_id: row.sheet for row in OwnSheet.objects.filter(meeting__in=met).select_related("sheet")}
    both = {code: (sheet, own[meeting]) for meeting, (code, sheet) in met.items() if meeting in own}
    read = dict(scoring.queries.read_all(sheet for two in both.values() for sheet in two))
    return {
        code: compare(read[sheet.pk], read[other.pk])
        for code, (sheet, other) in both.items()
        if sheet.pk in read and other.pk in read
    }


LINES_A_PAGE = 25


def result_entries(draw: PublishedDraw, code: str, lines: Sequence[LogEntry]) -> list[ResultEntry]:
    """Return every report and decision in a match, oldest first, including those by earlier pairs (no query).

    The names of the organisers come from the log entries about the match.
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


def log(
    competition: Competition, *, match: str = "", pair: int | None = None, who: str = "", deals: bool = False
) -> QuerySet[LogEntry]:
    """Return the log, newest first, filtered by match, pair and author.

    Without a filter, leave out recorded deals unless `deals` is True. `pair` is a pair number and finds actions by the
    pair and about it. `who` is the primary key of an organiser, "pairs" for actions by pairs, or empty.
    """
    lines = LogEntry.objects.filter(competition=competition)
    if not (match or pair or who or deals):
        lines = lines.exclude(event=Event.DEAL_RECORDED)
    if match:
        lines = lines.filter(match=match)
    if pair:
        lines = lines.filter(Q(pair__number=pair) | Q(detail__pair=pair))
    if who:
        by_pairs = Q(author_in_file=None) | Q(author_in_file="")
        lines = lines.filter(by_pairs, organiser=None) if who == "pairs" else lines.filter(organiser=int(who))
    return lines.select_related("organiser", "pair").prefetch_related("pair__players")


def page_of(lines: QuerySet[LogEntry], page: str | None) -> Page:
    """Return one page of these log entries."""
    return Paginator(lines, LINES_A_PAGE).get_page(page)


def entries_since(competition: Competition, since: datetime) -> int:
    """Return the number of entries made by pairs after `since` (one query)."""
    return LogEntry.objects.filter(competition=competition, event=Event.APPLIED, at__gt=since).count()


def news(competition: Competition, reader: User, since: datetime | None, most: int) -> list[LogEntry]:
    """Return the latest log entries, newest first (one query).

    They are the actions of others after `since`, or everybody's latest actions if `since` is None.
    """
    no_news = [event for event in Event if not event.is_news]
    lines = LogEntry.objects.filter(competition=competition).exclude(event__in=no_news)
    lines = lines.filter(at__gt=since).exclude(organiser=reader) if since else lines
    return list(lines.select_related("organiser")[:most])
