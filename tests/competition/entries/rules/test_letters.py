"""Tests of repairing damaged letters."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from competition.entries.rules.letters import has_lost_letters, repair

NAMES = [
    "Hine Māhana",
    "Tāmati Kōwhai",
    "Ōtaki",
    "Ngāti Ūpoko",
    "José Núñez",
    "Zoë Åkesson",
    "Szőke Gyűrű",
    "Łukasz Żółć",
    "Šárka Dvořáková",
    "Ştefan Țepeș",
    "Ærø Ødegård",
    "Guðrún Þór",
    "Nguyễn Văn Đức",
    "O’Brien",
]


def read_wrongly(text: str, encoding: str, times: int) -> str:
    """Return the text after programs misread its UTF-8 this many times, as browsers do."""
    for _ in range(times):
        stored = text.encode()
        text = "".join(
            bytes([byte]).decode(encoding)
            if encoding == "mac_roman" or byte not in b"\x81\x8d\x8f\x90\x9d"
            else chr(byte)
            for byte in stored
        )
    return text


@pytest.mark.parametrize("times", [1, 2])
@pytest.mark.parametrize("encoding", ["cp1252", "mac_roman"])
@pytest.mark.parametrize("name", NAMES)
def test_misread_utf8_is_repaired(name, encoding, times):
    assert repair(read_wrongly(name, encoding, times)) == name


@pytest.mark.parametrize(
    "name", [*NAMES, "LUKÁŠ KRÍŽ", "TOMÁŠ BENEŠ", "Åke Äng", "René Göß", "«Zoë»", "Siân “Nan” Ŵyn"]
)
def test_a_genuine_name_is_unchanged(name):
    assert repair(name) == name
    assert not has_lost_letters(name)


@given(st.text(st.sampled_from("abcdefABC' -áéíóúàèëïñåøæŠšŽžőűāēīōū"), max_size=30))
def test_repair_never_changes_genuine_letters(text):
    assert repair(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "M?hana",
        "Whang?rei",
        "P\ufffdtae",
        "\ufffdkesson",
        "Wh??rei",
        "WhangÄrei",
        "MÄhana",
        "JosÈ",
        "NuÒez",
        "JosŽ",
        "voilÃ  Ada",
    ],
)
def test_a_lost_letter_is_detected(text):
    assert has_lost_letters(text)


@pytest.mark.parametrize("text", ["Ada Lark?", "? Lark", "Waihi ?", "Lark (?)", "Ada ? Lark"])
def test_a_question_mark_outside_a_word_is_ignored(text):
    assert not has_lost_letters(text)
