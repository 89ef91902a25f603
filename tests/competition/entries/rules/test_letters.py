"""Tests of repairing damaged letters."""

from hypothesis import given, settings, strategies

from competition.entries.rules.letters import has_lost_letters, repair

# Run a quarter of the usual number of examples, also with --thorough.
A_QUARTER = settings(max_examples=settings().max_examples // 4)

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


def test_misread_utf8_is_repaired():
    for times in [1, 2]:
        for encoding in ["cp1252", "mac_roman"]:
            for name in NAMES:
                assert repair(read_wrongly(name, encoding, times)) == name, times


def test_a_genuine_name_is_unchanged():
    for name in [*NAMES, "LUKÁŠ KRÍŽ", "TOMÁŠ BENEŠ", "Åke Äng", "René Göß", "«Zoë»", "Siân “Nan” Ŵyn"]:
        assert repair(name) == name, name
        assert not has_lost_letters(name), name


@A_QUARTER
@given(strategies.text(strategies.sampled_from("abcdefABC' -áéíóúàèëïñåøæŠšŽžőűāēīōū"), max_size=30))
def test_repair_never_changes_genuine_letters(text):
    assert repair(text) == text


def test_a_lost_letter_is_detected():
    for text in [
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
    ]:
        assert has_lost_letters(text), text


def test_a_question_mark_outside_a_word_is_ignored():
    for text in ["Ada Lark?", "? Lark", "Waihi ?", "Lark (?)", "Ada ? Lark"]:
        assert not has_lost_letters(text), text
