"""Presenters for planning a competition and for making its draw."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from competition.draw.models.draw import Draw
from competition.draw.presenters.overview import places_kept
from competition.draw.queries.attempts import DrawnPlace, FirstMatch, division_of, first_matches, places_of
from competition.draw.rules.layout import with_article
from competition.draw.rules.rehearsal import SeasonPlan
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day

# The largest number of matches shown on the screen at once, and of names still to be drawn.
_MATCHES, _NAMES = 16, 14


@dataclass(frozen=True, slots=True)
class DisplayedMatch:
    """A match of round 1 during the display. A side is None until it is shown."""

    sides: tuple[DrawnPlace | None, DrawnPlace | None]
    is_new: bool


@dataclass(frozen=True, slots=True)
class DisplayColumn:
    """A column of matches of round 1."""

    title: str
    matches: Sequence[DisplayedMatch]


@dataclass(frozen=True, slots=True)
class Reveal:
    """The display of a draw after some of its pairs: the latest pair, its sentence, and round 1.

    `lot` is the number of pairs shown, and `lots` the number of all pairs. `waiting` are the pairs still to be drawn.
    They are in the order of their numbers, so that they do not give the draw away.
    """

    lot: int
    lots: int
    last: DrawnPlace | None
    sentence: str
    parts: list[DisplayColumn]
    waiting: list[dict[str, Any]]

    @property
    def name(self) -> str:
        """The latest pair, with each player on a separate line."""
        return self.last.pair["pair"].replace(" & ", "\n& ") if self.last and self.last.pair else ""

    @property
    def next_names(self) -> list[dict[str, Any]]:
        """The pairs still to be drawn that fit on the screen."""
        return self.waiting[:_NAMES]

    @property
    def further_names(self) -> list[dict[str, Any]]:
        """The pairs still to be drawn that do not fit on the screen."""
        return self.waiting[_NAMES:]

    @property
    def earlier(self) -> int | None:
        """The previous number, or None at the start."""
        return self.lot - 1 if self.lot else None

    @property
    def later(self) -> int | None:
        """The next number, or None at the end."""
        return self.lot + 1 if self.lot < self.lots else None


def reveal(draw: Draw, lot: int) -> Reveal:
    """Return the display of the first `lot` pairs, from the top of the draw.

    A bye is shown together with its pair. A large draw is shown in parts, and whole at the end.
    """
    matches = first_matches(draw, places_of(draw))
    lots = [(match, side, side.pair) for match in matches for side in match.sides if side.pair]
    lot = min(lot, len(lots))
    out = {pair["number"] for _, _, pair in lots[:lot]}
    waiting = sorted((pair for _, _, pair in lots[lot:]), key=lambda pair: pair["number"])
    match, last, _ = lots[lot - 1] if lot else (None, None, None)
    displayed = [_displayed_match(each, out, each == match) for each in matches]
    # If round 2 is drawn by itself, nobody knows yet who follows a bye.
    joined = [] if division_of(draw).is_by_round else matches
    sentence = _sentence(joined, match, last, out) if match and last else ""
    at = matches.index(match) if match else 0
    return Reveal(lot, len(lots), last, sentence, _parts(displayed, None if lot == len(lots) else at), waiting)


def _parts(matches: list[DisplayedMatch], at: int | None) -> list[DisplayColumn]:
    """Return the matches in two columns.

    For a large draw, return only the matches around `at`, or all if it is None.
    """
    first = at - at % _MATCHES if at is not None else 0
    window = matches[first : first + _MATCHES] if at is not None else matches
    middle = (len(window) + 1) // 2
    titles = (_title(first, middle), _title(first + middle, len(window) - middle))
    return [
        DisplayColumn(title, part)
        for title, part in zip(titles, (window[:middle], window[middle:]), strict=True)
        if part
    ]


def _title(first: int, count: int) -> str:
    return f"Round 1, match{f'es {first + 1} to' if count > 1 else ''} {first + count}"


def _displayed_match(match: FirstMatch, out: set[int], is_new: bool) -> DisplayedMatch:
    pairs = [side.pair["number"] for side in match.sides if side.pair]
    is_begun = any(number in out for number in pairs)
    upper, lower = (side if (side.pair["number"] in out if side.pair else is_begun) else None for side in match.sides)
    return DisplayedMatch((upper, lower), is_new)


def _sentence(matches: list[FirstMatch], match: FirstMatch, last: DrawnPlace, out: set[int]) -> str:
    other = next(side for side in match.sides if side != last)
    if other.pair is None:
        return f"They have a bye in round 1{_after_the_bye(matches, match, out)}."
    if other.pair["number"] in out:
        return f"They play {other.pair['pair']} in round 1."
    return "Their opponents in round 1 are drawn next."


def _after_the_bye(matches: list[FirstMatch], match: FirstMatch, out: set[int]) -> str:
    """Return the opponents in round 2 after a bye. Return "" if they are not drawn yet or there is no round 2."""
    at = matches.index(match) ^ 1 if matches else 0
    pairs = [side.pair for side in matches[at].sides if side.pair] if at < len(matches) else []
    if not pairs or any(pair["number"] not in out for pair in pairs):
        return ""
    named = " and ".join(pair["pair"] for pair in pairs)
    opponents = named if len(pairs) == 1 else f"the winners of {named}"
    return f" and play {opponents} in round 2"


def draw_summary(plan: SeasonPlan) -> str:
    """Return a summary of the planned draw: its pairs, rounds, byes and places for pairs that join later."""
    return f"{_rounds_and_byes(plan)}.{_kept(plan)}"


def _rounds_and_byes(plan: SeasonPlan) -> str:
    byes = f"{quantity(plan.byes, 'bye')} in round 1" if plan.byes else "no byes"
    return f"{plan.pairs} pairs: {quantity(len(plan.rounds), 'round')}, {byes}"


def _kept(plan: SeasonPlan) -> str:
    number, left = plan.division.kept, plan.division.left
    return f" {places_kept(number, plan.rounds[1 - left.bit_length()].name)}." if number else ""


def plan_summary(plan: SeasonPlan) -> str:
    """Return a summary of the plan: the draw, its matches and the date of its final."""
    matches = quantity(plan.matches, "match", "matches")
    last = with_article(plan.rounds[-1].name)
    summary = f"{_rounds_and_byes(plan)}, {matches}; {last} by {day(plan.final_by)}.{_kept(plan)}"
    if plate := plan.plate:
        number = f"{plate.fewest} to {plate.most}" if plate.fewest < plate.most else plate.most
        summary += f" {number} of them play on in the plate."
    return summary
