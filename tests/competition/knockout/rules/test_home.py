import json
from pathlib import Path

import pytest

from competition.knockout.rules.home import at_home

# Pairs have been told who is at home by these: no later version may tell them otherwise.
DRAWN = json.loads(Path("fixtures/homes/lot.json").read_text())


@pytest.mark.parametrize("drawn", DRAWN, ids=lambda drawn: f"{drawn['competition']} {drawn['match']}")
def test_whoever_was_drawn_to_be_at_home_is_so_for_ever(drawn):
    assert at_home(drawn["competition"], drawn["match"], tuple(drawn["pairs"])) == drawn["at_home"]


def test_either_pair_was_drawn():
    assert {drawn["at_home"] == drawn["pairs"][0] for drawn in DRAWN} == {True, False}
