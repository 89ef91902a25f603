"""Who is expected on the opening day, and who is there."""

from dataclasses import dataclass

from competition.contest.models import Competition
from competition.contest.rules.people import is_named, letters
from competition.entries.models.pair import Pair


@dataclass(frozen=True, slots=True)
class Attendance:
    """The pairs that said they come and the others, by name; `here` and `due` count those not shown too."""

    expected: list[Pair]
    others: list[Pair]
    here: int
    due: int


def attendance(competition: Competition, wanted: str = "") -> Attendance:
    """The attendance of the opening day, with the pairs in whose names every word wanted occurs, in three queries."""
    entered = competition.pairs.prefetch_related("players", "withdrawals")
    pairs = [pair for pair in entered if not pair.withdrawal]
    found = sorted((pair for pair in pairs if is_named(pair.name, wanted)), key=lambda pair: letters(pair.name))
    return Attendance(
        expected=[pair for pair in found if pair.attending],
        others=[pair for pair in found if not pair.attending],
        here=sum(pair.here_since is not None for pair in pairs),
        due=sum(pair.attending or pair.here_since is not None for pair in pairs),
    )
