"""Presenters for one match, for one pair's matches, and for the end of a match."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import quote, urlencode

from django.urls import reverse

from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import as_played, stand_in
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import ResultKind, Stage
from competition.entries.models import Pair, Player
from competition.entries.presenters import mailto_link, sms_link
from competition.entries.private_links import calendar_key
from competition.match.presenters.course import Course, SideScore, course, scores
from competition.match.presenters.headlines import Names, headline, sharing_text
from competition.match.queries.play import PairView
from competition.rulings.presenters.records import standing_placings
from scoring.presenters import csv_sheet
from scoring.rules.sheet import Sheet
from scoring.rules.sides import BySide, Reader, Seat, Side, Tally
from scoring.rules.words import explain
from scoring.templatetags.bridge import points


class Balance(NamedTuple):
    """A pair's official results: matches won and lost, its points and its opponents' points."""

    won: int
    lost: int
    ours: int
    theirs: int

    def __str__(self) -> str:
        """Return text such as "2 won, 0 lost; 9,400 points to 6,130"."""
        totals = f"; {points(self.ours)} points to {points(self.theirs)}" if self.ours or self.theirs else ""
        return f"{self.won} won, {self.lost} lost{totals}"


def out_in(draw: PublishedDraw, pair: Pair) -> str:
    """Return the round in which a pair was knocked out, such as "round 2" or "the final". "" if it was not."""
    last = draw.matches_of(pair)[-1]
    if last.result is None or last.result.goes_on == pair.number:
        return ""
    return words.named_round(draw, last.round).replace("Round", "round")


def balance(draw: PublishedDraw, pair: Pair) -> Balance:
    """Return the official results of a pair."""
    over = [state for state in draw.matches_of(pair) if state.result]
    by_points = [state for state in over if state.result and state.result.totals]
    won = sum(state.winner == pair for state in over)
    scored = [sorted(state.sides, key=lambda side: side.pair != pair) for state in by_points]
    ours, theirs = (sum(sides[place].total or 0 for sides in scored) for place in (0, 1))
    return Balance(won, len(over) - won, ours, theirs)


@dataclass(frozen=True, slots=True)
class MatchStory:
    """A match for its public page. `sheet` is None without a score sheet, and `course` is None without deals."""

    match: PublishedMatch
    title: str
    headline: str
    scores: list[SideScore]
    sentence: str
    shared: str
    label: str
    next_round: str
    standing: str
    set_aside: list[str]
    since: list[str]
    seats: list[tuple[str, str]]
    sheet: Sheet | None
    deals: list[str]
    reader: Reader
    course: Course | None
    further: list[tuple[str, BySide[int]]]
    ruling: str

    @property
    def is_provisional(self) -> bool:
        """True if the pairs have a reported result that is not yet official."""
        return self.match.stage in (Stage.SUBMITTED, Stage.DISPUTED)

    @property
    def totals_only(self) -> bool:
        """True if the pairs reported two totals without deals."""
        last = self.match.last
        return bool(last and last.by_id and not last.from_sheet and self.match.sides[0].total is not None)

    @property
    def without_totals(self) -> str:
        """The note about a played match without known totals. Empty for every other match."""
        result = self.match.result
        if result is None or not result.was_played or result.totals:
            return ""
        if result.margin:
            return "Only the margin was reported. The win counts as usual, but records of totals leave this match out."
        return "Nobody reported the totals. The win counts as usual. Averages and records leave this match out."

    @property
    def is_not_by_the_sheet(self) -> bool:
        """True if the official totals differ from the score sheet, for example after a ruling or a concession."""
        totals = tuple(side.total for side in self.match.sides)
        meeting = self.match.meeting
        if self.course is None or self.sheet is None or meeting is None:
            return False
        # The stored result of a conceded match includes the Law 80 credits, so accept totals with and without them.
        counted = [self.further[-1][1]] if self.further and not self.ruling else [self.sheet.shown, self.sheet.total]
        return totals not in [meeting.upper_first(sums) for sums in counted]


def make_story(draw: PublishedDraw, state: PublishedMatch, match: PairView | None, address: str = "") -> MatchStory:
    """Return the presenter of a match, with its score sheet if there is one. `address` is the URL of its page."""
    sheet = match.sheet.scored if match and match.sheet else None
    played = as_played(state)
    names = short_names(draw, state)
    line = match_line(played)
    went = course(match, names, address, is_over=bool(state.result)) if match and sheet and sheet.lines else None
    match_story = MatchStory(
        match=played,
        title=line.title,
        headline="",
        scores=scores(played, match),
        sentence=line.sentence,
        shared=sharing_text(played),
        label=words.label(state),
        next_round="" if state.is_last else _next_round(draw, state),
        standing=words.standing(state),
        set_aside=[words.set_aside(result, draw.names) for result in state.set_aside],
        since=[sentence for code, sentence in standing_placings(draw) if code == state.code]
        + [_since(state, side.pair) for side in played.sides if side.pair and side.text != side.pair.name],
        seats=_seats(match) if match else [],
        sheet=sheet,
        deals=[explain(line) for line in sheet.lines] if sheet else [],
        reader=Reader(),
        course=went,
        further=decided_points(state, sheet) if sheet else [],
        ruling=_ruling(state, sheet, names),
    )
    # A match that was stopped early is decided, but not by its score sheet.
    decides = sheet is not None and (sheet.winner is not None or not state.result)
    by_the_sheet = went.headline if went and decides and not match_story.is_not_by_the_sheet else ""
    return replace(match_story, headline=headline(played, names, by_the_sheet))


def _since(state: PublishedMatch, pair: Pair) -> str:
    """Return a sentence about a substitute in this match, or about a pair's current players."""
    if substitute := stand_in(state, pair):
        return f"{substitute} plays for {substitute.stands_in_for} in this match only. {substitute.left_because}"
    return f"Pair {pair.number} are now {pair.name}."


def decided_points(state: PublishedMatch, sheet: Sheet) -> list[tuple[str, BySide[int]]]:
    """Return the points that the organiser added to the score sheet, and the result. Empty without any."""
    last = state.last
    if state.result is None or state.meeting is None or last is None:
        return []
    if last.penalty_upper or last.penalty_lower:
        penalties = state.meeting.by_side(last.penalty_upper, last.penalty_lower)
        return [("Penalty points", penalties), ("Result", sheet.total + penalties)]
    ruled = _ruled_points(state, sheet)
    return [("The organiser’s ruling", ruled), ("Result", sheet.total + ruled)] if ruled else []


def _ruled_points(state: PublishedMatch, sheet: Sheet) -> Tally | None:
    """Return the difference between a ruled result and the score sheet, or None if there is none."""
    result, last = state.result, state.last
    if result is None or result.totals is None or state.meeting is None or last is None:
        return None
    if result.kind is not ResultKind.PLAYED or last.by_id is not None or last.source:
        return None
    ruled = state.meeting.by_side(*result.totals)
    difference = Tally(ruled.ns - sheet.total.ns, ruled.ew - sheet.total.ew)
    return difference if any(difference) else None


def _ruling(state: PublishedMatch, sheet: Sheet | None, names: Names) -> str:
    """Return a sentence about the points that a ruling added or deducted, with its reason, or ""."""
    ruled = _ruled_points(state, sheet) if sheet else None
    if ruled is None or state.meeting is None or state.last is None:
        return ""
    changes = [
        f"{'added' if change > 0 else 'took'} {points(abs(change))} points {'to' if change > 0 else 'from'} {name}"
        for change, name in zip(state.meeting.upper_first(ruled), names, strict=True)
        if change
    ]
    return f"The organiser {' and '.join(changes)}: {state.last.reason}"


def short_names(draw: PublishedDraw, state: PublishedMatch) -> Names:
    """Return the names of both pairs for a headline. They are surnames unless another pair shares them."""
    forms = draw.forms
    upper, lower = (
        forms[side.pair.number].short if side.pair and side.text == forms[side.pair.number].full else side.text
        for side in as_played(state).sides
    )
    return upper, lower


def _seats(match: PairView) -> list[tuple[str, str]]:
    names = match.opened.names
    return [(side.word, " & ".join(names[seat] for seat in Seat if seat.side is side)) for side in Side]


def rows(match: PairView) -> Iterator[csv_sheet.CsvRow]:
    """Return the deals of a match as rows for a CSV file, without the players' private notes.

    The first row says whether the match was imported.
    """
    note = match.competition.provenance
    for line, deal in zip(match.opened.scored.lines, match.opened.deals, strict=True):
        yield csv_sheet.CsvRow(line.number, line.dealer, line.deal, deal.misdeals, note)
        note = ""


def _next_round(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return the name of the winners' next round, even if it is not drawn yet."""
    return draw.matches[state.feeds].round_name if state.feeds else draw.rounds[state.round].name


@dataclass(frozen=True, slots=True)
class MatchEnding:
    """The official result of a match as one pair sees it. `next` is the pair's next match, or None."""

    story: MatchStory
    next: PublishedMatch | None
    calendar: str


def ending(match: PairView) -> MatchEnding | None:
    """Return the end of a match for one pair, or None if there is no official result."""
    state = match.state
    if state.result is None:
        return None
    coming = match.draw.matches[state.feeds] if state.goes_on == match.pair and state.feeds else None
    calendar = reverse("link:calendar", args=[calendar_key(match.pair)])
    address = reverse("public:match", args=[match.competition.slug, match.code])
    story = make_story(match.draw, state, match if match.sheet else None, address)
    if match.sheet and story.course:
        names = BySide(*("you" if side is match.sheet.side else story.course.names[side] for side in Side))
        story = replace(story, course=replace(story.course, up=match.sheet.side, names=names))
    return MatchEnding(story, coming, calendar)


@dataclass(frozen=True, slots=True)
class ResultMessage:
    """A message to the opponents about a reported result, with links to send it by SMS, WhatsApp or email."""

    text: str
    telephones: list[tuple[Player, str]]
    whatsapp: str
    mailto: str


def message(match: PairView, address: str) -> ResultMessage | None:
    """Return the message about the result that this pair reported, or None if there is none.

    `address` is the URL at which every pair finds its own matches.
    """
    reported = match.state.reported
    if reported is None or match.opponents is None:
        return None
    text = (
        f"{match.competition}, {match.state.round_name}: we have reported our result. "
        f"{reported.report(*match.state.pair_names)}. Please confirm it, or say what is wrong: {address}"
    )
    there = [player for player in match.opponents.present if player.phone]
    return ResultMessage(
        text=text,
        telephones=[(player, sms_link(player.phone, text)) for player in there],
        whatsapp=f"https://wa.me/?{_query_string(text=text)}",
        mailto=mailto_link([match.opponents], f"Our result, {match.competition}", text),
    )


def _query_string(**values: str) -> str:
    return urlencode(values, quote_via=quote)
