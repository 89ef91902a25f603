"""What is fixed before the lots are drawn, and its fingerprint."""

from __future__ import annotations

from hashlib import sha256

import pytest

from competition.lots.rules.commitment import digest, entry, preferences, seed, text, thrown
from competition.lots.rules.preferences import Entry, Preferences
from scoring.rules.refusal import Refused

PAIR = {
    "number": 7,
    "pair": "Ana Māhina & Bo Ng",
    "club": "Kauri",
    "area": "",
    "attending": True,
    "seed": None,
    "given_bye": False,
}
WRITTEN = (
    '{"algorithm":"lots-2","conditions":{"deals":30},"entries":[{"area":"","attending":true,"club":"Kauri",'
    '"given_bye":false,"number":7,"pair":"Ana Māhina & Bo Ng","seed":null}],"secret":"ducks"}'
)


def test_what_is_committed_to_is_written_in_one_way_only():
    backwards = dict(reversed(PAIR.items()))

    assert text(algorithm="lots-2", entries=[PAIR], conditions={"deals": 30}, secret="ducks") == WRITTEN
    assert text(secret="ducks", conditions={"deals": 30}, entries=[backwards], algorithm="lots-2") == WRITTEN


def test_the_fingerprint_is_the_sha_256_that_any_program_gives():
    assert digest(WRITTEN) == sha256(WRITTEN.encode("utf-8")).hexdigest()


def test_each_attempt_has_a_seed_of_its_own():
    assert [seed("ducks", 1, ""), seed("ducks", 2, ""), seed("ducks", 2, "41623")] == [
        "ducks/1",
        "ducks/2",
        "ducks/2/41623",
    ]


@pytest.mark.parametrize(
    ("typed", "dice"), [("4 1 6 2 3", "41623"), ("4,1,6, 2,3", "41623"), ("41623", "41623"), ("", "")]
)
def test_dice_are_typed_with_spaces_or_without(typed, dice):
    assert thrown(typed) == dice


@pytest.mark.parametrize("typed", ["1 2 3 4", "4 1 7 2 3", "six", "1" * 61, "½ 1 2 3 4 5"])
def test_what_dice_cannot_show_is_refused(typed):
    with pytest.raises(Refused, match="5 to 60 throws, each a figure from 1 to 6"):
        thrown(typed)


def test_the_lots_see_of_a_pair_what_the_list_says():
    assert entry(PAIR) == Entry(7, attending=True, club="Kauri")


def test_the_leanings_are_conditions_of_contest():
    conditions = {"deals": 30, "opening_day_together": True, "clubs_apart": False, "areas_together": True}

    assert preferences(conditions) == Preferences(opening_day=True, areas=True)
