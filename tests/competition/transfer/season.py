"""A small season already running on paper, for tests: six pairs, their draw as a list, and the site's draft of it."""

from competition.contest.models import Competition
from competition.transfer.actions import adopting
from competition.transfer.models import Draft
from tests import stories
from tests.factories import CompetitionFactory, PairFactory

PLAYERS = (
    ("Ada North", "Ben South"),
    ("Cyd East", "Dan West"),
    ("Eve Stone", "Fay Brook"),
    ("Gus Field", "Hal Wood"),
    ("Ivy Marsh", "Jon Marsh"),
    ("Kay Moor", "Lew Glen"),
)
LINES = """North/South - East/West
Stone/Brook - bye
Field/Wood - the Marshes
Moor/Glen - bye"""
PLACES = [1, 2, 3, None, 4, 5, 6, None]


def competition_on_paper() -> Competition:
    """Return a competition with six pairs and without a draw."""
    competition = CompetitionFactory()
    for players in PLAYERS:
        PairFactory(competition=competition, players=players)
    return competition


def drafted(competition: Competition) -> Draft:
    """Enter the draw of the six pairs."""
    by = stories.organiser_of(competition)
    adopting.save_lines(competition, lines=LINES, answers={}, by=by)
    return adopting.save_places(competition, places=PLACES, by=by)
