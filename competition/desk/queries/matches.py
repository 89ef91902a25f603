"""What the organiser's desk shows: competitions, entries, matches by urgency, the log."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.people import is_named
from competition.knockout.queries.competitions import all_but_broken
from competition.knockout.queries.reading import snapshot_of, snapshots
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.lots.models import Draw
from competition.pages.rules import whole_number

# What needs the organiser comes first.
URGENCY = {
    "disputed": "Disputed",
    "overdue": "Overdue",
    "submitted": "To be confirmed",
    "in play": "In play",
    "ready": "To be played",
    "waiting": "To come",
    "today": "Decided today",
    "official": "Decided",
    "bye": "Bye",
    "vacant": "Nobody to play",
    "cancelled": "Cancelled",
}
# The pairs entered, and the entries sent in that wait for an answer.
_ENTERED = Count("pairs", distinct=True)
_SENT = Count("applications", distinct=True, filter=Q(applications__answer=""))
Counted = tuple[Competition, int, int]


def urgency(match: MatchState, today: date) -> str:
    """Under which word of `URGENCY` a match stands on this day."""
    if match.overdue:
        return "overdue"
    is_of_today = match.decided_at is not None and timezone.localdate(match.decided_at) == today
    return "today" if is_of_today else str(match.stage)


@dataclass(frozen=True, slots=True)
class Filter:
    """Which matches the organiser asked to see: under a word of `URGENCY`, of a round, of players so called."""

    show: str = ""
    round: str = ""
    find: str = ""

    def passes(self, match: MatchState, word: str) -> bool:
        """Whether this match, which stands under this word, is asked for; what means nothing asks for nothing."""
        return (
            (self.show not in URGENCY or word == self.show)
            and ((number := whole_number(self.round)) is None or match.round == number)
            and (not self.find or is_named(" ".join(pair.name for pair in match.pairs), self.find))
        )


@dataclass
class Desk:
    """One competition as its organiser sees it: what has been done, and what needs doing."""

    competition: Competition
    pairs: int
    latest: Draw | None
    snapshot: Snapshot | None
    waiting: int

    @property
    def step(self) -> str:
        """How far the competition has come: entries, draw, publish or running."""
        if self.snapshot:
            return "running"
        if self.latest and not self.latest.taken_back_at:
            return "publish"
        return "entries" if self.pairs < 2 or self.competition.is_open else "draw"

    @cached_property
    def matches(self) -> list[tuple[str, MatchState]]:
        """Every match of the published draw with its word of `URGENCY`, in that order."""
        order = list(URGENCY)
        if self.snapshot is None:
            return []
        today = timezone.localdate(self.snapshot.now)
        filed = [(urgency(match, today), match) for match in self.snapshot.by_code.values()]
        return sorted(filed, key=lambda match: order.index(match[0]))

    def under(self, word: str) -> list[MatchState]:
        """The matches under this word of `URGENCY`, in the order of the draw."""
        return [match for stands, match in self.matches if stands == word]

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
    rows = organiser.competitions.annotate(entered=_ENTERED, sent=_SENT)
    theirs: dict[int, Counted] = {row.pk: (row, row.entered, row.sent) for row in rows}
    return [*all_but_broken(theirs, lambda keys: _desks([theirs[key] for key in keys])).values()]


def _desks(competitions: Sequence[Counted]) -> dict[int, Desk]:
    latest = {draw.competition_id: draw for draw in _draws([row for row, _, _ in competitions])}
    running = {
        snapshot.competition.pk: snapshot for snapshot in snapshots([d for d in latest.values() if d.is_published])
    }
    found = [Desk(row, entered, latest.get(row.pk), running.get(row.pk), sent) for row, entered, sent in competitions]
    # Counted here, so that one that cannot be read falls out here and not in the middle of a page.
    return {desk.competition.pk: desk for desk in found if desk.counts is not None}


def desk(competition: Competition) -> Desk:
    """One competition as its organiser sees it, in nine queries whatever its size."""
    latest = next(iter(_draws([competition])[-1:]), None)
    snapshot = snapshot_of(competition) if latest and latest.is_published else None
    row = Competition.objects.annotate(entered=_ENTERED, sent=_SENT).get(pk=competition.pk)
    return Desk(competition, row.entered, latest, snapshot, row.sent)


def _draws(competitions: Sequence[Competition]) -> list[Draw]:
    """The attempts of these competitions, the latest of each last; the published one is always the latest."""
    return list(Draw.objects.filter(competition__in=competitions).select_related("competition__conditions"))
