"""The result of a finished season as one line."""

from typing import NamedTuple

from competition.archive.presenters.season import Person, Season, people
from competition.knockout.presenters import words
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import NOT_RECORDED
from scoring.templatetags.bridge import day


class Line(NamedTuple):
    """The result of one season. `champions` and `runners_up` are empty if there were none.

    `winners` and `losers` are their players.
    """

    season: Season
    champions: str
    runners_up: str
    final: str
    code: str
    day: str
    winners: tuple[Person, ...] = ()
    losers: tuple[Person, ...] = ()


def line(draw: PublishedDraw, season: Season) -> Line:
    """Return the result of a finished season."""
    [final], champions = draw.rounds[-1].matches, draw.champion
    if row := draw.competition.cancellation:
        return Line(season, "", "", "Cancelled", final.code, day(row.at))
    other = next((pair for pair in final.pairs if champions and pair != champions), None)
    return Line(
        season,
        champions.name if champions else "",
        other.name if other else "",
        score(final),
        final.code,
        day(final.ended_on),
        people(draw.competition, champions.present) if champions else (),
        people(draw.competition, other.present) if other else (),
    )


def score(match: MatchState) -> str:
    """Return the score of a match with the winners' total first, or "won by 110" or "Walkover"."""
    result = match.result
    if result is None or result.keep_progress or (result.totals is None and not result.was_played):
        return words.label(match)
    if result.totals is None:
        return f"won {result.by}" if result.margin else NOT_RECORDED
    return result.score
