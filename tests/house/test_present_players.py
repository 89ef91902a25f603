"""Test that code uses a pair's current players, and not former ones."""

import re

from tests.house.sources import TEMPLATES, modules, name

# These files also deal with former players.
OF_ALL_TIMES = {
    "competition/entries/queries/pairs.py",
    "competition/entries/presenters.py",
    "competition/entries/models.py",
    "competition/draw/queries/results.py",
    "competition/match/queries/play.py",
}


def test_only_listed_files_read_former_players_of_a_pair():
    sources = [*modules("competition"), *TEMPLATES]
    found = {name(path) for path in sources if re.search(r"\bplayers\.all\b", path.read_text())}

    assert found == OF_ALL_TIMES
