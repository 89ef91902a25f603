"""Tests for the locked list and the record of the draw."""

from __future__ import annotations

import json
from hashlib import sha256

import pytest

from competition.draw.rules import drawing
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.records import (
    canonical,
    check_method,
    draw,
    entries,
    fingerprint,
    objection,
    preferences,
    reasons,
    record,
    seal,
    seed,
)
from scoring.rules.refusal import Refused
from tests.competition.draw.golden import GOLDEN
from tests.house.sources import name

PAIR = {
    "number": 7,
    "pair": "Ana Māhina & Bo Ng",
    "club": "Kauri",
    "area": "",
    "attending": True,
    "seed": None,
    "given_bye": False,
}
LOCKED = {"algorithm": "lots-3", "entries": [PAIR], "conditions": {"deals": 30}, "secret": "ducks"}
WRITTEN = (
    '{"algorithm":"lots-3","conditions":{"deals":30},"entries":[{"area":"","attending":true,"club":"Kauri",'
    '"given_bye":false,"number":7,"pair":"Ana Māhina & Bo Ng","seed":null}],"secret":"ducks"}'
)


def test_canonical_json_is_unique():
    backwards = {**dict(reversed(LOCKED.items())), "entries": [dict(reversed(PAIR.items()))]}

    assert (canonical(LOCKED), canonical(backwards)) == (WRITTEN, WRITTEN)


def test_fingerprint_is_the_sha_256_of_canonical_json():
    assert fingerprint(LOCKED) == sha256(WRITTEN.encode("utf-8")).hexdigest()


def test_each_attempt_has_its_own_seed():
    assert [seed(LOCKED, 1, ""), seed(LOCKED, 2, ""), seed(LOCKED, 2, "41623")] == [
        "ducks/1",
        "ducks/2",
        "ducks/2/41623",
    ]


def test_entries_come_from_the_locked_list():
    assert entries(LOCKED) == [DrawnEntry(7, attending=True, club="Kauri")]


def test_preferences_come_from_the_locked_conditions():
    conditions = {"deals": 30, "opening_day_together": True, "clubs_apart": False, "areas_together": True}

    assert preferences({"conditions": conditions}) == Preferences(opening_day=True, areas=True)


CONDITIONS = {"deals": 30, "opening_day_together": False, "clubs_apart": True, "areas_together": False}
PAIRS = [
    {"number": number, "club": "Kauri" * (number < 3), "area": "", "attending": False, "seed": None, "given_bye": False}
    for number in range(1, 5)
]
OF_FOUR = {"algorithm": "lots-3", "conditions": CONDITIONS, "entries": PAIRS, "secret": "ducks"}


def test_draw_uses_the_locked_list_and_conditions():
    entries = [DrawnEntry(number, club="Kauri" * (number < 3)) for number in range(1, 5)]

    assert draw(OF_FOUR, "ducks/1") == drawing.draw(entries, seed="ducks/1", preferences=Preferences(clubs=True))


def test_reasons_follow_the_locked_conditions():
    assert [reason.about for reason in reasons(OF_FOUR, (1, 3, 2, 4))] == ["Byes", "Clubs apart"]


def test_objection_explains_an_impossible_draw():
    assert [objection(OF_FOUR), objection({**OF_FOUR, "entries": PAIRS[:1]})] == [
        "",
        "A draw needs at least two pairs. Add pairs first.",
    ]


STORED = ("competition", "committed", "commitments", "attempts", "swaps", "published_at")


@pytest.mark.parametrize("path", GOLDEN, ids=name)
def test_a_record_can_be_rebuilt_from_its_facts(path):
    written = json.loads(path.read_text(encoding="utf-8"))

    again = record({part: written[part] for part in STORED}, [round["play_by"] for round in written["rounds"]])

    assert json.dumps(again) == json.dumps(written)


def test_example_records_cover_every_feature():
    written = json.loads(GOLDEN[-1].read_text(encoding="utf-8"))
    tried = sorted(json.loads(path.read_text(encoding="utf-8"))["first_rounds_tried"] > 0 for path in GOLDEN)

    assert all(written[part] for part in ("swaps", "byes", "reasons"))
    assert all(any(entry[fact] for entry in written["committed"]["entries"]) for fact in ("seed", "given_bye", "club"))
    assert (written["attempts"][-1]["dice"], len(written["commitments"]), tried) == ("416235", 2, [False, True])


def test_seal_ignores_its_own_value():
    assert seal({"places": [1, 2], "sha256": "anything"}) == seal({"places": [1, 2]}) != seal({"places": [2, 1]})


@pytest.mark.parametrize("name", ["lots-9", "", "Lots-2"])
def test_a_record_of_another_method_is_refused(name):
    with pytest.raises(Refused) as refused:
        check_method(name)

    assert str(refused.value) == (
        f"This draw was made by the method “{name}”, which this version of the program does not know. "
        "Use a later version."
    )


def test_every_example_record_uses_the_current_method():
    for path in GOLDEN:
        check_method(json.loads(path.read_text(encoding="utf-8"))["committed"]["algorithm"])
