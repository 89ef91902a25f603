"""Rules for a draw from a hat: finding a pair by the first letters of its names, and filling the places."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from competition.contest.rules.names import surname
from competition.draw.rules.sections import places_for
from competition.entries.rules.directory import words_of
from competition.transfer.rules.places import spread
from scoring.rules.refusal import Refused
from scoring.rules.words import quantity

T = TypeVar("T")
MOST_NAMES = 4


def search_words(players: Sequence[str]) -> tuple[str, ...]:
    """Return the words for finding a pair: the surnames first, followed by the other names."""
    surnames = [word for name in players for word in words_of(surname(name))]
    return (*surnames, *(word for name in players for word in words_of(name) if word not in surnames))


def suggestions(typed: str, names: Mapping[T, Sequence[str]]) -> list[T]:
    """Return up to four pairs with names that begin with each typed word. Matches of surnames come first."""
    typed_words = words_of(typed)
    ranks = {key: _rank(typed_words, words) for key, words in names.items()} if typed_words else {}
    fitting = [key for key, rank in ranks.items() if rank is not None]
    return sorted(fitting, key=lambda key: ranks[key] or 0)[:MOST_NAMES]


def _rank(typed_words: Sequence[str], words: Sequence[str]) -> int | None:
    at = [next((at for at, word in enumerate(words) if word.startswith(typed)), None) for typed in typed_words]
    return None if None in at else max(typed for typed in at if typed is not None)


def empty(pairs: int) -> list[int | None]:
    """Return the places of a draw before any name is drawn: 0 for an open place, None for a bye."""
    return spread([0] * pairs)


def refitted(places: Sequence[int | None], numbers: Collection[int]) -> list[int | None]:
    """Return the places for entered pairs with these numbers, after entries have been added or removed.

    A removed pair leaves an open place. Byes and open places without a name are exchanged as needed. If that is not
    enough, all names go back in the hat.
    """
    fitted = [0 if number and number not in numbers else number for number in places]
    extra = sum(number is not None for number in fitted) - len(numbers)
    for at in reversed(range(len(fitted))):
        if extra < 0 and fitted[at] is None:
            fitted[at] = 0
            extra = extra + 1
        elif extra > 0 and fitted[at] == 0 and fitted[at ^ 1] is not None:
            fitted[at] = None
            extra = extra - 1
    return fitted if extra == 0 and len(fitted) == places_for(len(numbers)) else empty(len(numbers))


def put(places: Sequence[int | None], number: int, at: int) -> list[int | None]:
    """Return the places with this pair in an open place, counting from 0. Raises Refused unless both are free."""
    if number in places:
        raise Refused("This pair has a place already. Undo it first, or choose another pair.")
    if not 0 <= at < len(places) or places[at] != 0:
        raise Refused("This place is no longer open. Choose an open place.")
    return [*places[:at], number, *places[at + 1 :]]


def take_out(places: Sequence[int | None], number: int) -> list[int | None]:
    """Return the places with this pair back in the hat. Raises Refused if it has no place."""
    if number not in places:
        raise Refused("This pair is in the hat already. Reload the page.")
    return [0 if place == number else place for place in places]


def with_byes(places: Sequence[int | None], matches: Collection[int]) -> list[int | None]:
    """Return the places with the byes in these matches of round 1, counting from 0.

    Raises Refused if the number of byes is wrong, or if one of the matches has two pairs.
    """
    byes = list(places).count(None)
    moved: list[int | None] = [number or 0 for number in places]
    if len({*matches}) != byes:
        raise Refused(f"This draw needs {quantity(byes, 'bye')}, but you ticked {len({*matches})}. Tick {byes}.")
    for match in matches:
        upper = moved[2 * match]
        lower = moved[2 * match + 1]
        if upper and lower:
            raise Refused(f"Match {match + 1} has two pairs, so it cannot have a bye. Choose another match.")
        moved[2 * match : 2 * match + 2] = [upper or lower, None] if upper or lower else [0, None]
    return moved
