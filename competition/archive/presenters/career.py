"""A player's career across seasons: partners, opponents, matches and best results."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from operator import itemgetter
from typing import NamedTuple

from competition.archive.presenters.season import ArchivedSeason, PlayerLink, SeasonMatch, SeasonPair, by_series
from competition.contest.rules import seasons
from competition.contest.rules.names import is_named, letters, surname
from scoring.rules.words import times

# The last three rounds have names in a draw of any size. Other rounds have numbers.
_NAMED_ROUNDS = 3


@dataclass(frozen=True)
class Run:
    """The matches of one season that some players (`slugs`) played for a pair."""

    season: ArchivedSeason
    pair: SeasonPair
    slugs: frozenset[str]

    @cached_property
    def matches(self) -> list[SeasonMatch]:
        """The matches that these players have reached, first round first."""
        own = (match for match in self.season.matches if self.pair.number in match.pairs)
        return [match for match in own if self.slugs <= {person.slug for person in match.played_by(self.pair.number)}]

    @property
    def is_present(self) -> bool:
        """True if all these players are still in the pair."""
        return self.slugs <= {*self.pair.slugs}

    @property
    def people(self) -> tuple[PlayerLink, ...]:
        """The two players of the pair the last time these players played."""
        return self.pair.people if self.is_present else self.matches[-1].played_by(self.pair.number)

    @property
    def won(self) -> int:
        """The number of matches that the pair won."""
        return sum(match.winner == self.pair.number for match in self.matches)

    @property
    def lost(self) -> int:
        """The number of matches that the pair lost. A double default counts as lost by both pairs."""
        return sum(match.result is not None for match in self.matches) - self.won

    @property
    def is_champion(self) -> bool:
        """True if these players won the final."""
        return self.is_present and self.season.champion == self.pair.number

    @property
    def reached(self) -> str:
        """The last round that they reached, or "Champions"."""
        return "Champions" if self.is_champion else self._reached[1]

    @property
    def _reached(self) -> tuple[int, str]:
        return self.pair.reached if self.is_present else self._last

    @property
    def _last(self) -> tuple[int, str]:
        """The number and name of the round of their last match, excluding plates."""
        matches = [match for match in self.matches if match.number <= self.season.rounds] or self.matches
        return matches[-1].number, matches[-1].round

    @property
    def depth(self) -> tuple[int, int]:
        """A sort key for the round that they reached, comparable across draws of any size. Higher is better."""
        round = self._reached[0]
        left = self.season.rounds - round - self.is_champion
        return (-left, 0) if left < _NAMED_ROUNDS else (-_NAMED_ROUNDS, round)

    def opponents(self, match: SeasonMatch) -> tuple[PlayerLink, ...]:
        """Return the players who opposed them in a match, or () if there is no other pair."""
        return next((match.played_by(number) for number in match.pairs if number != self.pair.number), ())


class Opponent(NamedTuple):
    """An opponent, with the number of decided matches against them and the number that the player won."""

    person: PlayerLink
    met: int
    won: int

    @property
    def line(self) -> str:
        """The numbers of matches and wins in words."""
        return f"played {times(self.met)}, won {self.won}"


class PastFinal(NamedTuple):
    """A final from the club's records. `board` is the slug of the competition with the honours board."""

    season: seasons.Season
    name: str
    board: str
    partner: PlayerLink
    won: bool
    is_shared: bool

    @property
    def label(self) -> str:
        """The season, with "shared" if several pairs share the title."""
        return f"{self.season.name}, shared" if self.is_shared else self.season.name


@dataclass(frozen=True)
class Career:
    """All of a player's seasons on this site, and the finals from the club's records, latest first."""

    person: PlayerLink
    runs: list[Run]
    past: list[PastFinal]
    home: ArchivedSeason

    @property
    def years(self) -> str:
        """The period from the first season to the last."""
        return span([*map(_key, (run.season for run in self.runs)), *(final.season for final in self.past)])

    @property
    def past_titles(self) -> list[PastFinal]:
        """The titles from the club's records."""
        return [final for final in self.past if final.won]

    @property
    def past_others(self) -> list[PastFinal]:
        """The lost finals from the club's records."""
        return [final for final in self.past if not final.won]

    @property
    def won(self) -> int:
        """The number of matches won."""
        return sum(run.won for run in self.runs)

    @property
    def lost(self) -> int:
        """The number of matches lost."""
        return sum(run.lost for run in self.runs)

    @property
    def best(self) -> list[Run]:
        """The seasons in which the player reached the furthest round."""
        return [run for run in self.runs if run.depth == max(run.depth for run in self.runs)]

    @property
    def partnered(self) -> list[tuple[Run, PlayerLink]]:
        """Each season with the player's partner in that season."""
        return [(run, next(person for person in run.people if person.slug != self.person.slug)) for run in self.runs]

    @property
    def partners(self) -> list[tuple[PlayerLink, list[str]]]:
        """Each partner with their seasons, latest partner first."""
        years: dict[str, tuple[PlayerLink, list[str]]] = {}
        for run, partner in self.partnered:
            years.setdefault(partner.slug, (partner, []))[1].append(run.season.label)
        return [(partner, list(dict.fromkeys(labels))) for partner, labels in years.values()]

    @property
    def opponents(self) -> list[Opponent]:
        """All opponents in decided matches, most frequent first."""
        won: dict[str, tuple[PlayerLink, list[bool]]] = {}
        for run in self.runs:
            for match in run.matches:
                for person in run.opponents(match) if match.result else ():
                    won.setdefault(person.slug, (person, []))[1].append(match.winner == run.pair.number)
        opponents = [Opponent(person, len(matches), sum(matches)) for person, matches in won.values()]
        return sorted(opponents, key=lambda opponent: (-opponent.met, letters(opponent.person.name)))


class PlayerTally(NamedTuple):
    """A player in one season: the club, the matches won and lost, and True for a champion."""

    person: PlayerLink
    club: str
    won: int
    lost: int
    is_champion: bool


class FoundPlayer(NamedTuple):
    """A player found by name, with their seasons on this site and in the club's records.

    `home` is a season that shows where they play. `tallies` are the seasons on this site, and `titles` the seasons in
    which they won, both latest first.
    """

    person: PlayerLink
    home: ArchivedSeason
    seasons: set[seasons.Season]
    tallies: list[PlayerTally]
    titles: list[seasons.Season]

    @property
    def written(self) -> tuple[str, str]:
        """The surname and the given names."""
        name = self.person.name
        family = surname(self.person.name)
        return family, name[: -len(family)].strip() if name.endswith(family) else name

    @property
    def club(self) -> str:
        """The club in the latest season, or the region."""
        return next((tally.club for tally in self.tallies if tally.club), "") or self.home.region

    @property
    def won(self) -> int:
        """The number of matches won."""
        return sum(tally.won for tally in self.tallies)

    @property
    def lost(self) -> int:
        """The number of matches lost."""
        return sum(tally.lost for tally in self.tallies)

    @property
    def has_bar(self) -> bool:
        """True if the list of players shows a bar. A single match gets none."""
        return self.won + self.lost > 1

    @property
    def crown(self) -> str:
        """The number of titles and the latest one: "1 title, 2002" or "4 titles, last 2025"."""
        if not self.titles:
            return ""
        latest = max(self.titles).name
        return f"1 title, {latest}" if len(self.titles) == 1 else f"{len(self.titles)} titles, last {latest}"

    @property
    def years(self) -> str:
        """The period from the first season to the last."""
        return span(self.seasons)


def span(played: Iterable[seasons.Season]) -> str:
    """Return the period from the first season to the last: "2024 to 2026/27"."""
    first, *_, last = sorted([*played] * 2)
    return first.name if first == last else f"{first.name} to {last.name}"


def _key(season: ArchivedSeason) -> seasons.Season:
    return seasons.Season(season.year, season.over_two_years)


def runs_of(archived: Iterable[ArchivedSeason], *slugs: str) -> list[Run]:
    """Return the seasons in which all these players were in one pair.

    A season does not count if one of these players left before playing a match.
    """
    runs = (Run(season, pair, frozenset(slugs)) for season in archived for pair in season.pairs.values())
    return [run for run in runs if run.is_present or run.matches]


def runs_with(
    archived: Iterable[ArchivedSeason], players: Collection[Collection[str]]
) -> list[tuple[ArchivedSeason, SeasonPair]]:
    """Return each season with the pair in which two of these players have ever been, latest season first.

    Each player is given by the slugs of all their names.
    """
    pairs = ((season, pair) for season in archived for pair in season.pairs.values())
    return [(season, pair) for season, pair in pairs if pair.shares_two(players)]


def career(archived: Collection[ArchivedSeason], slug: str) -> Career | None:
    """Return the career of the player with this slug, or None. The name comes from the latest season."""
    runs = runs_of(archived, slug)
    past = list(_past_finals(archived, slug))
    if runs:
        return Career(next(person for person in runs[0].people if person.slug == slug), runs, past, runs[0].season)
    for season in archived:
        people = (person for result in season.past for person in result.people)
        if person := next((person for person in people if person.slug == slug), None):
            return Career(person, [], past, season)
    return None


def _past_finals(archived: Collection[ArchivedSeason], slug: str) -> Iterator[PastFinal]:
    """Yield a player's finals from the club's records, latest first."""
    series = by_series((season, None) for season in archived)
    series_of = {season.slug: at for at, group in enumerate(series) for season, _ in group}
    played = {(series_of[season.slug], _key(season)) for season in archived if season.champion}
    for season in archived:
        for past in season.past:
            pairs = (*past.winners, *past.runners_up)
            pair = next((pair for pair in pairs if slug in [person.slug for person in pair]), None)
            if pair and (series_of[season.slug], past.line.season) not in played:
                partner = next(person for person in pair if person.slug != slug)
                won = pair in past.winners
                name = past.line.name or season.name
                shared = won and len(past.winners) > 1
                yield PastFinal(past.line.season, name, season.slug, partner, won, shared)


def tallies(season: ArchivedSeason) -> tuple[PlayerTally, ...]:
    """Return the players in a season with their numbers of matches."""
    by_slug: dict[str, PlayerTally] = {}
    for pair in season.pairs.values():
        for person in pair.people:
            by_slug[person.slug] = PlayerTally(person, pair.club, 0, 0, season.champion == pair.number)
    for match in season.matches:
        for number, people in zip(match.pairs, match.people, strict=True):
            for person in people:
                drawn = season.pairs.get(number)
                tally = by_slug.get(person.slug) or PlayerTally(
                    person, drawn.club if drawn else "", 0, 0, is_champion=False
                )
                won = match.winner == number
                lost = match.result is not None and match.winner != number
                by_slug[person.slug] = tally._replace(won=tally.won + won, lost=tally.lost + lost)
    return tuple(by_slug.values())


def everyone(archived: Collection[tuple[ArchivedSeason, tuple[PlayerTally, ...]]]) -> list[FoundPlayer]:
    """Return every player in these seasons once, by name."""
    by_slug: dict[str, FoundPlayer] = {}

    def entry(person: PlayerLink, season: ArchivedSeason, at: seasons.Season) -> FoundPlayer:
        player = by_slug.setdefault(person.slug, FoundPlayer(person, season, set(), [], []))
        player.seasons.add(at)
        return player

    for season, of_season in archived:
        for tally in of_season:
            row = entry(tally.person, season, _key(season))
            row.tallies.append(tally)
            if tally.is_champion:
                row.titles.append(_key(season))
    for season, _ in archived:
        for past in season.past:
            winners = {person.slug for pair in past.winners for person in pair}
            for person in past.people:
                row = entry(person, season, past.line.season)
                if person.slug in winners:
                    row.titles.append(past.line.season)
    return sorted(by_slug.values(), key=lambda player: letters(player.person.name))


def players_named(players: Iterable[FoundPlayer], text: str) -> list[FoundPlayer]:
    """Return the players with names that contain every word of the text, ignoring accents and case."""
    return [player for player in players if is_named(player.person.name, text)]


def by_letter(players: Iterable[FoundPlayer]) -> dict[str, list[FoundPlayer]]:
    """Return the players by surname, grouped by first letter."""
    groups: dict[str, list[FoundPlayer]] = defaultdict(list)
    surnames = [(letters(surname(player.person.name)), player) for player in players]
    for plain, player in sorted(surnames, key=itemgetter(0)):
        groups[plain[:1].upper()].append(player)
    return dict(groups)
