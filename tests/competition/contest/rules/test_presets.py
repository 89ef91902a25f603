import pytest

from competition.contest.models import Conditions
from competition.contest.rules.presets import PRESETS


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_a_preset_is_a_set_of_conditions_there_can_be_and_says_where_it_is_unlike_the_usual(preset):
    usual, conditions = Conditions(), Conditions(**preset.unlike)

    conditions.clean_fields(exclude=["competition"])
    assert {name: value for name, value in preset.unlike.items() if getattr(usual, name) == value} == {}


def test_the_usual_conditions_are_those_a_competition_begins_with():
    usual = Conditions()

    assert (usual.deals, usual.extra_deals, usual.tie_break, usual.only_partscore) == (30, 2, "continues", 100)
    assert (usual.confirmation, usual.silence_hours) == ("silence", 48)
