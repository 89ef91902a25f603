"""Small copies of competitions for pages about many seasons, without private data, and one-line results."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import NamedTuple, TypeVar

from competition.archive import queries
from competition.archive.rules.grades import GradedPair, GradePrize, prizes
from competition.archive.rules.past_scores import Names
from competition.archive.rules.past_seasons import PastLine, is_full_name
from competition.archive.rules.series import Key, groups, keys
from competition.contest.models import Competition
from competition.contest.rules import seasons
from competition.contest.rules.conditions import split_grades
from competition.contest.rules.names import slug_of
from competition.draw.presenters import overview, words
from competition.draw.presenters.match_line import MatchLine, match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import as_played, lineup
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import NOT_RECORDED, Result, Stage
from competition.entries.models import Pair, Player
from competition.match.presenters.at_table import leads
from competition.match.queries.play import keeps_deals
from scoring.models import SummarySheet
from scoring.rules.sheet import Standing
from scoring.templatetags.bridge import day

T = TypeVar("T")
FOR_EVER = datetime.max.replace(tzinfo=UTC)


class PlayerLink(NamedTuple):
    """A player, with the slug of the player page and the name as entered."""

    slug: str
    name: str


class SeasonPair(NamedTuple):
    """A drawn pair. `reached` is the number and name of its last round.

    `ever` has each player's slugs under all names, including players who left. Only `with_former_names` fills it.
    """

    number: int
    name: str
    people: tuple[PlayerLink, ...]
    reached: tuple[int, str]
    club: str = ""
    ever: tuple[frozenset[str], ...] = ()

    @property
    def slugs(self) -> tuple[str, ...]:
        """The slugs of both players."""
        return tuple(person.slug for person in self.people)

    def shares_two(self, players: Collection[Collection[str]]) -> bool:
        """Return True if two of these players, each given by their slugs, have ever been in the pair."""
        return sum(any(not slugs.isdisjoint(player) for player in players) for slugs in self.ever) > 1


class SeasonMatch(NamedTuple):
    """A match with at least one pair, or the final.

    `pairs` has the numbers of the pairs, upper pair first. `people` has each pair's players in the same order. `leads`
    is the upper pair's lead after each deal of a match in play or with a result from a score sheet. It is empty while
    the deals are private. `progress` describes the progress of a match in play, `totals` are its points so far, and
    `due` is the number of its deals.
    """

    code: str
    number: int
    round: str
    pairs: tuple[int, ...]
    people: tuple[tuple[PlayerLink, ...], ...]
    result: Result | None
    sentence: str
    is_bye: bool = False
    progress: str = ""
    leads: tuple[int, ...] = ()
    totals: tuple[int, int] | None = None
    due: int = 0

    def played_by(self, pair: int) -> tuple[PlayerLink, ...]:
        """Return the players who played the match for the pair with this number."""
        return self.people[self.pairs.index(pair)]

    @property
    def winner(self) -> int | None:
        """The number of the winning pair, or None for an open match and after a double default."""
        return self.result.winner if self.result else None


class PastResult(NamedTuple):
    """A season from the club's records. Without winners, `line` gives the reason.

    The slug of a person is empty if the record has no full name. The name is empty if it is not known or not shown.
    """

    line: PastLine
    winners: tuple[tuple[PlayerLink, ...], ...]
    runners_up: tuple[tuple[PlayerLink, ...], ...]

    @property
    def people(self) -> list[PlayerLink]:
        """The players with a known full name."""
        return [person for pair in (*self.winners, *self.runners_up) for person in pair if person.slug]


class ArchivedSeason(NamedTuple):
    """A competition in one season.

    `rounds` is 0 before the draw is published. Only `with_matches` fills `pairs` and `matches`, and only `with_past`
    fills `past`.
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
    over_two_years: bool = False
    provenance: str = ""
    champion: int | None = None
    pairs: Mapping[int, SeasonPair] = {}
    matches: tuple[SeasonMatch, ...] = ()
    past: tuple[PastResult, ...] = ()

    @property
    def label(self) -> str:
        """The name of the season: 2026 or 2026/27."""
        return seasons.Season(self.year, self.over_two_years).name

    @property
    def keys(self) -> list[Key]:
        """The keys that group seasons into a series. Seasons of a demo form a separate series."""
        former = dict.fromkeys(past.line.name for past in self.past if past.line.name)
        region = f"{self.region} (demo)" if self.is_demo else self.region
        return keys(self.name, region, [*former])


def by_series(archived: Iterable[tuple[ArchivedSeason, T]]) -> list[list[tuple[ArchivedSeason, T]]]:
    """Return seasons grouped by their series, in the given order."""
    listed = list(archived)
    return [[listed[at] for at in group] for group in groups([season.keys for season, _ in listed])]


def people(competition: Competition, players: Iterable[Player]) -> tuple[PlayerLink, ...]:
    """Return these players of a competition with their slugs across seasons."""
    return tuple(_person(competition, player.display_name) for player in players)


def _person(competition: Competition, name: str) -> PlayerLink:
    return PlayerLink(_slug(competition, name, competition.region), name)


def _slug(competition: Competition, name: str, region: str) -> str:
    return slug_of(name, region, demo=competition.is_demo, only_in=competition.slug)


def with_past(draws: Collection[PublishedDraw], seasons: Iterable[ArchivedSeason]) -> Iterator[ArchivedSeason]:
    """Yield the seasons of these draws with the past seasons of their competitions (at most two queries)."""
    lines = queries.past_lines(draw.competition.pk for draw in draws)
    for draw, season in zip(draws, seasons, strict=True):
        past = lines.get(draw.competition.pk, ())
        yield season._replace(past=tuple(_past_result(draw.competition, line) for line in past))


def with_former_names(draws: Collection[PublishedDraw], seasons: Iterable[ArchivedSeason]) -> Iterator[ArchivedSeason]:
    """Yield the seasons of these draws with every slug that their players have ever had (at most two queries).

    The slugs change if a name or the region is corrected.
    """
    names, regions = queries.former_names(draw.competition.pk for draw in draws)
    for draw, season in zip(draws, seasons, strict=True):
        all_regions = {draw.competition.region, *regions.get(draw.competition.pk, ())}
        ever = {number: tuple(_ever(draw, pair, names, all_regions)) for number, pair in draw.pairs.items()}
        pairs = {number: pair._replace(ever=ever[number]) for number, pair in season.pairs.items()}
        yield season._replace(pairs=pairs)


def _ever(
    draw: PublishedDraw, pair: Pair, names: Mapping[int, set[str]], regions: Collection[str]
) -> Iterator[frozenset[str]]:
    for player in (player for player in pair.given("players") if player.only_in_id is None):
        called = {player.display_name, *names.get(player.pk, ())}
        yield frozenset(_slug(draw.competition, name, region) for name in called for region in regions)


def _past_result(competition: Competition, line: PastLine) -> PastResult:
    def pairs(names: Iterable[Names]) -> tuple[tuple[PlayerLink, ...], ...]:
        return tuple(tuple(_past_person(competition, name) for name in pair) for pair in names)

    return PastResult(line, pairs(line.winners), pairs(line.runners_up))


def _past_person(competition: Competition, name: str) -> PlayerLink:
    return _person(competition, name) if is_full_name(name) else PlayerLink("", name)


def played_line(state: PublishedMatch) -> MatchLine:
    """Return the match as one line, with the players who played it."""
    return match_line(as_played(state))


def season(draw: PublishedDraw) -> ArchivedSeason:
    """Return the season of a competition without its pairs and matches."""
    competition = draw.competition
    is_over = overview.is_over(draw)
    return ArchivedSeason(
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
        len(draw.main_rounds),
        over_two_years=competition.over_two_years,
        provenance=competition.provenance,
    )


def with_matches(draw: PublishedDraw) -> ArchivedSeason:
    """Return the season of a competition with its pairs and matches."""
    return season(draw)._replace(
        champion=draw.champion.number if draw.champion else None,
        pairs={pair.number: pair for pair in _pairs(draw)},
        matches=tuple(_match(draw, state) for state in draw.matches.values() if state.pairs or state.is_last),
    )


def official_sheet(state: PublishedMatch) -> SummarySheet | None:
    """Return a played match's score sheet if its totals equal the official result, otherwise None."""
    meeting = state.meeting
    if meeting is None or meeting.sheet is None or meeting.sheet.standing != Standing.DECIDED:
        return None
    agrees = state.result and state.result.totals and meeting.upper_first(meeting.sheet.total) == state.result.totals
    return meeting.sheet if agrees else None


def _pairs(draw: PublishedDraw) -> Iterator[SeasonPair]:
    last = _last_matches(draw)
    for number, pair in draw.pairs.items():
        yield SeasonPair(
            number,
            pair.name,
            people(draw.competition, pair.present),
            (0 if last[number].is_in_plate else last[number].round, last[number].round_name),
            pair.club,
        )


def _last_matches(draw: PublishedDraw) -> dict[int, PublishedMatch]:
    """Return each pair's last match in the main draw, by number. For a direct entry, return its last in the plate."""
    last = {pair.number: state for state in draw.matches.values() for pair in state.pairs}
    states = (state for state in draw.matches.values() if not state.is_in_plate)
    return last | {pair.number: state for state in states for pair in state.pairs}


def grade_prizes(draw: PublishedDraw) -> tuple[GradePrize, ...]:
    """Return the prizes for the grades in the conditions of contest. None before the last round ends."""
    grades = split_grades(draw.competition.conditions.grade_prizes)
    if not grades or not draw.winners:
        return ()
    last = _last_matches(draw)
    return prizes(
        grades,
        (
            GradedPair(pair.name, pair.grade, (last[number].round, last[number].round_name), last[number].is_last)
            for number, pair in draw.main_pairs.items()
        ),
    )


def _match(draw: PublishedDraw, state: PublishedMatch) -> SeasonMatch:
    is_in_play = state.stage is Stage.IN_PLAY and state.recorded > 0
    has_leads = not keeps_deals(draw, state) if is_in_play else official_sheet(state)
    upper, lower = (side.total for side in state.sides)
    return SeasonMatch(
        state.code,
        state.round,
        state.round_name,
        tuple(pair.number for pair in state.pairs),
        tuple(people(draw.competition, lineup(state, pair)) for pair in state.pairs),
        state.result,
        words.sentence(as_played(state)),
        state.stage is Stage.BYE,
        words.progress(state) if is_in_play else "",
        tuple(leads(state)) if has_leads else (),
        (upper, lower) if is_in_play and upper is not None and lower is not None else None,
        state.due if is_in_play else 0,
    )


class SeasonLine(NamedTuple):
    """The result of one season. `champions` and `runners_up` are empty if there were none.

    `winners` and `losers` are their players. `plate` is the pair that won the plate, or "".
    """

    season: ArchivedSeason
    champions: str
    runners_up: str
    final: str
    code: str
    day: str
    winners: tuple[PlayerLink, ...] = ()
    losers: tuple[PlayerLink, ...] = ()
    prizes: tuple[GradePrize, ...] = ()
    plate: str = ""


def line(draw: PublishedDraw, season: ArchivedSeason) -> SeasonLine:
    """Return the result of a finished season."""
    final = draw.final
    champions = draw.champion
    if row := draw.competition.cancellation:
        return SeasonLine(season, "", "", "Cancelled", final.code, day(row.at))
    if draw.winners and not champions:
        winners = "; ".join(pair.name for pair in draw.winners)
        return SeasonLine(season, "", "", f"Sections won by {winners}", final.code, day(final.ended_on))
    other = next((pair for pair in final.pairs if champions and pair != champions), None)
    return SeasonLine(
        season,
        champions.name if champions else "",
        other.name if other else "",
        score(final),
        final.code,
        day(final.ended_on),
        people(draw.competition, champions.present) if champions else (),
        people(draw.competition, other.present) if other else (),
        grade_prizes(draw),
        draw.plate_winner.name if draw.plate_winner else "",
    )


def score(match: PublishedMatch) -> str:
    """Return a match's score with the winners' total first, or "won by 110" or "Walkover"."""
    result = match.result
    if result is None or result.keep_progress or (result.totals is None and not result.was_played):
        return words.label(match)
    if result.totals is None:
        return f"won {result.by}" if result.margin else NOT_RECORDED
    return result.score
