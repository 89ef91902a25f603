"""Presenters for a match page: its title, the lead and the chances in play, and a match that has not begun."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.utils import timezone

from competition.archive.presenters.career import runs_of
from competition.archive.presenters.rivals import Rivals, rivals
from competition.archive.presenters.season import ArchivedSeason, people
from competition.contest.rules.names import forms
from competition.draw.presenters import words
from competition.draw.presenters.overview import days_left, past_due
from competition.draw.presenters.words import either, is_far_off, named_round
from competition.draw.queries.draw import PublishedDraw, candidates, joining_before
from competition.draw.queries.later_rounds import is_drawn
from competition.draw.queries.results import lineup
from competition.draw.queries.sides import TO_JOIN, MatchSide, called
from competition.draw.queries.states import PublishedMatch, local_date
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.match.presenters.course import Course
from competition.public.presenters.rounds import when_drawn
from scoring.rules.chance import chance
from scoring.rules.sheet import Sheet
from scoring.rules.sides import NS, BySide
from scoring.rules.text import LONGEST_TITLE
from scoring.rules.words import counted, listed
from scoring.templatetags.bridge import day, moment, points

# The largest number of possible pairings with their earlier meetings on the page.
_MOST_PAIRINGS = 16
# The largest number of possible pairs that the page names for a side.
_NAMED = 8
# The number of matches shown for each of several possible pairs.
_OF_MANY = 2
# The number of earlier seasons shown for each pair.
_SEASONS = 2
_RESULTS = {True: "beat", False: "lost to"}


@dataclass(frozen=True, slots=True)
class EarlierMatch:
    """A pair's earlier match in this draw, or an earlier season. `code` is empty unless the match has a page."""

    title: str
    text: str
    code: str = ""


@dataclass(frozen=True, slots=True)
class PossiblePair:
    """A pair in the match, or a pair that can still reach it, with its earlier matches."""

    number: int
    name: str
    short: str
    club: str
    way: list[EarlierMatch]


@dataclass(frozen=True, slots=True)
class PageSide:
    """One side of the match: its pair, or the pairs that can still reach it.

    `others` names the pairs if the page has no space for their matches. `code` is the match that decides which of them
    plays.
    """

    title: str
    is_known: bool
    entrants: list[PossiblePair]
    others: str
    code: str

    @property
    def names(self) -> str:
        """The pairs that can still reach this side, or "" if there are too many."""
        return self.others or " or ".join(entrant.short for entrant in self.entrants)


@dataclass(frozen=True, slots=True)
class Meetings:
    """The decided matches between two pairs, with each pair's number of wins."""

    names: tuple[str, str]
    won: tuple[int, int]
    rivals: Rivals


@dataclass(frozen=True, slots=True)
class Feeder:
    """A match that leads to this one: its round, its pairs with their totals, and its state."""

    code: str
    round: str
    sides: list[tuple[str, str]]
    said: str
    is_in_play: bool


@dataclass(frozen=True, slots=True)
class ToCome:
    """A match that has not begun. `meetings` are the earlier matches of possible opponents.

    `is_compared` is False if there are too many possible pairs to look for these meetings. `feeders` are the two
    matches before a semi-final or a final that still waits for a pair.
    """

    headline: str
    feeders: list[Feeder]
    this: str
    candidates: list[str]
    sides: list[PageSide]
    when: str
    left: str
    is_overdue: bool
    meetings: list[Meetings]
    is_compared: bool
    is_certain: bool
    next: list[str]


def to_come(draw: PublishedDraw, state: PublishedMatch, seasons: Collection[ArchivedSeason]) -> ToCome:
    """Return the presenter for a match that has not begun. `seasons` are all seasons, latest first."""
    if not is_drawn(draw, state.round):
        return _undrawn(draw, state)
    pairs_of = [candidates(draw, side) for side in state.sides]
    feeding = [*_feeders(draw, state)]
    return ToCome(
        headline(draw, state),
        feeding,
        f"This {called(state.round_name)}",
        [words.capital(either(draw, side)) for side in state.sides],
        [_side(draw, state, side, pairs, seasons) for side, pairs in zip(state.sides, pairs_of, strict=True)],
        moment(state.plays_at) if state.plays_at else f"Play {words.due(state)}",
        _left(draw, state),
        state.overdue,
        [*_meetings(draw, pairs_of, seasons)],
        _is_compared(pairs_of),
        state.has_two_pairs,
        [*_next(draw, state, has_feeders=bool(feeding))],
    )


def _undrawn(draw: PublishedDraw, state: PublishedMatch) -> ToCome:
    """Return the presenter for a match of a round that is not drawn yet, which says when the round is drawn."""
    round = draw.main_rounds[state.round - 1]
    when = [when_drawn(draw, round), f"{words.capital(counted(state.conditions.deals, 'deal'))} are played."]
    return ToCome(
        headline(draw, state),
        [],
        f"This {called(state.round_name)}",
        [],
        [],
        f"Play {words.due(state)}",
        _left(draw, state),
        is_overdue=False,
        meetings=[],
        is_compared=False,
        is_certain=False,
        next=[*when, _after(draw, state)],
    )


def _feeders(draw: PublishedDraw, state: PublishedMatch) -> Iterator[Feeder]:
    """Yield the two matches before a semi-final or a final that still waits for a pair."""
    if state.has_two_pairs or state.round < len(draw.main_rounds) - 1 or not any(side.awaiting for side in state.sides):
        return
    for code in state.before:
        before = draw.matches[code]
        sides = [
            (either(draw, side) if side.awaiting else side.text, "" if side.total is None else points(side.total))
            for side in before.sides
        ]
        is_in_play = before.stage is Stage.IN_PLAY
        yield Feeder(code, words.capital(called(before.round_name)), sides, _state(before), is_in_play)


def _state(state: PublishedMatch) -> str:
    """Return the state of a match or, before it is played, its date."""
    if state.stage not in (Stage.WAITING, Stage.READY):
        return words.label(state)
    if state.overdue:
        return "Overdue"
    return moment(state.plays_at) if state.plays_at else f"Play {words.due(state)}"


def headline(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return the pairs of the match as a headline: "A & B or C & D, against E & F".

    If there are more than four, return their number.
    """
    if state.has_two_pairs:
        upper, lower = (draw.forms[pair.number].short for pair in state.pairs)
        if state.plays_at and not state.overdue:
            return f"{upper} play {lower} on {day(state.plays_at)}"
        return f"{upper} v {lower}: overdue" if state.overdue else f"{upper} v {lower}: play by {day(state.play_by)}"
    if not is_drawn(draw, state.round):
        return "This match is not drawn yet"
    upper, lower = (either(draw, side) for side in state.sides)
    if _has_bye(state):
        return f"A bye for {lower if state.sides[0].bye else upper}"
    if upper == lower:
        return words.capital(f"the winners of {named_round(draw, state.round - 1)}")
    possible = sum(len(candidates(draw, side)) + joining_before(draw, side) for side in state.sides)
    if possible > 4:
        return f"{words.capital(called(state.round_name))}: {counted(possible, 'pair')} can still reach it"
    comma = "," if state.sides[0].awaiting else ""
    return words.capital(f"{upper}{comma} against {lower}")


def _has_bye(state: PublishedMatch) -> bool:
    """Return True if the pair on the other side, which may not be known yet, has a bye."""
    return any(side.bye for side in state.sides)


def _left(draw: PublishedDraw, state: PublishedMatch) -> str:
    today = timezone.localdate(draw.now)
    if state.overdue:
        return past_due(state, draw.now)
    return days_left(local_date(state.plays_at) if state.plays_at else state.play_by, today)


def _side(
    draw: PublishedDraw, state: PublishedMatch, side: MatchSide, pairs: list[Pair], seasons: Collection[ArchivedSeason]
) -> PageSide:
    forms = draw.forms
    most = None if side.pair else _OF_MANY
    entrants = [
        PossiblePair(
            pair.number,
            pair.name,
            forms[pair.number].short,
            pair.club or "",
            [*_earlier_matches(draw, state, pair, seasons)][:most],
        )
        for pair in pairs
        if not is_far_off(draw, side)
    ]
    others = [forms[pair.number].short for pair in pairs] if not entrants and len(pairs) <= _NAMED else []
    others += [TO_JOIN] * bool(others and joining_before(draw, side))
    before = draw.matches[side.awaiting] if side.awaiting else None
    return PageSide(
        side.text if side.pair else words.capital(either(draw, side) if before else side.text),
        side.pair is not None,
        entrants,
        f"{', '.join(others[:-1])} or {others[-1]}" if others else "",
        before.code if before else "",
    )


def _earlier_matches(
    draw: PublishedDraw, state: PublishedMatch, pair: Pair, seasons: Collection[ArchivedSeason]
) -> Iterator[EarlierMatch]:
    """Yield a pair's earlier matches, latest first, followed by its two players' latest earlier seasons."""
    earlier = [before for before in draw.matches_of(pair) if before.round < state.round and not before.is_to_be_decided]
    for before in earlier[::-1]:
        yield EarlierMatch(before.round_name, _result(draw, before, pair), before.code if before.has_two_pairs else "")
    others = [season for season in seasons if season.slug != draw.competition.slug]
    slugs = [person.slug for person in people(draw.competition, pair.present)]
    for run in runs_of(others, *slugs)[:_SEASONS]:
        reached = "champions" if run.is_champion else f"played in {with_article(run.reached)}"
        yield EarlierMatch(run.season.title, reached)


def _result(draw: PublishedDraw, state: PublishedMatch, pair: Pair) -> str:
    if state.stage is Stage.BYE:
        return "had a bye"
    other = next((draw.forms[row.number].short for row in state.pairs if row != pair), "")
    result = state.result
    if not other or result is None:
        return "had no opponents"
    if not result.was_played or result.keep_progress:
        return f"went through against {other} ({result.label.lower()})" if state.goes_on == pair else result.label
    how = f", {result.score}" if result.totals else f" {result.by}"
    return f"{_RESULTS[state.winner == pair]} {other}{how}"


def _is_compared(sides: Sequence[list[Pair]]) -> bool:
    upper, lower = sides
    return 0 < len(upper) * len(lower) <= _MOST_PAIRINGS


def _meetings(
    draw: PublishedDraw, sides: Sequence[list[Pair]], seasons: Collection[ArchivedSeason]
) -> Iterator[Meetings]:
    upper, lower = sides
    if not _is_compared(sides):
        return
    for first in upper:
        for second in lower:
            teams = (people(draw.competition, pair.present) for pair in (first, second))
            slugs = [tuple(person.slug for person in team) for team in teams]
            pair_rivals = rivals(seasons, *slugs)
            decided = [match.winner for match in pair_rivals.matches if match.match.result] if pair_rivals else []
            if pair_rivals and decided:
                names = draw.forms[first.number].short, draw.forms[second.number].short
                yield Meetings(names, (decided.count(0), decided.count(1)), pair_rivals)


def _next(draw: PublishedDraw, state: PublishedMatch, *, has_feeders: bool) -> Iterator[str]:
    """Yield sentences about the time before, during and after the match.

    If the page shows the previous matches, do not repeat their states.
    """
    if not has_feeders:
        yield from dict.fromkeys(_before(draw, draw.matches[side.awaiting]) for side in state.sides if side.awaiting)
    if _has_bye(state):
        yield "They have a bye, so they go through without a match."
        yield from filter(None, [words.drawn_later(draw, state)])
        return
    if state.overdue:
        yield "The organiser sets a new play-by date, or decides who goes through."
    if not state.has_two_pairs:
        yield "When both pairs are known, they agree a date. It is then shown here."
    terms = state.conditions
    follow = "You can follow every deal on this page." if draw.competition.conditions.deals_public else ""
    yield f"{words.capital(counted(terms.deals, 'deal'))} are played. {follow}".strip()
    if state.has_two_pairs:
        extra = counted(terms.extra_deals, "more deal")
        yield f"If the totals are level, the pairs play {extra}, and repeat until they differ."
    yield _after(draw, state)


def _before(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return the state of an undecided match before this one, without its deals."""
    if not state.pairs:
        return f"The winner of each {called(state.round_name)} is known by {day(state.play_by)}."
    names = [draw.forms[pair.number].short for pair in state.pairs]
    preposition = "between" if state.has_two_pairs else "of"
    which = f"the {called(state.round_name)} {preposition} {listed(names)}"
    if state.overdue:
        return words.capital(f"{which} is overdue.")
    match state.stage:
        case Stage.IN_PLAY:
            how = "is being played"
        case Stage.SUBMITTED:
            how = "is played, and its result awaits confirmation"
        case Stage.DISPUTED:
            how = "is disputed, and the organiser decides"
        case Stage.READY if state.plays_at:
            how = f"is on {day(state.plays_at)}"
        case _:
            how = f"is due by {day(state.play_by)}"
    return words.capital(f"{which} {how}.")


def _after(draw: PublishedDraw, state: PublishedMatch) -> str:
    qualify = f" They qualify for {state.leads_to}." if state.leads_to else ""
    return f"{_next_match(draw, state)}{qualify}"


def _next_match(draw: PublishedDraw, state: PublishedMatch) -> str:
    if state.awaits_draw:
        return f"The winners go through. {words.drawn_later(draw, state)}"
    if not state.feeds:
        if state.is_section_final:
            return "The winners win their section."
        return "The winners win the plate." if state.is_in_plate else "The winners are the champions."
    later = draw.matches[state.feeds]
    other = next(side for side in later.sides if side.awaiting != state.code)
    where = f"in {later.round_name}" if later.round_name.startswith("Round") else f"in the {called(later.round_name)}"
    if other.bye:
        return f"The winners have a bye {where}."
    against = either(draw, other) if not other.nobody else "nobody"
    if other.awaiting and state.round_name.lower().endswith("semi-finals"):
        against = "the winners of the other semi-final"
    return f"The winners play {against} {where}, {words.due(later)}."


_SEASON = len(" – 2026/27")


def match_title(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return both pairs and the round, with shorter names if the title would be too long.

    If there are too many possible pairs on both sides, return the position of the match in its round.
    """
    if not is_drawn(draw, state.round):
        return words.capital(f"{state.label}, not drawn yet")
    if all(is_far_off(draw, side) for side in state.sides):
        count = len(draw.rounds[state.round - 1].matches)
        position = f" {state.position} of {count}" if count > 1 else ""
        return words.capital(f"{called(state.round_name)}{position}, to come")
    names = forms({pair.number: tuple(player.name for player in lineup(state, pair)) for pair in state.pairs})
    titles = []
    for length in range(3):
        named = (names[side.pair.number][length] if side.pair else either(draw, side) for side in state.sides)
        titles.append(f"{words.capital(' v '.join(named))}, {state.round_name}")
    return next((title for title in titles if len(title) + _SEASON <= LONGEST_TITLE), titles[-1])


class InPlay(NamedTuple):
    """A match in play for spectators: two sentences, and the chances in per cent with an explanation."""

    deal: str
    lead: str
    names: BySide[str]
    chances: BySide[int]
    how: str


def in_play(course: Course) -> InPlay | None:
    """Return the presenter for a match in play, or None once its score sheet is decided."""
    sheet = course.story.sheet
    if sheet.winner or course.story.is_over:
        return None
    verb = "is" if sheet.deals_left == 1 else "are"
    left = f"{counted(sheet.deals_left, 'deal')} that {verb} left"
    how = f"The app plays the {left} many times at random, with both pairs equally strong, and counts who wins."
    return InPlay(_present_deal(sheet), _lead(course), course.names, chance(sheet), how)


def _present_deal(sheet: Sheet) -> str:
    dealer = f" {sheet.next_dealer.word} deals." if sheet.next_dealer else ""
    return f"Now: deal {len(sheet.lines) + 1} of {sheet.stage_end}.{dealer}"


def _lead(course: Course) -> str:
    """Return a sentence about the leading pair and the deal on which it took the lead."""
    front = course.story.front
    if front is None:
        return f"The totals are level at {points(course.story.sheet.shown[NS])}."
    leads = course.story.leads(front)
    since = next(deal for deal in range(len(leads) - 1, -1, -1) if leads[deal] <= 0) + 1
    if since >= len(leads) - 1:
        return f"{course.names[front]} took the lead on deal {since}."
    return f"{course.names[front]} have led since deal {since}."
