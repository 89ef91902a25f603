"""Rules for splitting a written draw into lines, and each line into its sides."""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from itertools import groupby
from typing import NamedTuple

from competition.contest.rules.names import split_name
from competition.entries.rules import grammar
from competition.entries.rules.directory import parts_of
from competition.entries.rules.grammar import read_day
from competition.entries.rules.line import without_result
from competition.entries.rules.names import read_pair, tidy
from competition.entries.rules.rows import ListRow, read_rows
from competition.transfer.rules.match_table import MatchTable, cell_at, is_heading, side_columns
from scoring.rules.refusal import Refused

# A side that is a bye. No name consists of this character.
BYE = "\0"
_VERSUS = re.compile(rf"\s+{grammar.VERSUS}(?!\w)\.?:?\s*", re.IGNORECASE)
_DECIDED = re.compile(rf"\s(?:{grammar.BEAT}|{grammar.LOST_TO})\s", re.IGNORECASE)
_DASH = re.compile(rf"\s+(?:{grammar.DASH}|-{{2,}})(?:\s+|$)")
_THEN = re.compile(rf"\s*[(;:,]\s*|\s+{grammar.DASH}+\s+")
_IS_BYE = re.compile(rf"{grammar.BYE}|{grammar.DASH}", re.IGNORECASE)
_ENDS_IN_BYE = re.compile(rf"[\s,:(]+{grammar.BYE}$", re.IGNORECASE)
_MATCH_LABEL = re.compile(rf"^\s*{grammar.MATCH_LABEL}", re.IGNORECASE)
_ORDINALS = ("first 1st one", "second 2nd two", "third 3rd three", "fourth 4th four", "fifth 5th five", "sixth 6th six")
_ROUNDS = [
    rf"(?:{first}|{short})\s+(?:round|rnd|rd)\b|(?:round|rnd|rd)\.?\s*(?:{number}|{word})\b|r\s?{number}\b"
    for number, (first, short, word) in enumerate(map(str.split, _ORDINALS), start=1)
]
_ROUNDS[0] += r"|opening\s+round|draw|matches"
# Rounds counted back from the final, which is 1.
_FINALS = (
    r"(?:grand\s+)?finals?\b",
    r"semi[\s-]?f(?:inals?)?\b|semis?\b|sf\b",
    r"(?:quarter|qtr)[\s-]?f(?:inals?)?\b|quarters?\b|qf\b",
    *(rf"(?:round\s+of|last)\s+{number}\b" for number in (16, 32, 64)),
)
_HEADINGS = [(number, re.compile(rf"(?:the\s+)?(?:{words})", re.IGNORECASE)) for number, words in enumerate(_ROUNDS, 1)]
# Number of the round that lists the champions, counted from the final.
AFTER_THE_FINAL = 0
_CHAMPIONS = re.compile(r"(?:the\s+)?(?:champions?|winners?)", re.IGNORECASE)
_HEADINGS += [(-at, re.compile(rf"(?:the\s+)?(?:{words})", re.IGNORECASE)) for at, words in enumerate(_FINALS, 1)]
# The other words in a heading: "Round 2: matches to be played by Tuesday 2 April".
_OF_A_HEADING = re.compile(
    rf"(?:to|be|is|are|must|played|completed?|finished|play|by|before|on|until|the|draw|match(?:es)?|games?|results?|of"
    rf"|due|deadline|ends?|closes?|dates?|last|day|round|no|later|than|and|pairs?|winners?|{grammar.OF_A_DATE}|[\W_]+)+",
    re.IGNORECASE,
)
# Ruled lines, alone on a line or next to a name.
_RULE = re.compile(r"[\W_]{2,}")
_RULE_BESIDE = re.compile(r"[-–—_=*.]{8,}")
# "Smith, V" ends in an initial, and "V Smith" begins with an initial. Neither contains "versus".
_ENDS_IN_VERSUS = re.compile(rf"(?:^|[^,\s]\s+){grammar.VERSUS}$", re.IGNORECASE)
_BEGINS_WITH_VERSUS = re.compile(rf"(?-i:(?!V\b)){grammar.VERSUS}(?:\s|$)", re.IGNORECASE)
# A list of byes: "Byes in round 1: Smith/Jones, Brown/Lee". The word "bye" alone is a place in the draw.
_BYES = re.compile(
    r"(?:[\w ]*\s)?(?:byes\b(?:\s+(?:in|for|to|into)\s+[\w ]+)?\s*[:–—-]?|bye\b[\w ]*:)\s*(?P<pairs>.*)", re.IGNORECASE
)
_REMARK = re.compile(r"\s*\([^()]*\)")
# Remarks that are not a club: "(3)", "(W)", "(new)", "(seed 2)", "(won by 200)".
_NO_CLUB = re.compile(
    rf"{grammar.TELLING}|.?|.{{81,}}|.*\d.*|new|late|home|away|hosts?|capt(?:ain)?|sub(?:stitute)?s?|tb[acd]|withdr[ae]wn?|scratched"
    rf"|(?:{grammar.ANY_WAY}|seed(?:ed)?|{grammar.WON}|losers?|lost|byes?|default(?:ed)?)\b.*",
    re.IGNORECASE,
)
_DIGITS = re.compile(r"(?:no\.?\s*)?\d{1,3}[.)]?", re.IGNORECASE)
MOST_LINES = 2_000
_MOST_TITLES = 3
# A line with at most this many words is certainly not a sentence.
_LONGEST_LINE = 8


@dataclass(frozen=True, slots=True)
class SplitLine:
    """A line with names: its number, its text, its sides as text, and a fault if it cannot be split."""

    number: int
    text: str
    sides: tuple[str, ...]
    fault: str = ""


class Later(NamedTuple):
    """A line below the first round: its number, text and round.

    A negative round counts from the final, which is -1.
    """

    number: int
    text: str
    round: int
    is_heading: bool = False


@dataclass(frozen=True, slots=True)
class Split:
    """The lines of round 1, the lines of later rounds, and notes about omitted lines."""

    lines: list[SplitLine]
    later: tuple[Later, ...] = ()
    notes: tuple[str, ...] = ()


def split(text: str, is_pair: Callable[[str], bool]) -> Split:
    """Return the lines of a written draw. `is_pair` returns True for the name of an entered pair.

    Raises Refused if there are more than `MOST_LINES` lines.
    """
    numbered = [(number, line.strip()) for number, line in enumerate(re.split(r"\r\n|\r|\n", text), start=1)]
    filled = [(number, line) for number, line in numbered if line and not _RULE.fullmatch(line)]
    if len(filled) > MOST_LINES:
        raise Refused(f"This list has more than {MOST_LINES:,} lines. Paste only the draw.")
    if bracket := _split_bracket(text, is_pair):
        return bracket
    if rows := _rows(text, filled):
        return _split_rows(rows, is_pair)
    return _split_lines(_join_matches(filled), is_pair)


def _join_matches(lines: Sequence[tuple[int, str]]) -> list[tuple[int, str]]:
    """Return the lines, joining a match on two lines, such as "Smith/Jones v" and "Brown/Lee"."""
    joined: list[tuple[int, str]] = []
    for number, line in ((number, _RULE_BESIDE.sub(" ", line).strip()) for number, line in lines):
        before = joined[-1][1] if joined else ""
        is_second = _BEGINS_WITH_VERSUS.match(line) and not _VERSUS.search(f" {before}")
        is_alone = not before or _round_named(before) or _round_named(line)
        if not is_alone and (is_second or _ENDS_IN_VERSUS.search(before)):
            joined[-1] = (joined[-1][0], f"{before} {line}")
        elif line:
            joined.append((number, line))
    return joined


def _split_lines(filled: Sequence[tuple[int, str]], is_pair: Callable[[str], bool]) -> Split:
    """Return the lines by round. A heading begins a round, and a title above the first heading is left out."""
    split_lines: list[SplitLine] = []
    later: list[Later] = []
    left_out: list[int] = []
    round = 1
    for number, line in filled:
        heading = _round_named(line)
        if _CHAMPIONS.fullmatch(line.rstrip(":")) and split_lines:
            round = AFTER_THE_FINAL
            later.append(Later(number, line, round, is_heading=True))
        elif heading:
            if all(line_before.is_heading for line_before in later) and _are_titles(split_lines, heading, is_pair):
                left_out = [*left_out, *(line_before.number for line_before in split_lines)]
                split_lines = []
            # A list of dates may come before the first match. Its headings do not begin a round.
            round = heading if split_lines else 1
            if round != 1 or later or any(map(str.isdigit, re.sub(r"\b1(?:st)?\b", "", line))):
                # Keep the heading of round 1, because it may have a date.
                later.append(Later(number, line, heading, is_heading=True))
        elif _is_prose(line, is_pair):
            left_out.append(number)
        elif round == 1:
            split_lines += _lines_of(number, line, is_pair)
        else:
            later.append(Later(number, line, round))
    return Split(split_lines, tuple(later), _note_on(sorted(left_out)))


def _are_titles(lines: Sequence[SplitLine], heading: int, is_pair: Callable[[str], bool]) -> bool:
    """Return True if the lines above the first heading are a title, and not matches of pairs that are not entered."""
    if any(is_pair(side) for line in lines for side in line.sides):
        return False
    return heading == 1 or (len(lines) <= _MOST_TITLES and all(len(line.sides) == 1 for line in lines))


def _is_prose(line: str, is_pair: Callable[[str], bool]) -> bool:
    """Return True for a sentence: a long line, mostly in lower case, without an entered pair."""
    words = line.split()
    if len(words) <= _LONGEST_LINE or 2 * sum(map(str.islower, words)) <= len(words):
        return False
    return not any(map(is_pair, sides_of(line, is_pair)))


def _note_on(numbers: Sequence[int]) -> tuple[str, ...]:
    if not numbers:
        return ()
    if len(numbers) == 1:
        return (f"Line {numbers[0]} was left out. It names no pair.",)
    return (f"Lines {', '.join(map(str, numbers[:-1]))} and {numbers[-1]} were left out. They name no pair.",)


def _lines_of(number: int, text: str, is_pair: Callable[[str], bool]) -> list[SplitLine]:
    """Return the lines of round 1 in a text: one for each pair in a list of byes, otherwise one line."""
    if listed := _BYES.fullmatch(text):
        pairs = [part for part in re.split(r"\s*[;,]\s*", listed["pairs"]) if part]
        if all(map(is_pair, pairs)):
            return [SplitLine(number, f"{pair} - bye", (pair, BYE)) for pair in pairs]
    return [SplitLine(number, text, tuple(sides_of(text, is_pair)))]


def _round_named(line: str) -> int:
    """Return the round with this line as its heading, or 0. A negative number counts from the final."""
    for number, pattern in _HEADINGS:
        match = pattern.match(line)
        if match and (match.end() == len(line) or _OF_A_HEADING.fullmatch(line, match.end())):
            return number
    return 0


def sides_of(line: str, is_pair: Callable[[str], bool]) -> Iterator[str]:
    """Yield the sides in a line of text, without its result."""
    plain = without_result(line)
    sides = [*plain_sides(plain)]
    if plain != line and len(sides) > 1 and not is_pair(sides[-1]):
        # The winners come at the end: "Smith/Jones v Brown/Lee – Brown/Lee won".
        parts = [part.strip() for part in _THEN.split(sides[-1])]
        if len(parts) > 1 and is_pair(parts[0]) and is_pair(parts[-1]):
            sides[-1] = parts[0]
    yield from sides


def plain_sides(line: str) -> Iterator[str]:
    """Yield the sides in a line of text, with any results next to them."""
    line = re.sub(r"^\d{1,3}[.)]?\s+(?=byes?\b)", "", _MATCH_LABEL.sub("", line), flags=re.IGNORECASE)
    mark = _VERSUS if _VERSUS.search(f" {line}") else _DASH
    parts = [part.strip(" \t") for part in mark.split(f" {line}" if mark is _VERSUS else line)]
    if (len(parts) > 2 and _DIGITS.fullmatch(parts[0])) or (
        len(parts) == 2 and mark is _DASH and _DIGITS.fullmatch(parts[0]) and not _is_number_or_bye(parts[1])
    ):
        parts = parts[1:]
    for part in parts:
        yield from _side(part)


def _is_number_or_bye(part: str) -> bool:
    return bool(_DIGITS.fullmatch(part) or _IS_BYE.fullmatch(part))


def _side(part: str) -> Iterator[str]:
    if _IS_BYE.fullmatch(part):
        yield BYE
    elif _DIGITS.fullmatch(part):
        yield part.rstrip(".)")
    elif ends := _ENDS_IN_BYE.search(part):
        yield from (_clean(part[: ends.start()]), BYE)
    else:
        yield _clean(part)


def _clean(part: str) -> str:
    # Remove a remark in brackets, such as a club or an area, unless it distinguishes two players with one name.
    text = tidy(part)
    words = {split_name(player)[1] for player in read_pair(text).players} - {""}
    plain = _REMARK.sub(lambda remark: remark[0] if " ".join(remark[0].strip(" ()").split()) in words else "", text)
    return " ".join((plain or text).split())


def clubs_beside(line: str, sides: Sequence[str]) -> list[str]:
    """Return the club of each side in a line, from brackets after the name of a pair or a player.

    It is "" for two clubs, for other remarks, and for none.
    """
    names: list[str] = []
    end = 0
    for side in sides:
        words = r"\s*(?:\([^()]*\)\s*)?".join(map(re.escape, side.split()))
        named = re.compile(rf"(?<!\w){words}\.?,?(?:\s*\([^()]*\))?").search(line, end)
        end = named.end() if named else end
        remarks = re.findall(r"\(([^()]*)\)", named[0]) if named else []
        clubs = {" ".join(remark.split()) for remark in remarks if not _NO_CLUB.fullmatch(remark.strip())}
        names.append(clubs.pop() if len(clubs) == 1 else "")
    return names


# Columns of a spreadsheet.


def _rows(text: str, filled: Sequence[tuple[int, str]]) -> list[ListRow]:
    """Return the rows of a list in columns, or an empty list if the text has no columns."""
    in_words = sum(bool(_VERSUS.search(line) or _DECIDED.search(line)) for _, line in filled)
    if 2 * in_words > len(filled):
        return []
    rows = [row for row in read_rows(text, is_heading) if any(row.cells)]
    several = sum(len([cell for cell in row.cells if cell]) > 1 or len(row.cells) > 1 for row in rows)
    return rows if 2 * several > len(rows) and not _is_of_joined_names(rows) else []


def _is_of_joined_names(rows: Sequence[ListRow]) -> bool:
    """Return True if the separator is between two partners: "Smith, Jones - Brown, Lee"."""
    return sum(any(_DASH.search(cell) for cell in row.cells) for row in rows) * 2 > len(rows)


def _split_rows(rows: Sequence[ListRow], is_pair: Callable[[str], bool]) -> Split:
    head = next((at for at, row in enumerate(rows[:5]) if is_heading(row.cells)), None)
    if head is not None:
        return _split_table(rows[head].cells, rows[head + 1 :])
    titles = next((at for at, row in enumerate(rows[:2]) if len(side_columns(row.cells)) == 2), None)
    if titles is not None:
        upper, lower = side_columns(rows[titles].cells)
        rows = [row._replace(cells=[cell_at(row, upper), cell_at(row, lower)]) for row in rows[titles + 1 :]]
    return Split([_row_line(row, is_pair) for row in rows])


def _row_line(row: ListRow, is_pair: Callable[[str], bool]) -> SplitLine:
    """Join the cells of a row into a line with dashes. A result has only a space before it."""
    text = ""
    plain = list[str]()
    for cell in row.cells:
        is_result = bool(cell) and bool(plain) and without_result(f"x {cell}") == "x"
        plain += [] if is_result else [without_result(cell)]
        between = " " if is_result or not text else " - "
        text += f"{between}{cell}" if cell else ""
    return SplitLine(row.number, text.strip(), *_row_sides(row._replace(cells=plain), is_pair))


def _row_sides(row: ListRow, is_pair: Callable[[str], bool]) -> tuple[tuple[str, ...], str]:
    """Return the sides in a row, and its fault. An empty cell next to a pair is a bye."""
    if row.fault:
        return (), row.fault
    cells = list(row.cells)
    if len(cells) > 1 and _DIGITS.fullmatch(cells[0]) and not all(map(_is_number_or_bye, filter(None, cells[1:]))):
        cells = cells[1:]
    while len(cells) > 2 and not cells[-1]:
        cells.pop()
    cells = [cell for at, cell in enumerate(cells) if cell or at in (0, len(cells) - 1)]
    if len(cells) == 3 and re.fullmatch(rf"{grammar.VERSUS}|{grammar.DASH}", cells[1], re.IGNORECASE):
        cells = [cells[0], cells[2]]
    alone = all(len(parts_of(cell)) == 1 and not _is_number_or_bye(cell) for cell in cells if cell)
    if alone and len([*filter(None, cells)]) == 4:
        return tuple(_clean(" & ".join(two)) for two in (cells[:2], cells[2:])), ""
    if alone and len([*filter(None, cells)]) == 2 and is_pair(joined := _clean(" & ".join(cells))):
        return (joined,), ""
    if len(cells) == 1:
        return tuple(plain_sides(cells[0])), ""
    return _sides_of_cells(cells), ""


def _split_table(heading: Sequence[str], rows: Sequence[ListRow]) -> Split:
    """Return the matches in a table with a column for rounds as lines, in the order of their codes."""
    table = MatchTable(heading)
    rows = sorted(rows, key=lambda row: (table.round(row), table.position(row)))
    first = [
        SplitLine(row.number, table.text(row), _sides_of_cells(table.cells(row)), row.fault)
        for row in rows
        if table.round(row) == 1
    ]
    if first and (fault := table.fault(rows)):
        first[0] = replace(first[0], fault=fault)
    later: list[Later] = []
    for round, matches in groupby((row for row in rows if not row.fault), key=table.round):
        of_round = [*matches]
        days = [(read_day(text) or date.max, text) for text in map(table.play_by, of_round) if text]
        play_by = min(days)[1] if days else ""
        if round > 1 or play_by:
            text = f"Round {round}: by {play_by}" if play_by else f"Round {round}"
            later.append(Later(of_round[0].number, text, round, is_heading=True))
        later += [Later(row.number, table.text(row), round) for row in of_round if round > 1]
    return Split(first, tuple(later))


def _sides_of_cells(cells: Sequence[str]) -> tuple[str, ...]:
    """Return the sides of a match. An empty cell is a bye."""
    return tuple(side for cell in cells for side in (_side(cell) if cell else [BYE]))


def _split_bracket(text: str, is_pair: Callable[[str], bool]) -> Split | None:
    """Return a table with a column for each round: the pairs of round 1, then the winners. None for other texts."""
    rows = [row for row in read_rows(text, is_heading) if any(row.cells)]
    rounds = [_round_of_column(cell) for cell in rows[0].cells] if rows else []
    if rounds[:1] != [1] or len([round for round in rounds if round is not None]) < 2:
        return None
    cells = [(row.number, at, cell) for row in rows[1:] for at, cell in enumerate(row.cells) if cell]
    first = [SplitLine(number, cell, tuple(sides_of(cell, is_pair))) for number, at, cell in cells if at == 0]
    later: list[Later] = []
    for column, (round, name) in enumerate(zip(rounds, rows[0].cells, strict=True)):
        if column and round is not None:
            later.append(Later(rows[0].number, name, round, is_heading=True))
            column_cells = [(number, without_result(cell)) for number, at, cell in cells if at == column]
            later += [Later(number, cell, round) for number, cell in column_cells]
    return Split(first, tuple(later))


def _round_of_column(cell: str) -> int | None:
    """Return the round with this cell as its heading, or None."""
    return AFTER_THE_FINAL if _CHAMPIONS.fullmatch(cell) else _round_named(cell) or None
