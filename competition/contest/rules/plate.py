"""Rules for entering the plate, the draw for pairs that lose early."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class PlateRules:
    """The rules for entering the plate.

    Each pair enters that loses its first match in round 1 or, if `until` is 2, in round 2. If `walkover`, a walkover
    counts as a match, and the pair that gave it enters. If `conceded`, a pair that conceded its match enters.
    """

    until: int = 2
    walkover: bool = False
    conceded: bool = True


def plate_dates(play_by: Sequence[date], until: int, rounds: int) -> list[date]:
    """Return the play-by dates of this number of rounds of the plate.

    Round 1 of the plate is due with the round of the main draw after round `until`, and so on. A round after the final
    follows at the last interval of the main draw.
    """
    dates = [*play_by[until:]]
    gap = play_by[-1] - play_by[-2] if len(play_by) > 1 else timedelta()
    while len(dates) < rounds:
        dates.append((dates or play_by)[-1] + gap)
    return dates[:rounds]
