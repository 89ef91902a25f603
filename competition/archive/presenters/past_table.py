"""Past seasons as a table on the desk."""

from collections.abc import Sequence
from typing import NamedTuple

from competition.archive.rules.past_seasons import NOT_KNOWN, Names, PastLine, spans
from competition.contest.rules.names import key_of, surname
from scoring.rules.spoken import quantity

# A longer name of a player may break between its words.
_LONG = 30


class Cells(NamedTuple):
    """A season as texts. `gap` says why it has no winners. `key` is the primary key of a stored season."""

    label: str
    winners: list[str]
    runners_up: list[str]
    score: str
    note: str
    gap: str
    key: int = 0


class Group(NamedTuple):
    """The seasons in which the competition had one name."""

    name: str
    seasons: list[Cells]


def groups(lines: Sequence[PastLine], *, present: str, keys: Sequence[int] = ()) -> list[Group]:
    """Return the seasons as texts, grouped by the name of the competition.

    `keys` are the primary keys of stored seasons.
    """
    found: list[Group] = []
    for line, key in zip(lines, keys or [0] * len(lines), strict=True):
        name = line.name or present
        if not found or found[-1].name != name:
            found.append(Group(name, []))
        found[-1].seasons.append(_cells(line, key))
    return found


def _cells(line: PastLine, key: int) -> Cells:
    winners, others = ([unbroken(pair_name(pair)) for pair in pairs] for pairs in (line.winners, line.runners_up))
    return Cells(line.season.name, winners, others, line.score.replace(" to ", "–"), line.note, gap(line), key)


def pair_name(names: Names) -> str:
    """Return the name of a pair: "Ann Lee & Bo Ray", or "Ann & Bo Lee" for one surname."""
    first, second = names
    if not first or not second:
        return f"{first or NOT_KNOWN} & {second or NOT_KNOWN}"
    family = surname(first)
    if key_of(family) == key_of(surname(second)) and first != family and second != family:
        return f"{first[: -len(family)].strip()} & {second}"
    return f"{first} & {second}"


def unbroken(name: str) -> str:
    """Return the name of a pair with non-breaking spaces, except before the "&" and in long names."""
    players = (one if len(one) > _LONG else one.replace(" ", "\u00a0") for one in name.split(" & "))
    return " &\u00a0".join(players)


_SAYS_WHY = ("not ", "no ", "never", "cancel", "abandon", "unknown", "lost")


def gap(line: PastLine) -> str:
    """Return the reason for a season without winners, such as "Not played" or "No record: the book is lost".

    Return "" for a season with winners.
    """
    if line.winners:
        return ""
    if not line.note:
        return "No record"
    if line.note.casefold().startswith(_SAYS_WHY):
        return line.note[:1].upper() + line.note[1:]
    return f"No record: {line.note}"


def summary(lines: Sequence[PastLine]) -> str:
    """Return the numbers of titles and of seasons without a title: "24 titles, and 3 seasons without one"."""
    titles, gaps = sum(bool(line.winners) for line in lines), sum(not line.winners for line in lines)
    rest = f", and {quantity(gaps, 'season')} without one" if gaps else ""
    return f"{quantity(titles, 'title')}{rest}"


def period(lines: Sequence[PastLine]) -> str:
    """Return the seasons in words, shortened to the first and the last if there are gaps."""
    seasons = [line.season for line in lines]
    said = spans(seasons)
    return said if said.count(",") == 0 else f"{min(seasons).name} to {max(seasons).name}"
