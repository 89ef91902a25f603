"""Rules for reading a person's name in any usual form: titles, honours, capitals, and words in brackets."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from competition.entries.rules.grammar import TELLING


def words_of(text: str) -> frozenset[str]:
    """Return the words in a text, separated by spaces."""
    return frozenset(text.split())


_TITLES = words_of(
    "mr mrs ms miss mx dr rev revd reverend prof professor sir dame lord lady hon honourable fr capt captain col "
    "colonel major judge justice pastor canon master madam mme ven rev'd the"
)
# Titles that may come before a first name.
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
# Names that are rarely surnames. After a first name they form a double first name.
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
_TELLING = re.compile(TELLING, re.IGNORECASE)
# The longest word allowed after a name.
_LONGEST_WORD = 40
_ASIDE = re.compile(r"[(\[{<][^)\]}>]*[)\]}>]?")
_ODD = re.compile(r"\d+(?:[ -]\d+)*|[^\w\s.,'’‘`´ʻ\"“”„?\ufffd·-]|_")
# In a column of players, a number after the name distinguishes namesakes.
_NUMBER_AFTER = re.compile(r" \d{1,3}$")
_MARKS_AROUND = ' .,:;-–—"“”„'


@dataclass(frozen=True, slots=True)
class Person:
    """The parts of a person's name, with the words in the usual order and remarks for the organiser.

    `aside` is the word in brackets after the name. It is part of the name only if `is_told_apart` is True.
    """

    title: str = ""
    words: tuple[str, ...] = ()
    honours: str = ""
    remarks: tuple[str, ...] = ()
    is_surname_given: bool = False
    aside: str = ""
    is_told_apart: bool = False

    @property
    def name(self) -> str:
        """The name on one line."""
        word = f"({self.aside})" if self.is_told_apart else ""
        return " ".join(part for part in (self.title, *self.words, self.honours, word) if part)

    @property
    def left_out(self) -> str:
        """The word in brackets, if it is not part of the name."""
        return "" if self.is_told_apart else self.aside

    @property
    def has_surname(self) -> bool:
        """True if the name has more than first names and initials."""
        return self.is_surname_given or (len(self.words) > 1 and not all(map(is_initial, self.words)))

    @property
    def surname(self) -> tuple[str, ...]:
        """The last word of the name with any preceding particle, such as "van", "de" or "Te"."""
        first = next((at for at, word in enumerate(self.words) if at and normalised(word) in _PARTICLES), None)
        return self.words[len(self.words) - 1 if first is None else first :]

    @property
    def is_titled_surname(self) -> bool:
        """True for a name such as "Mrs Lark", in which the single word may be the surname."""
        titles = self.title.split()
        is_single = len(self.words) == 1 and not is_initial(self.words[0])
        return is_single and bool(titles) and normalised(titles[-1]) not in _BEFORE_FIRST_NAMES

    @property
    def may_be_first_names(self) -> bool:
        """True for a name such as "Mary Anne", in which the last word is rarely a surname."""
        return len(self.words) > 1 and not self.is_surname_given and normalised(self.words[-1]) in _FIRST_NAMES

    def told_apart(self) -> "Person":
        """Return the person with the word in brackets as part of the name."""
        if not self.aside:
            return self
        remarks = tuple(remark for remark in self.remarks if remark != left_out_remark(f"({self.aside})"))
        return replace(self, is_told_apart=True, remarks=remarks)

    def with_surname(self, surname: tuple[str, ...]) -> "Person":
        """Return the person with another person's surname."""
        return replace(self, words=(*self.words, *surname), is_surname_given=True)


def in_quotes(text: str) -> str:
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
    """Return the person named in a text.

    `is_surname_first` is True if most names in the list have a comma.
    """
    asides = [aside for aside in _ASIDE.findall(text) if any(letter.isalnum() for letter in aside)]
    plain = _ASIDE.sub(" ", text)
    remarks = [*map(left_out_remark, asides)]
    if " ".join(plain.split()).endswith(("*", "†", "‡")):
        remarks.append(f"{in_quotes(text)} has a mark after the name. Check what it means.")
        plain = plain.rstrip(" *†‡")
    parts = [part for part in (part.strip(_MARKS_AROUND.replace(".", "")) for part in plain.split(",")) if part]
    honours = [part for part in parts[1:] if all(normalised(word) in _HONOURS for word in part.split())]
    names = [part for part in parts if part not in honours]
    person = _read_parts(names, is_surname_first)
    remarks += [*_remarks(" ".join(names)), *_word_remarks(person.words)]
    after = " ".join(filter(None, (person.honours, *honours)))
    person = replace(person, honours=after, remarks=(*person.remarks, *remarks), aside=_word_in_brackets(text, asides))
    return person.told_apart() if _TELLING.fullmatch(person.aside) else person


def left_out_remark(aside: str) -> str:
    """Return the remark about a text in brackets that is not part of the name."""
    plain = re.sub(r"(?<=^.)\s+|\s+(?=.$)", "", aside)
    return f"{in_quotes(plain)} was left out of the name."


def _word_in_brackets(text: str, asides: Sequence[str]) -> str:
    """Return the word in brackets at the end of a name, or "" if it cannot distinguish two people."""
    word = " ".join(asides[0][1:-1].split()) if len(asides) == 1 else ""
    is_last = text.rstrip().endswith(f"{asides[0]}") and asides[0][:1] + asides[0][-1:] == "()" if word else False
    return word if is_last and len(word) <= _LONGEST_WORD and not _EXTRA_WORDS.search(word) else ""


def _read_parts(parts: list[str], is_surname_first: bool) -> Person:
    """Return the person from the parts between commas, without honours."""
    if len(parts) < 2:
        return _in_usual_order(_split_titles(" ".join(parts)))
    before, after = _split_titles(parts[0]), _split_titles(parts[1])
    # In "Ben Wren, Hawera" it is unclear whether Hawera is a first name.
    if len(parts) > 2 or not (is_surname_first or _is_one_surname(before.words)) or len(after.words) > 4:
        literal = _split_titles(", ".join(parts))
        return replace(literal, remarks=(f"{in_quotes(', '.join(parts))} has a comma. Is this one name?",))
    surname = before.words if _is_in_capitals(" ".join(after.words)) else tuple(_lower_capitals_in(before.words))
    title = " ".join(filter(None, (before.title, after.title)))
    honours = " ".join(filter(None, (before.honours, after.honours)))
    return Person(title, (*after.words, *surname), honours, is_surname_given=True)


def _split_titles(text: str) -> Person:
    """Return the name split into titles, words and honours."""
    words = text.split()
    titles = 0
    honours = 0
    while titles < len(words) and normalised(words[titles]) in _TITLES:
        titles += 1
    if titles and words[titles - 1].casefold() == "col" and _is_first_name_before(words[titles:]):
        titles -= 1
    while honours < len(words) - titles - 1 and normalised(words[-1 - honours]) in _HONOURS:
        honours += 1
    end = len(words) - honours
    return Person(" ".join(words[:titles]), tuple(words[titles:end]), " ".join(words[end:]))


def _is_first_name_before(words: list[str]) -> bool:
    """Return True if "Col" before these words is a first name. In "Col Ada Lark" it means Colonel."""
    names = tuple(word for word in words if normalised(word) not in _HONOURS)
    return not names or _is_one_surname(names)


def _in_usual_order(person: Person) -> Person:
    """Return a person named "FINCH Cara" or "Cara FINCH" as "Cara Finch".

    Add a remark if the capitals do not identify the surname.
    """
    words = person.words
    loud = [_is_in_capitals(word) for word in words]
    if not any(loud) or all(loud):
        is_short = len(words) == 2 and words[0].isupper() and normalised(words[0]) in _SHORT_SURNAMES
        remark = (
            (f"{in_quotes(' '.join(words))}: is {in_quotes(words[0])} the surname or initials?",) if is_short else ()
        )
        return replace(person, remarks=remark)
    first = loud.index(True)
    last = len(loud) - loud[::-1].index(True)
    surname = words[first:last]
    others = (*words[:first], *words[last:])
    if not all(loud[first:last]) or (first and last < len(words)) or all(map(is_initial, others)):
        return replace(person, remarks=(f"{in_quotes(person.name)}: which word is the surname?",))
    return replace(person, words=(*others, *_lower_capitals_in(surname)), is_surname_given=True)


def _is_in_capitals(word: str) -> bool:
    """Return True for a word in capitals that is not initials, such as FINCH, McKAY or O'BRIEN."""
    letters = "".join(letter for letter in word if letter.isalpha())
    if normalised(word) in _PARTICLES:
        return letters.isupper()
    has_vowel = any(letter in "AEIOUY" or letter > "\x7f" for letter in letters)
    return len(letters) > 2 and has_vowel and (letters.isupper() or bool(re.match(r"Ma?c[A-Z]{2,}$", letters)))


def _lower_capitals_in(words: tuple[str, ...]) -> list[str]:
    return [_lower_capitals(word) if _is_in_capitals(word) else word for word in words]


def _lower_capitals(word: str) -> str:
    """Return the usual spelling: Finch, Lark-Smith, O'Brien, McKay, and "van" for VAN."""
    if normalised(word) in _SMALL:
        return word.casefold()
    parts = re.split(r"([-'’.])", word)
    quiet = "".join(part[:1].upper() + part[1:].lower() for part in parts)
    return re.sub(r"\bMc([a-z])", lambda match: f"Mc{match[1].upper()}", quiet)


def _is_one_surname(words: tuple[str, ...]) -> bool:
    """Return True for a single surname such as Lark, van der Duck and Te Kanawa."""
    return bool(words) and all(normalised(word) in _PARTICLES for word in words[:-1])


def _remarks(text: str) -> list[str]:
    """Return remarks about digits, signs, question marks and words that do not belong in a name."""
    remarks = []
    if "?" in text.strip() and not re.search(r"[^\W\d_]\?+[^\W\d_]", text):
        remarks.append(f"{in_quotes(text)} has a question mark. Correct the name if it is not certain.")
    if odd := _ODD.search(_NUMBER_AFTER.sub("", text)):
        remarks.append(f"{in_quotes(text)} has “{odd[0]}” in it. Correct the name if that does not belong there.")
    if beside := _EXTRA_WORDS.search(text):
        remarks.append(f"{in_quotes(text)}: is “{beside[0]}” part of the name?")
    return remarks


def _word_remarks(words: tuple[str, ...]) -> Iterator[str]:
    """Yield remarks about words in lower case and about an initial at the end."""
    small = [word for word in words if word[0].isalpha() and word.islower() and normalised(word) not in _PARTICLES]
    if small and len(small) < len(words):
        yield f"{in_quotes(' '.join(words))}: is {in_quotes(small[0])} part of the name?"
    last = words[-1].strip(".") if words else ""
    if len(words) > 1 and len(last) == 1 and last.isalpha() and not all(map(is_initial, words)):
        yield f"{in_quotes(' '.join(words))} ends with an initial. Which word is the surname?"


def normalised(word: str) -> str:
    """Return a word in lower case without dots."""
    return word.strip(".,'’").replace(".", "").casefold()
