"""Rules for reading the names in a cell: one player, or the two players of a pair."""

import html
import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from competition.entries.rules import grammar
from competition.entries.rules.persons import (
    Person,
    in_quotes,
    is_initial,
    is_nobody,
    left_out_remark,
    normalised,
    read_person,
)

_BULLET = re.compile(r"^\s*[•·▪◦‣●○►➢✓✔*>–—-]+\s*(?=[^\W_]|[(#\"“])")
_NUMBER = re.compile(
    r"^\s*(?:(?:no|nr|n[°º]|num|number|pair|entry|team)\b[.:]?\s*|[#(\[]\s*)*\d{1,3}"
    r"(?:\s*[.):\]]+\s*|\s+[-–—]+\s+|\s+)(?=[^\W\d_]|[\"“(])",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"[\v\f\x85\u2028\u2029]|<br ?/?>", re.IGNORECASE)
_JOINED = re.compile(grammar.AND, re.IGNORECASE)
_DASH = re.compile(rf"\s+{grammar.DASH}+\s+|\s-{{2,}}|-{{2,}}\s")
# A hyphen with a space on only one side, or a long dash without spaces.
_PERHAPS_DASH = re.compile(rf"\s{grammar.DASH}(?=\S)|(?<=\S){grammar.DASH}\s|(?<=\S)[–—−](?=\S)")
_ENDS_IN_NUMBER = re.compile(r" \d{1,3}$")
# Two names with titles and honours always fit within this length.
LONGEST_CELL = 200
_WRITE_BOTH = "Write both names with & between them."


class PairNames(NamedTuple):
    """The two players in a cell, remarks for the organiser, and an error if there are not two players.

    `asides` are words in brackets that were removed from their names.
    """

    players: tuple[str, str] = ("", "")
    ask: tuple[str, ...] = ()
    fault: str = ""
    asides: tuple[str, str] = ("", "")


class PlayerName(NamedTuple):
    """One player, remarks for the organiser, and an error if the name is unusable.

    `aside` is a word in brackets that was removed from the name.
    """

    name: str = ""
    ask: tuple[str, ...] = ()
    fault: str = ""
    aside: str = ""


def unescaped(text: str) -> str:
    """Return the text with HTML character references such as &eacute; or &#257; replaced."""
    return html.unescape(text) if re.search(r"&(?:#\d+|\w+);", text) else text


def tidy(text: str) -> str:
    """Return a cell without bullets, line numbers, HTML references and full-width characters."""
    text = _LINE_END.sub("\n", text)
    text = unescaped(text)
    wide = "".join(unicodedata.normalize("NFKC", letter) if "\uff00" < letter < "\uff5f" else letter for letter in text)
    wide = wide.replace("﹠", "&").replace("⁄", "/").replace("∕", "/").replace("\u00a0", " ")
    plain = _NUMBER.sub("", _BULLET.sub("", unicodedata.normalize("NFC", wide)))
    return re.sub(
        r"\bn/a\b", "NA", "\n".join(" ".join(line.split()) for line in plain.split("\n")), flags=re.IGNORECASE
    )


def is_surname_first(cells: Sequence[str]) -> bool:
    """Return True if most names in the list have a comma, which means that the surname is first."""
    return sum("," in cell for cell in cells) * 3 > len(cells) * 2


def names_two(cell: str) -> bool:
    """Return True if the cell names two people, even if this is not certain."""
    parts = _parts(tidy(cell[:LONGEST_CELL]))
    return len(parts) == 2 and all(any(letter.isalpha() for letter in part) for part in parts)


def read_pair(cell: str, *, surname_first: bool = False, keeps_words: bool = False) -> PairNames:
    """Return the two players named in a cell, with an error if there are not two.

    `surname_first` is True if the names have the surname before a comma. If `keeps_words` is True, all words in
    brackets are parts of the names. Otherwise only words that distinguish two people are.
    """
    if len(cell) > LONGEST_CELL:
        return PairNames(fault=f"{in_quotes(cell)} is too long for two names. {_WRITE_BOTH}")
    text = tidy(cell)
    parts = _parts(text)
    if len(parts) == 1:
        return _split_doubtful(parts[0], text)
    if len(parts) > 2:
        return PairNames(fault=f"{in_quotes(text)} names {len(parts)} people. A pair is two players. Correct the line.")
    nobody = next((part for part in parts if is_nobody(part)), None)
    if not parts or nobody is not None:
        return PairNames(fault=f"{in_quotes(text)} does not name both players. {_WRITE_BOTH}")
    has_commas = surname_first or all("," in part for part in parts)
    first, second = (read_person(part, is_surname_first=has_commas) for part in parts)
    if any(not person.words and not person.title for person in (first, second)) or not second.words:
        return PairNames(fault=f"{in_quotes(text)} does not name both players. {_WRITE_BOTH}")
    first, ask = _share_surname(first, second)
    if keeps_words or _have_one_name(first, second):
        first, second = first.told_apart(), second.told_apart()
    ask = [*first.remarks, *second.remarks, *ask]
    ask += [
        f"{in_quotes(part)} ends with a number. Delete it if it is not part of the name."
        for part in parts
        if _ENDS_IN_NUMBER.search(part)
    ]
    if any(_PERHAPS_DASH.search(part) or _DASH.search(part) for part in parts):
        ask.append(f"{in_quotes(text)} has a dash in a name. Check where each name ends.")
    return PairNames((first.name, second.name), tuple(dict.fromkeys(ask)), asides=(first.left_out, second.left_out))


def _have_one_name(first: Person, second: Person) -> bool:
    return [*map(normalised, first.words)] == [*map(normalised, second.words)]


def read_player(cell: str, *, surname_first: bool = False) -> PlayerName:
    """Return the one player named in a cell, with an error if the name is unusable.

    `surname_first` is True if the name has the surname before a comma.
    """
    if len(cell) > LONGEST_CELL:
        return PlayerName(fault=f"{in_quotes(cell)} is too long for a name. Shorten it.")
    text = tidy(cell)
    if not text.strip():
        return PlayerName()
    if is_nobody(text):
        return PlayerName(fault=f"{in_quotes(text)} is not a player’s name. Write the name.")
    ask = []
    if "\n" in text.strip() and any(len(line.split()) < 2 for line in text.split("\n")):
        ask.append(f"{in_quotes(text)} was on two lines in one cell. Check that it is one name.")
        text = " ".join(text.split())
    if len([part for part in _JOINED.split(text) if part.strip()]) > 1:
        return PlayerName(
            text, fault=f"{in_quotes(text)} names more than one player. Put each player in a separate cell."
        )
    person = read_person(text, is_surname_first=surname_first)
    ask += person.remarks
    if _DASH.search(text) or _PERHAPS_DASH.search(text):
        ask.append(f"{in_quotes(text)} has a dash in a name. Check where the name ends.")
    if not person.has_surname:
        ask.append(_no_surname(person))
    return PlayerName(person.name, tuple(dict.fromkeys(ask)), aside=person.left_out)


def with_word(player: PlayerName) -> PlayerName:
    """Return the player with the word in brackets as part of the name."""
    if not player.aside:
        return player
    left_out = left_out_remark(f"({player.aside})")
    ask = tuple(remark for remark in player.ask if remark != left_out)
    return PlayerName(f"{player.name} ({player.aside})", ask, player.fault)


def _parts(text: str) -> list[str]:
    """Return the parts between the signs that join two people. Dashes count only if there are no other signs."""
    outside = re.sub(r"[(\[{][^)\]}]*[)\]}]?", lambda aside: "\0" * len(aside[0]), text)
    for mark in (_JOINED, _DASH):
        signs = [*mark.finditer(outside)]
        ends = [0, *(end for sign in signs for end in sign.span()), len(text)]
        parts = [text[ends[n] : ends[n + 1]].strip(" ,-–—") for n in range(0, len(ends), 2)]
        parts = [part for part in parts if part]
        if signs and (mark is _JOINED or all(len(part.split()) > 1 for part in parts)):
            return parts
    return [text]


def _split_doubtful(part: str, text: str) -> PairNames:
    """Return two players separated only by a comma or a doubtful dash, otherwise return an error."""
    by_comma = [name.strip() for name in part.split(",") if name.strip()]
    by_dash = _PERHAPS_DASH.split(part)
    names: list[str] = []
    if len(by_comma) == 4 and all(len(name.split()) < 3 for name in by_comma):
        names = [f"{by_comma[1]} {by_comma[0]}", f"{by_comma[3]} {by_comma[2]}"]
    elif len(by_comma) == 2:
        names = by_comma
    elif len(by_dash) == 2 and len(by_comma) == 1:
        names = by_dash
    persons = [read_person(name) for name in names]
    if len(persons) == 2 and all(len(person.words) > 1 for person in persons) and not any(map(is_nobody, names)):
        first, second = persons
        question = f"{in_quotes(text)} was read as {first.name} and {second.name}. Is that right?"
        return PairNames((first.name, second.name), (question, *first.remarks, *second.remarks))
    return PairNames(fault=f"{in_quotes(text)} is not clearly two names. {_WRITE_BOTH}")


def _share_surname(first: Person, second: Person) -> tuple[Person, list[str]]:
    """Return the first player with remarks, adding the second player's surname if the first has none."""
    if not first.words:
        surname = second.words if len(second.words) == 1 else second.surname
        return first.with_surname(surname), [
            f"{first.title} {' '.join(surname)} has no first name. Add it if you know it."
        ]
    if first.has_surname:
        ask = [] if second.has_surname else [_no_surname(second)]
        if first.may_be_first_names and second.has_surname:
            ask.append(f"{in_quotes(first.name)} may be first names only. Add the surname if so.")
        return first, ask
    if not second.has_surname or second.is_surname_given:
        return first, [_no_surname(person) for person in (first, second) if not person.has_surname]
    if first.is_titled_surname and not second.title:
        return first, [_no_surname(first)]
    shared = first.with_surname(second.surname)
    if first.is_titled_surname:
        return shared, [f"{in_quotes(first.name)} was read as {shared.name}. Is that right?"]
    return shared, []


def _no_surname(person: Person) -> str:
    if person.is_titled_surname:
        return f"{in_quotes(person.name)} has only one name. Add the first name if you know it."
    what = "initials" if all(map(is_initial, person.words)) else "one name"
    return f"{in_quotes(person.name)} has only {what}. Add the surname if you know it."
