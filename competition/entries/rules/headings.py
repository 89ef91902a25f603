"""Rules for recognising a column by its heading."""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from competition.entries.rules.person import words_of
from competition.entries.rules.two_names import names_two

NAMES, LEFT_OUT, PLAYER, GROUP = "names", "-", "player", "group"
_SPELLINGS = {
    NAMES: "names pair pairs players playernames pairnames bothnames nameofpair playersnames namesofplayers",
    PLAYER: "player name player1 name1 firstplayer playerone nameofplayer fullname playername member membername",
    "player2": "player2 name2 secondplayer playertwo partner partnername nameofpartner partnersname",
    "first": "firstname first forename givenname given christianname fname firstnames forenames",
    "last": "surname lastname last familyname family sname lname",
    "club": "club bridgeclub homeclub clubname nameofclub",
    "area": "area town city district place location suburb",
    "phone": "phone telephone tel mobile cell phoneno phonenumber telephoneno telephonenumber mobileno mobilenumber "
    "cellphone cellno contactnumber contactno contactphone mobilephone ph",
    "email": "email mail emailaddress contactemail",
    "opening_day": "openingday attending attendsopeningday openingdayyesno",
    "seed": "seed seeding rank",
    "given_bye": "givenbye bye",
    GROUP: "pairno pairnumber pairnr partnership partnershipno entryno entrynumber",
    LEFT_OUT: "no nr number entry feepaid fee paid payment amount notes note remarks "
    "comments date dateentered entered received timestamp grade rating computernumber computerno membernumber memberno",
}
_KNOWN = {spelling: column for column, spellings in _SPELLINGS.items() for spelling in spellings.split()}
_KNOWN |= dict.fromkeys(("team", "teamno", "teamnumber", "teamnr"), GROUP)
_OF_A_PLAYER = (PLAYER, "first", "last", "phone", "email")
_OF_NAMES = (NAMES, PLAYER, "player2", "first", "last")
_FIRST_PLAYER = words_of("1 one p1 player1")
_SECOND_PLAYER = words_of("2 two second partner partners p2 player2 nd")
_FILLING = words_of("player players s of the p st for nr your my please enter main")
_IS_PLAYER = words_of("player players p1 p2 player1 player2")
# A column of pair numbers may have one of these headings too.
_GROUP_TOO = words_of("pair pairs no nr number entry")


class Heading(NamedTuple):
    """The contents of a column, and the number of the player if the heading states it ("1" or "2")."""

    column: str
    whose: str = ""


def heading_of(cell: str) -> Heading:
    """Return the contents of a column with this heading. The `column` is "" if unknown."""
    plain = "".join(letter for letter in cell.casefold() if letter.isalnum())
    if plain in _KNOWN or plain.rstrip("12") in _KNOWN:
        number = plain[-1:] if plain[-1:] in "12" else ""
        return Heading(_KNOWN.get(plain) or _KNOWN[plain.rstrip("12")], number)
    words = re.findall(r"[^\W\d_]+\d?|\d+", re.sub(r"['’]", "", cell.casefold()))
    second = any(word in _SECOND_PLAYER for word in words)
    is_first_player = words[:1] == ["first"] and words[1:2] in (["player"], ["players"])
    first = is_first_player or any(word in _FIRST_PLAYER for word in words)
    said = words[2:] if is_first_player else words
    rest = [word for word in said if word not in (_FIRST_PLAYER | _SECOND_PLAYER | _FILLING)]
    is_player = not rest and (first or second) and any(word in _IS_PLAYER for word in words)
    column = PLAYER if is_player else _KNOWN.get("".join(rest), "")
    if not (first or second):
        return Heading(column)
    return Heading(column, "2" if second else "1") if column in _OF_A_PLAYER else Heading("")


def heading_for(column: str) -> str:
    """Return a heading that is recognised as this column."""
    return {GROUP: "pair number", NAMES: "both names"}.get(column, column)


def is_heading(cells: Sequence[str]) -> bool:
    """Return True if at least two cells are headings. A line about a pair never has two of these words."""
    return sum(bool(heading_of(cell).column) for cell in cells) > 1


def names_columns(cells: Sequence[str]) -> bool:
    """Return True if the row contains headings, even if only one of them is known."""
    found = [heading_of(cell).column for cell in cells if cell]
    known = [column for column in found if column not in ("", LEFT_OUT)]
    return any(column in _OF_NAMES for column in known) or 2 * len(known) > len(found)


def by_heading(heading: Sequence[str], filled: Mapping[int, list[str]]) -> list[str]:
    """Return the contents of each column by its heading.

    A column is "" if its heading is unknown or repeats an earlier column. `filled` are the cells that are not empty, by
    position.
    """
    found: list[str] = []
    said = [heading_of(cell) for cell in heading]
    for place, (column, whose) in enumerate(said):
        if column == NAMES and all(_is_number(cell) for cell in filled[place]):
            column = LEFT_OUT
        if column in _OF_A_PLAYER:
            column += whose or ("2" if f"{column}1" in found else "1")
        found.append("" if column in found and column != LEFT_OUT else column)
    has_both = all(_has_player(found, number) for number in "12")
    found = [LEFT_OUT if column == NAMES and has_both else column for column in found]
    for number in "12":
        # "Name" beside "Surname" means the first name. If the list has a column for first names too, leave out "Name".
        if f"player{number}" in found and f"last{number}" in found:
            is_double = f"first{number}" in found
            place = found.index(f"player{number}")
            found[place] = LEFT_OUT if is_double else f"first{number}"
    return _correct_name_columns(found, said, heading, filled)


def _correct_name_columns(
    found: list[str], said: Sequence[Heading], heading: Sequence[str], filled: Mapping[int, list[str]]
) -> list[str]:
    """Correct the columns of a list with one player a line, or with two names in a column "Name". Return them."""
    one = found.index("player1") if "player1" in found else None
    if one is not None and not said[one].whose and not _has_player(found, "2") and NAMES not in found:
        cells = filled[one]
        found[one] = NAMES if _share(cells, names_two) > 0.5 else PLAYER if len(cells) > 1 else "player1"
    if NAMES in found and not any(column[:-1] in ("player", "first", "last") for column in found):
        place = found.index(NAMES)
        says_both = "both" in heading[place].casefold()
        is_alone = not says_both and len(filled[place]) > 1 and _share(filled[place], _names_one) > 0.8
        found[place] = PLAYER if is_alone else NAMES
    if not is_line_a_player(found):
        return [LEFT_OUT if column == GROUP else column for column in found]
    lines = len(filled[found.index(PLAYER if PLAYER in found else "first1")])
    for place, cell in enumerate(heading):
        plain = "".join(letter for letter in cell.casefold() if letter.isalpha())
        if GROUP not in found and plain in _GROUP_TOO and _is_pair_numbering(filled[place], lines):
            found[place] = GROUP
    return found


def is_line_a_player(columns: Sequence[str]) -> bool:
    """Return True if each line is about one player, so that two lines form a pair."""
    alone = {"first1", "last1"} <= {*columns} and not _has_player(columns, "2")
    return NAMES not in columns and (PLAYER in columns or (alone and "player1" not in columns))


def _has_player(columns: Sequence[str], number: str) -> bool:
    return f"player{number}" in columns or {f"first{number}", f"last{number}"} <= {*columns}


def _names_one(cell: str) -> bool:
    """Return True if the cell contains exactly one name."""
    return not names_two(cell) and not re.search(r"[-–—,\d]", cell) and 1 < len(cell.split()) < 4


def _is_number(cell: str) -> bool:
    return bool(re.fullmatch(r"[A-Za-z]?\s?\d{1,4}\.?|[A-Z]", cell))


def _is_pair_numbering(cells: Sequence[str], lines: int) -> bool:
    """Return True for pair numbers that are on both lines of a pair, or only on the first."""
    times = Counter(cells)
    twice = sum(times[cell] == 2 for cell in times)
    is_merged = len(times) == len(cells) and 2 * len(cells) == lines
    return all(map(_is_number, cells)) and (is_merged or (twice > 0 and 2 * twice >= len(times)))


def _share(cells: Sequence[str], holds: Callable[[str], bool]) -> float:
    return sum(map(holds, cells)) / max(len(cells), 1)
