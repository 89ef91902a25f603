import pytest

from competition.contest.models import Conditions
from competition.contest.rules.presets import PRESETS
from competition.contest.rules.ready_paragraphs import PARAGRAPHS
from tests.competition.contest.test_sentences import valid


@pytest.mark.parametrize("preset", PRESETS.values(), ids=PRESETS)
def test_every_preset_is_valid_and_lists_only_differences(preset):
    usual, conditions = Conditions(), Conditions(**preset.unlike)

    conditions.clean_fields(exclude=["competition"])
    assert valid(conditions)
    assert {name: value for name, value in preset.unlike.items() if getattr(usual, name) == value} == {}
    assert {*preset.paragraphs} <= {*PARAGRAPHS}
