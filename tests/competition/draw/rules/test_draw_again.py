"""Tests that the record page's script, a second implementation of the method, gives the same draws."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from random import Random

import pytest

from competition.contest.rules.division import BY_ROUND, FEWEST_IN_SECTION, JOIN_LEFT, SECTIONS, WHOLE, Division
from competition.draw.rules import records
from competition.draw.rules.drawing import MOST_SEEDS, DrawResult
from competition.draw.rules.later_rounds import drawn, preferences_in
from competition.draw.rules.sections import places_for
from tests import machine

FOLDER = Path(__file__).parent
SCRIPT = FOLDER.parents[3] / "static" / "js" / "lots.js"
CLUBS = ("", "Kauri Bay", "KAURI BAY", " kauri  bay", "Ōtira", "ōtira", "Straße", "ΛΟΓΟΣ", "λόγος", "İzmir", "Rata")


def locked_list(chance: Random, pairs: int) -> dict:
    """Return a random locked list with clubs of different sizes, areas, seeds, awarded byes and attending pairs."""
    left = chance.choice([left for left in JOIN_LEFT if left < pairs] or [2])
    division = chance.choice([WHOLE, Division(chance.randint(1, left // 2), left)])
    if pairs >= FEWEST_IN_SECTION * SECTIONS[0] and chance.random() < 0.3:
        division = Division(
            0, chance.randint(SECTIONS[0], min(SECTIONS[1], pairs // FEWEST_IN_SECTION)), has_final=False
        )
    if chance.random() < 0.3:
        division = BY_ROUND
    matches = division.sections * places_for(pairs, division) // division.left // 2
    seeds = chance.randrange(min(MOST_SEEDS, matches) + 1)
    numbers = chance.sample(range(1, 3 * pairs), pairs)
    ranks = chance.sample([*range(1, seeds + 1), *[None] * (pairs - seeds)], pairs)
    attending, clubs = chance.random(), 1 + chance.randrange(len(CLUBS))
    return {
        "algorithm": records.METHOD,
        "secret": f"secret {chance.random()} é",
        "conditions": {
            "opening_day_together": chance.random() < 0.5,
            "clubs_apart": chance.random() < 0.7,
            "areas_together": chance.random() < 0.3,
            "join_places": division.kept or None,
            "join_left": division.left if division.kept else None,
            "sections": None if division.has_final else division.left,
            "drawn_by_round": division.is_by_round,
            "preference_rounds": chance.randint(1, 4),
        },
        "entries": [
            {
                "number": number,
                "pair": f"Pair {number}",
                "club": CLUBS[int(chance.random() ** 2 * clubs)],
                "area": chance.choice(CLUBS[:4]),
                "attending": chance.random() < attending,
                "seed": ranks[at],
                "given_bye": chance.random() < 0.1,
            }
            for at, number in enumerate(numbers)
        ],
    }


def later_round(chance: Random, matches: int, number: int) -> dict:
    """Return a random later round over this many matches. Some of them are undecided."""
    known, had_bye, clubs = chance.random(), chance.choice([0.1, 0.5, 1]), 1 + chance.randrange(len(CLUBS))
    seeds = chance.sample(range(1, matches + 1), matches)
    ways = []
    for at in range(1, matches + 1):
        is_known = chance.random() < known
        ways.append(
            {
                "match": at,
                "pair": at if is_known else None,
                "club": CLUBS[int(chance.random() ** 2 * clubs)] if is_known else "",
                "area": chance.choice(CLUBS[:4]) if is_known else "",
                "seed": seeds[at - 1] if is_known and chance.random() < 0.3 else None,
                "had_bye": chance.random() < had_bye,
            }
        )
    if chance.random() < 0.5:
        # The last one is the closest losers, who have met the pair that beat them and perhaps others.
        lost, *others = chance.sample(range(1, matches), min(3, matches - 1))
        ways[-1] |= {"lost": lost, "met": [lost, *others]}
        for way in ways[:-1]:
            way["met"] = [matches] if way["match"] in (lost, *others) else []
    return {"round": chance.randint(2, 6), "ways": ways, "seed": f"secret é {number}/{chance.randint(1, 3)}"}


def draw_again(asked: list) -> list[dict]:
    """Return the script's draws for these locked lists and seeds."""
    done = subprocess.run(
        [machine.node(), FOLDER / "draw_again.js", SCRIPT],
        input=json.dumps(asked),
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(done.stdout)


def test_the_script_of_the_record_gives_the_same_draws(request: pytest.FixtureRequest):
    chance = Random(3)
    draws = 2000 if request.config.getoption("--thorough") else 60
    sizes = [*range(2, 34), 64, 100, 130]
    asked = [(locked_list(chance, chance.choice(sizes)), f"seed {number}/1") for number in range(draws)]
    asked += [(locked_list(chance, 256), "ducks/2/133652")]

    agree(asked, [records.draw(locked, seed) for locked, seed in asked])


def test_the_script_gives_the_same_draws_of_later_rounds(request: pytest.FixtureRequest):
    chance = Random(4)
    draws = 2000 if request.config.getoption("--thorough") else 200
    sizes = [*range(2, 18), 32, 65]
    asked = [(locked_list(chance, 4), later_round(chance, chance.choice(sizes), number)) for number in range(draws)]

    ours = [
        drawn(later["ways"], later["seed"], preferences_in(locked["conditions"], later["round"]))
        for locked, later in asked
    ]

    agree(asked, ours)
    assert {draw.faults[0] for draw in ours} == {0, 1}


def agree(asked: list, ours: list[DrawResult]) -> None:
    """Fail unless the script makes our draws of these lists, which include draws found in both ways."""
    again = draw_again(asked)
    assert [(list(draw.places), draw.tries, draw.texts) for draw in ours] == [
        (draw["places"], draw["tries"], draw["texts"]) for draw in again
    ]
    assert {draw.tries > 0 for draw in ours} == {True, False}


def test_a_phone_downloads_at_most_15_kb():
    assert SCRIPT.stat().st_size < 15_000
