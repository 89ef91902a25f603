"""Rules for the random draw, following the steps in `description`."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import sha256
from struct import unpack
from typing import TypeVar

from competition.contest.rules.conditions import MOST_PAIRS
from competition.contest.rules.division import BY_ROUND, FEWEST_IN_SECTION, WHOLE, Division
from competition.draw.rules.pairing import Costs, DrawnEntry, Pairing, Preferences, cost_of, counts
from competition.draw.rules.sections import byes_for
from scoring.rules.refusal import Refused

T = TypeVar("T")
Match = tuple[DrawnEntry, DrawnEntry | None]

# Name of this draw method in every record and every hashed text.
METHOD = "lots-3"
MOST_SEEDS = 16
TRIES = 1_000
STEPS_A_PAIR = 1_000


class SeededRandom:
    """A random number generator based on the SHA-256 of the texts "NAME/1", "NAME/2" and so on.

    Each SHA-256 gives sixteen numbers of two bytes, with the high byte first.
    """

    def __init__(self, name: str) -> None:
        self._text = sha256(f"{name}/".encode())
        self._numbers = self._next()
        self.texts = 0

    def lot(self, below: int) -> int:
        """Return a uniformly random integer from 0 to `below` - 1. `below` is at most 65536."""
        fair = 0x10000 - 0x10000 % below
        while (number := next(self._numbers)) >= fair:
            pass
        return number % below

    def shuffled(self, items: Iterable[T]) -> list[T]:
        """Return the items in a uniformly random order (Fisher and Yates)."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            lot = self.lot(last + 1)
            shuffled[last], shuffled[lot] = shuffled[lot], shuffled[last]
        return shuffled

    def _next(self) -> Iterator[int]:
        while True:
            self.texts += 1
            text = self._text.copy()
            text.update(b"%d" % self.texts)
            yield from unpack(">16H", text.digest())


@dataclass(frozen=True, slots=True)
class DrawResult:
    """The result of a draw.

    `places` has the number of the pair in each place, or None for a bye. `tries` is the number of random first rounds
    up to the first without an avoidable fault. If there was none, `tries` is 0 and the best first round was stirred.
    `faults` has the number of faults of each kind before any swap, and `texts` is the number of hashed texts.
    """

    places: tuple[int | None, ...]
    tries: int
    faults: tuple[int, ...]
    texts: int


def draw(
    entries: Sequence[DrawnEntry], *, seed: str, preferences: Preferences, division: Division = WHOLE
) -> DrawResult:
    """Return the draw of these pairs for this seed. The order of `entries` does not matter.

    Byes are spread evenly, and the preferences are kept where possible. If `tries` is not 0, all first rounds without
    avoidable faults were equally likely. Raises ValueError if the seed is empty or the pairs cannot be
    drawn.
    """
    if why := objection(entries, division):
        raise ValueError(why)
    return _draw(entries, seed, preferences, division)


def draw_round(entries: Sequence[DrawnEntry], *, seed: str, preferences: Preferences) -> DrawResult:
    """Return the draw of a later round for this seed, if each round is drawn by itself. Raises ValueError without it.

    The number of an entry is the position of the match that its pair comes from.
    """
    return _draw(entries, seed, preferences, BY_ROUND)


def _draw(entries: Sequence[DrawnEntry], seed: str, preferences: Preferences, division: Division) -> DrawResult:
    if not seed:
        raise ValueError("A draw needs a random seed, so that anybody can check it.")
    random = SeededRandom(f"{METHOD}/{seed}")
    by_number = sorted(entries, key=lambda entry: entry.number)
    drawn = first_round(by_number, byes_for(len(entries), division), preferences, random)
    seated = _in_any_order if division.is_by_round else seats
    places = tuple(seated(drawn.matches, random, division))
    return DrawResult(places, drawn.tries, drawn.faults, random.texts)


def objection(entries: Sequence[DrawnEntry], division: Division = WHOLE) -> str:
    """Return the reason why these pairs cannot be drawn, or "" if they can."""
    if not division.is_possible:
        if not division.has_final:
            return f"A draw cannot have {division.left} sections. Change this number."
        return f"{division.kept} pairs cannot join when {division.left} are left. Change these numbers."
    seeds = [entry.seed for entry in entries if entry.seed]
    most_seeds = min(MOST_SEEDS, (len(entries) + byes_for(max(2, len(entries)), division)) // 2)
    if len(entries) < 2:
        return "A draw needs at least two pairs. Add pairs first."
    if not division.has_final and len(entries) < FEWEST_IN_SECTION * division.left:
        fewest = FEWEST_IN_SECTION * division.left
        return f"{division.left} sections need at least {fewest} pairs. Add pairs, or have fewer sections."
    if division.kept and len(entries) <= division.sections:
        return (
            f"With those that join, at most {division.left} pairs are in this draw, so nobody would play before they "
            "join. Let them join when fewer pairs are left."
        )
    if len(entries) > MOST_PAIRS:
        return f"A draw holds at most {MOST_PAIRS} pairs, but you have {len(entries)}. Remove some first."
    if len({entry.number for entry in entries}) < len(entries):
        return "Two pairs have the same number. Give each pair its own number before the draw."
    if len(set(seeds)) < len(seeds):
        return "Two pairs have the same seed. Use each seed only once."
    if len(seeds) > most_seeds:
        return f"There are too many seeds ({len(seeds)}). With so few pairs, seed at most {most_seeds}."
    return ""


def swapped(places: Sequence[int | None], swaps: Iterable[tuple[int, int]]) -> tuple[int | None, ...]:
    """Return the places after these swaps, in order."""
    for first, second in swaps:
        to = {first: second, second: first}
        places = [to.get(number, number) if number else None for number in places]
    return tuple(places)


@dataclass(frozen=True, slots=True)
class FirstRound:
    """The matches of round 1 as drawn, followed by the byes.

    `tries` is the number of random first rounds up to the first without an avoidable fault. If there was none, `tries`
    is 0 and the best first round was stirred. `faults` has the number of faults of each kind.
    """

    matches: tuple[Match, ...]
    tries: int
    faults: tuple[int, ...]


def first_round(entries: Sequence[DrawnEntry], byes: int, preferences: Preferences, random: SeededRandom) -> FirstRound:
    """Return a first round that keeps the preferences where possible (steps 2 to 6).

    The entries are sorted by number.
    """
    with_bye = random.shuffled(entry for entry in entries if entry.given_bye)[:byes]
    numbers = {entry.number for entry in with_bye}
    rest = [entry for entry in entries if entry.number not in numbers]
    draws = _FirstRounds(rest, byes - len(with_bye), preferences, random)
    pairing, tries = draws.without_fault() or (draws.stirred(), 0)
    byes_given = tuple((entry, None) for entry in with_bye)
    return FirstRound((*_matches(pairing), *byes_given), tries, tuple(counts(pairing.cost)))


def _matches(pairing: Pairing) -> Iterator[Match]:
    both = list(zip(pairing.order[::2], pairing.order[1::2], strict=True))
    yield from ((first, second) for first, second in both if first and second)
    for first, second in both:
        if (alone := first or second) and not (first and second):
            yield alone, None


class _FirstRounds:
    """A generator of random first rounds for one set of entries."""

    def __init__(
        self, entries: Sequence[DrawnEntry], byes: int, preferences: Preferences, random: SeededRandom
    ) -> None:
        self._entries, self._random = entries, random
        self._to_play = (len(entries) - byes) // 2
        self._coming = [entry for entry in entries if preferences.opening_day and entry.attending]
        self._costs = Costs(entries, preferences)
        self._is_opening_day = preferences.opening_day
        self._best: Pairing | None = None

    def by_lot(self) -> Pairing:
        """Return a random first round with as many matches as possible between attending pairs."""
        seated = 2 * self._to_play
        first = self._random.shuffled(self._coming)[: min(seated, len(self._coming) // 2 * 2)]
        numbers = {entry.number for entry in first}
        order = first + self._random.shuffled(entry for entry in self._entries if entry.number not in numbers)
        with_bye = (place for entry in order[seated:] for place in (entry, None))
        return Pairing([*order[:seated], *with_bye], self._costs)

    def without_fault(self) -> tuple[Pairing, int] | None:
        """Return a first round without avoidable faults and the number of random first rounds needed, or None."""
        inevitable = max(0, self._to_play - len(self._coming) // 2) if self._is_opening_day else 0
        for tries in range(1, TRIES + 1):
            pairing = self.by_lot()
            if self._best is None or pairing.cost < self._best.cost:
                self._best = pairing
            if pairing.cost == cost_of((0, 0, 0, inevitable, 0, 0)):
                return pairing, tries
        return None

    def stirred(self) -> Pairing:
        """Return the best of the random first rounds after random moves that never made it worse."""
        best = self._best or self.by_lot()
        lot, places = self._random.lot, len(best.order)
        for _ in range(STEPS_A_PAIR * len(self._entries) // 2):
            best.exchange(lot(places), lot(places))
            best.rotate(lot(places), lot(places), lot(places))
        return best


def _in_any_order(matches: Sequence[Match], random: SeededRandom, _division: Division) -> list[int | None]:
    """Return the places of a round whose winners are drawn again, so that only its matches count."""
    return [place for match in random.shuffled(matches) for place in _upper_and_lower(match, random)]


def seats(matches: Sequence[Match], random: SeededRandom, division: Division = WHOLE) -> list[int | None]:
    """Return the pair in each place from the top, or None for a bye or in a section with a kept place (step 7)."""
    byes = sum(other is None for _, other in matches)
    has_bye = _byes_in_sections(byes, len(matches) // division.sections, division, random)
    seeded = _seat_seeds(matches, has_bye, division, random)
    others = random.shuffled(match for match in matches if match not in seeded.values())
    left = {bye: [match for match in others if (match[1] is None) == bye] for bye in (False, True)}
    drawn = (seeded.get(at) or (None if bye is None else left[bye].pop()) for at, bye in enumerate(has_bye))
    return [place for match in drawn for place in (_upper_and_lower(match, random) if match else (None, None))]


def _upper_and_lower(match: Match, random: SeededRandom) -> Iterator[int | None]:
    upper, lower = match[::-1] if random.lot(2) else match
    yield upper.number if upper else None
    yield lower.number if lower else None


def _byes_in_sections(byes: int, matches: int, division: Division, random: SeededRandom) -> list[bool | None]:
    """Return True for each match of round 1 that gets a bye, and None in the sections with a kept place.

    `matches` is the number of matches in a section. The numbers of byes in two sections differ by at most one.
    """
    kept = _shared(division.kept, division.left, random) if division.kept else [0] * division.left
    sections = [at for at, is_kept in enumerate(kept) if not is_kept]
    fewest, more = divmod(byes, len(sections))
    with_more = random.shuffled(sections)[:more] if more else []
    has_bye: list[bool | None] = []
    for at, is_kept in enumerate(kept):
        shares = [] if is_kept else _shared(fewest + (at in with_more), matches, random)
        has_bye += [bool(share) for share in shares] or [None] * matches
    return has_bye


def _shared(number: int, parts: int, random: SeededRandom) -> list[int]:
    """Return the share of each part. The shares of both halves differ by at most one, and so on for smaller parts."""
    shares = [number]
    while len(shares) < parts:
        shares = [half for share in shares for half in _halves(share, random)]
    return shares


def _halves(share: int, random: SeededRandom) -> tuple[int, int]:
    upper = share // 2 + (random.lot(2) if share % 2 else 0)
    return upper, share - upper


def _seat_seeds(
    matches: Sequence[Match], has_bye: Sequence[bool | None], division: Division, random: SeededRandom
) -> dict[int, Match]:
    """Return the seeds' matches by position.

    If a seed has no free match away from the others, start again. In a draw with sections, it takes a match in a part
    with the fewest others instead.
    """
    while True:
        seated: dict[int, Match] = {}
        for rank, match in enumerate(_by_seed(matches)):
            size = part_size(rank, len(has_bye), division)
            free = [at for at, bye in enumerate(has_bye) if bye == (match[1] is None) and at not in seated]
            others = Counter(at // size for at in seated)
            fewest = min(others[at // size] for at in free) if division.left > 1 else 0
            free = [at for at in free if others[at // size] == fewest]
            if not free:
                break
            seated[free[random.lot(len(free))]] = match
        else:
            return seated


def part_size(rank: int, size: int, division: Division = WHOLE) -> int:
    """Return the size of the parts of a draw of this size in which this seed should be without earlier ones.

    `rank` is 0 for the first seed. The parts are halves for the second seed, quarters for the next two, and so on. If
    the sections never meet, there is one seed in each section before the sections are halved.
    """
    return size // division.apart >> (rank // division.apart).bit_length()


def _by_seed(matches: Sequence[Match]) -> list[Match]:
    """Return the matches with a seed, with the strongest seed first."""
    best = [(min(pair.seed for pair in match if pair and pair.seed), match) for match in matches if _is_seeded(match)]
    return [match for _, match in sorted(best, key=lambda ranked: ranked[0])]


def _is_seeded(match: Match) -> bool:
    return any(pair and pair.seed for pair in match)


def thrown(typed: str) -> str:
    """Return the throws as digits without separators, or "" if there are none.

    Raises Refused if there are fewer than 5 or more than 60 throws, or if a throw is not from 1 to 6.
    """
    dice = re.sub(r"[\s,;.-]+", "", typed)
    if dice and not re.fullmatch("[1-6]{5,60}", dice):
        raise Refused("Type 5 to 60 throws of the dice, each a number from 1 to 6.")
    return dice
