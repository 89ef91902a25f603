import io
import zipfile
from xml.parsers.expat import ExpatError

import pytest

from competition.entries.rules.workbook_size import DEEPEST, MOST_ELEMENTS, is_too_large
from tests.competition.entries.workbooks import packed


def archive(*parts: str) -> zipfile.ZipFile:
    return zipfile.ZipFile(io.BytesIO(packed({f"{number}.xml": text.encode() for number, text in enumerate(parts)})))


@pytest.mark.parametrize(
    ("parts", "too_large"),
    [
        (["<x>" + "<c/>" * (MOST_ELEMENTS - 1) + "</x>"], False),
        (["<x>" + "<c/>" * MOST_ELEMENTS + "</x>"], True),
        (["<x>" + "<c/>" * (MOST_ELEMENTS // 2) + "</x>"] * 2, True),
        (["<x>" * DEEPEST + "</x>" * DEEPEST], False),
        (["<x>" * (DEEPEST + 1) + "</x>" * (DEEPEST + 1)], True),
        (['<!DOCTYPE x [<!ENTITY a "aaa">]><x>&a;</x>'], True),
    ],
    ids=range(6),
)
def test_elements_and_depth_are_counted_over_all_parts(parts, too_large):
    assert is_too_large(archive(*parts)) is too_large


def test_a_damaged_part_is_an_error():
    with pytest.raises(ExpatError):
        is_too_large(archive("<x>"))
