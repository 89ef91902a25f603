"""Step-by-step display of a draw for an audience."""

from dataclasses import dataclass

from competition.drawing.models import Draw
from competition.drawing.queries import FirstMatch, Seated, first_matches, places_of


@dataclass(frozen=True, slots=True)
class Shown:
    """A match of round 1 during the display. A side is None until it is shown."""

    code: str
    sides: tuple[Seated | None, Seated | None]
    is_new: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """The display of a draw after some of its pairs: the latest pair, its sentence, and round 1.

    `lot` is the number of pairs shown, `lots` the number of all pairs.
    """

    lot: int
    lots: int
    last: Seated | None
    sentence: str
    matches: list[Shown]

    @property
    def earlier(self) -> int | None:
        """The previous number, or None at the start."""
        return self.lot - 1 if self.lot else None

    @property
    def later(self) -> int | None:
        """The next number, or None at the end."""
        return self.lot + 1 if self.lot < self.lots else None


def reveal(draw: Draw, lot: int) -> Reveal:
    """Return the display of the first `lot` pairs, from the top of the draw.

    A bye is shown together with its pair.
    """
    matches = first_matches(draw, places_of(draw))
    lots = [(match, side, side.pair["number"]) for match in matches for side in match.sides if side.pair]
    lot = min(lot, len(lots))
    out = {number for _, _, number in lots[:lot]}
    if not lot:
        return Reveal(0, len(lots), None, "", [_shown(each, out, False) for each in matches])
    match, last, _ = lots[lot - 1]
    shown = [_shown(each, out, each == match) for each in matches]
    return Reveal(lot, len(lots), last, _sentence(match, last, out), shown)


def _shown(match: FirstMatch, out: set[int], is_new: bool) -> Shown:
    pairs = [side.pair["number"] for side in match.sides if side.pair]
    is_begun = any(number in out for number in pairs)
    upper, lower = (side if (side.pair["number"] in out if side.pair else is_begun) else None for side in match.sides)
    return Shown(match.code, (upper, lower), is_new)


def _sentence(match: FirstMatch, last: Seated, out: set[int]) -> str:
    other = next(side for side in match.sides if side != last)
    if other.pair is None:
        return f"{match.code}: a bye in round 1."
    if other.pair["number"] in out:
        return f"{match.code}: they play {other.pair['pair']}."
    return f"{match.code}: their opponents are not drawn yet."
