"""The subject of a dispute for the public pages. The words that the pairs wrote stay private."""

from dataclasses import dataclass

from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.match.presenters.disputes import DisputeQuestion
from competition.match.queries.disputes import Dispute


@dataclass(frozen=True, slots=True)
class DisputedMatter:
    """The subject of a dispute: the deal on the score sheet, the score that the other pair claims, and its effect.

    `written` and `effect` are empty if the score sheet or the other account is not known.
    """

    by: str
    number: int
    written: str
    claim: str
    effect: str


def disputed_matter(draw: PublishedDraw, state: PublishedMatch) -> DisputedMatter | None:
    """Return the subject of the dispute about a match, or None if its result is not disputed."""
    if state.stage is not Stage.DISPUTED or state.last is None:
        return None
    question = DisputeQuestion(Dispute(draw, state, state.last))
    return DisputedMatter(
        question.names[question.dispute.disputer.pk],
        question.number,
        question.reported_deal,
        question.other_account,
        question.difference,
    )
