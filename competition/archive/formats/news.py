"""What happened today: results that became official, and matches in which deals are being played."""

from collections.abc import Iterable
from datetime import date, datetime
from operator import itemgetter
from typing import NamedTuple

from django.utils import timezone

from competition.archive.formats.season import Season, SeasonMatch
from competition.knockout.rules.stages import Stage

# An opening day of a large region would make the home page endless.
MOST = 20


class News(NamedTuple):
    """A match of today."""

    season: Season
    match: SeasonMatch


class NewsOfToday(NamedTuple):
    """The matches of today, the latest 20 of each kind first, and how many more there are."""

    results: list[News]
    in_play: list[News]
    more: int


def news_of_today(seasons: Iterable[Season], day: date) -> NewsOfToday:
    """What there is to tell of this day."""
    matches = [(season, match) for season in seasons for match in season.matches]
    results = _of_day(day, ((season, match, match.decided) for season, match in matches))
    in_play = _of_day(day, ((season, match, match.moved) for season, match in matches if match.stage is Stage.IN_PLAY))
    more = max(0, len(results) - MOST) + max(0, len(in_play) - MOST)
    return NewsOfToday(results[:MOST], in_play[:MOST], more)


def _of_day(day: date, matches: Iterable[tuple[Season, SeasonMatch, datetime | None]]) -> list[News]:
    """Those of this day, the latest first."""
    found = [(at, News(season, match)) for season, match, at in matches if at and timezone.localdate(at) == day]
    return [news for _, news in sorted(found, key=itemgetter(0), reverse=True)]
