from hypothesis import given, settings, strategies

from competition.entries.rules.repairs import has_lost_letters, read_phones, repair

# Run a quarter of the usual number of examples, even with --thorough.
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
    """Return the text after programs have misread its UTF-8 this many times, as browsers do."""
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


def test_a_complete_number_raises_no_remark():
    for cell, number in [
        ("021 555 0101", "021 555 0101"),
        ('="021 555 0101"', "021 555 0101"),
        ("'0215550101", "0215550101"),
        ("=+64215550101", "+64215550101"),
        ("6.4215550101E+10", "64215550101"),
        ("6,4215550101e+10", "64215550101"),
        ("6421555101.0", "6421555101"),
        ("+64 21 555 0101", "+64 21 555 0101"),
        ("(07) 555-0101", "(07) 555-0101"),
        ("07/555 0101", "07/555 0101"),
        ("021.555.0101", "021.555.0101"),
        ("555 0101", "555 0101"),
        ("212-555-0101", "212-555-0101"),
        ("021‑555‑0101", "021-555-0101"),
        ("tel:021 555 0101", "021 555 0101"),
        ("07 555 0101 (evenings)", "07 555 0101 (evenings)"),
    ]:
        assert read_phones(cell) == [(number, ())], cell


def test_a_lost_number_raises_a_remark():
    for cell in [
        "6.42E+10",
        "6,42E+10",
        "2.15550E+08",
        "#NAME?",
        "#VALUE!",
        "#REF!",
        "#N/A",
        "########",
        "2026-05-21",
        "21/05/2026",
        "5/21/2026",
        "21.5.26",
        "21-May",
        "May-21",
        "2026-05-21 00:00:00",
        "-215550101",
        "−5550080",
        "=A1",
        "ask Ada",
    ]:
        ((number, ask),) = read_phones(cell)

        assert (number if any(map(str.isdigit, number)) else "", len(ask)) == ("", 1), cell


def test_a_lost_zero_raises_a_remark():
    for cell, number in [
        ("21 123 4567", "021 123 4567"),
        ("215550101", "0215550101"),
        ("215550101.0", "0215550101"),
        ("215,550,101", "0215550101"),
        ("412345678", "0412345678"),
        ("7700900123", "07700900123"),
        ("75550101", "75550101"),
    ]:
        ((found, ask),) = read_phones(cell)

        assert (found, len(ask)) == (number, 1), cell


def test_a_wrong_number_of_digits_raises_a_remark():
    for cell in ["5550", "1234567890123456"]:
        ((found, ask),) = read_phones(cell)

        assert (found, len(ask)) == (cell, 1), cell


def test_several_numbers_in_one_cell_are_split():
    for between in [" / ", "; ", ", ", " or ", " and ", "\n"]:
        found = read_phones(f"021 555 0101{between}07 555 0102")

        assert found == [("021 555 0101", ()), ("07 555 0102", ())], between


def test_an_empty_cell_has_no_number():
    for cell in ["", "-", "n/a", "none", "0"]:
        assert read_phones(cell) == [], cell
