"""What the organiser's desk shows: competitions, entries, matches by urgency, the log."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.contrib.auth.models import User
from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet
from django.utils import timezone

from competition.models import Competition, Draw, LogEntry, Outcome, Pair
from competition.queries.knockout import Knockout, knockout, knockouts
from competition.queries.knockout import running as drawn
from competition.queries.states import MatchState
from competition.rules.people import letters
from competition.rules.stages import Stage

# What needs the organiser comes first.
URGENCY = {
    "disputed": "Disputed",
    "overdue": "Overdue",
    "submitted": "To be confirmed",
    "in play": "In play",
    "today": "Decided today",
    "ready": "To be played",
    "waiting": "To come",
    "official": "Decided",
    "bye": "Bye",
    "vacant": "Nobody to play",
}
LINES_A_PAGE = 50
# The pairs entered, and the entries sent in that wait for an answer.
_ENTERED = Count("pairs", distinct=True)
_SENT = Count("applications", distinct=True, filter=Q(applications__answer=""))


def urgency(match: MatchState, today: date) -> str:
    """Under which word of `URGENCY` a match stands on this day."""
    if match.overdue:
        return "overdue"
    return "today" if match.stage is Stage.OFFICIAL and _decided_on(match.last) == today else str(match.stage)


def _decided_on(last: Outcome | None) -> date | None:
    return timezone.localdate(last.answered_at or last.agrees_at or last.at) if last else None


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches the organiser asked to see: under a word of `URGENCY`, of a round, of players so called."""

    show: str = ""
    round: str = ""
    find: str = ""

    def passes(self, match: MatchState, word: str) -> bool:
        """Whether this match, which stands under this word, is asked for; what means nothing asks for nothing."""
        named = letters(" ".join(pair.name for pair in match.pairs))
        return (
            (self.show not in URGENCY or word == self.show)
            and (not self.round.isdecimal() or match.round == int(self.round))
            and all(part in named for part in letters(self.find).split())
        )


@dataclass
class Desk:
    """One competition as its organiser sees it: what has been done, and what needs doing."""

    competition: Competition
    pairs: int
    latest: Draw | None
    knockout: Knockout | None
    waiting: int

    @property
    def step(self) -> str:
        """How far the competition has come: entries, draw, publish or running."""
        if self.knockout:
            return "running"
        if self.latest:
            return "publish"
        return "entries" if self.pairs < 2 or self.is_open else "draw"

    @property
    def is_open(self) -> bool:
        """Whether the closing date of entries has not passed."""
        return timezone.localdate() <= self.competition.closing_date

    @cached_property
    def matches(self) -> list[tuple[str, MatchState]]:
        """Every match of the published draw with its word of `URGENCY`, in that order."""
        order = list(URGENCY)
        matches = self.knockout.by_code.values() if self.knockout else ()
        filed = [(urgency(match, timezone.localdate(self.knockout.now)), match) for match in matches]
        return sorted(filed, key=lambda match: order.index(match[0]))

    @cached_property
    def counts(self) -> Counter[str]:
        """How many matches stand under each word of `URGENCY`."""
        return Counter(word for word, _ in self.matches)

    def showing(self, asked: Filter) -> list[tuple[str, MatchState]]:
        """The matches that were asked for, each with its word."""
        return [(word, match) for word, match in self.matches if asked.passes(match, word)]

    @property
    def filters(self) -> list[tuple[str, str, int]]:
        """Each word that some match stands under, as (word, title, count)."""
        return [(word, title, self.counts[word]) for word, title in URGENCY.items() if self.counts[word]]


def desks(organiser: User) -> list[Desk]:
    """Every competition of this organiser, in ten queries however many they are."""
    theirs = list(organiser.competitions.annotate(entered=_ENTERED, sent=_SENT))
    latest = {draw.competition_id: draw for draw in _draws(theirs)}
    running = {now.competition.pk: now for now in knockouts([d for d in latest.values() if d.published_at])}
    return [Desk(row, row.entered, latest.get(row.pk), running.get(row.pk), row.sent) for row in theirs]


def desk(competition: Competition) -> Desk:
    """One competition as its organiser sees it, in nine queries whatever its size."""
    latest = next(iter(_draws([competition])[-1:]), None)
    now = knockout(latest) if latest and latest.published_at else None
    row = Competition.objects.annotate(entered=_ENTERED, sent=_SENT).get(pk=competition.pk)
    return Desk(competition, row.entered, latest, now, row.sent)


def _draws(competitions: Sequence[Competition]) -> list[Draw]:
    """The attempts of these competitions, the latest of each last; the published one is always the latest."""
    return list(Draw.objects.filter(competition__in=competitions).select_related("competition__conditions"))


def running(competition: Competition) -> Knockout | None:
    """The published draw as it stands, in seven queries; None while there is none."""
    return drawn(competition.slug)


def outcomes(now: Knockout, code: str, lines: Sequence[LogEntry]) -> list[Outcome]:
    """Everything ever sent in or decided in a match, first one first, whoever met in it; no query.

    Whoever decided is known from the lines of its log.
    """
    organisers = {line.organiser_id: line.organiser for line in lines}
    here = [meeting for meeting in now.meetings if meeting.match.code == code]
    rows = sorted((row for meeting in here for row in meeting.outcomes.all()), key=lambda row: (row.at, row.pk))
    for row in rows:
        if row.decided_by_id in organisers:
            row.decided_by = organisers[row.decided_by_id]
    return rows


def match_log(now: Knockout, code: str) -> list[LogEntry]:
    """Who did what in a match, newest first."""
    lines = list(LogEntry.objects.filter(competition=now.competition, match=code).select_related("organiser"))
    pairs = {pair.pk: pair for pair in now.pairs.values()}
    for line in lines:
        line.pair = pairs.get(line.pair_id)
    return lines


def is_published(competition: Competition) -> bool:
    """Whether the draw is published, which freezes entries and conditions."""
    return competition.draws.filter(published_at__isnull=False).exists()


def entries(competition: Competition) -> list[Pair]:
    """The entries with their players, by number."""
    return list(competition.pairs.prefetch_related("players", "withdrawals"))


def entry(competition: Competition, number: int) -> Pair | None:
    """The entry of this number."""
    known = competition.pairs.select_related("competition").prefetch_related("players", "withdrawals")
    return known.filter(number=number).first()


def log(competition: Competition, *, match: str = "", pair: int | None = None, who: str = "") -> QuerySet[LogEntry]:
    """Who did what, newest first: all of it, or what was done in a match, by or about a pair, or by somebody.

    `who` is an organiser's key, "pairs" for what pairs did, or empty for everybody.
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
    """One page of these lines."""
    return Paginator(lines, LINES_A_PAGE).get_page(page)


def organisers(competition: Competition) -> list[User]:
    """The owner first, then the deputies by name."""
    theirs = competition.organisers.order_by("first_name", "last_name", "username")
    return sorted(theirs, key=lambda user: user.pk != competition.owner_id)


def deputy(competition: Competition, number: int) -> User | None:
    """The deputy of this number; None for the owner."""
    return competition.organisers.exclude(pk=competition.owner_id).filter(pk=number).first()
