"""A second resolver that works backwards from the final. It shares no code with the rules."""

from __future__ import annotations

from collections.abc import Sequence

from competition.knockout.rules.result import Result

UNKNOWN, NOBODY, BYE = "unknown", "nobody", "bye"
Somebody = int | str


def who_goes_on(
    places: Sequence[int | None], log: Sequence[Result], withdrawn: Sequence[int]
) -> list[tuple[str, Somebody]]:
    """Return each match with the pair that goes through, or "unknown" or "nobody"."""
    facts = _Facts(places, log, withdrawn)
    last = len(places).bit_length() - 1
    matches = [(round, match) for round in range(1, last + 1) for match in range(1, 2 ** (last - round) + 1)]
    return [(f"R{round}-M{match}", facts.winner(round, match)) for round, match in matches]


class _Facts:
    def __init__(self, places: Sequence[int | None], log: Sequence[Result], withdrawn: Sequence[int]) -> None:
        self.places, self.log, self.withdrawn = places, log, withdrawn

    def side(self, round: int, place: int) -> Somebody:
        if round > 1:
            return self.winner(round - 1, place)
        return self.places[place - 1] or BYE

    def winner(self, round: int, match: int) -> Somebody:
        sides = self.side(round, 2 * match - 1), self.side(round, 2 * match)
        pairs = tuple(number for number in sides if isinstance(number, int))
        if UNKNOWN in sides:
            return UNKNOWN
        if len(pairs) == 2:
            return self.winner_between(f"R{round}-M{match}", pairs)
        is_final = 2**round == len(self.places)
        return NOBODY if not pairs or (is_final and pairs[0] in self.withdrawn) else pairs[0]

    def winner_between(self, code: str, pairs: tuple[int, ...]) -> Somebody:
        for outcome in reversed(self.log):
            if outcome.match == code and outcome.pairs == pairs:
                return outcome.keep_progress or outcome.winner or NOBODY
        leavers = [pair for pair in self.withdrawn if pair in pairs]
        if len(leavers) == 2 and code == f"R{len(self.places).bit_length() - 1}-M1":
            return NOBODY
        return pairs[1 - pairs.index(leavers[0])] if leavers else UNKNOWN
