from datetime import UTC, datetime

import pytest

from competition.contest.models import Conditions
from competition.contest.rules import conditions
from competition.contest.rules.conditions import MOST_PAIRS
from competition.draw.rules.records import objection


@pytest.mark.parametrize(
    ("hours", "until", "said"),
    [
        (48, datetime(2030, 6, 1, 19, 30, tzinfo=UTC), "48 hours"),
        (1, datetime(2030, 5, 30, 20, 30, tzinfo=UTC), "1 hour"),
    ],
)
def test_reply_time_starts_when_the_pair_is_told(hours, until, said):
    told_at = datetime(2030, 5, 30, 19, 30, tzinfo=UTC)

    assert (conditions.reply_deadline(told_at, hours), conditions.reply_time_in_words(hours)) == (until, said)


def test_default_conditions_are_the_usual_conditions():
    usual = Conditions()

    assert (usual.deals, usual.extra_deals, usual.tie_break, usual.only_partscore) == (30, 2, "continues", 100)
    assert (usual.confirmation, usual.reply_hours) == ("automatic", 48)


@pytest.mark.parametrize(
    ("pairs", "why"), [(512, ""), (513, "A draw holds at most 512 pairs, but you have 513. Remove some first.")]
)
def test_a_draw_has_at_most_512_pairs(pairs, why):
    entry = {"attending": False, "club": "", "area": "", "seed": None, "given_bye": False}
    conditions = {"opening_day_together": False, "clubs_apart": False, "areas_together": False}
    entries = [{"number": number, **entry} for number in range(1, pairs + 1)]

    assert objection({"entries": entries, "conditions": conditions}) == why
    assert MOST_PAIRS == 512
