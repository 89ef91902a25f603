"""A pair keeps everybody it ever had; whoever shows a pair asks for those present, or for those who played."""

import re

from tests.house.sources import TEMPLATES, modules, name

# The few that are about those who have left too.
OF_ALL_TIMES = {
    "competition/entries/actions/substitutes.py",
    "competition/entries/formats/substitutes.py",
    "competition/entries/models/pair.py",
    "competition/knockout/queries/lineups.py",
    "competition/match/queries/pair_match.py",
}


def test_nobody_takes_everybody_a_pair_ever_had_for_the_pair():
    sources = [*modules("competition"), *TEMPLATES]
    found = {name(path) for path in sources if re.search(r"\bplayers\.all\b", path.read_text())}

    assert found == OF_ALL_TIMES
