"""Reads of pairs and players."""

from collections import Counter
from dataclasses import dataclass

from django.db.models import Max, QuerySet

from competition.contest.models import Competition
from competition.entries.models.application import Application
from competition.entries.models.pair import Pair, Player
from competition.entries.rules import alike_places


def pairs() -> QuerySet[Pair]:
    """Pairs with what their names and doors need."""
    return Pair.objects.select_related("competition__conditions").prefetch_related("players")


def next_number(competition: Competition) -> int:
    """The number the next entry gets: one more than the highest given."""
    return (competition.pairs.aggregate(last=Max("number"))["last"] or 0) + 1


def players_by_key(competition: Competition) -> dict[str, Player]:
    """Everybody who is in a pair now, by the name as it is compared."""
    return {player.key: player for player in competition.players.filter(left_at=None).select_related("pair")}


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


def application(competition: Competition | str, reference: str) -> Application | None:
    """The entry sent in under this reference to this competition (or the one at this address)."""
    where = {"competition__slug": competition} if isinstance(competition, str) else {"competition": competition}
    found = Application.objects.filter(reference=reference, **where)
    return found.select_related("competition__conditions", "pair").first()


def entries(competition: Competition) -> list[Pair]:
    """The entries with their players, by number."""
    return list(competition.pairs.prefetch_related("players", "withdrawals"))


def entered(competition: Competition) -> list[Pair]:
    """The pairs entered as everybody may see them before the draw, by number."""
    return list(competition.pairs.prefetch_related("players"))


def entry(competition: Competition, number: int) -> Pair | None:
    """The entry of this number."""
    known = competition.pairs.select_related("competition").prefetch_related("players", "withdrawals")
    return known.filter(number=number).first()
