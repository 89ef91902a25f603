"""Rules for who enters the plate, the draw of the pairs that lose early."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class PlateRules:
    """Who enters the plate: a pair that loses the first match it plays, at the latest in round `until` (1 or 2).

    If `walkover`, a walkover counts as a match, and the pair that gave it enters. If `conceded`, a pair that conceded
    its match enters.
    """

    until: int = 2
    walkover: bool = False
    conceded: bool = True
