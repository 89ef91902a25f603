"""The roll of honour: who won each competition, season by season."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from competition.archive.formats.season import Season, SeasonMatch, SeasonPair
from scoring.templatetags.bridge import points

COLUMNS = ("competition", "region", "season", "address", "champions", "runners_up", "final")


class Line(NamedTuple):
    """How one season ended: champions and runners-up where there were any, and the final in a few words."""

    season: Season
    champions: SeasonPair | None
    runners_up: SeasonPair | None
    final: str


class Series(NamedTuple):
    """The seasons of one competition, the latest first."""

    name: str
    region: str
    lines: list[Line]


def roll(seasons: Iterable[Season]) -> list[Series]:
    """The seasons that are over, by competition; the seasons come with the latest first, and so do competitions."""
    by_series: dict[tuple[str, str], list[Season]] = {}
    for season in seasons:
        if season.is_over:
            by_series.setdefault(season.series, []).append(season)
    return [
        Series(played[0].name, played[0].region, [line(season) for season in played]) for played in by_series.values()
    ]


def rows(roll: Iterable[Series]) -> Iterator[tuple[str | int, ...]]:
    """The roll as a table of these COLUMNS; nobody's name where a season had no champions."""
    for series in roll:
        for season, champions, runners_up, final in series.lines:
            names = [pair.name if pair else "" for pair in (champions, runners_up)]
            yield (series.name, series.region, season.year, f"/{season.slug}/", *names, final)


def line(season: Season) -> Line:
    """How this season ended."""
    if season.champion is None:
        return Line(season, None, None, score(season.final))
    others = (season.pairs[number] for number in season.final.pairs if number != season.champion)
    return Line(season, season.pairs[season.champion], next(others, None), score(season.final))


def score(match: SeasonMatch) -> str:
    """How a match ended, in a few words: 4,730 to 4,280; Walkover."""
    if match.outcome is None or match.outcome.totals is None:
        return match.label
    return " to ".join(points(total) for total in sorted(match.outcome.totals, reverse=True))
