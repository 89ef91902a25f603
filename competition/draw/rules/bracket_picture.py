"""Rules for the picture of a planned draw: lines for the matches and for the byes."""

from typing import NamedTuple

from competition.draw.rules.sections import places_for

WIDTH = 560
_LEFT, _END, _TOP = 4, 548, 8
# With more matches, the lines would be too close together.
_MOST_MATCHES = 32
_HIGHEST, _LOWEST = 44, 12


class BracketPicture(NamedTuple):
    """The lines of a draw as SVG paths: those of the matches and those of the byes."""

    height: int
    play: str
    byes: str
    end: tuple[int, int]


def bracket_picture(pairs: int) -> BracketPicture | None:
    """Return the picture of a draw for this many pairs, or None if there are too many for a picture."""
    slots = places_for(pairs) // 2
    if slots > _MOST_MATCHES:
        return None
    played = slots - (places_for(pairs) - pairs)
    step = min(max(320 // slots, _LOWEST), _HIGHEST)
    rounds = slots.bit_length()
    xs = [_LEFT + (_END - _LEFT) * number // (rounds + 1) for number in range(rounds + 2)]
    rows = [_TOP + step * slot + step // 2 for slot in range(slots)]
    play, byes = [], []
    for slot, y in enumerate(rows):
        if (slot + 1) * played // slots > slot * played // slots:
            half = step // 4
            play.append(f"M{xs[0]} {y - half}H{xs[1]}V{y + half}H{xs[0]}M{xs[1]} {y}H{xs[2]}")
        else:
            byes.append(f"M{xs[1]} {y}H{xs[2]}")
    for number in range(2, rounds + 1):
        pairs_of_rows = list(zip(rows[::2], rows[1::2], strict=True))
        play += [f"M{xs[number]} {a}V{b}M{xs[number]} {(a + b) // 2}H{xs[number + 1]}" for a, b in pairs_of_rows]
        rows = [(a + b) // 2 for a, b in pairs_of_rows]
    return BracketPicture(2 * _TOP + step * slots, "".join(play), "".join(byes), (_END, rows[0]))
