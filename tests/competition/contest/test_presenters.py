import pytest

from competition.contest.models import Conditions
from competition.contest.rules.limits import USUAL_SILENCE_HOURS
from tests import stories
from tests.competition.public_reading import public, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("condition", "value", "sentence"),
    [
        ("deals", 24, "A match is 24 deals of rubber bridge"),
        ("extra_deals", 1, "1 further deal is played, then one more, until"),
        ("extra_deals", 4, "4 further deals are played, then 4 more, until"),
        ("tie_break", "fresh", "each time a new rubber is begun"),
        ("tie_break", "continues", "The unfinished rubber carries on into them"),
        ("only_partscore", 50, "in the game not completed gets 50."),
        (
            "confirmation",
            Conditions.Confirmation.SILENCE,
            f"within {USUAL_SILENCE_HOURS} hours after it was told, the result stands.",
        ),
        ("silence_hours", 1, "within 1 hour after it was told, the result stands."),
        ("confirmation", Conditions.Confirmation.BOTH, "it counts once the other has confirmed it."),
        ("confirmation", Conditions.Confirmation.FINAL, "it counts at once."),
        ("report_days", 3, "no result 3 days after its play-by date"),
        ("deals_public", True, "unless one of its pairs wishes to keep them private until it is over."),
        ("deals_public", False, "the deals are shown once it is over."),
        ("extensions", True, "The organiser may give a match or a round a later play-by date, and gives the reason."),
        ("extensions", False, "No match is given a later play-by date than its round."),
        ("first_offer", "upper", "The pair that stands first in the draw offers up to four dates, with a place;"),
        ("first_offer", "either", "Either pair offers up to four dates, with a place;"),
        ("home", "upper", "The pair that stands first in the draw is at home, unless the two agree otherwise."),
        ("home", "lot", "Who is at home in a match is decided by lot"),
        ("home", "neutral", "Neither pair is at home: the two agree on the place."),
        ("opening_day_together", True, "Pairs who come to the opening day are drawn against each other"),
    ],
)
def test_conditions_page_states_each_setting(client, condition, value, sentence):
    competition = stories.entered(2, **{condition: value})

    assert sentence in text(client.get(public("conditions", competition)))


def test_conditions_page_omits_an_unused_opening_day(client):
    competition = stories.entered(2, opening_day_together=False)

    assert "opening day" not in text(client.get(public("conditions", competition)))
