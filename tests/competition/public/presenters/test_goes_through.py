"""Tests for the pair that goes through from a match, in every file and on the page."""

import csv
import io

import pytest

from competition.draw.presenters import words
from competition.draw.rules.result import ResultKind, Stage
from competition.public.presenters import draw_csv, draw_json
from tests import stories
from tests.made_once import once

pytestmark = pytest.mark.django_db


def in_json(draw) -> dict[str, int | None]:
    rounds = draw_json.as_dict(draw)["rounds"]
    return {match["code"]: match["goes_on"] for round in rounds for match in round["matches"]}


def in_csv(draw) -> dict[str, int | None]:
    text = draw_csv.write(draw).removeprefix("\ufeff")
    return {row["code"]: int(row["goes_on"] or 0) or None for row in csv.DictReader(io.StringIO(text, newline=""))}


def by_match_json(draw) -> dict[str, int | None]:
    return {code: draw_json.match(draw, state, None)["goes_on"] for code, state in draw.matches.items()}


def by_the_page(draw) -> dict[str, int | None]:
    """Return the pair that goes through according to each match's sentence."""
    found: dict[str, int | None] = {}
    for code, state in draw.matches.items():
        said = words.sentence(state)
        goes_on = [pair.number for pair in state.pairs if said.startswith(f"{pair.name} ")]
        says_so = state.stage is Stage.BYE or " go through" in said or " beat " in said
        found[code] = goes_on[0] if says_so and goes_on and not said.startswith("Neither") else None
    return found


@pytest.fixture
@once
def defaulted():
    """Return a competition of 7 pairs with double defaults and walkovers in two rounds."""
    competition = stories.published(7)
    for round in (1, 2):
        draw = stories.now(competition)
        for number, state in enumerate(draw.rounds[round - 1].matches):
            if state.stage is Stage.READY:
                stories.settle(
                    competition, state.code, kind=ResultKind.DOUBLE_DEFAULT if number % 2 else ResultKind.WALKOVER
                )
    return competition


def test_files_and_pages_agree_on_who_goes_through(defaulted):
    draw = stories.now(defaulted)
    stages = {state.stage for state in draw.matches.values()}

    assert {Stage.BYE, Stage.VACANT, Stage.OFFICIAL} <= stages
    assert in_json(draw) == in_csv(draw) == by_match_json(draw) == by_the_page(draw)
    assert all(in_json(draw)[state.code] for state in draw.matches.values() if state.stage is Stage.BYE)


def test_one_pair_goes_through_after_three_double_defaults():
    competition = stories.published(8)
    for code in ("R1-M1", "R1-M2", "R1-M3"):
        stories.settle(competition, code, kind=ResultKind.DOUBLE_DEFAULT)
    stories.settle(competition, "R1-M4")
    draw = stories.now(competition)
    left = draw.matches["R1-M4"].winner.number

    goes_on = in_json(draw)

    assert {code: goes_on[code] for code in ("R2-M1", "R2-M2", "R3-M1")} == {
        "R2-M1": None,
        "R2-M2": left,
        "R3-M1": left,
    }
    assert draw.champion.number == left
    assert goes_on == in_csv(draw) == by_the_page(draw)


def test_a_bye_and_an_empty_match_have_no_winner(defaulted):
    rounds = draw_json.as_dict(stories.now(defaulted))["rounds"]

    matches = [match for round in rounds for match in round["matches"] if match["state"] in ("bye", "vacant")]

    assert {match["winner"] for match in matches} == {None}


def test_a_withdrawn_pair_does_not_win_a_final_without_opponents():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1", kind=ResultKind.DOUBLE_DEFAULT)
    stories.settle(competition, "R1-M2")
    left = stories.now(competition).matches["R2-M1"].pairs[0]
    stories.withdraw(left)
    draw = stories.now(competition)

    assert (draw.champion, in_json(draw)["R2-M1"], by_the_page(draw)["R2-M1"]) == (None, None, None)
    assert words.sentence(draw.matches["R2-M1"]).startswith("Nobody goes through")


def test_no_pair_goes_through_from_an_undecided_match():
    competition = stories.published(4)

    assert set(in_json(stories.now(competition)).values()) == {None}
