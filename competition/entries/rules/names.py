"""Rules for reading names: one person's name in any usual form, and the two players of a pair in one cell."""

import html
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple


def words_of(text: str) -> frozenset[str]:
    """Return the words of a text, split at spaces."""
    return frozenset(text.split())


_TITLES = words_of(
    "mr mrs ms miss mx dr rev revd reverend prof professor sir dame lord lady hon honourable fr capt captain col "
    "colonel major judge justice pastor canon master madam mme ven rev'd the"
)
# Titles that may stand before a first name.
_BEFORE_FIRST_NAMES = words_of("sir dame lady lord")
_HONOURS = words_of(
    "mnzm onzm cnzm dnzm knzm dcnzm qso qsm nzm obe mbe cbe kbe dbe cmg cvo mvo lvo kc qc jp phd md ba bsc msc mba "
    "esq jr jnr junior sr snr senior ii iii iv frcs fracs om oam ac bem dso dsc mc dfc vc ed am"
)
_PARTICLES = words_of(
    "van von der den de del della di da dos du la le lo ten ter te st saint mac mc el al bin ibn ap af zu zum zur "
    "vander vom"
)
_SMALL = words_of("van von der den de del della du ten ter zu zum zur vom af")
# Names that are rarely surnames. After a first name they make a double first name.
_FIRST_NAMES = words_of("ann anne anna jane mary marie jo lou sue kate ellen louise elizabeth margaret beth jean may")
# Surnames of two letters. In capitals they look like initials.
_SHORT_SURNAMES = words_of("ng wu li lu xu yu hu ho ma le do vo oh so ko ha fu gu he qi ye")
_NOBODY = re.compile(
    r"(?:tba|tbc|tbd|tbn|na|n a|none|nil|nobody|someone|anyone|anybody|unknown|not known|pending|vacant|bye|blank|x+|"
    r"other|another|subs?|substitute|reserve|spare|(?:(?:his|her|my|a|the|one) )?(?:wife|husband|spouse|son|daughter|"
    r"mother|father|sister|brother|friend|guest|other|player)|.*\b(?:tba|tbc|tbd|partner|wanted|to be \w+|seeking|"
    r"looking for|needs? an?)\b.*)",
    re.IGNORECASE,
)
_EXTRA_WORDS = re.compile(
    r"\b(?:or|sub|subs|substitute|reserve|withdrawn|cancelled|unpaid|paid|late|new|captain|nee|née|formerly|messrs|misses|drs)\b",
    re.IGNORECASE,
)
_ASIDE = re.compile(r"[(\[{<][^)\]}>]*[)\]}>]?")
_ODD = re.compile(r"\d+(?:[ -]\d+)*|[^\w\s.,'’‘`´ʻ\"“”„?\ufffd·-]|_")
# In a column of players, a number after the name distinguishes namesakes.
_NUMBER_AFTER = re.compile(r" \d{1,3}$")
_MARKS_AROUND = ' .,:;-–—"“”„'


@dataclass(frozen=True, slots=True)
class Person:
    """A person's name in its parts, with the words in the usual order and remarks for the organiser."""

    title: str = ""
    words: tuple[str, ...] = ()
    honours: str = ""
    remarks: tuple[str, ...] = ()
    is_surname_given: bool = False

    @property
    def name(self) -> str:
        """The name on one line."""
        return " ".join(part for part in (self.title, *self.words, self.honours) if part)

    @property
    def has_surname(self) -> bool:
        """True if the name has more than first names and initials."""
        return self.is_surname_given or (len(self.words) > 1 and not all(map(is_initial, self.words)))

    @property
    def surname(self) -> tuple[str, ...]:
        """The last word of the name with any particle before it, such as "van", "de" or "Te"."""
        first = next((at for at, word in enumerate(self.words) if at and _normalise(word) in _PARTICLES), None)
        return self.words[len(self.words) - 1 if first is None else first :]

    @property
    def is_titled_surname(self) -> bool:
        """True for "Mrs Lark", whose single word may be the surname."""
        titles = self.title.split()
        one = len(self.words) == 1 and not is_initial(self.words[0])
        return one and bool(titles) and _normalise(titles[-1]) not in _BEFORE_FIRST_NAMES

    @property
    def may_be_first_names(self) -> bool:
        """True for "Mary Anne", whose last word is rarely a surname."""
        return len(self.words) > 1 and not self.is_surname_given and _normalise(self.words[-1]) in _FIRST_NAMES

    def with_surname(self, surname: tuple[str, ...]) -> "Person":
        """Return the person with the surname of another person."""
        return replace(self, words=(*self.words, *surname), is_surname_given=True)


def shown(text: str) -> str:
    """Return the text in quotation marks for a sentence, on one line and at most 50 characters long."""
    line = " ".join("".join(letter if letter.isprintable() else " " for letter in text).split())
    return f"“{line[:50]}…”" if len(line) > 50 else f"“{line}”"


def is_nobody(text: str) -> bool:
    """Return True for a placeholder such as "TBA" or "#NAME?", and for text without letters."""
    if text.lstrip().startswith("#"):
        return True
    words = " ".join(re.sub(r"[^\w\s]|_", " ", text.replace(".", "")).split())
    return not any(letter.isalpha() for letter in words) or bool(_NOBODY.fullmatch(words))


def is_initial(word: str) -> bool:
    """Return True for "A", "A.", "A.B." and "AB"."""
    letters = word.replace(".", "")
    return (
        letters.isalpha()
        and letters.isupper()
        and (
            len(letters) == 1
            or (len(letters) < 4 and "." in word)
            or (len(letters) == 2 and letters.casefold() not in _SHORT_SURNAMES)
        )
    )


def read_person(text: str, *, is_surname_first: bool = False) -> Person:
    """Return the person that a text names.

    `is_surname_first` is set if most names of the list have a comma.
    """
    asides = [aside for aside in _ASIDE.findall(text) if any(letter.isalnum() for letter in aside)]
    plain = _ASIDE.sub(" ", text)
    remarks = [f"{shown(aside)} was left out of the name." for aside in asides]
    if " ".join(plain.split()).endswith(("*", "†", "‡")):
        remarks.append(f"{shown(text)} has a mark after the name. Check what it means.")
        plain = plain.rstrip(" *†‡")
    parts = [part for part in (part.strip(_MARKS_AROUND.replace(".", "")) for part in plain.split(",")) if part]
    honours = [part for part in parts[1:] if all(_normalise(word) in _HONOURS for word in part.split())]
    names = [part for part in parts if part not in honours]
    person = _read_parts(names, is_surname_first)
    remarks += [*_remarks(" ".join(names)), *_word_remarks(person.words)]
    after = " ".join(filter(None, (person.honours, *honours)))
    return replace(person, honours=after, remarks=(*person.remarks, *remarks))


def _read_parts(parts: list[str], is_surname_first: bool) -> Person:
    """Return the person from the parts between commas, without honours."""
    if len(parts) < 2:
        return _in_usual_order(_split_titles(" ".join(parts)))
    before, after = _split_titles(parts[0]), _split_titles(parts[1])
    # In "Ben Wren, Hawera" it is unclear whether Hawera is a first name.
    if len(parts) > 2 or not (is_surname_first or _is_one_surname(before.words)) or len(after.words) > 4:
        literal = _split_titles(", ".join(parts))
        return replace(literal, remarks=(f"{shown(', '.join(parts))} has a comma. Is this one name?",))
    surname = before.words if _is_in_capitals(" ".join(after.words)) else tuple(_lower_capitals_in(before.words))
    title = " ".join(filter(None, (before.title, after.title)))
    honours = " ".join(filter(None, (before.honours, after.honours)))
    return Person(title, (*after.words, *surname), honours, is_surname_given=True)


def _split_titles(text: str) -> Person:
    """Return the name split into titles, words and honours."""
    words, titles, honours = text.split(), 0, 0
    while titles < len(words) and _normalise(words[titles]) in _TITLES:
        titles += 1
    if titles and words[titles - 1].casefold() == "col" and _is_first_name_before(words[titles:]):
        titles -= 1
    while honours < len(words) - titles - 1 and _normalise(words[-1 - honours]) in _HONOURS:
        honours += 1
    end = len(words) - honours
    return Person(" ".join(words[:titles]), tuple(words[titles:end]), " ".join(words[end:]))


def _is_first_name_before(words: list[str]) -> bool:
    """Return True if "Col" before these words is a first name. In "Col Ada Lark" the word means Colonel."""
    names = tuple(word for word in words if _normalise(word) not in _HONOURS)
    return not names or _is_one_surname(names)


def _in_usual_order(person: Person) -> Person:
    """Return the person of "FINCH Cara" or "Cara FINCH" as "Cara Finch".

    Add a remark if the capitals do not identify the surname.
    """
    words = person.words
    loud = [_is_in_capitals(word) for word in words]
    if not any(loud) or all(loud):
        is_short = len(words) == 2 and words[0].isupper() and _normalise(words[0]) in _SHORT_SURNAMES
        remark = (f"{shown(' '.join(words))}: is {shown(words[0])} the surname or initials?",) if is_short else ()
        return replace(person, remarks=remark)
    first = loud.index(True)
    last = len(loud) - loud[::-1].index(True)
    surname, others = words[first:last], (*words[:first], *words[last:])
    if not all(loud[first:last]) or (first and last < len(words)) or all(map(is_initial, others)):
        return replace(person, remarks=(f"{shown(person.name)}: which word is the surname?",))
    return replace(person, words=(*others, *_lower_capitals_in(surname)), is_surname_given=True)


def _is_in_capitals(word: str) -> bool:
    """Return True for a word in capitals that is not initials, such as FINCH, McKAY or O'BRIEN."""
    letters = "".join(letter for letter in word if letter.isalpha())
    if _normalise(word) in _PARTICLES:
        return letters.isupper()
    has_vowel = any(letter in "AEIOUY" or letter > "\x7f" for letter in letters)
    return len(letters) > 2 and has_vowel and (letters.isupper() or bool(re.match(r"Ma?c[A-Z]{2,}$", letters)))


def _lower_capitals_in(words: tuple[str, ...]) -> list[str]:
    return [_lower_capitals(word) if _is_in_capitals(word) else word for word in words]


def _lower_capitals(word: str) -> str:
    """Return the usual spelling: Finch, Lark-Smith, O'Brien, McKay, and "van" for VAN."""
    if _normalise(word) in _SMALL:
        return word.casefold()
    parts = re.split(r"([-'’.])", word)
    quiet = "".join(part[:1].upper() + part[1:].lower() for part in parts)
    return re.sub(r"\bMc([a-z])", lambda found: f"Mc{found[1].upper()}", quiet)


def _is_one_surname(words: tuple[str, ...]) -> bool:
    """Return True for Lark, van der Duck and Te Kanawa."""
    return bool(words) and all(_normalise(word) in _PARTICLES for word in words[:-1])


def _remarks(text: str) -> list[str]:
    """Return remarks about digits, signs, question marks and words that do not belong in a name."""
    remarks = []
    if "?" in text.strip() and not re.search(r"[^\W\d_]\?+[^\W\d_]", text):
        remarks.append(f"{shown(text)} has a question mark. Correct the name if it is not certain.")
    if odd := _ODD.search(_NUMBER_AFTER.sub("", text)):
        remarks.append(f"{shown(text)} has “{odd[0]}” in it. Correct the name if that does not belong there.")
    if beside := _EXTRA_WORDS.search(text):
        remarks.append(f"{shown(text)}: is “{beside[0]}” part of the name?")
    return remarks


def _word_remarks(words: tuple[str, ...]) -> Iterator[str]:
    """Yield remarks about words in small letters and about an initial at the end."""
    small = [word for word in words if word[0].isalpha() and word.islower() and _normalise(word) not in _PARTICLES]
    if small and len(small) < len(words):
        yield f"{shown(' '.join(words))}: is {shown(small[0])} part of the name?"
    last = words[-1].strip(".") if words else ""
    if len(words) > 1 and len(last) == 1 and last.isalpha() and not all(map(is_initial, words)):
        yield f"{shown(' '.join(words))} ends with an initial. Which word is the surname?"


def _normalise(word: str) -> str:
    return word.strip(".,'’").replace(".", "").casefold()


_BULLET = re.compile(r"^\s*[•·▪◦‣●○►➢✓✔*>–—-]+\s*(?=[^\W_]|[(#\"“])")
_NUMBER = re.compile(
    r"^\s*(?:(?:no|nr|n[°º]|num|number|pair|entry|team)\b[.:]?\s*|[#(\[]\s*)*\d{1,3}"
    r"(?:\s*[.):\]]+\s*|\s+[-–—]+\s+|\s+)(?=[^\W\d_]|[\"“(])",
    re.IGNORECASE,
)
_LINE_END = re.compile(r"[\v\f\x85\u2028\u2029]|<br ?/?>", re.IGNORECASE)
_JOINED = re.compile(r"[&/\\+;|\n]|\b(?:and|with|und|és|et)\b|\bw/", re.IGNORECASE)
_DASH = re.compile(r"\s+[-–—−‐‑―]+\s+|\s-{2,}|-{2,}\s")
# A hyphen with a space on one side only, or a long dash without spaces.
_PERHAPS_DASH = re.compile(r"\s[-–—−‐‑](?=\S)|(?<=\S)[-–—−‐‑]\s|(?<=\S)[–—−](?=\S)")
_ENDS_IN_NUMBER = re.compile(r" \d{1,3}$")
# Two names with titles and honours always fit into this length.
LONGEST_CELL = 200
_WRITE_BOTH = "Write both names with & between them."


class PairNames(NamedTuple):
    """The two players of a cell, remarks for the organiser, and the error if there are not two players."""

    players: tuple[str, str] = ("", "")
    ask: tuple[str, ...] = ()
    fault: str = ""


class PlayerName(NamedTuple):
    """One player, remarks for the organiser, and the error if the name is unusable."""

    name: str = ""
    ask: tuple[str, ...] = ()
    fault: str = ""


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
    """Return True if most names of the list have a comma, which means that the surname is first."""
    return sum("," in cell for cell in cells) * 3 > len(cells) * 2


def names_two(cell: str) -> bool:
    """Return True if the cell names two people, even if this is not certain."""
    parts = _parts(tidy(cell[:LONGEST_CELL]))
    return len(parts) == 2 and all(any(letter.isalpha() for letter in part) for part in parts)


def read_pair(cell: str, *, surname_first: bool = False) -> PairNames:
    """Return the two players named in a cell. The result has an error if there are not two.

    `surname_first` is set if the names have the surname before a comma.
    """
    if len(cell) > LONGEST_CELL:
        return PairNames(fault=f"{shown(cell)} is too long for two names. {_WRITE_BOTH}")
    text = tidy(cell)
    parts = _parts(text)
    if len(parts) == 1:
        return _split_doubtful(parts[0], text)
    if len(parts) > 2:
        return PairNames(fault=f"{shown(text)} names {len(parts)} people. A pair is two players. Correct the line.")
    nobody = next((part for part in parts if is_nobody(part)), None)
    if not parts or nobody is not None:
        return PairNames(fault=f"{shown(text)} does not name both players. {_WRITE_BOTH}")
    has_commas = surname_first or all("," in part for part in parts)
    first, second = (read_person(part, is_surname_first=has_commas) for part in parts)
    if any(not person.words and not person.title for person in (first, second)) or not second.words:
        return PairNames(fault=f"{shown(text)} does not name both players. {_WRITE_BOTH}")
    first, ask = _share_surname(first, second)
    ask = [*first.remarks, *second.remarks, *ask]
    ask += [
        f"{shown(part)} ends with a number. Delete it if it is not part of the name."
        for part in parts
        if _ENDS_IN_NUMBER.search(part)
    ]
    if any(_PERHAPS_DASH.search(part) or _DASH.search(part) for part in parts):
        ask.append(f"{shown(text)} has a dash in a name. Check where each name ends.")
    return PairNames((first.name, second.name), tuple(dict.fromkeys(ask)))


def read_player(cell: str, *, surname_first: bool = False) -> PlayerName:
    """Return the one player named in a cell. The result has an error if the name is unusable.

    `surname_first` is set if the name has the surname before a comma.
    """
    if len(cell) > LONGEST_CELL:
        return PlayerName(fault=f"{shown(cell)} is too long for a name. Shorten it.")
    text = tidy(cell)
    if not text.strip():
        return PlayerName()
    if is_nobody(text):
        return PlayerName(fault=f"{shown(text)} is not a player’s name. Write the name.")
    ask = []
    if "\n" in text.strip() and any(len(line.split()) < 2 for line in text.split("\n")):
        ask.append(f"{shown(text)} stood on two lines of one cell. Check that it is one name.")
        text = " ".join(text.split())
    if len([part for part in _JOINED.split(text) if part.strip()]) > 1:
        return PlayerName(text, fault=f"{shown(text)} names more than one player. Give each player a cell.")
    person = read_person(text, is_surname_first=surname_first)
    ask += person.remarks
    if _DASH.search(text) or _PERHAPS_DASH.search(text):
        ask.append(f"{shown(text)} has a dash in a name. Check where the name ends.")
    if not person.has_surname:
        ask.append(_no_surname(person))
    return PlayerName(person.name, tuple(dict.fromkeys(ask)))


def _parts(text: str) -> list[str]:
    """Return the parts between the signs that join two people. Dashes count only without other signs."""
    outside = re.sub(r"[(\[{][^)\]}]*[)\]}]?", lambda aside: "\0" * len(aside[0]), text)
    for mark in (_JOINED, _DASH):
        found = [*mark.finditer(outside)]
        ends = [0, *(end for one in found for end in one.span()), len(text)]
        parts = [text[ends[n] : ends[n + 1]].strip(" ,-–—") for n in range(0, len(ends), 2)]
        parts = [part for part in parts if part]
        if found and (mark is _JOINED or all(len(part.split()) > 1 for part in parts)):
            return parts
    return [text]


def _split_doubtful(part: str, text: str) -> PairNames:
    """Return two players separated only by a comma or a doubtful dash. Otherwise return an error."""
    by_comma = [one.strip() for one in part.split(",") if one.strip()]
    by_dash = _PERHAPS_DASH.split(part)
    found: list[str] = []
    if len(by_comma) == 4 and all(len(one.split()) < 3 for one in by_comma):
        found = [f"{by_comma[1]} {by_comma[0]}", f"{by_comma[3]} {by_comma[2]}"]
    elif len(by_comma) == 2:
        found = by_comma
    elif len(by_dash) == 2 and len(by_comma) == 1:
        found = by_dash
    persons = [read_person(one) for one in found]
    if len(persons) == 2 and all(len(person.words) > 1 for person in persons) and not any(map(is_nobody, found)):
        first, second = persons
        asked = f"{shown(text)} was read as {first.name} and {second.name}. Is that right?"
        return PairNames((first.name, second.name), (asked, *first.remarks, *second.remarks))
    return PairNames(fault=f"{shown(text)} is not clearly two names. {_WRITE_BOTH}")


def _share_surname(first: Person, second: Person) -> tuple[Person, list[str]]:
    """Return the first player with remarks. Add the second player's surname if the first player has none."""
    if not first.words:
        surname = second.words if len(second.words) == 1 else second.surname
        return first.with_surname(surname), [
            f"{first.title} {' '.join(surname)} has no first name. Add it if you know it."
        ]
    if first.has_surname:
        ask = [] if second.has_surname else [_no_surname(second)]
        if first.may_be_first_names and second.has_surname:
            ask.append(f"{shown(first.name)} may be first names only. Add the surname if so.")
        return first, ask
    if not second.has_surname or second.is_surname_given:
        return first, [_no_surname(person) for person in (first, second) if not person.has_surname]
    if first.is_titled_surname and not second.title:
        return first, [_no_surname(first)]
    shared = first.with_surname(second.surname)
    if first.is_titled_surname:
        return shared, [f"{shown(first.name)} was read as {shared.name}. Is that right?"]
    return shared, []


def _no_surname(person: Person) -> str:
    if person.is_titled_surname:
        return f"{shown(person.name)} has only one name. Add the first name if you know it."
    what = "initials" if all(map(is_initial, person.words)) else "one name"
    return f"{shown(person.name)} has only {what}. Add the surname if you know it."
