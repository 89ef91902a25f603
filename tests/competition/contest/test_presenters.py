import re
from datetime import date

import pytest

from competition.contest.models import Competition, Conditions
from competition.contest.rules.conditions import USUAL_REPLY_HOURS
from tests import stories
from tests.competition.public_reading import public, text

pytestmark = pytest.mark.django_db


USUAL = {
    "A match is 30 deals of rubber bridge",
    "the pairs play 2 more deals, and repeat until",
    "The unfinished rubber continues in the extra deals",
    f"within {USUAL_REPLY_HOURS} hours, the result is final.",
    "Either pair can keep its deals private until the match is over.",
    "The organiser may extend the play-by date of a match or a round, and gives a reason.",
    "The pair listed first in the draw offers up to eight dates and a venue.",
    "The pair listed first in the draw plays at home, unless the pairs agree otherwise.",
}
UNUSUAL = {
    ("deals", 24): "A match is 24 deals of rubber bridge",
    ("extra_deals", 1): "the pairs play 1 more deal, and repeat until",
    ("tie_break", "fresh"): "each tie-break begins a new rubber",
    ("only_partscore", 50): "in an unfinished game scores 50.",
    (
        "confirmation",
        Conditions.Confirmation.BOTH,
    ): "The result counts once the pair that did not report it has confirmed it.",
    ("report_days", 3): "without a result 3 days after its play-by date",
    ("spectators", "totals"): "The deals are shown once it is over.",
    ("extensions", False): "of a whole round, but not of a single match, and gives a reason.",
    ("first_offer", "either"): "Either pair offers up to eight dates and a venue.",
    ("home", "lot"): "The home pair of each match is chosen at random.",
}
OTHER = {
    ("reply_hours", 1): "within 1 hour, the result is final.",
    (
        "home",
        "neutral",
    ): "The pairs agree on a venue: a club, the home of one of them, or another place. If they",
}
FINAL = {("confirmation", Conditions.Confirmation.FINAL): "The result counts at once."}


def said(client, **conditions) -> str:
    return text(client.get(public("conditions", stories.entered(2, **conditions))))


@pytest.mark.parametrize(
    ("opening_day", "together", "named"),
    [(None, True, False), (date(2030, 5, 4), True, True), (date(2030, 5, 4), False, False)],
)
def test_the_opening_day_of_the_draw_is_named_only_if_there_is_one(client, opening_day, together, named):
    competition = stories.entered(2, opening_day_together=together)
    Competition.objects.update(opening_day=opening_day)

    page = text(client.get(public("conditions", competition)))

    assert ("Pairs who attend the opening day, Sat 4 May 2030, are drawn against each other" in page) is named
    assert named or "are drawn against each other in round 1" not in page


def test_conditions_page_states_each_setting(client):
    usual = said(client)
    assert [sentence for sentence in USUAL if sentence not in usual] == []

    for unlike in (UNUSUAL, OTHER, FINAL):
        page = said(client, **dict([*unlike]), opening_day_together=False)
        assert [sentence for sentence in unlike.values() if sentence not in page] == []
        assert "opening day" not in page


@pytest.mark.parametrize(
    ("conditions", "result"),
    [
        ({"reply_hours": 24}, "Final once the other pair confirms it, or after 24 hours without a reply"),
        ({"confirmation": Conditions.Confirmation.BOTH}, "Final once both pairs agree"),
        ({"confirmation": Conditions.Confirmation.FINAL}, "Final at once"),
    ],
)
def test_conditions_page_begins_with_the_most_important_facts(client, conditions, result):
    page = said(client, deals=24, extra_deals=1, only_partscore=50, report_days=3, **conditions)

    facts = (
        "A match 24 deals of rubber bridge; the higher total wins",
        "Level totals 1 more deal until the totals differ",
        "Unfinished rubber 300 for the only game, 50 for the only part-score",
        f"A result {result}",
        "Overdue 3 days after the play-by date",
    )
    assert " ".join(facts) in page


@pytest.mark.parametrize(
    ("confirmation", "decided"),
    [
        (Conditions.Confirmation.AUTOMATIC, "disputed results"),
        (Conditions.Confirmation.BOTH, "disputed and unanswered results"),
        (Conditions.Confirmation.FINAL, ""),
    ],
)
def test_the_organiser_decides_only_cases_that_can_happen(client, confirmation, decided):
    page = said(client, confirmation=confirmation)

    assert re.findall(r"The organiser decides (.*?), and gives a reason", page) == ([decided] if decided else [])


def test_a_match_is_overdue_after_its_last_day(client):
    page = said(client, report_days=0)

    assert "A match without a result by the end of its play-by date is overdue." in page
    assert "Overdue After the play-by date" in page
    assert "0 days" not in page


def test_conditions_page_shows_the_play_by_dates_after_the_draw(client):
    page = text(client.get(public("conditions", stories.published(4))))

    assert "Play by Fri 31 May 2030 (Semi-finals) Sun 30 Jun 2030 (Final)" in page
