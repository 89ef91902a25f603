"""What happened today: results that became official, and matches in which deals are being played."""

from collections.abc import Iterable
from datetime import date
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
    matches = [News(season, match) for season in seasons for match in season.matches]
    results = [news for news in matches if news.match.decided and timezone.localdate(news.match.decided) == day]
    in_play = [news for news in matches if news.match.stage is Stage.IN_PLAY and _moved_on(news.match, day)]
    return NewsOfToday(
        sorted(results, key=lambda news: news.match.decided, reverse=True)[:MOST],
        sorted(in_play, key=lambda news: news.match.moved, reverse=True)[:MOST],
        more=max(0, len(results) - MOST) + max(0, len(in_play) - MOST),
    )


def _moved_on(match: SeasonMatch, day: date) -> bool:
    return match.moved is not None and timezone.localdate(match.moved) == day
