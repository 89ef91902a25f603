"""Matches of two players, or of two pairs, against each other and together."""

from collections.abc import Collection, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from competition.archive.presenters.career import Run, career, runs_of
from competition.archive.presenters.season import Person, Season, SeasonMatch
from scoring.rules.spoken import times


class Encounter(NamedTuple):
    """A match between the two sides. `winner` is the index of a side (0 or 1), or None."""

    season: Season
    match: SeasonMatch
    winner: int | None


@dataclass(frozen=True)
class Rivals:
    """Two sides of one or two players each, with their matches against each other, latest first.

    `together` are the seasons in which two players were partners.
    """

    sides: list[list[Person]]
    encounters: list[Encounter]
    together: list[Run]

    @property
    def names(self) -> list[str]:
        """The names of both sides."""
        return [" & ".join(person.name for person in side) for side in self.sides]

    @property
    def tally(self) -> str:
        """A sentence with the number of matches and the wins of each side."""
        decided = [met.winner for met in self.encounters if met.match.result]
        if not decided:
            return "They have not played a match against each other that has a result."
        won = ", ".join(f"{name} won {decided.count(side)}" for side, name in enumerate(self.names))
        return f"They played {times(len(decided))} as opponents: {won}."


def rivals(seasons: Collection[Season], one: tuple[str, ...], other: tuple[str, ...]) -> Rivals | None:
    """Return the two sides by the slugs of their players.

    Return None if a player is unknown or is on both sides.
    """
    careers = {slug: found for slug in (*one, *other) if (found := career(seasons, slug))}
    if len(careers) < len(one) + len(other):
        return None
    sides = [[careers[slug].person for slug in side] for side in (one, other)]
    together = runs_of(seasons, *one, *other) if len(careers) == 2 else []
    return Rivals(sides, list(_encounters(seasons, set(one), set(other))), together)


def _encounters(seasons: Collection[Season], one: set[str], other: set[str]) -> Iterator[Encounter]:
    for season in seasons:
        for match in reversed(season.matches):
            order = [_side({person.slug for person in side}, one, other) for side in match.people]
            if set(order) == {0, 1}:
                winner = order[match.pairs.index(match.winner)] if match.winner else None
                yield Encounter(season, match, winner)


def _side(pair: set[str], one: set[str], other: set[str]) -> int | None:
    return 0 if one <= pair else 1 if other <= pair else None
