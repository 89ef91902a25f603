"""Presenters for a pasted draw: its lines with their faults and questions, and the picture of the draw."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from competition.adopt.presenters.picture import BYE, OPEN, Picture, Side, names_of, of_pair, picture
from competition.adopt.rules import reading
from competition.adopt.rules.places import Seat
from competition.adopt.rules.reading import Outcome, Reading
from competition.adopt.rules.results import Found
from competition.contest.rules.names import Forms
from competition.entries.models import Pair
from competition.paper.rules import LineFault
from scoring.rules.refusal import quoted
from scoring.rules.spoken import few, quantity

# Number of letters that fit into one line, on a phone and on a screen.
_PHONE, _SCREEN = 30, 46
NEW = "new"


@dataclass(frozen=True, slots=True)
class Choice:
    """An answer to a question about a name."""

    value: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """A question about a name, with its answers. `name` is the name of the field."""

    name: str
    text: str
    choices: list[Choice]


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the list. `state` is "bad" with a fault and advice, "ask" with a question, otherwise ""."""

    number: int
    text: str
    state: str
    fault: str
    advice: str
    example: str
    questions: list[Question]
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
class Sheet:
    """A pasted draw for its page."""

    heading: str
    lead: str
    lines: list[Line]
    button: str
    later: str

    @property
    def open(self) -> list[Line]:
        """The lines that need a correction or an answer."""
        return [line for line in self.lines if line.state in ("ask", "bad") and (line.fault or line.questions)]


def sheet(read: Reading, entered: Sequence[Pair]) -> Sheet:
    """Return the page of this reading of a draw of the entered pairs."""
    pairs = {pair.number: pair for pair in entered if pair.number}
    waiting = {side.key: line.number for line in read.lines for side in line.all(Outcome.WAITS)}
    lines = [_line(line, pairs, waiting) for line in read.lines]
    later = "\n".join(line.text for line in read.later)
    return Sheet(_heading(read), _lead(read, len(pairs)), lines, _button(read), later)


@dataclass(frozen=True, slots=True)
class Results:
    """The results in a written draw, as sentences in the order of the draw, and the lines that could not be used."""

    found: list[str]
    faults: list[LineFault]

    @property
    def summary(self) -> str:
        """The number of results, such as "9 results are in the list"."""
        return f"{quantity(len(self.found), 'result is', 'results are')} in the list"


def results(found: Found) -> Results:
    """Return the results in a written draw for its page."""
    said = [
        result.sentence(match) + (" A later round names the winners." if code in found.implied else "")
        for code, (match, result) in sorted(found.results.items(), key=lambda one: _order(one[0]))
    ]
    return Results(said, found.faults)


def _order(code: str) -> tuple[int, int]:
    round, _, position = code.removeprefix("R").partition("-M")
    return int(round), int(position)


def entered(found: Found) -> str:
    """Return the message after a written draw is used."""
    with_results = f" with {quantity(len(found.results), 'result')}" if found.results else ""
    left_out = f" {quantity(len(found.faults), 'line')} could not be used." if found.faults else ""
    return f"The draw is entered{with_results}.{left_out}"


def _heading(read: Reading) -> str:
    if not read.lines:
        return "Enter a draw made elsewhere"
    faulty, questions = len(read.faulty), len(read.questions)
    unknown = len(read.unknown)
    parts = [
        f"{few(count)} {_verb(count, one, many)}"
        for count, one, many in (
            (faulty, "line needs a correction", "lines need a correction"),
            (questions, "name needs an answer", "names need an answer"),
            (unknown, "pair is not entered", "pairs are not entered"),
        )
        if count
    ]
    if parts:
        return _capital(f"{', '.join(parts[:-1])} and {parts[-1]}" if len(parts) > 1 else parts[0])
    return "The draw is ready" if read.is_complete else "The draw is not complete"


def _verb(count: int, one: str, many: str) -> str:
    return one if count == 1 else many


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


def _line(line: reading.Line, pairs: Mapping[int, Pair], waiting: Mapping[str, int]) -> Line:
    questions = [] if line.fault else [_question(side, pairs) for side in line.sides if _is_asked(side)]
    waits = [] if line.fault else line.all(Outcome.WAITS)
    others = [waiting[side.key] for side in line.all(Outcome.AMBIGUOUS) if side.key in waiting]
    hint = f"The other pair then goes into line {others[0]}." if others and questions else ""
    if waits:
        hint = f"{quoted(waits[0].text)} waits for your answer in line {waits[0].first_line}."
    state = "bad" if line.fault else "ask" if questions or waits else ""
    fault, _, advice = line.fault.partition(". ")
    return Line(line.number, line.text, state, f"{fault}." if advice else fault, advice, line.example, questions, hint)


def _is_asked(side: reading.Side) -> bool:
    return side.outcome in (Outcome.AMBIGUOUS, Outcome.UNKNOWN)


def _question(side: reading.Side, pairs: Mapping[int, Pair]) -> Question:
    choices = [Choice(str(number), pairs[number].name, pairs[number].club) for number in side.candidates]
    new = Choice(NEW, f"Enter {' & '.join(side.players)} as a new pair", side.club) if side.players else None
    if side.outcome is Outcome.UNKNOWN:
        text = f"{quoted(side.text)} is not an entered pair. Correct the line, or enter them here."
    elif side.is_spelt_differently:
        one = "this pair" if len(choices) == 1 else "one of these pairs"
        text = f"{quoted(side.text)} is not entered with these names. Is it {one}?"
    else:
        text = f"{quoted(side.text)} fits {quantity(len(choices), 'pair')}. Which of them is it here?"
    return Question(f"answer-{side.key}", text, [*choices, *([new] if new else [])])


def picture_of(seats: Sequence[Seat], entered: Sequence[Pair]) -> Picture | None:
    """Return the picture of these places, or None if they do not make a draw."""
    if len(seats) < 2 or len(seats) & (len(seats) - 1):
        return None
    names = names_of(entered)
    return picture([_side(seat, names) for seat in seats], len(names))


def _side(seat: Seat, names: Mapping[int, Forms]) -> Side:
    if seat is None:
        return BYE
    if isinstance(seat, int):
        return of_pair(names[seat])
    if not seat:
        return OPEN
    return Side(seat, "bad" if seat.startswith("Line ") else "ask")
