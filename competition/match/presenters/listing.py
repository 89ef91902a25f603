"""Presenters for the list of all matches by round, for the public and for the organiser."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from functools import lru_cache

from django.template.loader import render_to_string
from django.utils import timezone
from django.utils.html import format_html
from django.utils.safestring import SafeString

from competition.contest.rules.names import Forms, is_named
from competition.draw.presenters import words
from competition.draw.presenters.match_line import LineSide, match_line
from competition.draw.presenters.overview import days_left, due, past_due, short_day, when
from competition.draw.presenters.words import is_far_off, name, named_round, possible_names
from competition.draw.queries.draw import PublishedDraw, way_of
from competition.draw.queries.results import as_played
from competition.draw.queries.sides import MatchSide, called
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.result import Stage
from competition.entries.models import Pair
from competition.match.presenters.at_table import leads
from competition.match.queries.play import keeps_deals
from competition.web.rules import whole_number
from competition.web.svg import spark
from scoring.rules.words import few, quantity

# Groups of matches, in the order of the filters and of the list within a round.
GROUPS = {
    "in-play": "In play",
    "disputed": "Disputed",
    "overdue": "Overdue",
    "submitted": "To be confirmed",
    "to-play": "To play",
    "decided": "Decided",
    "cancelled": "Cancelled",
}
_ORDER = list(GROUPS)
_TO_PLAY = (Stage.READY, Stage.WAITING)
_OF_STAGE = dict.fromkeys(_TO_PLAY, "to-play") | {Stage.IN_PLAY: "in-play", Stage.OFFICIAL: "decided"}
# A larger draw shows no charts of the lead, because they would outweigh the rest of the page.
_LEADS_UP_TO = 64
# A list of more than `_LONG` matches folds its large groups. These are groups of more than `_FEW` decided matches or
# matches in later rounds, and of more than `_MANY` matches to play in a round that has begun.
_LONG = 32
_FEW, _MANY = 4, 32


def group(state: PublishedMatch) -> str:
    """Return the key of `GROUPS` for this match, or "" for a match that is never played."""
    if state.stage in (Stage.BYE, Stage.VACANT):
        return ""
    return "overdue" if state.overdue else _OF_STAGE.get(state.stage, state.stage.value)


def filters(draw: PublishedDraw) -> list[tuple[str, str, int]]:
    """Return the groups that are not empty, as (key, title, number of matches).

    The first is all matches, with the key "".
    """
    counts = Counter(key_of_group for state in draw.matches.values() if (key_of_group := group(state)))
    some = [(key, title, counts[key]) for key, title in GROUPS.items() if counts[key]]
    return [("", "All", counts.total()), *some]


@dataclass(frozen=True, slots=True)
class Filter:
    """The filters for the list of matches: a key of `GROUPS`, a round number and part of a player's name."""

    show: str = ""
    round: str = ""
    find: str = ""

    def passes(self, state: PublishedMatch) -> bool:
        """Return True if the match is played and passes every filter. Ignore invalid filters."""
        its = group(state)
        return (
            bool(its)
            and (self.show not in GROUPS or its == self.show)
            and ((number := whole_number(self.round)) is None or state.round == number)
            and is_named(" ".join(pair.name for pair in state.pairs), self.find)
        )


@dataclass(frozen=True, slots=True)
class RowSide:
    """One pair in a row: its name as markup, its total, and True if it won or leads."""

    name: str
    total: str
    ahead: bool
    lost: bool


@dataclass(frozen=True, slots=True)
class MatchRow:
    """A match as one line.

    `title` names the match, and `heard` is a sentence for screen readers. If a pair is not yet known, the match has
    the markup `between` instead of `sides`. The winner is the first of the sides.
    """

    code: str
    group: str
    title: str
    heard: str
    sides: tuple[RowSide, ...]
    between: str
    spark: str
    said: str
    when: str
    is_open: bool

    @property
    def needs(self) -> bool:
        """True if the organiser can decide or confirm the match at once."""
        return self.group in ("disputed", "overdue", "submitted")


@dataclass(frozen=True, slots=True)
class ForOrganiser:
    """The settings of the list on the desk.

    `ticked` is True if all rows are selected, and `extensions` if the conditions allow extensions.
    """

    ticked: bool = False
    extensions: bool = False


@dataclass(frozen=True, slots=True)
class ListedRound:
    """A round with its matches as markup, or all later rounds.

    `can_be_ticked` is True if a row has a checkbox, and `can_be_confirmed` if a result waits for confirmation.
    `folded` has the groups of a long list that start closed, as (title, rows). A match with too many possible pairs is
    not in the list, but described in `summaries`, like all matches of a round that is not drawn yet.
    """

    title: str
    note: str
    rows: list[str]
    folded: list[tuple[str, list[str]]]
    summaries: list[str]
    can_be_ticked: bool
    can_be_confirmed: bool


def sections(draw: PublishedDraw, filter_by: Filter, desk: ForOrganiser | None = None) -> list[ListedRound]:
    """Return the rounds that have begun, latest first, then those of the plate, and all later rounds in one section.

    In a long list, large groups are folded. The first section stays open if the reader has chosen a group.
    """
    latest_first = draw.main_rounds[::-1] + draw.plate_rounds[::-1]
    begun = [round for round in latest_first if any(state.has_two_pairs for state in round.matches)]
    parts = [(round.name, _note(draw, round), [round]) for round in begun]
    if to_come := [round for round in draw.rounds if round not in begun]:
        parts.append(("Still to come", "", to_come))
    is_long = sum(map(filter_by.passes, draw.matches.values())) > _LONG
    sections = list[ListedRound]()
    for title, note, rounds in parts:
        folds = is_long and bool(sections or filter_by.show not in GROUPS)
        section = _section(draw, title, note, rounds, filter_by, desk, folds=folds)
        if section.rows or section.folded or section.summaries:
            sections.append(section)
    return sections


@dataclass(frozen=True, slots=True)
class PairRow:
    """A match as one line on the page of one pair.

    `sentence` is for screen readers, and for everybody if the match does not have two pairs. This pair is the first of
    the `sides`.
    """

    state: PublishedMatch
    sentence: str
    sides: tuple[RowSide, ...] = ()
    spark: str = ""
    said: str = ""
    when: str = ""

    @property
    def group(self) -> str:
        """The key of `GROUPS` for this match, or "" for a match that is never played."""
        return group(self.state)


def of_pair(draw: PublishedDraw, pair: Pair) -> list[PairRow]:
    """Return the matches of a pair in round order, followed by its possible later matches."""
    matches = way_of(draw, pair)
    return [
        _row_of_pair(draw, state, pair) if pair in state.pairs else PairRow(state, words.prospect(state, before.code))
        for before, state in zip([matches[0], *matches], matches, strict=False)
    ]


def _row_of_pair(draw: PublishedDraw, state: PublishedMatch, pair: Pair) -> PairRow:
    line = match_line(as_played(state))
    if not state.has_two_pairs:
        is_past = state.play_by < timezone.localdate(draw.now)
        return PairRow(state, line.sentence.replace(" have a bye", " had a bye") if is_past else line.sentence)
    ours, theirs = sorted(line.sides, key=lambda side: side.number != pair.number)
    text = _outcome(draw, state)
    if state.result and line.winner and not state.result.keep_progress:
        outcome = "won" if ours.won else "lost"
        has_margin = state.result.was_played and state.result.margin
        text = f"{outcome} {text}" if has_margin else f"{outcome}, {text.lower()}"
    return PairRow(
        state,
        line.sentence,
        sides=tuple(_side(draw, state, side) for side in (ours, theirs)),
        spark=_spark(draw, state, is_lower_first=ours is line.sides[1]),
        said=text,
        when=_when(state, timezone.localdate(draw.now)) or (when(state.plays_at, draw.now) if state.is_open else ""),
    )


def _section(
    draw: PublishedDraw,
    title: str,
    note: str,
    rounds: Iterable[PublishedRound],
    filter_by: Filter,
    desk: ForOrganiser | None,
    *,
    folds: bool,
) -> ListedRound:
    rows, summaries = list[MatchRow](), list[str]()
    for round in rounds:
        states = [state for state in round.matches if filter_by.passes(state)]
        far_off = [state for state in states if _is_far_off(draw, state)]
        far_off = (far_off if len(far_off) > 1 else []) if round.is_drawn else states
        rows += [_row(draw, state, to_come=not note) for state in sorted(states, key=_place) if state not in far_off]
        summaries += [_summary(draw, round, len(far_off))] if far_off else []
    by_group = defaultdict(list)
    for row in rows:
        by_group[row.group].append(_row_html(row, desk))
    most = {"decided": _FEW}
    if desk is None or not desk.ticked:  # Ticked matches are never folded.
        most["to-play"] = _MANY if note else _FEW
    folded = [key for key, number in most.items() if folds and len(by_group[key]) > number]
    return ListedRound(
        title,
        note,
        rows=[row for key, group in by_group.items() if key not in folded for row in group],
        folded=[(f"{len(by_group[key])} {GROUPS[key].lower()}", by_group[key]) for key in folded],
        summaries=summaries,
        can_be_ticked=any(_can_be_ticked(row, desk) for row in rows),
        can_be_confirmed=any(row.group == "submitted" for row in rows),
    )


# A change usually affects only one match, so the markup for the other matches can be reused.
@lru_cache(maxsize=4096)
def _row_html(row: MatchRow, desk: ForOrganiser | None) -> str:
    context = {"row": row, "desk": desk, "can_be_ticked": _can_be_ticked(row, desk)}
    return render_to_string("competition/match/_line.html", context)


def _can_be_ticked(row: MatchRow, desk: ForOrganiser | None) -> bool:
    """Return True if the organiser can confirm or extend the match together with others."""
    if desk is None:
        return False
    return row.group == "submitted" or (desk.extensions and row.is_open and row.group in ("overdue", "to-play"))


def _place(state: PublishedMatch) -> tuple:
    decided = -state.news_at.timestamp() if state.news_at else 0
    return _ORDER.index(group(state)), state.stage is Stage.WAITING, decided, state.position


def _is_far_off(draw: PublishedDraw, state: PublishedMatch) -> bool:
    """Return True if too many pairs can still play in this match to name them."""
    return all(is_far_off(draw, side) for side in state.sides)


def _summary(draw: PublishedDraw, round: PublishedRound, rest: int) -> str:
    by = short_day(round.play_by, timezone.localdate(draw.now))
    if not round.is_drawn:
        return f"{round.name}: drawn later, by {by}"
    return f"{round.name}: {few(rest)} matches between the winners of {named_round(draw, round.number - 1)}, by {by}"


def _note(draw: PublishedDraw, round: PublishedRound) -> str:
    """Return the progress of a round: "Play by Sat 19 Dec, in 25 days" or "All 6 decided, 10 byes"."""
    if round.playable and round.played == round.playable:
        byes = sum(state.stage is Stage.BYE for state in round.matches)
        all_of = f"All {round.played} decided" if round.played > 1 else "Decided"
        return f"{all_of}, {quantity(byes, 'bye')}" if byes else all_of
    today = timezone.localdate(draw.now)
    last = round.set_day.day if round.set_day else round.play_by
    left = "" if draw.competition.is_cancelled else days_left(last, today)
    by = f"{due(round, draw.now)}, {left}" if left else ""
    return words.capital(", ".join(filter(None, (words.decided(round) if round.played or not by else "", by))))


def _row(draw: PublishedDraw, state: PublishedMatch, *, to_come: bool) -> MatchRow:
    its = group(state)
    now = draw.now
    line = match_line(state)
    outcome = _outcome(draw, state)
    coming = when(state.plays_at, now) if state.stage in _TO_PLAY else ""
    heard = line.sentence
    if its in ("overdue", "to-play") and state.has_two_pairs:
        heard = " ".join([heard, *(f"{words.capital(text)}." for text in (outcome, coming) if text)])
    return MatchRow(
        code=state.code,
        group=its,
        title=" v ".join(draw.forms[side.number].short if side.number else side.text for side in line.sides),
        heard=heard,
        sides=tuple(_side(draw, state, side) for side in line.winner_first) if state.has_two_pairs else (),
        between="" if state.has_two_pairs else between(draw, state, to_come=to_come),
        spark=_spark(draw, state, is_lower_first=line.sides[1].won),
        said=f"by {short_day(state.play_by, timezone.localdate(now))}" if to_come else outcome,
        when="" if to_come else _when(state, timezone.localdate(now)) or coming,
        is_open=state.is_open,
    )


def _side(draw: PublishedDraw, state: PublishedMatch, side: LineSide) -> RowSide:
    most = max(other.total or 0 for other in state.sides)
    # Neither pair is ahead in a reported or disputed result.
    is_ahead = state.stage is Stage.IN_PLAY and bool(side.points) and side.points == most
    # The row shows the margin next to the match.
    total = "won" if side.won and state.result and state.result.only_margin else side.total
    _, initials, surnames = draw.forms[side.number]
    return RowSide(name(Forms(initials, initials, surnames)), total, side.won or is_ahead, side.lost)


def _outcome(draw: PublishedDraw, state: PublishedMatch) -> str:
    """Return the state of a match in a few words, such as "by 560", "8 days past its date" or "waits for a final"."""
    if state.result and state.result.was_played and not state.result.keep_progress:
        return state.result.by if state.result.margin else "score not recorded"
    if state.stage is Stage.WAITING:
        before = [draw.matches[side.awaiting] for side in state.sides if side.awaiting]
        if len(before) == 1:
            return "waits for the overdue match" if before[0].overdue else f"waits for a {called(before[0].round_name)}"
        return f"waits for {named_round(draw, state.round - 1)}"
    if state.stage is Stage.READY:
        return past_due(state, draw.now) if state.overdue else "" if state.plays_at else "no date yet"
    return words.label(state)


def _when(state: PublishedMatch, today: date) -> str:
    if state.result:
        return short_day(state.ended_on, today) if state.ended_on else ""
    if state.plays_at:
        return ""
    if state.overdue and state.stage is Stage.READY:
        return "no date yet"
    return f"by {short_day(state.play_by, today)}" if state.has_own_date else ""


def _spark(draw: PublishedDraw, state: PublishedMatch, *, is_lower_first: bool) -> str:
    """Return the chart of the lead, above the line while the first side leads."""
    if len(draw.places) > _LEADS_UP_TO or keeps_deals(draw, state):
        return ""
    sign = -1 if is_lower_first else 1
    return spark([sign * lead for lead in leads(state)], state.due)


def between(draw: PublishedDraw, state: PublishedMatch, *, to_come: bool = False) -> SafeString:
    """Return the pairs that can play in a match, as markup: "A & B or C & D, against E & F".

    If `to_come` is True, the text begins with the name of the match, such as "Semi-final: ".
    """
    title = f"{words.capital(called(state.round_name))}: " if to_come else ""
    if _is_far_off(draw, state):
        return format_html("{}between the winners of {}", title, named_round(draw, state.round - 1))
    upper, lower = (_either(draw, side) for side in state.sides)
    return format_html("{}{}{} <i>against</i> {}", title, upper, "," if state.sides[0].awaiting else "", lower)


def _either(draw: PublishedDraw, side: MatchSide) -> SafeString:
    *first, last = possible_names(draw, side)
    return format_html("{} <i>or</i> {}", ", ".join(first), last) if first else format_html("{}", last)
