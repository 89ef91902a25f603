import json

import pytest

from competition.contest.rules.imports import Import, as_the_file_says, brief, is_chain, sentence

LAKES = Import("2026-05-03", "Flo Ash", "lakes.example")
PLAINS = Import("2026-11-28", "Olive Vale", "plains.example")


def test_the_last_import_comes_first_followed_by_those_named_in_the_file():
    assert sentence([LAKES, PLAINS]) == (
        "Imported on Sat 28 Nov 2026 by Olive Vale from a file of plains.example. "
        "This site did not witness what the file says. "
        "The file says: imported on Sun 3 May 2026 by Flo Ash from a file of lakes.example."
    )
    assert brief([LAKES, PLAINS]) == "Imported from a file of plains.example."
    assert as_the_file_says("Flo Ash") == "As the file says: Flo Ash"


@pytest.mark.parametrize(
    ("value", "is_good"),
    [
        ([], True),
        ([["2026-11-28", "Olive", "a.example"]], True),
        ([["2026-11-28", "Olive", "a.example"]] * 21, False),
        ([["9999-12-31", "Olive", "a.example"]], False),
        ([["2026-11-28", "Olive"]], False),
        ([["2026-11-28", "", "a.example"]], False),
        ([["2026-11-28", "O\nlive", "a.example"]], False),
        ([["2026-11-28", "Olive", "\u202ea.example"]], False),
        ([["2026-11-28", 7, "a.example"]], False),
        ([None], False),
        ({}, False),
    ],
)
def test_only_a_valid_chain_of_imports_is_accepted(value, is_good):
    assert is_chain(value) is is_good


def test_a_competition_without_imports_has_no_sentence():
    assert (sentence([]), brief([])) == ("", "")
    assert json.loads(json.dumps(Import("2026-11-28", "Olive", "a.example"))) == ["2026-11-28", "Olive", "a.example"]
