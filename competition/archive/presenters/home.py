"""Home page: the lead story, matches in play, the latest results and this day last season."""

from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import datetime, timedelta
from heapq import nlargest, nsmallest
from operator import attrgetter, itemgetter
from typing import NamedTuple

from django.utils import timezone
from django.utils.safestring import SafeString

from competition.archive.presenters.records import official_sheet
from competition.archive.presenters.season import ArchivedSeason, SeasonLine, line, played_line, score
from competition.contest.rules.names import Forms
from competition.draw.presenters import overview, words
from competition.draw.presenters.match_line import MatchLine
from competition.draw.presenters.overview import Entries, short_day, when
from competition.draw.presenters.words import name
from competition.draw.queries.draw import PublishedDraw, coming_round, current_round
from competition.draw.queries.results import as_played
from competition.draw.queries.states import PublishedMatch, starts
from competition.draw.rules.result import Stage
from competition.match.presenters.at_table import Live, leads, live
from competition.match.presenters.headlines import headline
from competition.match.presenters.story import short_names
from competition.web.svg import spark
from scoring.models import SummarySheet
from scoring.rules.sheet import Sheet
from scoring.rules.words import quantity
from scoring.story.headline import story_headline
from scoring.story.report import report
from scoring.story.story import make_story
from scoring.templatetags.bridge import points

# Numbers of matches in play, results, dates and pairings on the page.
IN_PLAY, RESULTS, FIXTURES, PAIRINGS = 6, 5, 4, 12
# A result from this period can be the lead story. If there is none, the latest result leads.
_NEWS = timedelta(days=21)
# New champions lead the page for this long.
_NEW_CHAMPIONS = timedelta(days=14)
# Within each such period, results of all competitions are mixed, so that a busy one does not hide the others.
_MIXED = timedelta(days=7)
# "This day last season" shows a result with a date that, moved by `_YEAR`, is within `_NEAR` of today.
_YEAR, _NEAR = timedelta(days=365), timedelta(days=3)


class HomeMatch(NamedTuple):
    """A match in play, with the time of its latest event. `gap` is smaller for a closer match and nearer the end."""

    season: ArchivedSeason
    match: MatchLine
    at: datetime
    live: Live
    gap: float


class ResultLine(NamedTuple):
    """A decided match in one line, with the winner first. `score` replaces the totals if there are none."""

    season: ArchivedSeason
    match: MatchLine
    at: datetime
    day: str
    winner: SafeString
    loser: SafeString
    totals: tuple[str, str] | None
    score: str


class HomeStory(NamedTuple):
    """A decided match with details. `chart` and `deals` are empty without a public score sheet.

    `end` is the final lead if it differs from the lead after the last deal. The chart then has a column for it.

    The story with the greatest `weight` leads the page.
    """

    season: ArchivedSeason
    match: MatchLine
    at: datetime
    headline: str
    text: str
    winner: str
    chart: SafeString
    deals: int
    end: str
    weight: int


class HomeFixture(NamedTuple):
    """A match with a date, or a pairing of round 1. `when` is empty without a date."""

    match: MatchLine
    when: str
    pairs: str


class RoundProgress(NamedTuple):
    """The progress of one round: its name, the numbers of decided matches and of all matches, and a text."""

    name: str
    short: str
    decided: int
    matches: int
    text: str


class Home(NamedTuple):
    """The facts about one season for the home page.

    `entries` is set before the draw, `pairings` until the first match is played, and `champions` once the season is
    over.
    """

    in_play: list[HomeMatch]
    results: list[ResultLine]
    story: HomeStory | None
    year_ago: ResultLine | None
    fixtures: list[HomeFixture]
    steps: list[RoundProgress]
    status: str
    marks: list[tuple[str, str]]
    play_by: str
    champions: SeasonLine | None
    ended: datetime | None
    entries: Entries | None
    pairings: list[HomeFixture]

    @property
    def decided(self) -> int:
        """The number of decided matches."""
        return sum(step.decided for step in self.steps)

    @property
    def matches(self) -> int:
        """The number of all matches."""
        return sum(step.matches for step in self.steps)


def being_played(draw: PublishedDraw) -> list[PublishedMatch]:
    """Return the matches in play with at least one scored deal."""
    return [state for state in draw.matches.values() if state.stage is Stage.IN_PLAY and state.recorded]


def told_match(draw: PublishedDraw) -> PublishedMatch | None:
    """Return the match for a draw's lead story: its final, the most dramatic recent match, or else the latest."""
    decided = _decided(draw)
    if draw.champion and decided and decided[0][1].is_final:
        return decided[0][1]
    recent = [state for at, state in decided if at >= draw.now - _NEWS and official_sheet(state)]
    return max(recent, key=_drama, default=decided[0][1] if decided else None)


def season_news(
    draw: PublishedDraw, season: ArchivedSeason, moves: Mapping[str, datetime], sheets: Mapping[int, Sheet]
) -> Home:
    """Return the facts about one season.

    `moves` has the time of the latest event in each match in play, by match code. `sheets` are the score sheets for
    stories, by primary key.
    """
    moved = nlargest(IN_PLAY, [(moves[state.code], state.code) for state in being_played(draw) if state.code in moves])
    subject, decided = told_match(draw), _decided(draw)
    is_over = bool(draw.rounds) and season.is_over
    return Home(
        [_playing(draw, season, at, draw.matches[code]) for at, code in moved],
        [_result(draw, season, at, state) for at, state in decided[:RESULTS]],
        _story(draw, season, subject, sheets) if subject else None,
        _year_ago(draw, season, decided),
        [] if season.is_over else _fixtures(draw),
        [] if season.is_over else list(_steps(draw)),
        *_status(draw, season),
        line(draw, season) if is_over else None,
        draw.final.news_at if is_over and draw.champion else None,
        None if draw.rounds else overview.entries(draw),
        [] if decided or season.is_over else _pairings(draw),
    )


def _decided(draw: PublishedDraw) -> list[tuple[datetime, PublishedMatch]]:
    """Return the time and state of each match that a pair has won against opponents, latest first."""
    timed = [(at, state) for state in draw.matches.values() if (at := state.news_at) and _is_won(state)]
    return sorted(timed, key=itemgetter(0), reverse=True)


def _is_won(state: PublishedMatch) -> bool:
    return state.has_two_pairs and state.result is not None and state.result.winner is not None


def _drama(state: PublishedMatch) -> int:
    """Return how dramatic a match was, in points: the winners' largest deficit, or a bonus for a close result."""
    sheet = state.sheet
    margin = state.result.margin if state.result else None
    return max(sheet.comeback if sheet else 0, 1000 - (margin or 1000))


def _playing(draw: PublishedDraw, season: ArchivedSeason, at: datetime, state: PublishedMatch) -> HomeMatch:
    played = as_played(state)
    forms = _forms(draw, state)
    score_now = live(draw, played, _names(forms), [form.short for form in forms])
    gap = abs(state.margin or 0) * state.due / max(1, state.recorded)
    return HomeMatch(season, played_line(state), at, score_now, gap)


def _result(draw: PublishedDraw, season: ArchivedSeason, at: datetime, state: PublishedMatch) -> ResultLine:
    match = played_line(state)
    upper, lower = _names(_forms(draw, state))
    is_upper = match.sides[0].won
    totals = state.result.totals if state.result else None
    figures = None
    if totals and (totals[0] > totals[1]) is is_upper:
        figures = points(max(totals)), points(min(totals))
    winner, loser = (upper, lower) if is_upper else (lower, upper)
    day = short_day(timezone.localdate(at), timezone.localdate(draw.now))
    return ResultLine(season, match, at, day, winner, loser, figures, score(state))


def _story(
    draw: PublishedDraw, season: ArchivedSeason, state: PublishedMatch, sheets: Mapping[int, Sheet]
) -> HomeStory:
    match = played_line(state)
    at = state.news_at or draw.now
    names = short_names(draw, state)
    winner, sign = (names[0], 1) if match.sides[0].won else (names[1], -1)
    row = official_sheet(state)
    meeting = state.meeting
    sheet = sheets.get(row.pk) if row else None
    weight = _drama(state) if at >= draw.now - _NEWS else -1
    if sheet is None or meeting is None:
        return HomeStory(
            season, match, at, headline(state, names, ""), match.sentence, winner, SafeString(""), 0, "", weight
        )
    story = make_story(sheet, is_over=True)
    sides = meeting.by_side(*names)
    _, *more = report(story, sides)
    text = " ".join([match.sentence, *("".join(part.text for part in sentence) for sentence in more)])
    steps = [sign * lead for lead in leads(state)]
    margin = state.result.margin if state.result else None
    end = margin if margin != steps[-1] else None
    first = headline(state, names, story_headline(story, sides).text)
    said = points(end) if end else ""
    return HomeStory(season, match, at, first, text, winner, spark(steps, state.due, end), len(steps), said, weight)


def _year_ago(
    draw: PublishedDraw, season: ArchivedSeason, decided: list[tuple[datetime, PublishedMatch]]
) -> ResultLine | None:
    then = draw.now - _YEAR
    near = [(abs(at - then), -state.round, at, state) for at, state in decided if abs(at - then) <= _NEAR]
    if not near:
        return None
    *_, at, state = min(near, key=lambda match: match[:2])
    return _result(draw, season, at, state)


def _fixtures(draw: PublishedDraw) -> list[HomeFixture]:
    ready = (state for state in draw.matches.values() if state.stage is Stage.READY and state.plays_after(draw.now))
    fixtures = [(at, state) for state in ready if (at := state.plays_at)]
    coming = sorted(fixtures, key=lambda fixture: starts(fixture[0]))[:FIXTURES]
    return [_fixture(draw, state) for _, state in coming]


def _pairings(draw: PublishedDraw) -> list[HomeFixture]:
    """Return the unplayed matches of round 1."""
    first = draw.rounds[0].matches if draw.rounds else ()
    return [_fixture(draw, state) for state in first if state.has_two_pairs][:PAIRINGS]


def _fixture(draw: PublishedDraw, state: PublishedMatch) -> HomeFixture:
    at = state.plays_at
    pairs = " v ".join(form.short for form in _forms(draw, state))
    return HomeFixture(played_line(state), when(at, draw.now) if at else "", pairs)


def _steps(draw: PublishedDraw) -> Iterator[RoundProgress]:
    """Yield the rounds, each with its number of decided matches or, before the round, its play-by date."""
    if not draw.rounds:
        return
    now = current_round(draw).number
    today = timezone.localdate(draw.now)
    for round in draw.main_rounds:
        playing = sum(state.stage is Stage.IN_PLAY and bool(state.recorded) for state in round.matches)
        text = words.decided(round)
        if round.number > now and not round.played:
            text = f"{playing} in play" if playing else f"by {short_day(round.play_by, today)}"
        yield RoundProgress(round.name, words.short_round(round.name), round.played, round.playable, text)


def _status(draw: PublishedDraw, season: ArchivedSeason) -> tuple[str, list[tuple[str, str]], str]:
    """Return the round with its play-by date, the matches in play, overdue and disputed, and the date alone."""
    if not draw.rounds or season.is_over:
        return season.line, [], ""
    states = draw.matches.values()
    round = coming_round(draw)
    counts = {
        "in play": len(being_played(draw)),
        "overdue": sum(state.overdue and state.stage is not Stage.IN_PLAY for state in states),
        "disputed": sum(state.stage is Stage.DISPUTED for state in states),
    }
    marks = [(kind, f"{number} {kind}") for kind, number in counts.items() if number]
    by = short_day(round.play_by, timezone.localdate(draw.now))
    return f"{round.name}, play by {by}", marks, by


def _forms(draw: PublishedDraw, state: PublishedMatch) -> list[Forms]:
    """Return both pairs' names in three lengths, or the full names of the players who played instead."""
    forms = []
    for side in as_played(state).sides:
        own = draw.forms[side.pair.number] if side.pair else None
        forms.append(own if own and own.full == side.text else Forms(side.text, side.text, side.text))
    return forms


def _names(forms: list[Forms]) -> list[SafeString]:
    """Return the HTML for the names in two lengths."""
    return [name(Forms(form.line, form.line, form.short)) for form in forms]


class FrontPage(NamedTuple):
    """The home page, based on all seasons.

    `lead` is a story, `crowned` are new champions above it, and `only` is a competition before its draw that has the
    page to itself.
    """

    lead: HomeStory | None
    crowned: SeasonLine | None
    only: tuple[ArchivedSeason, Home] | None
    champions: list[SeasonLine]
    past: int
    year_ago: ResultLine | None
    entering: list[tuple[ArchivedSeason, Home]]
    running: list[tuple[ArchivedSeason, Home]]

    @property
    def is_more(self) -> bool:
        """True if there are champions that the page does not show."""
        return self.past > len(self.champions) + bool(self.crowned)


class Now(NamedTuple):
    """The changing part of the home page: matches in play, results and current competitions.

    The closest match in play comes first.
    """

    in_play: list[HomeMatch]
    more: int
    results: list[ResultLine]
    running: list[tuple[ArchivedSeason, Home]]

    @property
    def playing(self) -> int:
        """The total number of matches in play."""
        return len(self.in_play) + self.more

    @property
    def is_mixed(self) -> bool:
        """True if the results and the current competitions come from more than one season."""
        return len({season.slug for season, _ in self.running} | {line.season.slug for line in self.results}) > 1


def now_playing(seasons: Iterable[tuple[ArchivedSeason, Home]], counted: Iterable[tuple[ArchivedSeason, Home]]) -> Now:
    """Return the matches in play and latest results from the `counted` seasons, and all current competitions."""
    homes = [home for _, home in counted]
    playing = sorted((match for home in homes for match in home.in_play), key=attrgetter("gap"))
    results = _mixed([home.results for home in homes])
    return Now(playing[:IN_PLAY], max(0, len(playing) - IN_PLAY), results, _running(seasons))


def _mixed(seasons: list[list[ResultLine]]) -> list[ResultLine]:
    """Return the latest results. Within a week, the latest of each season comes before any season's earlier ones."""
    newest = max((results[0].at for results in seasons if results), default=None)
    if newest is None:
        return []
    ranked = [
        ((newest - result.at) // _MIXED, rank, newest - result.at, result)
        for results in seasons
        for rank, result in enumerate(results)
    ]
    shown = [result for *_, result in nsmallest(RESULTS, ranked, key=itemgetter(0, 1, 2))]
    return sorted(shown, key=attrgetter("at"), reverse=True)


def front_page(
    seasons: list[tuple[ArchivedSeason, Home]], counted: list[tuple[ArchivedSeason, Home]], moment: datetime, most: int
) -> FrontPage:
    """Return the home page.

    `counted` are the seasons with a draw. `most` is the maximum number of past champions. If there are several current
    competitions, it is doubled.
    """
    is_demo = any(season.is_demo for season, _ in counted)
    past = [home for season, home in seasons if home.champions and season.is_demo <= is_demo]
    new = [home for _, home in counted if home.ended and home.ended >= moment - _NEW_CHAMPIONS]
    stories = [home.story for _, home in counted if home.story]
    running = _running(seasons)
    # If there are several current competitions, new champions are in the list with the others.
    crowned = None if running[1:] else max(new, key=lambda home: home.ended or moment, default=None)
    entering = [(season, home) for season, home in seasons if not season.rounds and not season.is_over]
    lead = max(stories, key=attrgetter("weight", "at"), default=None) if running else None
    if not running and not entering and past and past[0].ended:
        crowned = past[0]
    if not running and crowned and crowned.story and crowned.story.chart:
        lead = crowned.story
    others = [home.champions for home in past if home.champions and home is not crowned]
    return FrontPage(
        lead,
        crowned.champions if crowned else None,
        entering[0] if len(entering) == 1 and not running else None,
        others[: 2 * most if running[1:] else most],
        len(past),
        next((home.year_ago for _, home in counted if home.year_ago), None),
        entering,
        running,
    )


def _running(seasons: Iterable[tuple[ArchivedSeason, Home]]) -> list[tuple[ArchivedSeason, Home]]:
    """Return the current competitions, with the demo last."""
    running = [(season, home) for season, home in seasons if season.rounds and not season.is_over]
    return sorted(running, key=lambda each: each[0].is_demo)


def summary(page: FrontPage, now: Now) -> list[str]:
    """Return a few words about each fact in the state of all competitions, starting with matches in play."""
    parts = []
    if now.playing:
        parts.append(f"{quantity(now.playing, 'match', 'matches')} at the table")
    if page.running[1:]:
        parts.append(f"{quantity(len(page.running), 'competition')} under way")
    elif page.running and not parts:
        parts.append(f"Matches are due by {page.running[0][1].play_by}")
    is_open = sum(home.entries.is_open for _, home in page.entering if home.entries)
    if is_open and not page.only:
        parts.append(f"{quantity(is_open, 'competition')} open for entries")
    return parts


def sheets_of(draws: Collection[PublishedDraw]) -> list[SummarySheet]:
    """Return the score sheets needed for stories about these draws."""
    subjects = (told_match(draw) for draw in draws)
    return [sheet for state in subjects if state and (sheet := official_sheet(state))]
