"""A competition as pages about many of them keep it: small, in ready words, and with nothing private."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from competition.contest.models import Competition
from competition.contest.rules import seasons
from competition.contest.rules.people import key_of, slug_of
from competition.entries.models.pair import Player
from competition.knockout.formats import overview, words
from competition.knockout.queries import finding
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.lineups import as_played, lineup
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.result import Result
from scoring.templatetags.bridge import day

FOR_EVER = datetime.max.replace(tzinfo=UTC)


class Person(NamedTuple):
    """A player: the address of the page across seasons, and the name as entered."""

    slug: str
    name: str


class SeasonPair(NamedTuple):
    """A drawn pair; `reached` is the last round it came to, by number and name."""

    number: int
    name: str
    people: tuple[Person, ...]
    reached: tuple[int, str]

    @property
    def slugs(self) -> tuple[str, ...]:
        """The addresses of both players."""
        return tuple(person.slug for person in self.people)


class SeasonMatch(NamedTuple):
    """A match with at least one pair in it, or the final; pairs by number, the upper one first.

    `people` are those who played, side by side with `pairs`.
    """

    code: str
    number: int
    round: str
    pairs: tuple[int, ...]
    people: tuple[tuple[Person, ...], ...]
    result: Result | None
    sentence: str

    def played_by(self, pair: int) -> tuple[Person, ...]:
        """Who played it for the pair of this number."""
        return self.people[self.pairs.index(pair)]

    @property
    def winner(self) -> int | None:
        """The number of the pair that won; None while it is open, and after a double default."""
        return self.result.winner if self.result else None


class MatchLine(NamedTuple):
    """A match in a line of a page about many."""

    code: str
    round: str
    sentence: str


class Stretch(NamedTuple):
    """A round of a season at a glance: how far it is or by when it is played; done, now or to come."""

    name: str
    progress: str
    state: str


class Season(NamedTuple):
    """A competition of one season, without rounds before its draw is published; pairs and matches where asked for."""

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
        """The name of the season: 2026, or 2026/27."""
        return seasons.Season(self.year, self.over_two_years).name

    @property
    def series(self) -> tuple[str, str]:
        """What the competitions of other years share with this one: name and region, as they are compared."""
        return key_of(self.name), key_of(self.region)


def people(competition: Competition, players: Iterable[Player]) -> tuple[Person, ...]:
    """These players of a competition as they are known from season to season."""
    region, about = competition.region, {"demo": competition.is_demo, "only_in": competition.slug}
    names = (player.display_name for player in players)
    return tuple(Person(slug_of(name, region, **about), name) for name in names)


def everybody(draw: PublishedDraw | Entries) -> tuple[Person, ...]:
    """Everybody who is in a drawn pair or has played for one."""
    if isinstance(draw, Entries):
        return ()
    players = {player.pk: player for pair in draw.pairs.values() for player in pair.present}
    for state in draw.matches.values():
        players |= {player.pk: player for pair in state.pairs for player in lineup(state, pair)}
    return people(draw.competition, players.values())


def match_line(state: MatchState) -> MatchLine:
    """The match in a line, its pairs named by those who played it."""
    return MatchLine(state.code, state.round_name, words.sentence(as_played(state)))


def season(draw: PublishedDraw | Entries) -> Season:
    """The competition as it stands, without its pairs and matches."""
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
        # Nothing waits for anybody's silence once the final is decided.
        FOR_EVER if is_over else draw.fresh_until,
        len(draw.rounds) if isinstance(draw, PublishedDraw) else 0,
        tuple(_glance(draw)) if isinstance(draw, PublishedDraw) and not is_over else (),
        competition.over_two_years,
    )


def _glance(draw: PublishedDraw) -> Iterator[Stretch]:
    now = finding.current_round(draw).number
    for round in draw.rounds:
        state = "now" if round.number == now else "done" if round.number < now else "to come"
        yield Stretch(round.name, day(round.play_by) if round.number > now else words.decided(round), state)


def with_matches(draw: PublishedDraw | Entries) -> Season:
    """The competition as it stands, with everybody who is in it and every match."""
    known = season(draw)
    if isinstance(draw, Entries):
        return known
    return known._replace(
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
