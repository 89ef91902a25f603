import gzip
import secrets
from datetime import date, timedelta
from hashlib import sha256

import pytest

from competition.draw.rules.result import Result, ResultKind
from competition.transfer.rules.file import FORMAT, closing, later_day, packed, unpacked
from scoring.rules.refusal import Refused


def test_packed_facts_can_be_unpacked():
    facts = {"private": False, "tables": {"Pair": {"columns": ["club"], "rows": [["Wāhi"]]}}}

    assert unpacked(packed(facts)) == {"format": FORMAT, **facts}
    assert packed(facts) == packed(facts)


def sealed(text: str, version: str = FORMAT) -> bytes:
    """Return a file with this text in place of its tables, and with the right checksum."""
    written = f'{{"format":"{version}","tables":{text}}}'
    seal = f',"sha256":"{sha256(written.encode()).hexdigest()}"}}'
    return gzip.compress((written[:-1] + seal).encode())


BAD = [
    (b"", "This file is damaged"),
    (b"no file at all", "not a file of a competition"),
    (gzip.compress(b"no JSON"), "not a file of a competition"),
    (gzip.compress(b"[" * 100_000), "too large"),
    (gzip.compress(b"[]"), "not a file of a competition"),
    (packed({})[:-9], "This file is damaged"),
    (gzip.compress(gzip.decompress(packed({})).replace(b"1", b"2", 1)), "This file is damaged"),
    (gzip.compress(b'{"format":"rubber-knockout competition 1"}'), "This file is damaged"),
    (sealed("[]", "rubber-knockout competition 2"), "of another version"),
    (sealed('[],"format":5'), "of another version"),
    (sealed("[nothing]"), "not a file of a competition"),
    (sealed('"Ā"'), "This file is damaged"),
    (sealed('"' + secrets.token_hex(7_000_000) + '"'), "too large"),
    # A few kilobytes that would need more than a gigabyte of memory.
    (sealed("[" + "[]," * 3_000_000 + "[]]"), "too large"),
    (sealed("[" + "{}," * 100_000 + "{}]"), "too large"),
    (sealed("[" * 90_000 + "]" * 90_000), "too large"),
    (sealed("[" + ",".join(map(str, range(900_000))) + "]"), "too large"),
    (sealed("[" * 3_000 + secrets.token_hex(3_000) + "]" * 3_000), "not a file of a competition"),
]


# The ids are numbers, because gzip stores the time, and every worker must have the same test names.
@pytest.mark.parametrize(("file", "sentence"), BAD, ids=range(len(BAD)))
def test_a_bad_file_is_refused_with_a_reason(file, sentence):
    with pytest.raises(Refused, match=sentence):
        unpacked(file)


FRIDAY = date(2026, 5, 29)


def test_dates_keep_their_day_of_the_week_in_the_next_season():
    assert [later_day(FRIDAY, seasons) for seasons in (0, 1, 2)] == [FRIDAY, date(2027, 5, 28), date(2028, 5, 26)]


@pytest.mark.parametrize(
    ("day", "seasons", "closes"),
    [
        (FRIDAY, 1, date(2027, 5, 28)),
        (date(2020, 5, 29), 1, FRIDAY + timedelta(weeks=4)),
        (FRIDAY, 0, FRIDAY + timedelta(weeks=4)),
    ],
)
def test_a_past_closing_date_moves_to_four_weeks_from_now(day, seasons, closes):
    assert closing(day, seasons, today=FRIDAY) == closes


def won(code: str, winner: int | None, *pairs: int) -> Result:
    return Result(code, pairs, ResultKind.WALKOVER if winner else ResultKind.DOUBLE_DEFAULT, winner)
