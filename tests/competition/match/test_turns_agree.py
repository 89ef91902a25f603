"""Tests that a pair's card, the caption on the draw and the desk agree about a match."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.presenters import words
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Stage
from competition.match.presenters.turn import turn_of
from competition.match.queries.play import PairView
from tests import stories, turns
from tests.competition.worlds import at

pytestmark = pytest.mark.django_db
# States of one match with two pairs. A finished match always has the same caption.
OF_A_MATCH = [name for name in turns.STATES if name not in ("entered", "waiting", "champion")]
LATE = 40


@pytest.mark.parametrize("days", [0, LATE])
@pytest.mark.parametrize("name", OF_A_MATCH)
def test_the_card_and_the_caption_of_a_match_agree(name, days):
    competition = stories.published(4, first_play_by=turns.TODAY + timedelta(days=10))
    turns.STATES[name](competition)
    draw = at(competition, timezone.now() + timedelta(days=days))
    state = draw.matches["R1-M1"]

    cards = [turn_of(PairView(draw, "R1-M1", pair)) for pair in state.pairs]

    caption = words.label(state)
    assert {card.round for card in cards} == {state.round_name}
    assert all((card.bar == "Final result") == (state.result is not None) for card in cards)
    assert all((card.bar == "Organiser’s turn") == caption.startswith("Disputed") for card in cards)
    assert sorted(card.kind for card in cards) == ["ours", "wait"] or state.stage is not Stage.SUBMITTED
    if caption.startswith("Overdue") and not _is_asked(state):
        assert {card.kind for card in cards} == {"late"}
    if not state.overdue:
        assert "late" not in {card.kind for card in cards}


def _is_asked(state: PublishedMatch) -> bool:
    """Return True while a change of a deal waits for a reply, which comes before everything else."""
    return bool(state.sheet and state.sheet.corrections.filter(answer="").exists())
