"""Tests for a result reported by phone."""

import re
from datetime import date

import pytest

from competition.draw.models.rounds import Round
from competition.draw.rules.result import Stage
from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import confirmed, desk
from tests.competition.pair_reading import pressed
from tests.markup import markup


@pytest.fixture
def competition():
    return stories.published(8)


def test_only_matches_without_a_result_are_listed(organiser, competition):
    stories.settle(competition, "R1-M1")
    play.submit_totals(stories.tables(competition, "R1-M2")[0], ours=1000, theirs=500)

    page = organiser.get(desk("by-phone", competition))

    codes = re.findall(r"/(R\d-M\d)/type-in/", markup(page))
    assert codes == ["R1-M3", "R1-M3", "R1-M4", "R1-M4"]


def test_an_overdue_match_comes_first(organiser, competition):
    for code in ("R1-M1", "R1-M2", "R1-M4"):
        stories.extend(competition, code)
    stories.rewrite(Round.objects.filter(draw__competition=competition, number=1), play_by=date(2026, 1, 1))

    codes = re.findall(r"/(R\d-M\d)/type-in/", markup(organiser.get(desk("by-phone", competition))))

    assert codes[::2] == ["R1-M3", "R1-M1", "R1-M2", "R1-M4"]


def test_a_phoned_result_waits_for_the_other_pair(organiser, competition):
    upper, lower = stories.now(competition).matches["R1-M1"].pairs
    address = desk("type-in-totals", competition, "R1-M1", of=lower.number, by="telephone")
    sent = {"source": "telephone", "counts": "waits", "reason": "As reported by phone."}
    form = pressed(organiser.get(address))
    assert {name: form[name] for name in sent if name in form} == {"source": "telephone", "counts": "waits"}

    confirmed(organiser, address, sent | {"total_upper": "500", "total_lower": "900", "save": "1"})

    match = stories.now(competition).matches["R1-M1"]
    assert (match.stage, match.last.by, match.last.source, match.to_answer) == (
        Stage.SUBMITTED,
        lower,
        "telephone",
        upper,
    )
