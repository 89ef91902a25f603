"""Conditions of contest that affect the score."""

from dataclasses import dataclass
from enum import StrEnum

from scoring.rules import tariff
from scoring.rules.refusal import Refused

# The fewest and most deals, in a match and in one stage of a tie-break.
DEALS = (2, 60)
EXTRA_DEALS = (1, 12)
# The values in use for the only part-score in an unfinished rubber.
ONLY_PART_SCORES = (50, tariff.ONLY_PART_SCORE)


class TieBreak(StrEnum):
    """Rule for tie-break deals: continue the unfinished rubber or start a new rubber."""

    CONTINUES = "continues"
    FRESH = "fresh"


@dataclass(frozen=True, slots=True)
class ScoringConditions:
    """Conditions for scoring: deals in a match, deals in a tie-break, and the value of an only part-score."""

    deals: int = 30
    extra_deals: int = 2
    tie_break: TieBreak = TieBreak.CONTINUES
    only_partscore: int = tariff.ONLY_PART_SCORE

    def __post_init__(self) -> None:
        fewest, most = DEALS
        if not fewest <= self.deals <= most:
            raise Refused(f"A match has {fewest} to {most} deals, not {self.deals}.")
        if self.extra_deals < EXTRA_DEALS[0]:
            raise Refused(f"A tie-break has at least one deal at a time, not {self.extra_deals}.")
        if self.tie_break not in tuple(TieBreak):
            raise Refused(f"A tie-break either continues the rubber or is fresh, not {self.tie_break}.")
        if self.only_partscore < 0 or self.only_partscore % 10:
            raise Refused(f"The only part-score is worth 0, 10, 20 ... points, not {self.only_partscore}.")
