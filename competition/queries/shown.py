"""What everybody is shown: a competition before its draw is published, and after."""

import unicodedata
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection
from django.db.models import Count
from django.utils import timezone

from competition.models import Competition, Draw, LogEntry, Pair
from competition.queries.knockout import Knockout, knockouts, running
from competition.queries.states import MatchState, RoundState

# In plain SQL: it is asked for with every public page, and Django takes longer to compose it than to run it.
_VERSION = f"SELECT version FROM {Competition._meta.db_table} WHERE slug = %s"  # noqa: S608 (no outside text)


@dataclass(frozen=True, slots=True)
class Entries:
    """A competition whose draw is not published: all that is known is how many pairs are in."""

    competition: Competition
    now: datetime
    pairs: int

    @property
    def today(self) -> date:
        """The day it is where the competition is played."""
        return timezone.localdate(self.now)

    @property
    def is_open(self) -> bool:
        """Whether the closing date of entries has not passed."""
        return self.today <= self.competition.closing_date

    @property
    def fresh_until(self) -> datetime:
        """When time alone will next change what is shown: the day ending."""
        midnight = timezone.localtime(self.now).replace(hour=0, minute=0, second=0, microsecond=0)
        return midnight + timedelta(days=1)


def version(slug: str) -> int | None:
    """How often the competition at this address has changed; None where there is no competition."""
    with connection.cursor() as cursor:
        cursor.execute(_VERSION, [slug])
        row = cursor.fetchone()
    return row[0] if row else None


def versions() -> tuple[tuple[int, int], ...]:
    """Every competition with how often it has changed; the home page changes when this does."""
    return tuple(Competition.objects.order_by("pk").values_list("pk", "version"))


def competition(slug: str) -> Knockout | Entries | None:
    """The published draw of the competition at this address, or its entries while there is none."""
    if now := running(slug):
        return now
    competition = _with_entries().filter(slug=slug).first()
    return _entries(competition) if competition else None


def competitions() -> list[Knockout | Entries]:
    """Every competition, the latest season first, in seven queries however many they are."""
    competitions = list(_with_entries())
    draws = Draw.objects.filter(published_at__isnull=False).select_related("competition__conditions")
    drawn = {now.competition.pk: now for now in knockouts(list(draws))}
    return [drawn.get(competition.pk) or _entries(competition) for competition in competitions]


def fresh_until(competitions: list[Knockout | Entries]) -> datetime:
    """When time alone will next change what is shown of any of these."""
    return min((now.fresh_until for now in competitions), default=timezone.now() + timedelta(days=1))


def _with_entries():
    return Competition.objects.select_related("conditions").annotate(entered=Count("pairs"))


def _entries(competition) -> Entries:
    return Entries(competition, timezone.now(), competition.entered)


def attempts(draw: Draw) -> list[Draw]:
    """Every drawing of lots up to the published one, in order."""
    return list(Draw.objects.filter(competition=draw.competition_id, attempt__lte=draw.attempt))


def last_change(now: Knockout) -> LogEntry | None:
    """The last thing noted of a match."""
    return LogEntry.objects.filter(competition=now.competition).exclude(match="").first()


def named(now: Knockout, text: str) -> list[Pair]:
    """The drawn pairs in whose names every word of the text occurs; accents and case do not matter."""
    wanted = _plain(text).split()
    found = [pair for pair in now.pairs.values() if all(word in _plain(now.names[pair.number]) for word in wanted)]
    return sorted(found, key=lambda pair: now.names[pair.number])


def _plain(text: str) -> str:
    letters = unicodedata.normalize("NFKD", text.casefold())
    return "".join(letter for letter in letters if not unicodedata.combining(letter))


def current_round(now: Knockout) -> RoundState:
    """The first round that is not all played, or the last."""
    return next((round for round in now.rounds if round.played < round.playable), now.rounds[-1])


def way(now: Knockout, pair: Pair) -> list[MatchState]:
    """The matches of a pair and, while it is in, those it would come to, first round first."""
    matches = now.matches_of(pair)
    last = matches[-1]
    while last.outcome is None and last.feeds:
        last = now.by_code[last.feeds]
        matches.append(last)
    return matches
