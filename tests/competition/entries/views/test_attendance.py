import re

import pytest

from tests import stories
from tests.competition.desk_reading import desk, text
from tests.factories import PairFactory
from tests.markup import markup

HTMX = {"headers": {"hx-request": "true"}}


@pytest.fixture
def competition():
    """Return a competition with two pairs that attend the opening day and one that does not."""
    found = stories.entered(0)
    PairFactory(competition=found, players=("Zoë Lark", "Ben Wren"), attending=True)
    PairFactory(competition=found, players=("Cy Finch", "Di Heron"), attending=True)
    PairFactory(competition=found, players=("Ed Swift", "Flo Tern"))
    return found


def ticks(page) -> dict[str, str]:
    return dict(re.findall(r'id="pair-(\d+)" aria-pressed="(\w+)"', markup(page)))


def here(competition) -> list[int]:
    return [pair.number for pair in competition.pairs.filter(here_since__isnull=False)]


def test_expected_pairs_are_listed_first(organiser, competition):
    page = organiser.get(desk("attendance", competition))

    assert list(ticks(page).items()) == [("2", "false"), ("1", "false"), ("3", "false")]
    assert "0 of 2 here" in text(page)
    assert here(competition) == []


def test_post_ticks_a_pair_as_present(organiser, competition):
    answer = organiser.post(desk("tick", competition, 2), {"here": "1", "find": ""})

    assert (answer.url, here(competition)) == (f"{desk('attendance', competition)}#pair-2", [2])
    page = organiser.get(desk("attendance", competition))
    assert ticks(page)["2"] == "true"
    assert "1 of 2 here" in text(page)
    assert competition.log.first().text == "Pair 2, Cy Finch & Di Heron, is here."


def test_post_without_here_removes_the_tick(organiser, competition):
    organiser.post(desk("tick", competition, 2), {"here": "1"})

    organiser.post(desk("tick", competition, 2))

    assert here(competition) == []
    assert competition.log.first().text == "Pair 2, Cy Finch & Di Heron, is not here."


def test_htmx_request_returns_the_filtered_list(organiser, competition):
    answer = organiser.post(desk("tick", competition, 1), {"here": "1", "find": "zoe"}, **HTMX)

    assert markup(answer).lstrip().startswith('<div id="attendance">')
    assert ticks(answer) == {"1": "true"}
    assert "1 of 2 here" in markup(answer)


def test_redirect_keeps_the_search(organiser, competition):
    answer = organiser.post(desk("tick", competition, 1), {"here": "1", "find": "zoe lark"})

    assert answer.url == f"{desk('attendance', competition)}?find=zoe+lark#pair-1"
    assert ticks(organiser.get(answer.url)) == {"1": "true"}


def test_an_unknown_name_shows_a_message(organiser, competition):
    page = organiser.get(desk("attendance", competition), {"find": "<Nobody>"})

    assert "No player has the name “<Nobody>”." in text(page)


def test_ticking_requires_post_and_an_existing_pair(organiser, competition):
    assert organiser.post(desk("tick", competition, 9), {"here": "1"}).status_code == 404
    assert organiser.get(desk("tick", competition, 1)).status_code == 405


def test_a_withdrawn_pair_is_not_listed(at_desk):
    competition = stories.published(2)
    stories.withdraw(competition.pairs.get(number=1), reason="Ill.")

    assert [*ticks(at_desk(competition).get(desk("attendance", competition)))] == ["2"]
