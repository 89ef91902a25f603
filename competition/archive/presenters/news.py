"""News of today: official results and matches in play."""

from collections.abc import Collection, Mapping
from datetime import datetime
from itertools import chain
from operator import attrgetter, itemgetter
from typing import NamedTuple

from competition.archive.presenters.season import MatchLine, Season, match_line
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.lineups import as_played
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Stage
from competition.match.presenters.at_table import Live, live
from competition.web.cached_page import day_begins

# On the opening day of a large region, the home page would otherwise become very long.
MOST = 20


class News(NamedTuple):
    """A match of today with the time of its decision or latest event. `live` is set during play."""

    season: Season
    match: MatchLine
    at: datetime
    live: Live | None = None


class NewsOfToday(NamedTuple):
    """The latest 20 results and matches in play of today, and the number of all others."""

    results: list[News]
    in_play: list[News]
    more: int


def being_played(draw: PublishedDraw) -> list[MatchState]:
    """Return the matches in play that have at least one scored deal."""
    return [state for state in draw.matches.values() if state.stage is Stage.IN_PLAY and state.recorded]


def news_of_today(draw: PublishedDraw, season: Season, moves: Mapping[str, datetime]) -> NewsOfToday:
    """Return the news of one competition.

    `moves` has the time of today's latest event in each match, by match code. Only the latest 20 matches of each kind
    become texts, because there can be hundreds.
    """
    states, midnight = draw.matches.values(), day_begins(draw.now)
    decided = [(at, state) for state in states if (at := state.decided_at) and at >= midnight]
    moved = [(moves[state.code], state) for state in being_played(draw) if state.code in moves]
    results = [News(season, match_line(state), at) for at, state in _latest(decided)]
    in_play = [News(season, match_line(state), at, live(draw, as_played(state))) for at, state in _latest(moved)]
    return NewsOfToday(results, in_play, len(decided) + len(moved) - len(results) - len(in_play))


def _latest(found: list[tuple[datetime, MatchState]]) -> list[tuple[datetime, MatchState]]:
    return sorted(found, key=itemgetter(0), reverse=True)[:MOST]


def together(news: Collection[NewsOfToday]) -> NewsOfToday:
    """Return the combined news of several competitions."""
    found = [[*chain(*each)] for each in ((one.results for one in news), (one.in_play for one in news))]
    results, in_play = (sorted(each, key=attrgetter("at"), reverse=True)[:MOST] for each in found)
    more = sum(one.more for one in news) + sum(map(len, found)) - len(results) - len(in_play)
    return NewsOfToday(results, in_play, more)
