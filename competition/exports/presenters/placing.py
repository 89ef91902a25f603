"""Layout for a picture of the draw. Each match is centred between the two matches that lead to it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from competition.graphics.text_metrics import Words, widest_word, width, wrapped
from competition.knockout.presenters import words
from competition.knockout.queries.states import MatchState, RoundState, SideState
from scoring.templatetags.bridge import day

# Font sizes, and lengths in the same units.
HEADING, NAME, NOTE = 18, 15, 12
PAD, SIGN, TOTAL, GAP = 10, 20, 64, 36
_APART = 14
# Maximum number of matches in a column. A taller round is drawn alone and continues in the next column.
TALLEST = 16
_NAMES_FROM, _NAMES_TO = 150, 260


@dataclass(frozen=True, slots=True)
class Box:
    """A match as drawn. Its box is centred between `top` and `bottom`."""

    state: MatchState
    head: Words
    names: tuple[Words, ...]
    top: float
    bottom: float

    @property
    def height(self) -> float:
        """Height of the box."""
        return _height(self.head, self.names)

    @property
    def middle(self) -> float:
        """Vertical centre of the box."""
        return (self.top + self.bottom) / 2


@dataclass(frozen=True, slots=True)
class Column:
    """A round as drawn."""

    name: Words
    play_by: Words
    boxes: list[Box]


@dataclass(frozen=True, slots=True)
class Plan:
    """The rounds as drawn side by side. All boxes are `box` wide."""

    columns: list[Column]
    box: float

    @property
    def width(self) -> float:
        """Width of all rounds."""
        return len(self.columns) * (self.box + GAP) - GAP

    @property
    def head(self) -> float:
        """Height of the round names and their dates."""
        return max(column.name.height + column.play_by.height for column in self.columns) + PAD

    @property
    def height(self) -> float:
        """Height of the rounds without their names."""
        return max(column.boxes[-1].bottom for column in self.columns)


def plan(rounds: Sequence[RoundState]) -> Plan:
    """Return the layout of consecutive rounds. Every name is complete and fits into its box."""
    first = [text for state in rounds[0].matches for text in _texts(state)]
    wanted = min(_NAMES_TO, max(width(text, NAME) for text in first))
    room = max(_NAMES_FROM, wanted, *(widest_word(text, NAME) for text in first))
    parts = [
        replace(rounds[0], matches=rounds[0].matches[first : first + TALLEST])
        for first in range(0, len(rounds[0].matches), TALLEST)
    ]
    columns = [_column(part, room, _from_the_top(part, room)) for part in parts]
    for round in rounds[1:]:
        columns.append(_column(round, room, _between(round, room, columns[-1].boxes)))
    return Plan(columns, room + SIGN + TOTAL + 2 * PAD)


def _texts(state: MatchState, *, brief: bool = False) -> list[str]:
    return [_text(side, brief=brief) for side in sides(state)]


def sides(state: MatchState) -> list[SideState]:
    """Return the sides to draw, without byes."""
    return [side for side in state.sides if not side.bye]


def _text(side: SideState, *, brief: bool) -> str:
    """Return the name of a side. If `brief`, return "" for an unknown pair, because a line leads from its match."""
    return "" if brief and side.awaiting else words.capital(side.text)


def _column(round: RoundState, room: float, boxes: list[Box]) -> Column:
    across = room + SIGN + TOTAL
    name = Words(wrapped(round.name, across, HEADING), HEADING)
    return Column(name, Words(wrapped(f"Play by {day(round.play_by)}", across, NOTE), NOTE), boxes)


def _from_the_top(round: RoundState, room: float) -> list[Box]:
    boxes: list[Box] = []
    for state in round.matches:
        head, names = _head(state, room), _names(_texts(state), room)
        top = boxes[-1].bottom if boxes else 0
        boxes.append(Box(state, head, names, top, top + _height(head, names) + _APART))
    return boxes


def _between(round: RoundState, room: float, before: list[Box]) -> list[Box]:
    """Return the boxes of a later round. Each box spans the two boxes that lead to it."""
    return [
        Box(state, _head(state, room), _names(_texts(state, brief=True), room), upper.top, lower.bottom)
        for state, upper, lower in zip(round.matches, before[::2], before[1::2], strict=True)
    ]


def _head(state: MatchState, room: float) -> Words:
    text = " · ".join(filter(None, (words.unusual(state), words.extended(state))))
    return Words(wrapped(text, room + SIGN + TOTAL, NOTE), NOTE)


def _names(texts: list[str], room: float) -> tuple[Words, ...]:
    return tuple(Words(_in_lines(text, room) or [""], NAME) for text in texts)


def _in_lines(text: str, room: float) -> list[str]:
    """Return a name in lines. If a pair needs several lines, each player starts a new line."""
    first, _, second = text.partition(" & ")
    if width(text, NAME) <= room or "&" in second:
        return wrapped(text, room, NAME)
    return wrapped(first, room, NAME) + wrapped(f"& {second}", room, NAME)


def _height(head: Words, names: tuple[Words, ...]) -> float:
    return head.height + sum(name.height + PAD for name in names)
