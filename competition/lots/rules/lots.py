"""The draw by lots: the same pairs and the same seed give the same draw, to anyone who works it out again.

How it is done:

1. The draw has 2, 4, 8 ... places, the fewest that hold all pairs. The first two places are match 1, and so on.
   The places left over are byes.
2. The pairs that are given a bye are shuffled. The first of them, as many as there are byes, have one.
3. A first round is drawn from the other pairs. Under the opening-day rule the pairs who come are shuffled first,
   and the first of them meet two by two, until there is no match or no two pairs left. Then all others are
   shuffled and meet two by two; when no match is left, each of the rest has a bye.
4. If clubs, areas or two seeds matter, some first rounds are drawn and mended: 1,000 divided by the number of pairs
   in step 3, at least 1 and at most 10. To mend is to exchange pairs within two matches, or within three, for as
   long as that makes the first round better. The best of them is the mark. Better means, first of all: fewer
   matches between two seeds; then more at the opening day; then fewer within a club; then more within an area.
5. Now first rounds are drawn by lot alone, 100,000 divided by the number of pairs of them at most, and the first
   that is as good as the mark is taken. If there is none, the best mended one is stirred, 50 times for each pair:
   the pairs (or byes) at two places of different matches, chosen by lot, are exchanged. If that makes it worse or
   better, the second is exchanged with a third, in another match; if it is still not as good as it was, all is
   put back. Then it is mended again, and if that has made it better, it is stirred once more.
6. The byes are shared out between the two halves of the draw, then in each half between its quarters, and so on,
   always from the top, down to the matches. Where an odd number is shared, a lot below 2 says who gets the odd
   one: 1 the upper section, 0 the lower.
7. The seeds take their matches in order of rank. A lot says which, from the top, of the matches that are free and
   have a bye if and only if the seed has one: for the second seed in the other half, for the third and the fourth
   in a quarter without an earlier seed, for the next four in such an eighth, and so on. If there is none, the
   seeds start again.
8. The other matches, as they were drawn, are shuffled; then those with a bye, with the given byes last. From the
   top of the draw each match takes the last that is left of its sort, and a lot below 2 says who stands above: 0
   the pair that was drawn first (a bye counts as drawn after its pair), 1 the other.

A *lot below n* comes from the text "lots-2/SEED/COUNT", where COUNT is 1 for the first text of the draw, 2 for the
next, and so on. The first four hexadecimal digits of the text's SHA-256 (UTF-8) are a number from 0 to 65535. If it
is not below the highest multiple of n up to 65536, it is passed over (low lots would be likelier than high ones)
and the next text is used. The lot is the remainder of the number divided by n.

To *shuffle* a list of n (Fisher and Yates), change the n-th with the one at a lot below n, where 0 means the first;
then the one before it with the one at a lot below n - 1; and so on to the second, a lot below 2. Pairs are listed
by number before they are shuffled. The order in which exchanges are tried is that of the program itself.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from competition.contest.rules.limits import MOST_PAIRS
from competition.lots.rules.first_round import first_round
from competition.lots.rules.layout import places_for
from competition.lots.rules.preferences import Entry, Preferences
from competition.lots.rules.seating import seats
from competition.lots.rules.seeded_random import SeededRandom
from scoring.rules.refusal import Refused

ALGORITHM = "lots-2"
MOST_SEEDS = 16


@dataclass(frozen=True, slots=True)
class Lots:
    """A draw: the pair in each place (None is a bye), the first rounds drawn to find it, the texts lots came from.

    `tries` is 0 where no first round drawn by lot alone was good enough, and the best was changed by exchanges.
    """

    places: tuple[int | None, ...]
    tries: int
    texts: int


def draw(entries: Sequence[Entry], *, seed: str, leanings: Preferences) -> Lots:
    """The draw of 2 to 512 pairs that this seed gives, in whatever order they are listed; others are Refused.

    Byes are spread evenly, and the leanings kept as far as they can be. Where `tries` is not 0, every first
    round that keeps them so far is equally likely; without seeds, so is every draw.
    """
    check(entries)
    if not seed:
        raise Refused("A draw needs a seed, so that it can be worked out again.")
    hat = SeededRandom(f"{ALGORITHM}/{seed}")
    by_number = sorted(entries, key=lambda entry: entry.number)
    drawn = first_round(by_number, places_for(len(entries)) - len(entries), leanings, hat)
    places = tuple(seats(drawn.matches, hat))
    return Lots(places, drawn.tries, hat.texts)


def check(entries: Sequence[Entry]) -> None:
    """Refuse entries of which no draw can be made."""
    seeds = [entry.seed for entry in entries if entry.seed]
    most_seeds = min(MOST_SEEDS, places_for(max(2, len(entries))) // 2)
    if len(entries) < 2:
        raise Refused("A draw needs at least two pairs.")
    if len(entries) > MOST_PAIRS:
        raise Refused(f"A draw holds at most {MOST_PAIRS} pairs, and these are {len(entries)}.")
    if len({entry.number for entry in entries}) < len(entries):
        raise Refused("Two pairs have the same number: give each pair its own before the draw.")
    if len(set(seeds)) < len(seeds):
        raise Refused("Two pairs have the same seed: give each rank once.")
    if len(seeds) > most_seeds:
        raise Refused(f"So few pairs can be kept apart only if at most {most_seeds} are seeded, not {len(seeds)}.")


def swapped(places: Sequence[int | None], swaps: Iterable[tuple[int, int]]) -> tuple[int | None, ...]:
    """The places after these pairs have changed with each other, one swap after the other."""
    for one, other in swaps:
        to = {one: other, other: one}
        places = [to.get(number, number) if number else None for number in places]
    return tuple(places)
