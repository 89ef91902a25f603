"""Queries for many competitions at once, with a fixed number of queries."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from datetime import datetime

from django.db.models import Max

from competition.archive.models import PastPair, PastSeason
from competition.archive.rules.past_seasons import PastLine
from competition.archive.rules.series import groups, keys
from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.contest.rules.names import UNNAMED
from competition.contest.rules.seasons import Season
from competition.entries.models import Player
from competition.rulings.models import DetailsCorrection, NameCorrection


def latest_moves(
    competitions: Collection[int], matches: Collection[str], since: datetime
) -> Mapping[int, Mapping[str, datetime]]:
    """Return the time of the latest event in each of these matches since this time (at most one query).

    The result is grouped by the primary key of the competition and by match code. `matches` are match codes.
    """
    entries = LogEntry.objects.filter(competition__in=competitions, match__in=matches, at__gte=since)
    latest: dict[int, dict[str, datetime]] = defaultdict(dict)
    for competition, match, at in entries.values_list("competition", "match").annotate(Max("at")):
        latest[competition][match] = at
    return latest


def past_seasons(competition: Competition) -> list[PastSeason]:
    """Return a competition's past seasons with their pairs, latest first (two queries)."""
    return list(competition.past_seasons.prefetch_related("pairs"))


def past_season(competition: Competition, key: int) -> PastSeason | None:
    """Return the competition's past season with this primary key and its pairs, or None."""
    return competition.past_seasons.prefetch_related("pairs").filter(pk=key).first()


def with_past_seasons(series: Collection[Competition], but: Competition) -> list[Competition]:
    """Return the competitions in a series that have past seasons, except the competition `but` (one query)."""
    keys = {*PastSeason.objects.filter(competition__in=series).order_by().values_list("competition", flat=True)}
    return [season for season in series if season.pk in keys and season != but]


def former_names(competitions: Iterable[int]) -> tuple[Mapping[int, set[str]], Mapping[int, set[str]]]:
    """Return the names before and after each correction by player, and the regions by competition (two queries)."""
    keys = list(competitions)
    names = defaultdict[int, set[str]](set)
    regions = defaultdict[int, set[str]](set)
    corrected = NameCorrection.objects.filter(player__competition__in=keys).order_by()
    for player, before, after in corrected.values_list("player", "before", "after"):
        names[player] |= {before, after}
    for row in DetailsCorrection.objects.filter(competition__in=keys).order_by():
        regions[row.competition_id] |= {values["region"] for values in (row.before, row.after) if "region" in values}
    return names, regions


def past_lines(competitions: Iterable[int]) -> Mapping[int, list[PastLine]]:
    """Return the past seasons of these competitions by primary key, latest first (at most two queries)."""
    by_competition: dict[int, list[PastLine]] = defaultdict(list)
    for row in PastSeason.objects.filter(competition__in=[*competitions]).prefetch_related("pairs"):
        by_competition[row.competition_id].append(as_line(row))
    return by_competition


def as_line(row: PastSeason) -> PastLine:
    """Return a past season as a line of a table. Its pairs must be prefetched."""
    pairs: list[PastPair] = list(row.pairs.all())
    winners, others = (tuple((pair.first, pair.second) for pair in pairs if pair.won is won) for won in (True, False))
    return PastLine(Season(row.season, row.over_two_years), winners, others, row.score, row.note, row.name)


def series_of(competition: Competition) -> list[Competition]:
    """Return all seasons of this competition on this site, including this one (two queries).

    They have the same region, and its name or a former name from the club's records.
    """
    same_kind = list(Competition.objects.filter(is_demo=competition.is_demo))
    former: dict[int, set[str]] = defaultdict(set)
    for key, name in PastSeason.objects.exclude(name="").order_by().values_list("competition", "name").distinct():
        former[key].add(name)
    positions = groups([keys(season.name, season.region, sorted(former[season.pk])) for season in same_kind])
    series = next(group for group in positions if competition.pk in [same_kind[at].pk for at in group])
    return [same_kind[at] for at in series]


def seasons_known(series: Collection[Competition]) -> tuple[set[Season], set[Season]]:
    """Return the seasons in a series that are on this site, and its past seasons (one query)."""
    here = {Season(season.season, season.over_two_years) for season in series}
    rows = PastSeason.objects.filter(competition__in=series).values_list("season", "over_two_years")
    return here, {Season(*row) for row in rows.order_by()}


def players(competition: Competition) -> list[Player]:
    """Return every player in every pair of the competition, including pairs that are not entered (one query)."""
    return [*Player.of_any_pair.filter(pair__competition=competition)]


def names_shown(competition: Competition) -> list[str]:
    """Return the names that can be removed from the competition, including past winners (three queries)."""
    names = {player.display_name for player in players(competition) if player.name != UNNAMED}
    return sorted(names.union(*(as_line(row).players for row in past_seasons(competition))))


def names_known(series: Collection[Competition]) -> list[str]:
    """Return the full names of the players in a series, including its past seasons (two queries)."""
    players = Player.objects.filter(competition__in=series).values_list("name", flat=True)
    pairs = PastPair.objects.filter(past_season__competition__in=series).values_list("first", "second")
    return [*players, *(name for pair in pairs for name in pair if name)]
