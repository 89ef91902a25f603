"""Test that pages show players' names with their distinguishing words."""

import re

from tests.house.sources import TEMPLATES, name


def test_templates_show_the_display_name_of_a_player():
    found = {name(path) for path in TEMPLATES if re.search(r"\bplayer\.name\b", path.read_text())}

    assert found == set()
