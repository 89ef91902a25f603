"""Rules for the status of a pair in a list: withdrawn, waiting, in reserve, hidden or struck out.

Such a pair is entered only after the organiser has checked it.
"""

import re
from collections.abc import Iterator, Sequence

from competition.entries.rules import grammar
from competition.entries.rules.marks import HIDDEN, PARTLY_STRUCK, STRUCK, note_mark, under_mark
from competition.entries.rules.persons import in_quotes, words_of
from competition.entries.rules.rows import ListRow

# Two kinds of column: one says for each pair if it plays, and the other names the pairs that do not.
STATUS, OUT = "status", "out"
_SENTENCES = {
    HIDDEN: "This row is hidden in the sheet.",
    STRUCK: "This row is struck out in the sheet.",
    PARTLY_STRUCK: "A part of this row is struck out in the sheet.",
}
CHECK = "Check that the pair plays."
_OUT_WORDS = (
    r"(?:withdr[ae]wn?|withdraw(?:s|als?|ing)|w/d|scratched|cancell?ed|refunded|deceased|died|"
    r"(?:pulled|dropped|missed) out|(?:not|no longer|can\W?t|cannot|unable to)(?: be)? play(?:ing)?|"
    r"not (?:yet )?(?:confirmed|entered|accepted|available|in)|did not get in|unavailable|unconfirmed|to be confirmed|"
    r"tbc|provisional(?:ly)?|pending|declined|wait(?:s|ing|ed)?\W?(?:list(?:ed)?)?|on hold|reserves?|stand\W?by|"
    r"spares?|replac(?:ed|es|ements?|ing)|sub(?:stitute)?s?(?!\W*(?:paid|due|owing|fees?|\d)|\s*[$£€]))"
)
_NOT_IN = re.compile(rf"(?<!\w){_OUT_WORDS}(?!\w)", re.IGNORECASE)
# A remark at the end of a cell with other contents: "Waihi (reserve)", or "Waihi - withdrawn on 5 May".
_AT_END = re.compile(rf"(?:^|[(:\[–—-])\s*{_OUT_WORDS}(?!\w)[^()\[\]]*[)\]]?\s*$", re.IGNORECASE)
# A short form that fills its cell, and one before a name: "Res. Ada Lark & Ben Wren".
_SHORT = re.compile(r"(?:w/?l|w/?d|wdn|wth|res|scr|out)\W*\d*|(?:r|s|w)\W?\d{1,2}\.?", re.IGNORECASE)
_BEFORE = re.compile(r"\W*(?:res|w/l|w/d|wl|wd|scr|sub)\b[\d.:)\s]", re.IGNORECASE)
# A heading for several rows, next to the first of them.
_GROUP = re.compile(
    r"\W*(?:the )?(?:reserves|wait\w*\W?list|withdrawals|spares|substitutes|subs|(?:\w+\W)?pairs)\W*", re.IGNORECASE
)
# The other words in a heading such as "On the waiting list (in this order)".
_OF_A_HEADING = re.compile(
    r"\b(?:the|an?|on|of|in|for|from|to|or|as|at|this|these|ha[sd]|have|are|is|were|was|been|be|not|yet|if|lists?|order|"
    r"pairs?|players?|names?|late|possible|available|following|only|round|since|until|after|before|by|first|next|now|"
    rf"also|added|below|here|full|space|places?|needed|{grammar.OF_A_DATE})\b|[\W_]",
    re.IGNORECASE,
)
_IN = re.compile(r"\b(?:confirmed|accepted|entered|playing|main|draw|entr(?:y|ies)|starters|field|and)\b|&", re.I)
_IS_IN = words_of(
    "yes y x ok okay confirmed accepted entered in playing plays paid active main true 1 ✓ ✔ done entry starter"
)
_IS_NOT_OUT = frozenset(("", "no", "n", "false", "0", "-", "–", "—", "none", "nil", "n/a", "na"))


def remarks_of(marks: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for each mark on a line."""
    for mark in dict.fromkeys(marks):
        kind, _, text = mark.partition(": ")
        fact = (
            f"It is listed under {in_quotes(text)}."
            if kind.casefold() == "under"
            else f"The list says {in_quotes(text)}."
        )
        yield f"{_SENTENCES.get(mark.casefold(), fact)} {CHECK}"


def without_headings(rows: Sequence[ListRow]) -> list[ListRow]:
    """Return the rows without headings such as "Reserves". Rows below such a heading get a mark."""
    marked: list[ListRow] = []
    heading = ""
    for row in rows:
        filled = [cell for cell in row.cells if cell]
        if len(filled) == 1 and not row.fault and _is_out_heading(filled[0]):
            heading = filled[0].strip(" :")
        elif heading and len(filled) == 1 and _is_in_heading(filled[0]):
            heading = ""
        else:
            marked.append(row._replace(marks=(*row.marks, under_mark(heading))) if heading else row)
    return marked


def _is_out_heading(text: str) -> bool:
    """Return True for "Reserves" or "Waiting list (full)", and False for "Entries and reserves"."""
    if not _NOT_IN.search(text):
        return False
    rest = _OF_A_HEADING.sub("", _NOT_IN.sub("", text))
    words = text.split()
    is_sentence = len(words) > 3 and not any(word[0].isupper() for word in words[1:])
    names_others = re.search(r"\b(?:entries|draw|confirmed|main)\b.*(?:\band\b|&)", text, re.IGNORECASE)
    return not names_others and (is_sentence or rest.casefold() in ("", "draw", "entries"))


def _is_in_heading(text: str) -> bool:
    """Return True for "Main draw" or "Confirmed pairs"."""
    return bool(_IN.search(text)) and not _OF_A_HEADING.sub("", _IN.sub("", text))


def with_notes(rows: Sequence[ListRow], columns: Sequence[str], heading: Sequence[str]) -> list[ListRow]:
    """Return the rows with a mark for each cell that says that the pair might not play.

    `columns` are the contents of the columns, with "" for an unused column.
    """
    groups = [place for place in range(_first_names(columns)) if columns[place] == "" and _has_groups(rows, place)]
    group = ""
    marked: list[ListRow] = []
    for row in rows:
        notes: list[str] = []
        for place, (column, cell) in enumerate(zip(columns, row.cells, strict=False)):
            if place in groups:
                group = cell or group
            elif cell and _says_out(column, cell):
                title = heading[place].strip(" ?:") if column in (STATUS, OUT) and place < len(heading) else ""
                notes.append(note_mark(f"{title}: {cell}" if title else cell))
        under = [under_mark(group)] if _is_out_heading(group) else []
        marked.append(row._replace(marks=(*row.marks, *under, *notes)))
    return marked


def _first_names(columns: Sequence[str]) -> int:
    """Return the place of the first column with names."""
    return next((at for at, column in enumerate(columns) if column.startswith(("name", "player", "first", "last"))), 0)


def _has_groups(rows: Sequence[ListRow], place: int) -> bool:
    """Return True if this is a column of headings, each next to the first of its rows."""
    cells = [row.cells[place] for row in rows if len(row.cells) > place and row.cells[place]]
    is_all = all(_is_in_heading(cell) or _is_out_heading(cell) for cell in cells)
    return is_all and any(_GROUP.fullmatch(cell) and _is_out_heading(cell) for cell in cells)


def _says_out(column: str, cell: str) -> bool:
    """Return True if a cell says that its pair might not play."""
    plain = cell.casefold().strip(" .!")
    if column == STATUS:
        return plain not in _IS_IN
    if column == OUT:
        return plain not in _IS_NOT_OUT
    if column == "":
        return bool(_NOT_IN.search(cell) or _SHORT.fullmatch(cell))
    if column.startswith(("name", "player", "first", "last")):
        return bool(_BEFORE.match(cell))
    return bool(_AT_END.search(cell))
