"""Which method lots are drawn by."""

from __future__ import annotations

import pytest

from competition.lots.rules.methods import METHODS, method, newest
from competition.lots.versions import lots_2
from scoring.rules.refusal import Refused
from tests.competition.lots import by_number


def test_a_method_is_found_by_the_name_it_was_committed_with():
    assert method("lots-2") is lots_2


def test_the_newest_method_is_the_one_that_stands_last(monkeypatch):
    monkeypatch.setitem(METHODS, by_number.NAME, by_number)

    assert newest() is by_number


@pytest.mark.parametrize("name", ["lots-9", "", "Lots-2"])
def test_an_unknown_method_is_refused_in_a_sentence(name):
    with pytest.raises(Refused) as refused:
        method(name)

    assert str(refused.value) == (
        f"These lots were cast by the method “{name}”, which this version of the program does not know: "
        "use a later one."
    )
