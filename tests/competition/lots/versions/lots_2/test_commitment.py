"""What is fixed before the lots are drawn, and its fingerprint."""

from __future__ import annotations

from hashlib import sha256

from competition.lots.versions.lots_2.commitment import digest, entries, preferences, seed, text
from competition.lots.versions.lots_2.preferences import Entry, Preferences

PAIR = {
    "number": 7,
    "pair": "Ana Māhina & Bo Ng",
    "club": "Kauri",
    "area": "",
    "attending": True,
    "seed": None,
    "given_bye": False,
}
COMMITTED = {"algorithm": "lots-2", "entries": [PAIR], "conditions": {"deals": 30}, "secret": "ducks"}
WRITTEN = (
    '{"algorithm":"lots-2","conditions":{"deals":30},"entries":[{"area":"","attending":true,"club":"Kauri",'
    '"given_bye":false,"number":7,"pair":"Ana Māhina & Bo Ng","seed":null}],"secret":"ducks"}'
)


def test_what_is_committed_to_is_written_in_one_way_only():
    backwards = {**dict(reversed(COMMITTED.items())), "entries": [dict(reversed(PAIR.items()))]}

    assert (text(COMMITTED), text(backwards)) == (WRITTEN, WRITTEN)


def test_the_fingerprint_is_the_sha_256_that_any_program_gives():
    assert digest(WRITTEN) == sha256(WRITTEN.encode("utf-8")).hexdigest()


def test_each_attempt_has_a_seed_of_its_own():
    assert [seed(COMMITTED, 1, ""), seed(COMMITTED, 2, ""), seed(COMMITTED, 2, "41623")] == [
        "ducks/1",
        "ducks/2",
        "ducks/2/41623",
    ]


def test_the_lots_see_of_a_pair_what_the_list_says():
    assert entries(COMMITTED) == [Entry(7, attending=True, club="Kauri")]


def test_what_the_draw_should_keep_are_conditions_of_contest():
    conditions = {"deals": 30, "opening_day_together": True, "clubs_apart": False, "areas_together": True}

    assert preferences({"conditions": conditions}) == Preferences(opening_day=True, areas=True)
