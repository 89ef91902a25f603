"""Presenters for the sortable table of all matches."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from competition.contest.rules.people import letters
from competition.knockout.presenters import words
from competition.knockout.queries.states import MatchState, SideState
from competition.knockout.rules.stages import Stage
from scoring.templatetags.bridge import day, points


@dataclass(frozen=True, slots=True)
class Row:
    """A match as table cells. `winner` is "upper", "lower" or ""."""

    code: str
    round: str
    upper: str
    lower: str
    winner: str
    totals: str
    margin: str
    state: str
    play_by: str


def row(state: MatchState) -> Row:
    """Return the match as a row of the table."""
    upper, lower = state.sides
    return Row(
        code=state.code,
        round=state.round_name,
        upper=words.capital(upper.text),
        lower=words.capital(lower.text),
        winner="upper" if upper.wins else "lower" if lower.wins else "",
        totals="" if upper.total is None else f"{points(upper.total)} to {points(lower.total)}",
        margin=points(state.margin),
        state=words.label(state),
        play_by="" if state.stage is Stage.BYE else day(state.play_by),
    )


def _name(side: SideState) -> str | None:
    return letters(side.text) if side.pair else None


# Sort key of each column. A match without a value comes last in both directions.
_KEYS: dict[str, Callable[[MatchState], int | str | None]] = {
    "round": lambda state: state.round,
    "upper": lambda state: _name(state.sides[0]),
    "lower": lambda state: _name(state.sides[1]),
    "totals": lambda state: max((side.total for side in state.sides if side.total is not None), default=None),
    "margin": lambda state: state.margin,
    "state": words.label,
    "play-by": lambda state: None if state.stage is Stage.BYE else state.play_by.toordinal(),
}
_TITLES = ("Round", "Upper pair", "Lower pair", "Totals", "Margin", "State", "Play by")
# Columns that are sorted from the highest value first.
_HIGHEST_FIRST = ("totals", "margin")
# All sort orders: a column name, with a leading minus for the reverse.
ORDERS = (*_KEYS, *(f"-{name}" for name in _KEYS))


@dataclass(frozen=True, slots=True)
class Column:
    """A column heading. `leads_to` is the order of its link. `sorted` is the present direction, or ""."""

    title: str
    leads_to: str
    sorted: str


def columns(order: str) -> list[Column]:
    """Return the column headings of a table in this order."""
    return [_column(title, name, order) for title, name in zip(_TITLES, _KEYS, strict=True)]


def _column(title: str, name: str, order: str) -> Column:
    if order == name:
        return Column(title, f"-{name}", "ascending")
    if order == f"-{name}":
        return Column(title, name, "descending")
    return Column(title, f"-{name}" if name in _HIGHEST_FIRST else name, "")


def ordered(states: Iterable[MatchState], order: str) -> list[MatchState]:
    """Return the matches in this order. Matches with equal values keep the order of the draw."""
    key = _KEYS[order.removeprefix("-")]
    keyed = [(key(state), state) for state in states]
    known = [(value, state) for value, state in keyed if value is not None]
    known.sort(key=lambda pair: pair[0], reverse=order.startswith("-"))
    return [state for _, state in known] + [state for value, state in keyed if value is None]
