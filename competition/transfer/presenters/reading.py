"""Presenters for a draw made elsewhere: its lines with their faults and questions, and its picture."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from competition.contest.rules.names import Forms, forms
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import round_names
from competition.draw.rules.result import Stage
from competition.draw.rules.sections import rounds_for
from competition.entries.models import Pair
from competition.match.rules.pasted import LineFault
from competition.transfer.rules import reading
from competition.transfer.rules.places import Seat
from competition.transfer.rules.reading import NameReading, Reading
from competition.transfer.rules.results import FoundResults
from scoring.rules.refusal import quoted
from scoring.rules.words import few, quantity

# The number of rounds in the picture. Later rounds are omitted.
_ROUNDS = 3
_SHORT = {"Quarter-finals": "QF", "Semi-finals": "SF", "Final": "F"}


@dataclass(frozen=True, slots=True)
class PicturePlace:
    """One place in the picture.

    `state` is "" for a known pair and "open" for an empty place. It is "ask" or "bad" for a name with a question or a
    fault, "new" for the latest pair, and "next" for the next place to fill. `heard` is the full name for screen
    readers. `place` is the number of the place in the draw, from 1, if it can be chosen.
    """

    name: str = ""
    state: str = "open"
    heard: str = ""
    place: int = 0
    is_bye: bool = False
    total: str = ""

    @property
    def is_known(self) -> bool:
        """True if the place has a pair or a name."""
        return self.state in ("", "new", "ask")


BYE = PicturePlace("bye", is_bye=True)
OPEN = PicturePlace()


@dataclass(frozen=True, slots=True)
class Cell:
    """A match in the picture, or a pair with a bye. `heard` is the sentence for screen readers."""

    sides: tuple[PicturePlace, ...]
    heard: str = ""
    is_bye: bool = False

    @property
    def place(self) -> int:
        """The first place in the match that can be chosen, counting from 1, or 0 if there is none."""
        return next((side.place for side in self.sides if side.place), 0)

    @property
    def state(self) -> str:
        """The state of a bye or of the box: "open" without pairs, "new" with the latest pair, otherwise ""."""
        if self.is_bye:
            return self.sides[0].state
        if any(side.state == "new" for side in self.sides):
            return "new"
        return "open" if all(side.state in ("open", "next") for side in self.sides) else ""


@dataclass(frozen=True, slots=True)
class PictureColumn:
    """A round in the picture. `short` is its name in a narrow column."""

    name: str
    cells: list[Cell]
    short: str = ""

    @property
    def is_open(self) -> bool:
        """True if no pair in the round is known."""
        return all(side.state == "open" for cell in self.cells for side in cell.sides)


@dataclass(frozen=True, slots=True)
class Picture:
    """The picture of a draw, and its size in words."""

    rounds: list[PictureColumn]
    count: str


def players_of(pair: Pair) -> tuple[str, ...]:
    """Return the names of both players."""
    return tuple(player.display_name for player in pair.present)


def names_of(pairs: Iterable[Pair]) -> dict[int, Forms]:
    """Return the names of the entered pairs in three lengths, by number."""
    return forms({pair.number: players_of(pair) for pair in pairs if pair.number})


def of_pair(names: Forms, state: str = "") -> PicturePlace:
    """Return the place for a pair."""
    return PicturePlace(names.line, state, names.full)


def picture(places: Sequence[PicturePlace], pairs: int) -> Picture:
    """Return the picture of a draw with these places, from the top, for this number of pairs.

    Pairs with a bye are repeated in round 2.
    """
    names = round_names(rounds_for(len(places)))
    first = [_first(*two) for two in zip(places[::2], places[1::2], strict=True)]
    columns = [PictureColumn(names[0], first)]
    through = [_through(cell) for cell in first]
    for name in names[1:_ROUNDS]:
        cells = [Cell(two) for two in zip(through[::2], through[1::2], strict=True)]
        columns.append(PictureColumn(name, cells, _SHORT.get(name, "")))
        through = [OPEN] * len(cells)
    byes = sum(side.is_bye for side in places)
    return Picture(columns, f"{quantity(pairs, 'pair')}, {quantity(byes, 'bye')}")


def _first(upper: PicturePlace, lower: PicturePlace) -> Cell:
    if lower.is_bye or upper.is_bye:
        alone = upper if lower.is_bye else lower
        # Write "bye" only if the pair is not known. Other byes are shown by the line to round 2.
        place = replace(alone, name=alone.name or "bye") if not alone.is_bye else BYE
        return Cell((place,), f"{alone.heard} have a bye." if alone.heard else "", is_bye=True)
    names = [side.heard or side.name for side in (upper, lower) if side.is_known]
    return Cell((upper, lower), f"{names[0]} play {names[1]}." if len(names) == 2 else "")


def _through(cell: Cell) -> PicturePlace:
    alone = cell.sides[0]
    if not (cell.is_bye and alone.is_known):
        return OPEN
    return replace(alone, place=0, state="" if alone.state == "new" else alone.state)


def of_draw(draw: PublishedDraw) -> Picture:
    """Return the picture of a whole draw with its results."""
    columns = [
        PictureColumn(round.name, [_match(draw, state) for state in round.matches]) for round in draw.main_rounds
    ]
    byes = sum(state.stage is Stage.BYE for state in draw.rounds[0].matches)
    return Picture(columns, f"{quantity(len(draw.main_pairs), 'pair')}, {quantity(byes, 'bye')}")


def _match(draw: PublishedDraw, state: PublishedMatch) -> Cell:
    line = match_line(state)
    sides = tuple(
        PicturePlace(
            draw.forms[side.number].line,
            "won" if side.won else "lost" if side.lost else "",
            total=side.brief,
        )
        if side.number
        else OPEN
        for side in line.sides
    )
    if state.stage is Stage.BYE:
        return Cell(tuple(side for side in sides if side is not OPEN), line.sentence, is_bye=True)
    return Cell(sides, line.sentence if state.pairs else "")


# The number of letters that fit on one line, on a phone and on a screen.
_PHONE, _SCREEN = 30, 46
NEW = "new"


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question about a name."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class NameQuestion:
    """A question about a name, with its answers. `name` is the name of the field."""

    name: str
    text: str
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class ShownLine:
    """A line in the list. `state` is "bad" with a fault and advice, "ask" with a question, otherwise ""."""

    number: int
    text: str
    state: str
    fault: str
    advice: str
    example: str
    questions: list[NameQuestion]
    hint: str

    @property
    def rows(self) -> int:
        """The height of the line's field, in lines of text on a phone."""
        return max(1, -(-len(self.text) // _PHONE))

    @property
    def rows_on_screen(self) -> int:
        """The height of the line's field, in lines of text on a screen."""
        return max(1, -(-len(self.text) // _SCREEN))


@dataclass(frozen=True, slots=True)
class PastedDraw:
    """A pasted draw as shown on its page."""

    heading: str
    lead: str
    lines: list[ShownLine]
    button: str
    later: str

    @property
    def open(self) -> list[ShownLine]:
        """The lines that need to be corrected or answered."""
        return [line for line in self.lines if line.state in ("ask", "bad") and (line.fault or line.questions)]


def sheet(read: Reading, entered: Sequence[Pair]) -> PastedDraw:
    """Return the page for this reading of a draw of the entered pairs."""
    pairs = {pair.number: pair for pair in entered if pair.number}
    waiting = {side.key: line.number for line in read.lines for side in line.all(NameReading.WAITS)}
    lines = [_line(line, pairs, waiting) for line in read.lines]
    later = "\n".join(line.text for line in read.later)
    return PastedDraw(_heading(read), _lead(read, len(pairs)), lines, _button(read), later)


@dataclass(frozen=True, slots=True)
class Results:
    """The results found in a written draw, as sentences in the order of the draw, and the unusable lines."""

    found: list[str]
    faults: list[LineFault]

    @property
    def summary(self) -> str:
        """The number of results, such as "9 results are in the list"."""
        return f"{quantity(len(self.found), 'result is', 'results are')} in the list"


def results(in_list: FoundResults) -> Results:
    """Return the results found in a written draw, for its page."""
    sentences = [
        result.sentence(match) + (" A later round names the winners." if code in in_list.implied else "")
        for code, (match, result) in sorted(in_list.results.items(), key=lambda entry: _sort_key(entry[0]))
    ]
    return Results(sentences, in_list.faults)


def _sort_key(code: str) -> tuple[int, int]:
    round, _, position = code.removeprefix("R").partition("-M")
    return int(round), int(position)


def message_after_use(in_list: FoundResults) -> str:
    """Return the message shown after the organiser uses a written draw."""
    with_results = f" with {quantity(len(in_list.results), 'result')}" if in_list.results else ""
    left_out = f" {quantity(len(in_list.faults), 'line')} could not be used." if in_list.faults else ""
    return f"The draw is entered{with_results}.{left_out}"


def _heading(read: Reading) -> str:
    if not read.lines:
        return "Enter a draw made elsewhere"
    faulty, questions = len(read.faulty), len(read.questions)
    unknown = len(read.unknown)
    parts = [
        f"{few(count)} {_verb(count, single, several)}"
        for count, single, several in (
            (faulty, "line needs a correction", "lines need a correction"),
            (questions, "name needs an answer", "names need an answer"),
            (unknown, "pair is not entered", "pairs are not entered"),
        )
        if count
    ]
    if parts:
        return _capital(f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0])
    return "The draw is ready" if read.is_complete else "The draw is not complete"


def _verb(count: int, single: str, several: str) -> str:
    return single if count == 1 else several


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _lead(read: Reading, pairs: int) -> str:
    if not read.lines:
        return "Paste it as it is on paper. Surnames are enough. Nothing is public yet."
    left = len(read.lines) - len(read.open_lines)
    done = f"{len(read.placed)} of {quantity(pairs, 'pair')} have a place"
    if read.open_lines:
        others = _capital(f"the other {quantity(left, 'line is', 'lines are')} read" if left else "no line is read yet")
        return f"{others}: {done}. Nothing is public yet."
    return f"{_capital(done)}. Nothing is public yet."


def _button(read: Reading) -> str:
    if read.is_complete:
        byes = read.places.count(None)
        matches = len(read.places) // 2 - byes
        both = [quantity(matches, "match", "matches")] + ([quantity(byes, "bye")] if byes else [])
        return f"Use this draw: {', '.join(both)}"
    is_waiting = read.waiting > 1 and not read.faults and not read.faulty
    return f"Place the last {quantity(read.waiting, 'pair')}" if is_waiting else "Read the draw again"


def _line(line: reading.WrittenMatch, pairs: Mapping[int, Pair], waiting: Mapping[str, int]) -> ShownLine:
    questions = [] if line.fault else [_question(side, pairs) for side in line.sides if _is_asked(side)]
    waits = [] if line.fault else line.all(NameReading.WAITS)
    others = [waiting[side.key] for side in line.all(NameReading.AMBIGUOUS) if side.key in waiting]
    hint = f"The other pair then goes into line {others[0]}." if others and questions else ""
    if waits:
        hint = f"{quoted(waits[0].text)} waits for your answer in line {waits[0].first_line}."
    state = "bad" if line.fault else "ask" if questions or waits else ""
    fault, _, advice = line.fault.partition(". ")
    return ShownLine(
        line.number, line.text, state, f"{fault}." if advice else fault, advice, line.example, questions, hint
    )


def _is_asked(side: reading.WrittenSide) -> bool:
    return side.outcome in (NameReading.AMBIGUOUS, NameReading.UNKNOWN)


def _question(side: reading.WrittenSide, pairs: Mapping[int, Pair]) -> NameQuestion:
    choices = [Choice(str(number), pairs[number].name, pairs[number].club) for number in side.candidates]
    new = Choice(NEW, f"Enter {' & '.join(side.players)} as a new pair", side.club) if side.players else None
    if side.outcome is NameReading.UNKNOWN:
        text = f"{quoted(side.text)} is not an entered pair. Correct the line, or enter them here."
    elif side.is_spelt_differently:
        subject = "this pair" if len(choices) == 1 else "one of these pairs"
        text = f"{quoted(side.text)} is not entered with these names. Is it {subject}?"
    else:
        text = f"{quoted(side.text)} fits {quantity(len(choices), 'pair')}. Which of them is it here?"
    return NameQuestion(f"answer-{side.key}", text, [*choices, *([new] if new else [])])


def picture_of(seats: Sequence[Seat], entered: Sequence[Pair]) -> Picture | None:
    """Return the picture of these places, or None if they do not make a draw."""
    if len(seats) < 2 or len(seats) & (len(seats) - 1):
        return None
    names = names_of(entered)
    return picture([_side(seat, names) for seat in seats], len(names))


def _side(seat: Seat, names: Mapping[int, Forms]) -> PicturePlace:
    if seat is None:
        return BYE
    if isinstance(seat, int):
        return of_pair(names[seat])
    if not seat:
        return OPEN
    return PicturePlace(seat, "bad" if seat.startswith("Line ") else "ask")
