"""Queries for the matches of one pair in the draw."""

from dataclasses import dataclass

from competition.entries.models.pair import Pair
from competition.knockout.queries.draw import get_draw
from competition.match.queries.table import Table


@dataclass(frozen=True, slots=True)
class Path:
    """The matches of a pair, first round first. `tables` is empty before the draw is published."""

    pair: Pair
    tables: list[Table]

    @property
    def current(self) -> Table | None:
        """The match that the pair plays next, or None if there is none."""
        last = self.tables[-1] if self.tables else None
        return last if last and last.state.is_to_be_decided else None

    @property
    def past(self) -> list[Table]:
        """The earlier matches of the pair, latest first."""
        return [match for match in reversed(self.tables) if match is not self.current]

    @property
    def is_champion(self) -> bool:
        """Return True if the pair has won the final."""
        return bool(self.tables) and self.tables[0].draw.champion == self.pair


def path(pair: Pair) -> Path:
    """Return the matches of this pair so far."""
    if (draw := get_draw(pair.competition)) is None:
        return Path(pair, [])
    return Path(pair, [Table(draw, code, draw.pairs[pair.number]) for code in draw.codes_of(pair)])
