"""Seasons with invented players, for tests of pages about many competitions."""

from datetime import date

from django.urls import reverse

from competition.contest.models import Competition
from competition.contest.rules.names import slug_of
from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from scoring.rules.deal import DealResult
from tests import stories
from tests.factories import CompetitionFactory, PairFactory
from tests.made_once import made_once

ADA, BEN, CYD, DAN = "Ada North", "Ben South", "Cyd East", "Dan West"
EVE, FAY, GUS, HAL = "Eve Stone", "Fay Brook", "Gus Field", "Hal Wood"
REGION = "Lakes and Plains"
TWO = ((ADA, BEN), (CYD, DAN))
FOUR = (*TWO, (EVE, FAY), (GUS, HAL))


def season(*pairs: tuple[str, str], year: int = 2026, deals: int = 2, **details) -> Competition:
    """Return a competition with a published draw. The default is two pairs."""

    def make() -> Competition:
        competition = CompetitionFactory(season=year, closing_date=date(year, 3, 31), **details)
        competition.conditions.deals = deals
        competition.conditions.save()
        for players in pairs or TWO:
            PairFactory(competition=competition, players=players)
        stories.publish(competition)
        return competition

    return made_once(("season", pairs, year, deals, *details.items()), make)


def match_of(competition: Competition, *players: str) -> str:
    """Return the code of the latest match with these players."""
    matches = stories.now(competition).matches.values()
    return [match.code for match in matches if all(player in str(match.pairs) for player in players)][-1]


def win(competition: Competition, player: str, *, kind: ResultKind = ResultKind.WALKOVER, totals=None) -> str:
    """Let this player's pair win its match. Return the code.

    `totals` are optional, with the winner's total first.
    """
    code = match_of(competition, player)
    upper, _ = stories.now(competition).matches[code].pairs
    is_upper = player in str(upper)
    in_order = totals if is_upper or totals is None else (totals[1], totals[0])
    stories.settle(competition, code, upper_wins=is_upper, kind=kind, totals=in_order)
    return code


def beat(competition: Competition, player: str, ours: int, theirs: int) -> str:
    """Let this player's pair win its match by these totals. Return the code."""
    return win(competition, player, kind=ResultKind.PLAYED, totals=(ours, theirs))


def play_out(competition: Competition, code: str, *deals: DealResult) -> None:
    """Play a match on its score sheet, with the upper pair North-South, and confirm the result."""
    stories.record(stories.open_sheet(competition, code)[0], *deals)
    play.submit_sheet(stories.tables(competition, code)[0])
    play.confirm(stories.tables(competition, code)[1], outcome=1)


def address(*players: str, region: str = REGION) -> str:
    """Return the address of one player's page, or of the page that compares two players."""
    slugs = [slug_of(player, region) for player in players]
    return reverse("public:player" if len(slugs) == 1 else "public:head-to-head", args=slugs)
