"""Where the matches of round 1 stand in the draw: byes spread, seeds apart, all else by lot."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .first_round import Match
from .seeded_random import SeededRandom


def seats(matches: Sequence[Match], random: SeededRandom) -> list[int | None]:
    """The pair in each place from the top, None for a bye, given the first round in the order it was drawn."""
    has_bye = _share_byes(sum(other is None for _, other in matches), len(matches), random)
    seeded = _seat_seeds(matches, has_bye, random)
    others = [match for match in matches if match not in seeded.values()]
    left = {bye: random.shuffled(match for match in others if (match[1] is None) == bye) for bye in (False, True)}
    drawn = (seeded.get(at) or left[bye].pop() for at, bye in enumerate(has_bye))
    return [place for match in drawn for place in _upper_and_lower(match, random)]


def _upper_and_lower(match: Match, random: SeededRandom) -> Iterator[int | None]:
    one, other = match[::-1] if random.lot(2) else match
    yield one.number if one else None
    yield other.number if other else None


def _share_byes(byes: int, matches: int, random: SeededRandom) -> list[bool]:
    """Which of the matches have a bye: halves, quarters and so on differ by one at most."""
    shares = [byes]
    while len(shares) < matches:
        shares = [half for share in shares for half in _halves(share, random)]
    return [share == 1 for share in shares]


def _halves(share: int, random: SeededRandom) -> tuple[int, int]:
    upper = share // 2 + (random.lot(2) if share % 2 else 0)
    return upper, share - upper


def _seat_seeds(matches: Sequence[Match], has_bye: Sequence[bool], random: SeededRandom) -> dict[int, Match]:
    """Where the seeds stand; they start again when one of them finds no match left that is apart."""
    while True:
        taken: dict[int, Match] = {}
        for rank, match in enumerate(_by_seed(matches)):
            section = len(matches) >> rank.bit_length()
            sections = {at // section for at in taken}
            free = [at for at, bye in enumerate(has_bye) if bye == (match[1] is None) and at // section not in sections]
            if not free:
                break
            taken[free[random.lot(len(free))]] = match
        else:
            return taken


def _by_seed(matches: Sequence[Match]) -> list[Match]:
    """The matches with a seed, the strongest first; of two seeds who meet the stronger counts."""
    best = [(min(pair.seed for pair in match if pair and pair.seed), match) for match in matches if _is_seeded(match)]
    return [match for _, match in sorted(best, key=lambda ranked: ranked[0])]


def _is_seeded(match: Match) -> bool:
    return any(pair and pair.seed for pair in match)
