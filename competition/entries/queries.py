"""Reads of pairs and players."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date

from django.db.models import Max, QuerySet

from competition.contest.models import Competition
from competition.contest.rules.people import is_named, letters
from competition.entries.models.application import Application, Away
from competition.entries.models.pair import Pair, Player
from competition.entries.rules.spellings import alike_places


def pairs() -> QuerySet[Pair]:
    """Pairs with what their names and doors need."""
    return Pair.objects.select_related("competition__conditions").prefetch_related("players")


def next_number(competition: Competition) -> int:
    """The number the next entry gets: one more than the highest given."""
    return (competition.pairs.aggregate(last=Max("number"))["last"] or 0) + 1


def players_by_key(competition: Competition) -> dict[str, Player]:
    """Everybody who is in a pair now, by the whole name as it is compared: with what tells namesakes apart."""
    return {player.identity: player for player in competition.players.filter(left_at=None).select_related("pair")}


def players_beside(pair: Pair) -> dict[str, Player]:
    """Everybody a substitute of this pair is told from, by the whole name as it is compared.

    After the draw these are also the players who have left other pairs: nobody plays for two pairs of one draw.
    """
    taken = players_by_key(pair.competition)
    if not pair.competition.is_published:
        return taken
    left = pair.competition.players.exclude(pair=pair).filter(left_at__isnull=False).select_related("pair")
    return {player.identity: player for player in left} | taken


def players_elsewhere(competition: Competition) -> dict[str, list[Player]]:
    """Players of other published draws of the region who have a word that tells them from a namesake, by bare name.

    Each stands there once, from the latest season.
    """
    words = (
        Player.objects.exclude(distinction="")
        .exclude(competition=competition)
        .filter(
            competition__region__iexact=competition.region,
            competition__is_demo=competition.is_demo,
            competition__draws__published_at__isnull=False,
            competition__draws__taken_back_at=None,
        )
    )
    latest = {row.identity: row for row in words.select_related("competition").order_by("competition__season", "pk")}
    found: dict[str, list[Player]] = defaultdict(list)
    for row in latest.values():
        found[row.key].append(row)
    return found


@dataclass(frozen=True, slots=True)
class Spelling:
    """A club or an area as it is written, how many pairs are of it, and what else may mean the same."""

    name: str
    pairs: int
    like: tuple[str, ...]


def spellings(competition: Competition, kind: str) -> list[Spelling]:
    """Every club or area (`kind`) that a pair gives, in the order of the alphabet."""
    written = Counter(competition.pairs.exclude(**{kind: ""}).values_list(kind, flat=True))
    names = sorted(written, key=str.casefold)
    twins: dict[str, list[str]] = {name: [] for name in names}
    for one, other in alike_places(names):
        twins[one].append(other)
        twins[other].append(one)
    return [Spelling(name, written[name], tuple(twins[name])) for name in names]


def known_places(competition: Competition) -> dict[str, list[str]]:
    """The clubs and the areas known so far, to choose from, in two queries."""
    return {f"{kind}s": [spelling.name for spelling in spellings(competition, kind)] for kind in ("club", "area")}


def waiting_applications(competition: Competition) -> QuerySet[Application]:
    """The entries sent in that wait for the organiser's answer, first one first."""
    return Application.objects.filter(competition=competition, answer="")


def application(competition: str, reference: str) -> Application | None:
    """The entry sent in under this reference to the competition at this address."""
    found = Application.objects.filter(reference=reference, competition__slug=competition)
    return found.select_related("competition__conditions", "pair").first()


def entries(competition: Competition) -> list[Pair]:
    """The entries with their players, by number."""
    return list(competition.pairs.prefetch_related("players", "withdrawals"))


def entered(competition: Competition) -> list[Pair]:
    """The pairs entered with their players as everybody may see them before the draw, by number."""
    return list(competition.pairs.prefetch_related("players"))


def entry(competition: Competition, number: int) -> Pair | None:
    """The entry of this number."""
    known = competition.pairs.select_related("competition").prefetch_related("players", "withdrawals")
    return known.filter(number=number).first()


@dataclass(frozen=True, slots=True)
class Attendance:
    """The pairs that said they come and the others, by name; `here` and `due` count those not shown too."""

    expected: list[Pair]
    others: list[Pair]
    here: int
    due: int


def attendance(competition: Competition, wanted: str = "") -> Attendance:
    """The attendance of the opening day, with the pairs in whose names every word wanted occurs, in three queries."""
    entered = competition.pairs.prefetch_related("players", "withdrawals")
    pairs = [pair for pair in entered if not pair.withdrawal]
    found = sorted((pair for pair in pairs if is_named(pair.name, wanted)), key=lambda pair: letters(pair.name))
    return Attendance(
        expected=[pair for pair in found if pair.attending],
        others=[pair for pair in found if not pair.attending],
        here=sum(pair.here_since is not None for pair in pairs),
        due=sum(pair.attending or pair.here_since is not None for pair in pairs),
    )


def away(pairs: Iterable[Pair], *, since: date) -> dict[int, list[Away]]:
    """When each of these pairs is away, by its key, from this day on: the first first (one query)."""
    found: dict[int, list[Away]] = defaultdict(list)
    for row in Away.objects.filter(pair__in=[pair.pk for pair in pairs], last__gte=since):
        if row.pair_id:
            found[row.pair_id].append(row)
    return found
