import pytest

from competition.contest.models import Conditions
from competition.contest.rules.presets import PRESETS


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_is_valid_and_lists_only_differences(preset):
    usual, conditions = Conditions(), Conditions(**preset.unlike)

    conditions.clean_fields(exclude=["competition"])
    assert {name: value for name, value in preset.unlike.items() if getattr(usual, name) == value} == {}


def test_default_conditions_are_the_usual_conditions():
    usual = Conditions()

    assert (usual.deals, usual.extra_deals, usual.tie_break, usual.only_partscore) == (30, 2, "continues", 100)
    assert (usual.confirmation, usual.silence_hours) == ("silence", 48)
