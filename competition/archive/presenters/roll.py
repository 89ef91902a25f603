"""Roll of honour: the winners of each competition by season."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from competition.archive.presenters.season import Season
from competition.knockout.presenters import words
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import NOT_RECORDED
from scoring.templatetags.bridge import day

COLUMNS = ("competition", "region", "season", "address", "champions", "runners_up", "final", "season_name")


class Line(NamedTuple):
    """The result of one season. `champions` and `runners_up` are empty if there were none."""

    season: Season
    champions: str
    runners_up: str
    final: str
    code: str
    day: str


class Series(NamedTuple):
    """The seasons of one competition, latest first."""

    name: str
    region: str
    lines: list[Line]


def roll(lines: Iterable[Line]) -> list[Series]:
    """Return the finished seasons grouped by competition.

    The lines are sorted latest first, and so are the competitions.
    """
    by_series: dict[tuple[str, str], list[Line]] = {}
    for line in lines:
        by_series.setdefault(line.season.series, []).append(line)
    return [Series(played[0].season.name, played[0].season.region, played) for played in by_series.values()]


def rows(roll: Iterable[Series]) -> Iterator[tuple[str | int, ...]]:
    """Yield the rows of the roll of honour. Each row has the columns COLUMNS."""
    for series in roll:
        for season, champions, runners_up, final, *_ in series.lines:
            yield (
                series.name,
                series.region,
                season.year,
                f"/{season.slug}/",
                champions,
                runners_up,
                final,
                season.label,
            )


def line(draw: PublishedDraw, season: Season) -> Line:
    """Return the result of a finished season."""
    [final], champions = draw.rounds[-1].matches, draw.champion
    if row := draw.competition.cancellation:
        return Line(season, "", "", "Cancelled", final.code, day(row.at))
    others = (pair.name for pair in final.pairs if champions and pair != champions)
    return Line(
        season, champions.name if champions else "", next(others, ""), score(final), final.code, day(final.ended_on)
    )


def score(match: MatchState) -> str:
    """Return the score of a match with the winners' total first, or "won by 110" or "Walkover"."""
    result = match.result
    if result is None or result.let_stand or (result.totals is None and not result.was_played):
        return words.label(match)
    if result.totals is None:
        return f"won {result.by}" if result.margin else NOT_RECORDED
    return result.score
