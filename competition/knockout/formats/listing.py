"""All matches of a draw as a table that can be put in order by its columns."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from competition.contest.rules.people import letters
from competition.knockout.formats import words
from competition.knockout.queries.states import MatchState, SideState
from competition.knockout.rules.stages import Stage
from scoring.templatetags.bridge import day, points


@dataclass(frozen=True, slots=True)
class Row:
    """A match in the table, every cell in words; `winner` is upper, lower or empty."""

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
    """The match as a line of the table."""
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


# What each column is put in order by; a match that has nothing there comes last, whichever way round.
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
# The columns whose highest figures are looked for first.
_HIGHEST_FIRST = ("totals", "margin")
# Every order there is: a column's name, with a minus before it the other way round.
ORDERS = (*_KEYS, *(f"-{name}" for name in _KEYS))


@dataclass(frozen=True, slots=True)
class Column:
    """A column's heading: the order it leads to, and which way round the table is in order by it now, if it is."""

    title: str
    leads_to: str
    sorted: str


def columns(order: str) -> list[Column]:
    """The headings of a table in this order."""
    return [_column(title, name, order) for title, name in zip(_TITLES, _KEYS, strict=True)]


def _column(title: str, name: str, order: str) -> Column:
    if order == name:
        return Column(title, f"-{name}", "ascending")
    if order == f"-{name}":
        return Column(title, name, "descending")
    return Column(title, f"-{name}" if name in _HIGHEST_FIRST else name, "")


def ordered(states: Iterable[MatchState], order: str) -> list[MatchState]:
    """The matches in this order; those alike stay in the order of the draw."""
    key = _KEYS[order.removeprefix("-")]
    keyed = [(key(state), state) for state in states]
    known = [(value, state) for value, state in keyed if value is not None]
    known.sort(key=lambda pair: pair[0], reverse=order.startswith("-"))
    return [state for _, state in known] + [state for value, state in keyed if value is None]
