import pytest

from competition.contest.models import Conditions
from competition.contest.rules.conditions import USUAL_REPLY_HOURS
from tests import stories
from tests.competition.public_reading import public, text

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("condition", "value", "sentence"),
    [
        ("deals", 24, "A match is 24 deals of rubber bridge"),
        ("extra_deals", 1, "the pairs play 1 more deal, and repeat until"),
        ("extra_deals", 4, "the pairs play 4 more deals, and repeat until"),
        ("tie_break", "fresh", "each tie-break begins a new rubber"),
        ("tie_break", "continues", "The unfinished rubber continues in the extra deals"),
        ("only_partscore", 50, "in an unfinished game scores 50."),
        (
            "confirmation",
            Conditions.Confirmation.AUTOMATIC,
            f"within {USUAL_REPLY_HOURS} hours, the result is final.",
        ),
        ("reply_hours", 1, "within 1 hour, the result is final."),
        ("confirmation", Conditions.Confirmation.BOTH, "It counts once the other pair has confirmed it."),
        ("confirmation", Conditions.Confirmation.FINAL, "it counts at once."),
        ("report_days", 3, "without a result 3 days after its play-by date"),
        ("deals_public", True, "unless one of the pairs keeps them private until the end."),
        ("deals_public", False, "The deals are shown once it is over."),
        ("extensions", True, "The organiser may extend the play-by date of a match or a round, and gives a reason."),
        ("extensions", False, "of a whole round, but not of a single match, and gives a reason."),
        ("first_offer", "upper", "The pair listed first in the draw offers up to four dates and a venue."),
        ("first_offer", "either", "Either pair offers up to four dates and a venue."),
        ("home", "upper", "The pair listed first in the draw plays at home, unless the pairs agree otherwise."),
        ("home", "lot", "The home pair of each match is chosen at random."),
        ("home", "neutral", "Neither pair plays at home. The pairs agree on a venue."),
        ("opening_day_together", True, "Pairs who attend the opening day are drawn against each other"),
    ],
)
def test_conditions_page_states_each_setting(client, condition, value, sentence):
    competition = stories.entered(2, **{condition: value})

    assert sentence in text(client.get(public("conditions", competition)))


def test_conditions_page_omits_an_unused_opening_day(client):
    competition = stories.entered(2, opening_day_together=False)

    assert "opening day" not in text(client.get(public("conditions", competition)))
