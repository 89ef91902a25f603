"""Competitions and draws for tests of presenters."""

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw, clear_cache, read_draws
from competition.entries.models import Player
from competition.match.actions import play
from tests import stories

ADDRESS = "https://knockout.example.org/lakes/"
LONG_NAMES = (
    "Maximiliana Featherstonehaugh-Cholmondeley",
    "Bo Li",
    "Wiremu Te Whānau-ā-Apanui Kereama Montgomery of Motueka",
    "MMMMMWWWWWMMMMMWWWWWMMMMMWWWWW",
    "Þórdís Ægisdóttir",
    "Iiiiii Llllll",
)


def with_long_names(pairs: int) -> Competition:
    """Return a published draw of this many pairs with long and short names."""
    competition = stories.published(pairs)
    players = list(competition.players.all())
    for number, player in enumerate(players):
        player.name = f"{LONG_NAMES[number % len(LONG_NAMES)]} {number}"
    Player.objects.bulk_update(players, ["name"])
    return competition


def rename(competition: Competition, number: int, *names: str) -> None:
    """Give the players of a pair these names."""
    for player, name in zip(competition.pairs.get(number=number).players.all(), names, strict=True):
        Player.objects.filter(pk=player.pk).update(name=name)
    clear_cache()


def send_in(competition: Competition, code: str, ours: int = 4730, theirs: int = 3980) -> None:
    """Report the totals of a match as the upper pair."""
    play.submit_totals(stories.tables(competition, code)[0], ours=ours, theirs=theirs)


def agree(competition: Competition, code: str) -> None:
    """Confirm the result of a match as the lower pair."""
    lower = stories.tables(competition, code)[1]
    play.confirm(lower, outcome=lower.state.last.number)


def at(competition: Competition, moment) -> PublishedDraw:
    """Return the draw at this time."""
    return read_draws([competition.draws.get(publication__isnull=False)], moment)[0]
