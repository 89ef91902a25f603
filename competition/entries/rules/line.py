"""Readers for one written line: its pairs, the winner according to its words, its totals, margins and day.

The same readers are used for pasted results, written draws and past winners, so that a line has the same meaning in
each.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from enum import StrEnum
from typing import NamedTuple

from competition.entries.rules import grammar

IsPair = Callable[[str], bool]
PLAYED = "played"


class PartKind(StrEnum):
    """The kinds of part in a line. A name may be a text about both pairs, such as "Smith v Brown"."""

    NAME = "name"
    TOTAL = "total"
    BEAT = "beat"
    LOST_TO = "lost_to"
    LOST = "lost"
    WON = "won"
    WAY = "way"
    GAP = "gap"


class LinePart(NamedTuple):
    """A part of a line: its kind, its text, and the way to end that it gives, or ""."""

    kind: PartKind
    text: str
    way: str = ""


# After a comma between a name and "won", another cell begins.
_COMMA = r"(?:,[\s\"]*)?"


def _parts(total: str) -> re.Pattern[str]:
    """Return the pattern for all parts except names. The first alternative that fits at a position counts."""
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
# A total ends in 0. A single digit may distinguish two players with the same name.
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
# Words next to a name that do not belong to it.
_BESIDE = re.compile(
    rf"^(?:{grammar.VERSUS}|to|and|by|{grammar.BEAT})(?!\w)[\s.]*|\s+(?:{grammar.VERSUS}|by|{grammar.BEAT})$",
    re.IGNORECASE,
)
# A note in brackets next to a name, such as the club. A word such as "senior" is part of the name.
_NOTE = re.compile(rf"\((?!\s*{grammar.TELLING}\s*\))[^()]*\)", re.IGNORECASE)
_CONCEDED_LAST = re.compile(r"\w[\W_]*\sconceded\W*$", re.IGNORECASE)
# The beginning of a line, which contains no result: numbers of pairs, such as "1 v 2", or all text before the first
# letter.
_HEAD = re.compile(rf"\W*(?:\d{{1,3}}[.)]\s+)?\d{{1,3}}\s+{grammar.VERSUS}\s+\d{{1,3}}(?!\d)|[\W\d_]*", re.IGNORECASE)
_EDGES = " ,;:.-–—()\t"


def parts_of(text: str, pattern: re.Pattern[str] = _PARTS) -> Iterator[LinePart]:
    """Yield the parts of a text in order. The text contains no day and no margin."""
    end = 0
    for match in pattern.finditer(text):
        yield from _names_in(text[end : match.start()])
        end = match.end()
        group = match.lastgroup or ""
        kind = PartKind.WAY if group in _WAYS else PartKind(group)
        way = _WAYS.get(group) or grammar.way_to_lose(match[0].strip(', "'))
        yield LinePart(kind, match[0], way)
    yield from _names_in(text[end:])


def _names_in(text: str) -> Iterator[LinePart]:
    """Yield the name in a text between two other parts, and any "beat" before or after it."""
    plain = _NOTE.sub(" ", text).strip(_EDGES)
    name = _BESIDE.sub("", plain)
    begins_with_beat = _BEGINS_WITH_BEAT.match(plain)
    if begins_with_beat:
        yield LinePart(PartKind.BEAT, "")
    if any(map(str.isalpha, name)):
        yield LinePart(PartKind.NAME, name)
    if not begins_with_beat and _ENDS_IN_BEAT.search(plain):
        yield LinePart(PartKind.BEAT, "")


@dataclass(slots=True)
class Mention:
    """A name on a line. `verdicts` contains True if the words say that this pair won, and False if it lost."""

    name: str
    verdicts: set[bool] = field(default_factory=set)


@dataclass(slots=True)
class ParsedLine:
    """The parts of a line, which may have several cells.

    `others` are mentions in addition to the two sides. `about_first` are verdicts about the first side, and
    `about_next` about the next name. `is_winner_first` is True if such lines usually name the winners first.
    """

    sides: list[Mention] = field(default_factory=list)
    others: list[Mention] = field(default_factory=list)
    about_first: set[bool] = field(default_factory=set)
    about_next: set[bool] = field(default_factory=set)
    totals: list[int] = field(default_factory=list)
    margins: set[int] = field(default_factory=set)
    day: date | None = None
    ways: list[str] = field(default_factory=list)
    is_winner_first: bool = False
    is_conceded_last: bool = False

    def read(self, cell: str, today: date) -> None:
        """Add the parts of a cell. A day without a year is the latest such day before today."""
        if dated := grammar.find_day(cell, today):
            self.day, cell = dated
        margins, cell = grammar.take_margins(cell)
        self.margins |= margins
        self.is_conceded_last = self.is_conceded_last or bool(_CONCEDED_LAST.search(cell))
        parts = [part for part in parts_of(cell) if part.kind is not PartKind.GAP]
        has_names = bool(self.sides) or any(part.kind is PartKind.NAME for part in parts)
        for at, part in enumerate(parts):
            self.ways += [part.way] if part.way else []
            if part.kind is PartKind.NAME:
                self.sides.append(Mention(part.text, self.about_next))
                self.about_next = set()
            elif part.kind is PartKind.TOTAL:
                self.totals += [int(part.text)] if has_names else []
            elif part.kind is PartKind.WAY:
                self.is_winner_first = True
                self.about_next |= {False} if part.text.casefold().endswith(" by") else set()
            elif part.kind is not PartKind.WON or not self._is_decided(parts[:at]):
                self._add_verdict(part, parts[at + 1 :], is_alone=not at)

    def _is_decided(self, before: list[LinePart]) -> bool:
        """Return True if "won" after these parts adds nothing: "A beat B 4520-3310, won by 1210"."""
        has_verb = any(part.kind in (PartKind.BEAT, PartKind.LOST_TO) for part in before)
        is_after_total = bool(before) and before[-1].kind is PartKind.TOTAL
        return (has_verb and len(self.sides) == 2) or (is_after_total and bool(self.margins))

    def _add_verdict(self, part: LinePart, after: list[LinePart], *, is_alone: bool) -> None:
        """Add the verdict of "beat", "lost to", "won" or "lost" to the name before it, or else to the name after it."""
        has_won = part.kind in (PartKind.BEAT, PartKind.WON)
        is_verb = part.kind in (PartKind.BEAT, PartKind.LOST_TO)
        if not self.sides or (part.kind is PartKind.WON and self._is_winner_next(part, after)):
            self.about_next.add(has_won != is_verb)
            return
        last = self.sides[-1]
        is_first = is_alone or (part.text.startswith(",") and not _TWO_PAIRS.search(last.name))
        (self.about_first if is_first and not is_verb else last.verdicts).add(has_won)

    def _is_winner_next(self, part: LinePart, after: list[LinePart]) -> bool:
        """Return True for "won by" or "winners" before a name, if both pairs come before it."""
        between = _BETWEEN if "winner" in part.text.casefold() else _TWO_PAIRS
        has_both = len(self.sides) > 1 or part.text.endswith("by") or bool(between.search(self.sides[0].name))
        return has_both and any(other.kind is PartKind.NAME for other in after)

    def separate(self, is_pair: IsPair) -> None:
        """Separate the pairs in a text such as "Smith v Brown", and put any further mentions in `others`."""
        if self.sides and not is_pair(self.sides[0].name) and all(mention.verdicts for mention in self.sides[1:]):
            self.sides[:1] = self._separated(self.sides[0], is_pair)
        if len(self.sides) == 1 and self.is_conceded_last and not self.about_first | self.sides[0].verdicts:
            self.about_first.add(False)
        self.others += [mention for mention in self.sides[2:] if mention.verdicts]
        self.sides[2:] = [mention for mention in self.sides[2:] if not mention.verdicts]

    def _separated(self, both: Mention, is_pair: IsPair) -> list[Mention]:
        """Return the mentions in a text about a match.

        Any words after it apply to the last mention, or to the winner.
        """
        names, has_beaten = _names_of_both(both.name, is_pair)
        mentions = [*map(Mention, names)]
        if len(names) == 2 and has_beaten:
            mentions[0 if True in both.verdicts else 1].verdicts |= both.verdicts
        elif both.verdicts or len(names) < 3:
            mentions[-1].verdicts |= both.verdicts
        elif self.is_conceded_last or self.is_winner_first:
            # "Smith v Brown, Brown conceded" and "Smith v Brown, Brown w/o".
            mentions[-1].verdicts.add(not self.is_conceded_last)
        mentions[0].verdicts |= {True} if has_beaten else set()
        return mentions

    def verdicts(self, is_pair: IsPair) -> list[tuple[str, bool]]:
        """Return the pairs that won or lost according to the words of the line, each with True if it won."""
        self.separate(is_pair)
        verdicts = [(mention.name, has_won) for mention in (*self.sides, *self.others) for has_won in mention.verdicts]
        return [*verdicts, *((mention.name, has_won) for mention in self.sides[:1] for has_won in self.about_first)]


def _names_of_both(text: str, is_pair: IsPair) -> tuple[list[str], bool]:
    """Return the names in a text about a match, and True if the first pair beat the second.

    A third name at the end repeats one of the pairs: "Smith v Brown, Brown". Return the whole text if nothing fits.
    """
    text, last = _without_last(text, is_pair)
    halves = [(text[: gap.start()], text[gap.end() :], bool(gap["won"])) for gap in _BETWEEN.finditer(text)]
    fitting = [half for half in halves if is_pair(half[0]) and is_pair(half[1])]
    likely = fitting or [half for half in halves if is_pair(half[0]) or is_pair(half[1])] or halves[:1]
    if not likely:
        return [text], False
    before, after, has_beaten = likely[0]
    return [before.strip(_EDGES), after.strip(_EDGES), *last], has_beaten


def _without_last(text: str, is_pair: IsPair) -> tuple[str, list[str]]:
    """Return a text about a match without the pair repeated at its end, and a list with that pair, if any."""
    for mark in _THEN.finditer(text):
        both = text[: mark.start()]
        last = text[mark.end() :].strip(_EDGES)
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
    dated = grammar.find_day(rest, date.max)
    margins, bare = grammar.take_margins(dated[1] if dated else rest)
    parts = [part for part in parts_of(bare, _PARTS_OF_A_DRAW) if part.way != PLAYED]
    names = [_BEAT.sub(" v ", part.text) for part in parts if part.kind is PartKind.NAME]
    has_words = any(part.kind not in (PartKind.NAME, PartKind.GAP) for part in parts) or _BEAT.search(bare)
    if not (margins or has_words or bare.endswith("\t")):
        return text
    return head + " v ".join(names)
