"""Conditions of play that were corrected, in words."""

from collections.abc import Iterator

from competition.knockout.models.draw import RoundConditions
from competition.knockout.queries.draw import PublishedDraw
from scoring.rules.conditions import Conditions
from scoring.rules.words import corrected
from scoring.templatetags.bridge import day

AS_PUBLISHED = "the conditions as they were published"


def sentence(name: str, new: Conditions, old: Conditions) -> str:
    """Under what a round is played, as a sentence."""
    return f"{name}: {corrected(new, old) or AS_PUBLISHED}."


def correction(row: RoundConditions, published: Conditions) -> str:
    """What a row says of its round, as a sentence."""
    if row.takes_back_id:
        return f"{row.round}: the correction of the conditions was taken back."
    return sentence(row.round.name, row.rules(), published)


def standing(draw: PublishedDraw) -> Iterator[tuple[str, str]]:
    """The corrections that stand, each as a sentence with its day, and its reason."""
    for round in draw.rounds:
        row = round.terms.correction
        if row:
            yield f"{round.name}, as corrected on {day(row.at)}: {round.terms.change or AS_PUBLISHED}.", row.reason
