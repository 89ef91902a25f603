"""Small copies of competitions for the cache of pages about many seasons, without private data."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from competition.contest.models import Competition
from competition.contest.rules import seasons
from competition.contest.rules.people import key_of, slug_of
from competition.entries.models.pair import Player
from competition.knockout.presenters import overview, words
from competition.knockout.queries import finding
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.lineups import as_played, lineup
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Result
from scoring.templatetags.bridge import day

FOR_EVER = datetime.max.replace(tzinfo=UTC)


class Person(NamedTuple):
    """A player, by the slug of the player page and the name as entered."""

    slug: str
    name: str


class SeasonPair(NamedTuple):
    """A drawn pair. `reached` is the number and the name of its last round."""

    number: int
    name: str
    people: tuple[Person, ...]
    reached: tuple[int, str]

    @property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of both players."""
        return tuple(person.slug for person in self.people)


class SeasonMatch(NamedTuple):
    """A match with at least one pair, or the final.

    `pairs` has the numbers of the pairs, upper pair first. `people` has the players of each pair in the same order.
    """

    code: str
    number: int
    round: str
    pairs: tuple[int, ...]
    people: tuple[tuple[Person, ...], ...]
    result: Result | None
    sentence: str

    def played_by(self, pair: int) -> tuple[Person, ...]:
        """Return the players who played the match for the pair with this number."""
        return self.people[self.pairs.index(pair)]

    @property
    def winner(self) -> int | None:
        """The number of the winning pair. It is None for an open match and after a double default."""
        return self.result.winner if self.result else None


class MatchLine(NamedTuple):
    """A match as one line on a page."""

    code: str
    round: str
    sentence: str


class Stretch(NamedTuple):
    """A summary of a round.

    `progress` is the number of decided matches or, before the round, its play-by date. `state` is "done", "now" or "to
    come".
    """

    name: str
    progress: str
    state: str


class Season(NamedTuple):
    """A competition of one season.

    `rounds` is 0 before the draw is published. Only `with_matches` fills `pairs` and `matches`.
    """

    slug: str
    title: str
    name: str
    region: str
    year: int
    is_demo: bool
    line: str
    is_over: bool
    fresh_until: datetime
    rounds: int = 0
    glance: tuple[Stretch, ...] = ()
    over_two_years: bool = False
    champion: int | None = None
    pairs: Mapping[int, SeasonPair] = {}
    matches: tuple[SeasonMatch, ...] = ()

    @property
    def label(self) -> str:
        """The name of the season: 2026 or 2026/27."""
        return seasons.Season(self.year, self.over_two_years).name

    @property
    def series(self) -> tuple[str, str]:
        """The normalised name and region, which are equal for all seasons of a competition."""
        return key_of(self.name), key_of(self.region)


def people(competition: Competition, players: Iterable[Player]) -> tuple[Person, ...]:
    """Return these players of a competition with their slugs across seasons."""
    region, about = competition.region, {"demo": competition.is_demo, "only_in": competition.slug}
    names = (player.display_name for player in players)
    return tuple(Person(slug_of(name, region, **about), name) for name in names)


def everybody(draw: PublishedDraw) -> tuple[Person, ...]:
    """Return all players who are in a drawn pair or have played for one."""
    players = {player.pk: player for pair in draw.pairs.values() for player in pair.present}
    for state in draw.matches.values():
        players |= {player.pk: player for pair in state.pairs for player in lineup(state, pair)}
    return people(draw.competition, players.values())


def match_line(state: MatchState) -> MatchLine:
    """Return the match as one line, with the players who played it."""
    return MatchLine(state.code, state.round_name, words.sentence(as_played(state)))


def season(draw: PublishedDraw) -> Season:
    """Return the season of a competition without its pairs and matches."""
    competition, is_over = draw.competition, overview.is_over(draw)
    return Season(
        competition.slug,
        str(competition),
        competition.name,
        competition.region,
        competition.season,
        competition.is_demo,
        overview.line(draw),
        is_over,
        # Once the final is decided, no result is waiting for automatic confirmation.
        FOR_EVER if is_over else draw.fresh_until,
        len(draw.rounds),
        tuple(_glance(draw)) if draw.rounds and not is_over else (),
        competition.over_two_years,
    )


def _glance(draw: PublishedDraw) -> Iterator[Stretch]:
    now = finding.current_round(draw).number
    for round in draw.rounds:
        state = "now" if round.number == now else "done" if round.number < now else "not yet played"
        yield Stretch(round.name, day(round.play_by) if round.number > now else words.decided(round), state)


def with_matches(draw: PublishedDraw) -> Season:
    """Return the season of a competition with its pairs and matches."""
    return season(draw)._replace(
        champion=draw.champion.number if draw.champion else None,
        pairs={pair.number: pair for pair in _pairs(draw)},
        matches=tuple(_match(draw, state) for state in draw.matches.values() if state.pairs or not state.feeds),
    )


def _pairs(draw: PublishedDraw) -> Iterator[SeasonPair]:
    last = {pair.number: state for state in draw.matches.values() for pair in state.pairs}
    for number, pair in draw.pairs.items():
        yield SeasonPair(
            number, pair.name, people(draw.competition, pair.present), (last[number].round, last[number].round_name)
        )


def _match(draw: PublishedDraw, state: MatchState) -> SeasonMatch:
    return SeasonMatch(
        state.code,
        state.round,
        state.round_name,
        tuple(pair.number for pair in state.pairs),
        tuple(people(draw.competition, lineup(state, pair)) for pair in state.pairs),
        state.result,
        words.sentence(as_played(state)),
    )
