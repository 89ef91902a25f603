import json
from hashlib import sha256
from pathlib import Path

from competition.draw.rules.lot import at_home, share, ticket, ticket_of_late_pair, winner

# Pairs already know these home pairs, so no later version may change them.
DRAWN = json.loads(Path("fixtures/homes/lot.json").read_text())


def test_the_hashed_text_can_be_written_out_by_hand():
    assert ticket("a seed", "R1-M1", (7, 3)) == "a seed R1-M1 7 3"


def test_an_even_checksum_picks_the_upper_pair():
    for seed in "abcd":
        last = sha256(seed.encode()).hexdigest()[-1]

        assert winner(seed, (7, 3)) == (7 if last in "02468ace" else 3)


def test_both_pairs_have_an_equal_chance():
    won = sum(winner(f"seed {n}", (7, 3)) == 7 for n in range(2000))

    assert 900 < won < 1100


def test_every_bye_has_an_equal_chance_for_a_late_entry():
    assert ticket_of_late_pair("a seed", 23, [4, 9, 11]) == "a seed 23 4 9 11"
    fallen = [share(ticket_of_late_pair(f"seed {n}", 23, [4, 9, 11]), 3) for n in range(3000)]

    assert {*fallen} == {0, 1, 2}
    assert all(900 < fallen.count(place) < 1100 for place in range(3))


def test_the_home_pair_of_an_old_match_never_changes():
    for drawn in DRAWN:
        assert at_home(drawn["competition"], drawn["match"], tuple(drawn["pairs"])) == drawn["at_home"], drawn


def test_the_stored_home_pairs_include_upper_and_lower_pairs():
    assert {drawn["at_home"] == drawn["pairs"][0] for drawn in DRAWN} == {True, False}
