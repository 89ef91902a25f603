"""Comparison of listed pairs with each other and with the entered pairs, field by field."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from competition.contest.rules.names import is_first_name, key_of
from competition.entries.models import Pair, Player
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.entries.rules.directory import alike_places

# The columns of a list that describe a pair, with their names on the page.
_OF_PAIR = {
    "club": "club",
    "area": "area",
    "grade": "grade",
    "opening_day": "opening day",
    "seed": "seed",
    "given_bye": "awarded bye",
}
_FIELDS = {"opening_day": "attending"}


class EntryDifference(NamedTuple):
    """A detail in which two entries of one pair differ: its name, its current value, and its value in the list."""

    name: str
    old: str
    new: str

    @property
    def sentence(self) -> str:
        """The difference as a sentence."""
        return f"The {self.name} is {self.new}, and was {self.old}." if self.old else f"The {self.name} is {self.new}."


@dataclass(frozen=True, slots=True)
class KnownPair:
    """An entered pair that appears in a list, with the differences and the entry after applying them."""

    pair: Pair
    differences: tuple[EntryDifference, ...]
    entry: Entry


def known_pair(entry: Entry, columns: Collection[str], entered: Mapping[str, Player]) -> KnownPair | None:
    """Return the entered pair with the two players in this entry, or None.

    `columns` are those in which the list has a value. The pair's other details stay unchanged. A pair listed by first
    names is the same pair only if its club or a contact detail is the same.
    """
    first, second = (entered.get(key) for key in entry.keys)
    if first is None or second is None or first is second or first.pair != second.pair:
        return None
    pair = first.pair
    # Until the end, both entries have the players in the order of the list.
    stored = Entry.with_players((_player(first), _player(second)), pair)
    if _is_by_first_name(entry) and not _may_be_one(stored, entry):
        return None
    merged = _merge(stored, entry, columns)
    if first.place == 2:
        merged = replace(merged, players=merged.players[::-1])
    return KnownPair(pair, tuple(_differences(stored, entry, columns)), merged)


def is_same_pair(first: Entry, second: Entry) -> bool:
    """Return True if two lines are about one pair. If they have only first names, the club must be the same too."""
    is_one = not _is_by_first_name(first) or key_of(first.club) == key_of(second.club)
    return sorted(first.keys) == sorted(second.keys) and is_one


def joined(first: Entry, second: Entry, columns: Collection[str]) -> tuple[Entry, list[EntryDifference]]:
    """Return the pair described by two lines, and the details in which the second line differs from the first.

    The first line takes priority. `columns` are those in which the second line has a value.
    """
    if first.keys[0] != second.keys[0]:
        second = replace(second, players=second.players[::-1])
        columns = {_swapped(column) for column in columns}
    differences = [*_differences(first, second, columns)]
    return _merge(second, first, _filled(first)), [difference for difference in differences if difference.old]


def _is_by_first_name(entry: Entry) -> bool:
    return any(is_first_name(player.name) for player in entry.players)


def _may_be_one(first: Entry, second: Entry) -> bool:
    """Return True if two entries have the same or a similar club, or share a contact detail."""
    clubs = {key_of(first.club), key_of(second.club)}
    contacts = [
        {_plain(name, getattr(player, name)) for player in entry.players for name in ("phone", "email")} - {""}
        for entry in (first, second)
    ]
    return len(clubs) == 1 or bool(alike_places([first.club, second.club])) or bool(contacts[0] & contacts[1])


def _player(player: Player) -> PlayerEntry:
    return PlayerEntry(player.display_name, player.phone, player.email)


def _swapped(column: str) -> str:
    return column[:-1] + {"1": "2", "2": "1"}.get(column[-1:], column[-1:])


def _filled(entry: Entry) -> set[str]:
    """Return the columns in which this entry has a value."""
    of_players = {
        f"{name}{number}"
        for number, player in enumerate(entry.players, start=1)
        for name in ("phone", "email")
        if getattr(player, name)
    }
    return of_players | {column for column in _OF_PAIR if getattr(entry, _FIELDS.get(column, column))}


def _merge(stored: Entry, new: Entry, columns: Collection[str]) -> Entry:
    """Return the stored entry with the given details of the new one."""
    of_pair = {
        name: getattr(new, name) for name in (_FIELDS.get(column, column) for column in _OF_PAIR if column in columns)
    }
    players = [
        replace(
            before,
            phone=after.phone if f"phone{number}" in columns else before.phone,
            email=after.email if f"email{number}" in columns else before.email,
        )
        for number, (before, after) in enumerate(zip(stored.players, new.players, strict=True), start=1)
    ]
    return replace(stored, players=(players[0], players[1]), **of_pair)


def _differences(stored: Entry, new: Entry, columns: Collection[str]) -> Iterator[EntryDifference]:
    for number, (before, after) in enumerate(zip(stored.players, new.players, strict=True), start=1):
        for name in ("phone", "email"):
            old, now = getattr(before, name), getattr(after, name)
            if f"{name}{number}" in columns and _plain(name, old) != _plain(name, now):
                yield EntryDifference(f"{name} of {before.name}", old, now)
    for column, name in _OF_PAIR.items():
        old, now = (getattr(entry, _FIELDS.get(column, column)) for entry in (stored, new))
        if column in columns and old != now and key_of(str(old)) != key_of(str(now)):
            yield EntryDifference(name, _value_text(old), _value_text(now))


def _plain(name: str, value: str) -> str:
    """Return a phone number as digits only, and an email address in lower case."""
    return "".join(letter for letter in value if letter.isdigit()) or value if name == "phone" else value.casefold()


def _value_text(value: str | int | bool | None) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "" if value is None else str(value)


def twice_remark(lines: Sequence[int], differences: Mapping[int, Sequence[EntryDifference]]) -> str:
    """Return the remark about a pair on several lines, with the details in which the later lines differ."""
    *others, last = map(str, lines)
    sentences = [f"This pair is on lines {', '.join(others)} and {last}. Line {lines[0]} was used."]
    for number, different in differences.items():
        sentences += [f"Line {number} has another {difference.name}: {difference.new}." for difference in different]
    return " ".join(sentences)
