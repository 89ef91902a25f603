import gzip
import json

import pytest

from competition.transfer.rules.file_format import FORMAT, packed, unpacked
from scoring.rules.refusal import Refused


def test_packed_facts_can_be_unpacked():
    facts = {"private": False, "tables": {"Pair": {"columns": ["club"], "rows": [["Wāhi"]]}}}

    assert unpacked(packed(facts)) == {"format": FORMAT, **facts}
    assert packed(facts) == packed(facts)


def repacked(**changed) -> bytes:
    return gzip.compress(json.dumps({"format": FORMAT, "sha256": "", **changed}).encode())


BAD = [
    (b"", "This file is damaged"),
    (b"no file at all", "not a file of a competition"),
    (gzip.compress(b"no JSON"), "not a file of a competition"),
    (gzip.compress(b"[" * 100_000), "not a file of a competition"),
    (gzip.compress(b"[]"), "not a file of a competition"),
    (packed({})[:-9], "This file is damaged"),
    (repacked(), "This file is damaged"),
    (repacked(format="rubber-knockout competition 2"), "of another version"),
    (gzip.compress(b" " * 70_000_000, 1), "too large"),
]


# The ids are numbers, because gzip stores the time, and the names of the tests must be the same in every worker.
@pytest.mark.parametrize(("file", "sentence"), BAD, ids=range(len(BAD)))
def test_a_bad_file_is_refused_with_a_reason(file, sentence):
    with pytest.raises(Refused, match=sentence):
        unpacked(file)
