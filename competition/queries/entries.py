"""Reads of pairs and players."""

from django.db.models import Max, QuerySet

from competition.models import Competition, Pair, Player


def pairs() -> QuerySet[Pair]:
    """Pairs with what their names and doors need."""
    return Pair.objects.select_related("competition__conditions").prefetch_related("players")


def next_number(competition: Competition) -> int:
    """The number the next entry gets: one more than the highest given."""
    return (competition.pairs.aggregate(last=Max("number"))["last"] or 0) + 1


def players_by_key(competition: Competition) -> dict[str, Player]:
    """Everybody entered so far, by the name as it is compared."""
    return {player.key: player for player in competition.players.select_related("pair")}
