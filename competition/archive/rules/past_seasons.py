"""Rules for reading and writing a table of past winners.

Each line is one season: year, winners, runners-up, score and note. A line with one text and no year is the name of the
competition for the seasons below it.
"""

import re
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from competition.archive.rules.past_scores import TOTALS, Names, check_score, final_in, read_score
from competition.contest.rules import seasons
from competition.contest.rules.names import is_first_name, key_of, letters, person_key, surname
from competition.contest.rules.seasons import Season
from competition.entries.rules.grammar import AND, heading_key
from competition.entries.rules.names import names_two, read_pair, read_player, tidy
from competition.entries.rules.persons import in_quotes, is_initial, is_nobody
from competition.entries.rules.rows import ListRow, read_rows
from competition.match.rules.pasted import LineFault
from scoring.rules.refusal import Refused

MOST_LINES, MOST_LETTERS = 400, 60_000
LONGEST_NAME, LONGEST_SCORE, LONGEST_NOTE = 80, 40, 200
MOST_WINNERS = 4
NOT_KNOWN = "unknown"
COLUMNS = ("year", "winners", "runners-up", "score", "note", "name")
_HEADINGS = {
    "year": "year season date seasonname years",
    "winners": "winners winner champions champion wonby winningpair first 1st winningpairs",
    "runners-up": "runnersup runnerup runners finalists finalist losers second 2nd losingfinalists beaten",
    "score": "score result final points totals finalscore scores",
    "margin": "margin difference",
    "note": "note notes remark remarks comment comments",
    "name": "name competition trophy cup title event competitionname nameofcompetition",
    "-": "address region no number nr source",
}
_KNOWN = {spelling: column for column, spellings in _HEADINGS.items() for spelling in spellings.split()}
_BEGINS_WITH_YEAR = re.compile(r"([0-9]{4}(?:[/‐‑‒–—−-][0-9]{2,4})?)\s*[:.)–—-]?\s+(\S.*)", re.DOTALL)
_HAS_YEAR = re.compile(r"[0-9]{4}(?![0-9])")
_GAP = re.compile(
    r"[-–—]+|(?:not|no|never|cancelled|abandoned|unknown|nobody|none|n/a|void|lost)\b.*"
    r"|[^&/]*\b(?:lost|cancelled|abandoned|covid|lockdown|not (?:played|held|known|recorded)|no records?)\b[^&/]*",
    re.IGNORECASE,
)
_ENDS_WITH_YEAR = re.compile(r"(\D.*?)\s+(?:in\s+)?([0-9]{4}(?:[/–-][0-9]{2,4})?)", re.DOTALL)
_BETWEEN_PAIRS = (r"\n", ";", r"\band\b", "&", "/", ",")
_UNKNOWN_PARTNER = re.compile(rf"(.*?)\s*{AND}\s*([^&/]*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class PastLine:
    """A season from the club's records.

    Each pair has two names. A name is empty if it is not known or not shown. Without winners, the season was not
    played or has no record, and `note` says which. `name` is the competition's name in that season, or "" for the
    current name.
    """

    season: Season
    winners: tuple[Names, ...] = ()
    runners_up: tuple[Names, ...] = ()
    score: str = ""
    note: str = ""
    name: str = ""
    number: int = field(default=0, compare=False)

    @property
    def players(self) -> list[str]:
        """All names on the line."""
        return [name for pair in (*self.winners, *self.runners_up) for name in pair if name]


@dataclass(frozen=True, slots=True)
class PastTable:
    """The readable lines of a table, the unreadable lines, and remarks for the organiser."""

    lines: tuple[PastLine, ...]
    faulty: tuple[LineFault, ...]
    remarks: tuple[str, ...] = ()


def read(text: str, *, name: str, last_year: int, players: Collection[str] = ()) -> PastTable:
    """Return the seasons in a pasted table.

    `name` is the current name of the competition, and `players` are full names of players, for completing names with
    initials. Seasons after `last_year` are faulty. Raises Refused if the text is too long or has no season.
    """
    if len(text) > MOST_LETTERS or len(text.splitlines()) > MOST_LINES:
        raise Refused(f"This table has more than {MOST_LINES} lines. Paste only the winners, one season per line.")
    rows, raw = _rows(text), lines_of(text)
    heading = next((row for row in rows if _is_heading(row.cells)), None)
    columns = _by_heading(heading.cells) if heading else _by_content(rows)
    remarks = [
        f"The column {in_quotes(cell)} is left out."
        for cell, column in zip(heading.cells if heading else (), columns, strict=False)
        if cell and not column
    ]
    read: list[PastLine] = []
    faults: dict[int, str] = {}
    for row, former in _with_names(rows, heading):
        try:
            line, questions = _read_line(row, columns, former=former, present=name, last_year=last_year)
            _require_new(line, read)
        except Refused as fault:
            faults[row.number] = str(fault)
        else:
            read.append(line)
            remarks += [f"{line.season.name}: {question}" for question in questions]
    if not read and not faults:
        raise Refused("This table has no season. Give each season a line: year, winners, runners-up, score, note.")
    completed = _complete(read, remarks, players)
    faults |= {line.number: reason for line in completed if (reason := _named_twice(line))}
    return PastTable(
        tuple(sorted((line for line in completed if line.number not in faults), key=lambda line: line.season)),
        tuple(LineFault(number, raw[number - 1], fault) for number, fault in sorted(faults.items())),
        tuple(dict.fromkeys(remarks)),
    )


def _with_names(rows: Iterable[ListRow], heading: ListRow | None) -> Iterator[tuple[ListRow, str]]:
    """Yield each row with a season, and the competition's name from the nearest line above it."""
    former = ""
    for row in rows:
        filled = [cell for cell in row.cells if cell]
        if len(filled) == 1 and not row.fault and _is_name(filled[0]):
            former = filled[0]
        elif row is not heading:
            yield row, former


def _require_new(line: PastLine, earlier: Iterable[PastLine]) -> None:
    """Raise Refused if an earlier line has the same season."""
    if first := next((other for other in earlier if other.season == line.season), None):
        raise Refused(
            f"Line {first.number} has {line.season.name} as well. Delete one line, or put both pairs on one line with "
            "“and” between them."
        )


def lines_of(text: str) -> list[str]:
    """Return the lines of a text. Only CR, LF and CRLF end a line."""
    return re.split(r"\r\n|\r|\n", text)


def replace_lines(text: str, corrected: Mapping[int, str]) -> str:
    """Return the text with these lines replaced, by number. Each replacement becomes one line."""
    lines = lines_of(text)
    for number, line in corrected.items():
        if 1 <= number <= len(lines):
            lines[number - 1] = " ".join(lines_of(line))
    return "\n".join(lines)


def read_line(values: Mapping[str, str], *, name: str, last_year: int) -> tuple[PastLine, list[str]]:
    """Return one season from its cells, by column, and remarks. Raises Refused for an unreadable cell."""
    cells = [values.get(column, "") for column in COLUMNS]
    line, remarks = _read_line(ListRow(0, cells), COLUMNS, former="", present=name, last_year=last_year)
    if twice := _named_twice(line):
        raise Refused(twice)
    return line, remarks


def write(lines: Iterable[PastLine], *, name: str) -> str:
    """Return a table from which `read` returns the same seasons. `name` is the competition's current name."""
    rows = ["\t".join(("Year", "Winners", "Runners-up", "Score", "Note", "Competition"))]
    for line in lines:
        cells = (line.season.name, write_pairs(line.winners), write_pairs(line.runners_up), line.score, line.note)
        rows.append("\t".join((*cells, line.name or name)))
    return "\n".join(rows)


def write_pairs(pairs: Iterable[Names]) -> str:
    """Return the pairs in the format of the table: "Ann Lee & Bo Ray; Cy Dee & unknown"."""
    return "; ".join(" & ".join(player or NOT_KNOWN for player in pair) for pair in pairs)


def spans(seasons: Iterable[Season]) -> str:
    """Return seasons in words: "1996 to 2000, 2002 and 2004"."""
    runs: list[list[Season]] = []
    for season in sorted(seasons):
        if runs and season.year == runs[-1][-1].year + 1:
            runs[-1].append(season)
        else:
            runs.append([season])
    parts: list[str] = []
    for run in runs:
        parts += [season.name for season in run] if len(run) < 3 else [f"{run[0].name} to {run[-1].name}"]
    return " and ".join(filter(None, [", ".join(parts[:-1]), *parts[-1:]]))


def is_full_name(name: str) -> bool:
    """Return True if the name has a first name and a surname, so that it can identify a person."""
    words = name.split()
    return len(words) > 1 and not is_first_name(name) and not is_initial(words[0])


def _rows(text: str) -> list[ListRow]:
    """Return the rows of the text, using the separator found in most of its lines."""
    lines = [line for line in text.splitlines() if line.strip()]
    if text.lstrip("\ufeff").startswith(('"sep=', "sep=")):
        return read_rows(text, _is_heading)
    mark = next((sign for sign in "\t;|," if sum(sign in line for line in lines) * 2 >= len(lines)), "\t")
    return [row._replace(number=row.number - 1) for row in read_rows(f"sep={mark}\n{text}", _is_heading)]


def _column_of(cell: str) -> str:
    return _KNOWN.get(heading_key(cell), "")


def _is_heading(cells: Sequence[str]) -> bool:
    columns = {_column_of(cell) for cell in cells}
    return len(columns - {""}) > 1 and bool(columns & {"year", "winners"})


def _by_heading(cells: Sequence[str]) -> list[str]:
    columns: list[str] = []
    for cell in cells:
        column = _column_of(cell)
        # An export from this site has a column for the year and one for the whole season. The last such column counts.
        if column == "year" and column in columns:
            columns[columns.index(column)] = "-"
        # The winners' total and the runners-up's total may be in separate columns.
        column = "score2" if column == "score" and column in columns else column
        columns.append("" if column in columns and column != "-" else column)
    return columns


def _by_content(rows: Sequence[ListRow]) -> list[str]:
    """Return the columns of a table without headings.

    Recognise years and scores by their contents. The other columns are in the usual order.
    """
    width = max((len(row.cells) for row in rows), default=0)
    looks: dict[str, list[int]] = {"year": [0] * width, "score": [0] * width}
    for row in rows:
        for place, cell in enumerate(row.cells):
            looks["year"][place] += bool(re.fullmatch(r"[0-9]{4}([/–-][0-9]{2,4})?", cell))
            looks["score"][place] += bool(TOTALS.fullmatch(cell))
    columns = [""] * width
    for column, counts in looks.items():
        if any(counts) and not columns[place := counts.index(max(counts))]:
            columns[place] = column
    rest = iter(column for column in COLUMNS if column not in columns)
    return [column or next(rest, "") for column in columns]


def _is_name(cell: str) -> bool:
    """Return True if the cell is the name of a competition and not data about a season."""
    return not _HAS_YEAR.search(cell) and not set("&/;") & set(cell) and any(letter.isalpha() for letter in cell)


def _read_line(
    row: ListRow, columns: Sequence[str], *, former: str, present: str, last_year: int
) -> tuple[PastLine, list[str]]:
    """Return the season in a row, and remarks. Raises Refused with a description of any fault."""
    if row.fault:
        raise Refused(row.fault)
    filled = [cell for cell in row.cells if cell]
    if len(filled) == 1 and (parts := _BEGINS_WITH_YEAR.fullmatch(filled[0])):
        cells = {"year": parts[1], "winners": parts[2], **final_in(parts[2])}
    elif len(filled) == 1 and (parts := _ENDS_WITH_YEAR.fullmatch(filled[0])) and _GAP.fullmatch(parts[1]):
        cells = {"year": parts[2], "winners": parts[1]}
    else:
        cells = {column: cell for column, cell in zip(columns, row.cells, strict=False) if column and cell}
        if any(row.cells[len(columns) :]):
            raise Refused(f"This line has {len(row.cells)} cells, and {len(columns)} fit. Delete a separator.")
    season = _read_year(cells.get("year", ""), last_year)
    winners, note = cells.get("winners", ""), cells.get("note", "")
    if _GAP.fullmatch(winners):
        note = note or (winners if any(letter.isalpha() for letter in winners) else "")
        winners = ""
    has_more = cells.get("runners-up", "") not in ("", "-", "–") or cells.get("score", "") not in ("", "-", "–")
    if not winners and has_more:
        raise Refused("This line has no winners. Write who won, or delete the rest of the line except the year.")
    remarks: list[str] = []
    name = cells.get("name") or former
    line = PastLine(
        season,
        _read_pairs(winners, remarks),
        _read_pairs(cells.get("runners-up", ""), remarks),
        _fitting(_read_score(cells, columns), LONGEST_SCORE, "The score"),
        _fitting(" ".join(note.split()), LONGEST_NOTE, "The note"),
        "" if key_of(name) == key_of(present) else _fitting(" ".join(name.split()), LONGEST_NAME, "The name"),
        row.number,
    )
    if len(line.winners) > MOST_WINNERS or len(line.runners_up) > MOST_WINNERS:
        raise Refused(f"At most {MOST_WINNERS} pairs can share a place. Check the “&” between the names.")
    _check_score(line, cells)
    return line, remarks


def _read_score(cells: Mapping[str, str], columns: Sequence[str]) -> str:
    """Return the score, or else the margin."""
    is_reversed = [column for column in columns if column in ("winners", "runners-up")] == ["runners-up", "winners"]
    score = read_score(cells.get("score", ""), cells.get("score2", ""), may_be_reversed=is_reversed)
    return score or _margin_of(cells)


def _margin_of(cells: Mapping[str, str]) -> str:
    return f"by {' '.join(cells['margin'].split())}" if cells.get("margin") else ""


def _check_score(line: PastLine, cells: Mapping[str, str]) -> None:
    """Raise Refused if the score, the margin or the note contradicts the line."""
    if len(line.winners) == len(line.runners_up) == 1:
        check_score(line.score, f"{line.note}; {_margin_of(cells)}", line.winners[0], line.runners_up[0])
    else:
        check_score(line.score, f"; {_margin_of(cells)}")


def _read_year(cell: str, last_year: int) -> Season:
    if not cell:
        raise Refused("This line has no year. Begin it with the season, such as 1996 or 1996/97.")
    try:
        season = seasons.read(cell)
    except Refused:
        raise Refused(f"{in_quotes(cell)} is not a season. Write it as 1996, or as 1996/97.") from None
    if season.year > last_year:
        raise Refused(f"The season {season.name} is not over yet. Correct the year, or delete the line.")
    return season


def _read_pairs(cell: str, remarks: list[str]) -> tuple[Names, ...]:
    """Return the pairs in a cell. Several pairs share a place. Raises Refused if there is no pair."""
    if not cell or _GAP.fullmatch(cell):
        return ()
    text = tidy(cell)
    for mark in _BETWEEN_PAIRS:
        parts = [part.strip() for part in re.split(mark, text, flags=re.IGNORECASE) if part.strip()]
        if len(parts) > 1 and all(names_two(part) for part in parts):
            return tuple(_read_pair(part, remarks) for part in parts)
    return (_read_pair(text, remarks),)


def _read_pair(cell: str, remarks: list[str]) -> Names:
    pair = read_pair(cell)
    players = pair.players
    if pair.fault:
        players = _read_one(cell)
        if not any(players):
            raise Refused(f"{pair.fault} If one name is not known, write “& {NOT_KNOWN}”.")
    else:
        # Records often have only surnames. The table shows them, so they need no remark.
        remarks += [question for question in pair.ask if "has only" not in question]
    for player in players:
        _fitting(player, LONGEST_NAME, "A name")
    return players


def _read_one(cell: str) -> Names:
    """Return the known player of a pair in which the other player is not known, or two empty names."""
    if (players := _UNKNOWN_PARTNER.fullmatch(cell)) is None:
        return "", ""
    first, second = (
        "" if not part.strip(" ?.…") or is_nobody(part) else read_player(part).name for part in players.groups()
    )
    return ("", "") if first and second else (first, second)


def _fitting(text: str, most: int, what: str) -> str:
    if len(text) > most:
        raise Refused(f"{what} {in_quotes(text)} is longer than {most} letters. Shorten it.")
    return text


def _complete(lines: Sequence[PastLine], remarks: list[str], players: Collection[str]) -> list[PastLine]:
    """Return the lines with full names instead of initials, if only one known player fits."""
    full: dict[tuple[str, str], dict[str, str]] = defaultdict(dict)
    for name in (*players, *(player for line in lines for player in line.players)):
        if is_full_name(name) and "(" not in name:
            full[_initials(name)].setdefault(person_key(name), name)
    ambiguous: dict[str, list[str]] = {}

    def whole(name: str) -> str:
        candidates = sorted(full.get(_initials(name), {}).values()) if _has_initial(name) else []
        if len(candidates) > 1:
            ambiguous[name] = candidates
        return candidates[0] if len(candidates) == 1 else name

    completed = [
        replace(line, winners=_each(line.winners, whole), runners_up=_each(line.runners_up, whole)) for line in lines
    ]
    for name, people in ambiguous.items():
        remarks.append(f"{in_quotes(name)} can be {' or '.join(people)}. Write the first name if you know it.")
    return completed


def _has_initial(name: str) -> bool:
    words = name.split()
    return len(words) > 1 and is_initial(words[0]) and not is_full_name(name)


def _each(pairs: Iterable[Names], whole: Callable[[str], str]) -> tuple[Names, ...]:
    return tuple((whole(first), whole(second)) for first, second in pairs)


def _initials(name: str) -> tuple[str, str]:
    """Return a name's first letter and surname, for comparison with a name that has initials."""
    return letters(name[:1]), letters(surname(name))


def _named_twice(line: PastLine) -> str:
    """Return a sentence about the first player named twice on a line, or ""."""
    keys = [person_key(name) for name in line.players if is_full_name(name)]
    twice = next((name for name in line.players if keys.count(person_key(name)) > 1), None)
    if twice is None:
        return ""
    return f"{twice} is named twice. Correct one name, or write “{NOT_KNOWN}” for it."
