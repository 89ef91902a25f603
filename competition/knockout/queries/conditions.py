"""Under which conditions the matches of a round are played, with what the organiser corrected."""

from collections.abc import Sequence
from dataclasses import dataclass

from competition.knockout.models.conditions import RoundConditions
from competition.knockout.models.draw import Round
from competition.log.rules import not_revoked
from scoring.models import ConditionsOfPlay
from scoring.rules.conditions import Conditions
from scoring.rules.words import corrected


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """The conditions a round is played under, those that were published, and every correction between the two.

    `correction` is the one that stands, None where there is none; `before` is what would stand without it.
    """

    conditions: Conditions
    published: Conditions
    rows: Sequence[RoundConditions] = ()
    correction: RoundConditions | None = None
    before: Conditions | None = None

    @property
    def change(self) -> str:
        """What of them is other than was published; empty where nothing is."""
        return corrected(self.conditions, self.published)

    @classmethod
    def of(cls, round: Round, published: ConditionsOfPlay) -> "RoundTerms":
        """Those of this round, where these were published."""
        usual, rows = published.rules(), tuple(round.conditions.all())
        stand = not_revoked(rows)
        if not stand:
            return cls(usual, usual, rows)
        return cls(stand[-1].rules(), usual, rows, stand[-1], stand[-2].rules() if stand[1:] else usual)
