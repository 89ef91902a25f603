"""A player from season to season: partners, opponents, matches, and how far it went."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from competition.archive.formats.season import Person, Season, SeasonMatch, SeasonPair
from competition.contest.rules.pair_names import surname
from competition.contest.rules.people import is_named, letters
from scoring.rules.spoken import times

# The final, the semi-finals and the quarter-finals are so called in a draw of any size; other rounds go by number.
_NAMED_ROUNDS = 3


@dataclass(frozen=True)
class Run:
    """The matches of one season in which these players (`slugs`) played for a pair."""

    season: Season
    pair: SeasonPair
    slugs: frozenset[str]

    @cached_property
    def matches(self) -> list[SeasonMatch]:
        """Those they have come to, first round first."""
        own = (match for match in self.season.matches if self.pair.number in match.pairs)
        return [match for match in own if self.slugs <= {person.slug for person in match.played_by(self.pair.number)}]

    @property
    def is_present(self) -> bool:
        """Whether they are in the pair still, with no substitute in anybody's place."""
        return self.slugs <= {*self.pair.slugs}

    @property
    def people(self) -> tuple[Person, ...]:
        """The two players of the pair as these players knew it last."""
        return self.pair.people if self.is_present else self.matches[-1].played_by(self.pair.number)

    @property
    def won(self) -> int:
        """How many official results went to the pair."""
        return sum(match.winner == self.pair.number for match in self.matches)

    @property
    def lost(self) -> int:
        """How many did not; by double default both pairs lose."""
        return sum(match.result is not None for match in self.matches) - self.won

    @property
    def is_champion(self) -> bool:
        """Whether they came through the final."""
        return self.is_present and self.season.champion == self.pair.number

    @property
    def reached(self) -> str:
        """How far they came: the last round they were in, or the title."""
        return "Champions" if self.is_champion else self._reached[1]

    @property
    def _reached(self) -> tuple[int, str]:
        return self.pair.reached if self.is_present else (self.matches[-1].number, self.matches[-1].round)

    @property
    def depth(self) -> tuple[int, int]:
        """How far that is, as draws of all sizes compare: the more, the further."""
        round = self._reached[0]
        left = self.season.rounds - round - self.is_champion
        return (-left, 0) if left < _NAMED_ROUNDS else (-_NAMED_ROUNDS, round)

    def opponents(self, match: SeasonMatch) -> tuple[Person, ...]:
        """Who played a match against them; nobody where there is no other pair."""
        return next((match.played_by(number) for number in match.pairs if number != self.pair.number), ())


class Opponent(NamedTuple):
    """Somebody met: in how many matches that have a result, and how many of them the player won."""

    person: Person
    met: int
    won: int

    @property
    def line(self) -> str:
        """How often, in words."""
        return f"met {times(self.met)}, won {self.won}"


@dataclass(frozen=True)
class Career:
    """Everything a player has entered that was drawn, the latest season first."""

    person: Person
    runs: list[Run]

    @property
    def years(self) -> str:
        """The years from the first season to the last."""
        return span(run.season for run in self.runs)

    @property
    def won(self) -> int:
        """How many matches were won."""
        return sum(run.won for run in self.runs)

    @property
    def lost(self) -> int:
        """How many matches were lost."""
        return sum(run.lost for run in self.runs)

    @property
    def best(self) -> list[Run]:
        """The seasons in which the player came furthest."""
        return [run for run in self.runs if run.depth == max(run.depth for run in self.runs)]

    @property
    def partnered(self) -> list[tuple[Run, Person]]:
        """Each season with the partner in it."""
        return [(run, next(one for one in run.people if one.slug != self.person.slug)) for run in self.runs]

    @property
    def partners(self) -> list[tuple[Person, list[str]]]:
        """Each partner with the seasons, the latest partner first."""
        years: dict[str, tuple[Person, list[str]]] = {}
        for run, partner in self.partnered:
            years.setdefault(partner.slug, (partner, []))[1].append(run.season.label)
        return [(partner, list(dict.fromkeys(found))) for partner, found in years.values()]

    @property
    def opponents(self) -> list[Opponent]:
        """Everybody met in a match that has a result, the one met most often first."""
        won: dict[str, tuple[Person, list[bool]]] = {}
        for run in self.runs:
            for match in run.matches:
                for person in run.opponents(match) if match.result else ():
                    won.setdefault(person.slug, (person, []))[1].append(match.winner == run.pair.number)
        found = [Opponent(person, len(matches), sum(matches)) for person, matches in won.values()]
        return sorted(found, key=lambda opponent: (-opponent.met, letters(opponent.person.name)))


class Found(NamedTuple):
    """A player found by name, with the seasons entered, the latest first."""

    person: Person
    seasons: list[Season]

    @property
    def years(self) -> str:
        """The years from the first season to the last."""
        return span(self.seasons)


def span(seasons: Iterable[Season]) -> str:
    """The seasons from the first to the last: 2024 to 2026/27."""
    first, *_, last = sorted([(season.year, season.over_two_years, season.label) for season in seasons] * 2)
    return first[-1] if first == last else f"{first[-1]} to {last[-1]}"


def runs_of(seasons: Iterable[Season], *slugs: str) -> list[Run]:
    """The runs of these players together; those who left for a substitute before they played have none."""
    runs = (Run(season, pair, frozenset(slugs)) for season in seasons for pair in season.pairs.values())
    return [run for run in runs if run.is_present or run.matches]


def career(seasons: Iterable[Season], slug: str) -> Career | None:
    """The player at this address, named as entered last; None where nobody is."""
    if not (runs := runs_of(seasons, slug)):
        return None
    return Career(next(person for person in runs[0].people if person.slug == slug), runs)


def everyone(seasons: Iterable[tuple[Season, tuple[Person, ...]]]) -> list[Found]:
    """Return everybody in these seasons once, by name."""
    found: dict[str, Found] = {}
    for season, people in seasons:
        for person in people:
            found.setdefault(person.slug, Found(person, [])).seasons.append(season)
    return sorted(found.values(), key=lambda player: letters(player.person.name))


def named(players: Iterable[Found], text: str) -> list[Found]:
    """Return the players in whose names every word of the text occurs; accents and case do not matter."""
    return [player for player in players if is_named(player.person.name, text)]


def by_letter(players: Iterable[Found]) -> dict[str, list[Found]]:
    """Return the players by surname, under the letter it begins with."""
    found: dict[str, list[Found]] = defaultdict(list)
    surnames = [(letters(surname(player.person.name)), player) for player in players]
    for plain, player in sorted(surnames, key=itemgetter(0)):
        found[plain[:1].upper()].append(player)
    return dict(found)
