"""Readers for one written line: the pairs it names, who won by its words, its totals, its margins and its day.

Pasted results, written draws and past winners are all read with these readers, so that a line means the same in each.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from competition.entries.rules import grammar
from competition.entries.rules.days import find_day

IsPair = Callable[[str], bool]
PLAYED = "played"


class PartKind(StrEnum):
    """The kinds of parts in a line. A name may be a text about both pairs, such as "Smith v Brown"."""

    NAME = "name"
    TOTAL = "total"
    BEAT = "beat"
    LOST_TO = "lost_to"
    LOST = "lost"
    WON = "won"
    WAY = "way"
    GAP = "gap"


class LinePart(NamedTuple):
    """A part of a line: its kind, its text, and the way to end that it states, or ""."""

    kind: PartKind
    text: str
    way: str = ""


# A comma between a name and "won" begins another cell.
_COMMA = r"(?:,[\s\"]*)?"


def _parts(total: str) -> re.Pattern[str]:
    """Return the pattern of all parts except names. The first pattern that fits at a place counts."""
    patterns = {
        "lost_to": rf"{_COMMA}(?<!\w){grammar.LOST_TO}(?!\w)",
        **{_group(way): pattern.pattern for way, pattern in grammar.WAYS.items()},
        _group(PLAYED): grammar.words(PLAYED).pattern,
        # "(lost the toss)" is a note.
        "lost": rf"{_COMMA}(?<![\w(]){grammar.LOST}(?!\w)|\((?:L|lost)\)",
        "won": rf"{_COMMA}(?<!\w){grammar.WON}(?!\w)(?:\s+by(?=\s+\D)(?!\s+default))?|\(W\)",
        "total": total,
        "gap": r"\t",
    }
    return re.compile("|".join(f"(?P<{group}>{pattern})" for group, pattern in patterns.items()), re.IGNORECASE)


def _group(way: str) -> str:
    return f"way_{way}".replace(" ", "_")


_WAYS = {_group(way): way for way in (*grammar.WAYS, PLAYED)}
# A total ends in 0. A single digit may distinguish two players of one name.
_PARTS = _parts(r"(?<!\w)(?:\d{2,}|0)(?!\w|\.\d)")
# In a draw, a number such as 12 may be the number of a pair.
_PARTS_OF_A_DRAW = _parts(grammar.TOTAL)
_BEAT = re.compile(rf"\s+{grammar.BEAT}\s+", re.IGNORECASE)
_BEGINS_WITH_BEAT = re.compile(rf"{grammar.BEAT}(?!\w)", re.IGNORECASE)
_ENDS_IN_BEAT = re.compile(rf"\s{grammar.BEAT}$", re.IGNORECASE)
_TWO_PAIRS = re.compile(rf"\s(?:{grammar.VERSUS}|{grammar.DASH}|{grammar.BEAT})\s", re.IGNORECASE)
_BETWEEN = re.compile(
    rf"\s+(?P<won>{grammar.BEAT})\s+|\s+(?:{grammar.VERSUS}|{grammar.DASH})\s+|\s*,\s*", re.IGNORECASE
)
# A mark before the winners at the end of a line: "Smith & Jones v Brown & Lee (Brown & Lee won)".
_THEN = re.compile(rf"\s*[(;:,]\s*|\s+{grammar.DASH}+\s+")
# Words beside a name that do not belong to it.
_BESIDE = re.compile(
    rf"^(?:{grammar.VERSUS}|to|and|by|{grammar.BEAT})(?!\w)[\s.]*|\s+(?:{grammar.VERSUS}|by|{grammar.BEAT})$",
    re.IGNORECASE,
)
# A note in brackets beside a name, such as the club. A word such as "senior" is a part of the name.
_NOTE = re.compile(rf"\((?!\s*{grammar.TELLING}\s*\))[^()]*\)", re.IGNORECASE)
_CONCEDED_LAST = re.compile(r"\w[\W_]*\sconceded\W*$", re.IGNORECASE)
# The beginning of a line, which has no result: pairs by their numbers, such as "1 v 2", or all before the first letter.
_HEAD = re.compile(rf"\W*(?:\d{{1,3}}[.)]\s+)?\d{{1,3}}\s+{grammar.VERSUS}\s+\d{{1,3}}(?!\d)|[\W\d_]*", re.IGNORECASE)
_EDGES = " ,;:.-–—()\t"


def parts_of(text: str, pattern: re.Pattern[str] = _PARTS) -> Iterator[LinePart]:
    """Yield the parts of a text in order. The text has no day and no margin."""
    end = 0
    for found in pattern.finditer(text):
        yield from _names_in(text[end : found.start()])
        end, group = found.end(), found.lastgroup or ""
        kind = PartKind.WAY if group in _WAYS else PartKind(group)
        way = _WAYS.get(group) or grammar.way_to_lose(found[0].strip(', "'))
        yield LinePart(kind, found[0], way)
    yield from _names_in(text[end:])


def _names_in(text: str) -> Iterator[LinePart]:
    """Yield the name in a text between two other parts, and "beat" before or after it."""
    plain = _NOTE.sub(" ", text).strip(_EDGES)
    name = _BESIDE.sub("", plain)
    begins_with_beat = _BEGINS_WITH_BEAT.match(plain)
    if begins_with_beat:
        yield LinePart(PartKind.BEAT, "")
    if any(map(str.isalpha, name)):
        yield LinePart(PartKind.NAME, name)
    if not begins_with_beat and _ENDS_IN_BEAT.search(plain):
        yield LinePart(PartKind.BEAT, "")


FIRST_SIDE = -1


@dataclass(slots=True)
class WrittenLine:
    """The parts of a line, which may have several cells.

    A verdict is the place of a name, counted from 0, or FIRST_SIDE, and True if the words say that this pair won.
    `others` are names beside those of the two sides, each with True if the words say that this pair won.
    `is_winner_first` is set if the winners usually stand first in such a line.
    """

    names: list[str] = field(default_factory=list)
    verdicts: list[tuple[int, bool]] = field(default_factory=list)
    others: list[tuple[str, bool]] = field(default_factory=list)
    totals: list[int] = field(default_factory=list)
    margins: set[int] = field(default_factory=set)
    day: date | None = None
    ways: list[str] = field(default_factory=list)
    is_winner_first: bool = False
    is_conceded_last: bool = False

    def read(self, cell: str, today: date) -> None:
        """Add the parts of a cell. A day without a year is the latest such day before today."""
        if dated := find_day(cell, today):
            self.day, cell = dated
        margins, cell = grammar.take_margins(cell)
        self.margins |= margins
        self.is_conceded_last = self.is_conceded_last or bool(_CONCEDED_LAST.search(cell))
        parts = [part for part in parts_of(cell) if part.kind is not PartKind.GAP]
        has_names = bool(self.names) or any(part.kind is PartKind.NAME for part in parts)
        for at, part in enumerate(parts):
            self.ways += [part.way] if part.way else []
            if part.kind is PartKind.NAME:
                self.names.append(part.text)
            elif part.kind is PartKind.TOTAL:
                self.totals += [int(part.text)] if has_names else []
            elif part.kind is PartKind.WAY:
                self.is_winner_first = True
                self.verdicts += [(len(self.names), False)] if part.text.casefold().endswith(" by") else []
            elif part.kind is not PartKind.WON or not self._is_decided(parts[:at]):
                self.verdicts.append(self._verdict(part, parts[at + 1 :], is_alone=not at))

    def _is_decided(self, before: list[LinePart]) -> bool:
        """Return True if "won" after these parts says nothing: "A beat B 4520-3310, won by 1210"."""
        has_verb = any(part.kind in (PartKind.BEAT, PartKind.LOST_TO) for part in before)
        is_after_total = bool(before) and before[-1].kind is PartKind.TOTAL
        return (has_verb and len(self.names) == 2) or (is_after_total and bool(self.margins))

    def _verdict(self, part: LinePart, after: list[LinePart], *, is_alone: bool) -> tuple[int, bool]:
        """Return what "beat", "lost to", "won" or "lost" says of the name before it, or else of the name after it."""
        has_won = part.kind in (PartKind.BEAT, PartKind.WON)
        if not self.names or (part.kind is PartKind.WON and self._is_winner_next(part, after)):
            return len(self.names), has_won != (part.kind in (PartKind.BEAT, PartKind.LOST_TO))
        if part.kind in (PartKind.WON, PartKind.LOST):
            is_alone = is_alone or (part.text.startswith(",") and not _TWO_PAIRS.search(self.names[-1]))
            return FIRST_SIDE if is_alone else len(self.names) - 1, has_won
        return len(self.names) - 1, has_won

    def _is_winner_next(self, part: LinePart, after: list[LinePart]) -> bool:
        """Return True for "won by" or "winners" before a name, if both pairs stand before it."""
        between = _BETWEEN if "winner" in part.text.casefold() else _TWO_PAIRS
        has_both = len(self.names) > 1 or part.text.endswith("by") or bool(between.search(self.names[0]))
        return has_both and any(other.kind is PartKind.NAME for other in after)

    def separate(self, is_pair: IsPair) -> None:
        """Separate the pairs in a text such as "Smith v Brown". Put names beyond the two sides into `others`."""
        decided = {place for place, _ in self.verdicts}
        if self.names and not is_pair(self.names[0]) and decided.issuperset(range(1, len(self.names))):
            names, has_beaten = _separated(self.names[0], is_pair)
            self._replace_first(names, has_beaten=has_beaten)
        if len(self.names) == 1 and self.is_conceded_last and not self.verdicts:
            self.verdicts.append((FIRST_SIDE, False))
        for place in reversed(range(2, len(self.names))):
            if any(place == other for other, _ in self.verdicts):
                self.take_out(place)

    def _replace_first(self, names: list[str], *, has_beaten: bool) -> None:
        """Replace the first name by these names. Its verdict is about the last of them, or about a pair that beat."""
        more = len(names) - 1
        self.names[:1] = names
        self.verdicts = [
            (place if place < 0 or (not place and has_won and has_beaten and more == 1) else place + more, has_won)
            for place, has_won in self.verdicts
        ]
        self.verdicts += [(0, True)] if has_beaten else []
        if more == 2 and not self.verdicts and (self.is_winner_first or self.is_conceded_last):
            # "Smith v Brown, Brown w/o" and "Smith v Brown, Brown conceded".
            self.verdicts.append((2, not self.is_conceded_last))

    def verdicts_by_name(self, is_pair: IsPair) -> list[tuple[str, bool]]:
        """Return the names of the line that won or lost by its words, each with True if it won."""
        self.separate(is_pair)
        verdicts = [(max(place, 0), has_won) for place, has_won in self.verdicts if place < len(self.names)]
        return [*self.others, *((self.names[place], has_won) for place, has_won in verdicts)]

    def take_out(self, place: int) -> None:
        """Move a name with its verdicts to `others`."""
        name = self.names.pop(place)
        self.others += [(name, has_won) for other, has_won in self.verdicts if other == place]
        self.verdicts = [(other - (other > place), won) for other, won in self.verdicts if other != place]


def _separated(text: str, is_pair: IsPair) -> tuple[list[str], bool]:
    """Return the names in a text about a match, and True if the first pair beat the second.

    A third name repeats one of the pairs at the end: "Smith v Brown, Brown". Return the whole text if nothing fits.
    """
    text, last = _without_last(text, is_pair)
    halves = [(text[: one.start()], text[one.end() :], bool(one["won"])) for one in _BETWEEN.finditer(text)]
    fitting = [one for one in halves if is_pair(one[0]) and is_pair(one[1])]
    likely = fitting or [one for one in halves if is_pair(one[0]) or is_pair(one[1])] or halves[:1]
    if not likely:
        return [text], False
    before, after, has_beaten = likely[0]
    return [before.strip(_EDGES), after.strip(_EDGES), *last], has_beaten


def _without_last(text: str, is_pair: IsPair) -> tuple[str, list[str]]:
    """Return a text about a match without the pair that its end repeats, and that pair, if there is one."""
    for mark in _THEN.finditer(text):
        both, last = text[: mark.start()], text[mark.end() :].strip(_EDGES)
        if is_pair(last) and not is_pair(both) and _BETWEEN.search(both):
            return both, [last]
    return text, []


def without_result(text: str) -> str:
    """Return a line of a draw without its result: without totals, the day, and words such as "beat" or "w/o".

    Put " v " between the two sides. Return a line without a result unchanged.
    """
    plain = grammar.without_thousands(text)
    rest = _HEAD.sub("", plain, count=1)
    head = plain.removesuffix(rest)
    dated = find_day(rest, date.max)
    margins, bare = grammar.take_margins(dated[1] if dated else rest)
    parts = [part for part in parts_of(bare, _PARTS_OF_A_DRAW) if part.way != PLAYED]
    names = [_BEAT.sub(" v ", part.text) for part in parts if part.kind is PartKind.NAME]
    has_words = any(part.kind not in (PartKind.NAME, PartKind.GAP) for part in parts) or _BEAT.search(bare)
    if not (margins or has_words or bare.endswith("\t")):
        return text
    return head + " v ".join(names)
