"""Query for the pairs of a competition that is copied."""

from dataclasses import dataclass

from django.db.models import TextChoices

from competition.contest.models import Competition
from competition.draw.queries.draw import get_draw
from competition.entries.models import Pair
from competition.entries.queries.pairs import entries
from competition.transfer.rules.file import lost_their_first


class Start(TextChoices):
    """A kind of competition that can be created from another competition."""

    SEASON = "season", "The next season"
    PLATE = "plate", "A plate for those who lost their first match"
    ROUND_1 = "round-1", "A plate for those who lost in round 1"
    GRADE = "grade", "A second grade"


@dataclass(frozen=True, slots=True)
class Source:
    """The pairs of a competition, the pairs ticked at first, and the number of open matches that may add pairs."""

    pairs: list[Pair]
    ticked: list[int]
    undecided: int


def source(competition: Competition, start: Start) -> Source:
    """Return the pairs for the new competition.

    For the next season all pairs are ticked, for a plate the pairs that lost, and for a second grade none.
    """
    draw = get_draw(competition)
    pairs = entries(competition)
    stay = [pair.number for pair in pairs if pair.withdrawal is None]
    if start is Start.SEASON:
        return Source(pairs, [pair.number for pair in pairs], 0)
    if start is Start.GRADE or draw is None:
        return Source(pairs, [], 0)
    rounds = draw.bracket.rounds[:1] if start is Start.ROUND_1 else draw.bracket.rounds
    lost = lost_their_first(match.result for of_round in rounds for match in of_round if match.result)
    undecided = sum(state.is_to_be_decided for state in draw.rounds[0].matches)
    return Source(pairs, [number for number in stay if number in lost], undecided)
