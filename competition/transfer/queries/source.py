"""Query for the pairs of a competition to be copied."""

from dataclasses import dataclass

from django.db.models import TextChoices

from competition.contest.models import Competition
from competition.entries.models import Pair
from competition.entries.queries.pairs import entries


class Start(TextChoices):
    """A kind of competition that can be created from another."""

    SEASON = "season", "The next season"
    GRADE = "grade", "A second grade"


@dataclass(frozen=True, slots=True)
class Source:
    """The pairs of a competition and the numbers of the pairs ticked initially."""

    pairs: list[Pair]
    ticked: list[int]


def source(competition: Competition, start: Start) -> Source:
    """Return the pairs for the new competition. For the next season all are ticked, for a second grade none."""
    pairs = entries(competition)
    return Source(pairs, [pair.number for pair in pairs] if start is Start.SEASON else [])
