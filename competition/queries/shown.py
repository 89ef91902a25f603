"""What everybody is shown: a competition before its draw is published, and after."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import date, datetime, timedelta

from django.db import connection
from django.db.models import Count
from django.utils import timezone

from competition.models import Commitment, Competition, Draw, LogEntry, Pair
from competition.queries.knockout import Knockout, knockouts, running
from competition.queries.states import MatchState, RoundState
from competition.rules.people import letters

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
    def takes_entries(self) -> bool:
        """Whether pairs can send in their entries by themselves today."""
        return self.is_open and self.competition.entry_form

    @property
    def fresh_until(self) -> datetime:
        """When time alone will next change what is shown: the day ending."""
        return day_ends(self.now)


def version(slug: str) -> int | None:
    """How often the competition at this address has changed; None where there is no competition."""
    with connection.cursor() as cursor:
        cursor.execute(_VERSION, [slug])
        row = cursor.fetchone()
    return row[0] if row else None


def versions() -> tuple[tuple[int, int], ...]:
    """Every competition with how often it has changed; pages about them all change when this does."""
    return tuple(Competition.objects.order_by("pk").values_list("pk", "version"))


def competition(slug: str) -> Knockout | Entries | None:
    """The published draw of the competition at this address, or its entries while there is none."""
    if now := running(slug):
        return now
    competition = _with_entries().filter(slug=slug).first()
    return _entries(competition) if competition else None


def competitions(keys: Collection[int]) -> list[Knockout | Entries]:
    """The competitions of these keys in eight queries, however many they are."""
    competitions = list(_with_entries().filter(pk__in=keys))
    draws = Draw.objects.filter(competition__in=keys, published_at__isnull=False)
    drawn = {now.competition.pk: now for now in knockouts(list(draws.select_related("competition__conditions")))}
    return [drawn.get(competition.pk) or _entries(competition) for competition in competitions]


def organisers(competition: Competition) -> list[str]:
    """The organisers by their names; whoever has given none is left out, since a sign-in is nobody's business."""
    return [name for organiser in competition.organisers.all() if (name := organiser.get_full_name())]


def entered(competition: Competition) -> list[Pair]:
    """The pairs entered, with their players, by number."""
    return list(competition.pairs.prefetch_related("players"))


def day_ends(now: datetime) -> datetime:
    """When the day of this moment ends where the competitions are played."""
    midnight = timezone.localtime(now).replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight + timedelta(days=1)


def _with_entries():
    return Competition.objects.select_related("conditions").annotate(entered=Count("pairs"))


def _entries(competition) -> Entries:
    return Entries(competition, timezone.now(), competition.entered)


def commitments(competition: Competition) -> list[Commitment]:
    """When the list of pairs was fixed, each time, and its fingerprint; never the secret."""
    return list(Commitment.objects.filter(competition=competition).only("number", "digest", "made_at"))


def attempts(draw: Draw) -> list[Draw]:
    """Every drawing of lots up to the published one, in order, each with its commitment and its swaps."""
    draws = Draw.objects.filter(competition=draw.competition_id, attempt__lte=draw.attempt)
    return list(draws.select_related("commitment").prefetch_related("swaps"))


def last_change(now: Knockout, code: str = "") -> LogEntry | None:
    """The last thing noted of this match, or of any."""
    noted = LogEntry.objects.filter(competition=now.competition)
    return (noted.filter(match=code) if code else noted.exclude(match="")).first()


def named(now: Knockout, text: str) -> list[Pair]:
    """The drawn pairs in whose names every word of the text occurs; accents and case do not matter."""
    wanted = letters(text).split()
    found = [pair for pair in now.pairs.values() if all(word in letters(now.names[pair.number]) for word in wanted)]
    return sorted(found, key=lambda pair: now.names[pair.number])


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
