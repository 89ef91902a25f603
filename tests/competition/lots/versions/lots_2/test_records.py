"""What a record says of a draw, beyond what was stored of it."""

from __future__ import annotations

import json

import pytest

from competition.lots.versions.lots_2.records import record, seal
from tests.competition.lots.golden import GOLDEN
from tests.house.sources import name

STORED = ("competition", "committed", "commitments", "attempts", "swaps", "published_at")
OURS = [path for path in GOLDEN if path.name.startswith("lots-2")]


@pytest.mark.parametrize("path", OURS, ids=name)
def test_a_record_is_written_again_from_what_was_stored_of_it(path):
    written = json.loads(path.read_text(encoding="utf-8"))

    again = record({part: written[part] for part in STORED}, [round["play_by"] for round in written["rounds"]])

    assert json.dumps(again) == json.dumps(written)


def test_the_golden_records_have_something_of_everything():
    written = json.loads(OURS[-1].read_text(encoding="utf-8"))
    tried = sorted(json.loads(path.read_text(encoding="utf-8"))["first_rounds_tried"] > 0 for path in OURS)

    assert all(written[part] for part in ("swaps", "byes", "reasons"))
    assert all(any(entry[fact] for entry in written["committed"]["entries"]) for fact in ("seed", "given_bye", "club"))
    assert (written["attempts"][-1]["dice"], len(written["commitments"]), tried) == ("416235", 2, [False, True])


def test_the_seal_is_of_all_but_itself():
    assert seal({"places": [1, 2], "sha256": "anything"}) == seal({"places": [1, 2]}) != seal({"places": [2, 1]})
