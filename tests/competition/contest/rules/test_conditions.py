from datetime import UTC, date, datetime

import pytest

from competition.contest.models import Conditions
from competition.contest.rules import conditions
from competition.contest.rules.conditions import MOST_PAIRS, PRESETS, check_day
from competition.drawing.rules.records import objection
from scoring.rules.refusal import Refused


@pytest.mark.parametrize(("pairs", "why"), [(512, ""), (513, "A draw holds at most 512 pairs, but you have 513.")])
def test_a_draw_has_at_most_512_pairs(pairs, why):
    entry = {"attending": False, "club": "", "area": "", "seed": None, "given_bye": False}
    conditions = {"opening_day_together": False, "clubs_apart": False, "areas_together": False}
    entries = [{"number": number, **entry} for number in range(1, pairs + 1)]

    assert objection({"entries": entries, "conditions": conditions}) == why
    assert MOST_PAIRS == 512


@pytest.mark.parametrize("day", [date(2021, 1, 1), date(2029, 12, 31)])
def test_a_date_near_the_season_or_today_is_accepted(day):
    assert check_day(day, 2026, date(2024, 6, 1)) is None


@pytest.mark.parametrize("day", [date(1, 1, 1), date(2018, 12, 31), date(2032, 1, 1), date(9999, 12, 31)])
def test_a_date_far_from_season_and_today_is_refused(day):
    with pytest.raises(Refused) as refused:
        check_day(day, 2026, date(2024, 6, 1))

    assert str(refused.value) == "The dates of a 2026 competition are between 2019 and 2031. Choose another date."


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


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_is_valid_and_lists_only_differences(preset):
    usual, conditions = Conditions(), Conditions(**preset.unlike)

    conditions.clean_fields(exclude=["competition"])
    assert {name: value for name, value in preset.unlike.items() if getattr(usual, name) == value} == {}


def test_default_conditions_are_the_usual_conditions():
    usual = Conditions()

    assert (usual.deals, usual.extra_deals, usual.tie_break, usual.only_partscore) == (30, 2, "continues", 100)
    assert (usual.confirmation, usual.reply_hours) == ("automatic", 48)
