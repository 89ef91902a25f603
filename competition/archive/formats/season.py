"""A competition as pages about many of them keep it: small, in ready words, and with nothing private."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple

from competition.contest.models import Competition
from competition.contest.rules.people import key_of, slug_of
from competition.entries.models.pair import Player
from competition.knockout.formats import overview, words
from competition.knockout.queries.competitions import Entries
from competition.knockout.queries.lineups import as_played, lineup
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.outcome import Kind
from competition.knockout.rules.outcome import Outcome as Result
from competition.knockout.rules.stages import Stage
from scoring.rules.sheet import Standing
from scoring.rules.sides import Side

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


class OfficialSheet(NamedTuple):
    """The sheet an official result was read from: its key, its version, and where the upper pair sat."""

    key: int
    version: int
    upper: Side


class SeasonMatch(NamedTuple):
    """A match with at least one pair in it, or the final; pairs by number, the upper one first.

    `people` are those who played, side by side with `pairs`, and `names` the two of each by name.
    `deals` is how many were played where the result is that of the sheet, else 0; `decided` is when the result
    became official, `moved` when something last happened, once a deal is on the sheet.
    """

    code: str
    number: int
    round: str
    pairs: tuple[int, ...]
    people: tuple[tuple[Person, ...], ...]
    names: tuple[str, ...]
    stage: Stage
    outcome: Result | None
    sentence: str
    label: str
    deals: int
    decided: datetime | None
    moved: datetime | None
    sheet: OfficialSheet | None

    def played_by(self, pair: int) -> tuple[Person, ...]:
        """Who played it for the pair of this number."""
        return self.people[self.pairs.index(pair)]

    @property
    def winner(self) -> int | None:
        """The number of the pair that won; None while it is open, and after a double default."""
        return self.outcome.winner if self.outcome else None


class Season(NamedTuple):
    """A competition of one season; no pairs and no matches before its draw is published."""

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
    champion: int | None = None
    pairs: Mapping[int, SeasonPair] = {}
    matches: tuple[SeasonMatch, ...] = ()

    @property
    def final(self) -> SeasonMatch:
        """The last match of the draw."""
        return self.matches[-1]

    @property
    def people(self) -> list[Person]:
        """Everybody who is in a pair or has played for one, each once."""
        present = [person for pair in self.pairs.values() for person in pair.people]
        played = (person for match in self.matches for side in match.people for person in side)
        return list({person.slug: person for person in [*present, *played]}.values())

    @property
    def from_sheets(self) -> list[tuple[SeasonMatch, OfficialSheet]]:
        """The matches whose official result is that of their sheet."""
        return [(match, match.sheet) for match in self.matches if match.sheet]

    @property
    def series(self) -> tuple[str, str]:
        """What the competitions of other years share with this one: name and region, as they are compared."""
        return key_of(self.name), key_of(self.region)


def people(competition: Competition, players: Iterable[Player]) -> tuple[Person, ...]:
    """These players of a competition as they are known from season to season."""
    region, demo = competition.region, competition.is_demo
    return tuple(Person(slug_of(player.name, region, demo=demo), player.name) for player in players)


def counted(seasons: Mapping[int, Season]) -> dict[int, Season]:
    """The seasons that have a draw, a demo's left out unless there is nothing else."""
    drawn = {key: season for key, season in seasons.items() if season.matches}
    return {key: season for key, season in drawn.items() if not season.is_demo} or drawn


def season(snapshot: Snapshot | Entries, moves: Mapping[str, datetime]) -> Season:
    """The competition as it stands; `moves` are when something last happened in each match, by its code."""
    known = _particulars(snapshot)
    if isinstance(snapshot, Entries):
        return known
    return known._replace(
        rounds=len(snapshot.rounds),
        champion=snapshot.champion.number if snapshot.champion else None,
        pairs={pair.number: pair for pair in _pairs(snapshot)},
        matches=tuple(_matches(snapshot, moves)),
    )


def _particulars(snapshot: Snapshot | Entries) -> Season:
    competition, is_over = snapshot.competition, overview.is_over(snapshot)
    return Season(
        competition.slug,
        str(competition),
        competition.name,
        competition.region,
        competition.season,
        competition.is_demo,
        overview.line(snapshot),
        is_over,
        # Nothing waits for anybody's silence once the final is decided.
        FOR_EVER if is_over else snapshot.fresh_until,
    )


def _pairs(snapshot: Snapshot) -> Iterator[SeasonPair]:
    last = {pair.number: state for state in snapshot.by_code.values() for pair in state.pairs}
    for number, pair in snapshot.pairs.items():
        yield SeasonPair(
            number, pair.name, people(snapshot.competition, pair.present), (last[number].round, last[number].round_name)
        )


def _matches(snapshot: Snapshot, moves: Mapping[str, datetime]) -> Iterator[SeasonMatch]:
    for state in snapshot.by_code.values():
        if state.pairs or state.feeds is None:
            yield _match(snapshot, state, moves.get(state.code))


def _match(snapshot: Snapshot, state: MatchState, moved: datetime | None) -> SeasonMatch:
    sheet, played = _official_sheet(state), as_played(state)
    return SeasonMatch(
        state.code,
        state.round,
        state.round_name,
        tuple(pair.number for pair in state.pairs),
        tuple(people(snapshot.competition, lineup(state, pair)) for pair in state.pairs),
        tuple(side.text for side in played.sides if side.pair),
        state.stage,
        state.outcome,
        words.sentence(played),
        words.label(state),
        state.recorded if sheet else 0,
        state.decided_at,
        moved if state.recorded else None,
        sheet,
    )


def _official_sheet(state: MatchState) -> OfficialSheet | None:
    """The sheet of the match if its totals are the very ones that became official."""
    meeting = state.meeting
    if state.outcome is None or state.outcome.kind is not Kind.PLAYED or meeting is None or meeting.sheet is None:
        return None
    sheet, upper = meeting.sheet, Side(meeting.upper_side)
    agrees = sheet.total.seen_from(upper) == state.outcome.totals
    decided = sheet.standing == Standing.DECIDED
    return OfficialSheet(sheet.pk, sheet.version, upper) if agrees and decided else None
