import json
from hashlib import sha256
from pathlib import Path

import pytest

from competition.knockout.rules.lot import at_home, share, ticket, ticket_of_late_pair, winner

# Pairs have been told who is at home by these: no later version may tell them otherwise.
DRAWN = json.loads(Path("fixtures/homes/lot.json").read_text())


def test_the_ticket_can_be_written_by_hand():
    assert ticket("a seed", "R1-M1", (7, 3)) == "a seed R1-M1 7 3"


@pytest.mark.parametrize("seed", ["a", "b", "c", "d"])
def test_an_even_checksum_sends_the_upper_pair_on_and_an_odd_one_the_lower(seed):
    last = sha256(seed.encode()).hexdigest()[-1]

    assert winner(seed, (7, 3)) == (7 if last in "02468ace" else 3)


def test_either_pair_has_the_same_chance():
    won = sum(winner(f"seed {n}", (7, 3)) == 7 for n in range(2000))

    assert 900 < won < 1100


def test_the_lot_of_a_late_pair_names_every_bye_and_each_has_the_same_chance():
    assert ticket_of_late_pair("a seed", 23, [4, 9, 11]) == "a seed 23 4 9 11"
    fallen = [share(ticket_of_late_pair(f"seed {n}", 23, [4, 9, 11]), 3) for n in range(3000)]

    assert {*fallen} == {0, 1, 2}
    assert all(900 < fallen.count(place) < 1100 for place in range(3))


@pytest.mark.parametrize("drawn", DRAWN, ids=lambda drawn: f"{drawn['competition']} {drawn['match']}")
def test_whoever_was_drawn_to_be_at_home_is_so_for_ever(drawn):
    assert at_home(drawn["competition"], drawn["match"], tuple(drawn["pairs"])) == drawn["at_home"]


def test_either_pair_was_drawn():
    assert {drawn["at_home"] == drawn["pairs"][0] for drawn in DRAWN} == {True, False}
