"""Tests of reading lists of entries in the forms that clubs use."""

import pytest

from competition.entries.forms.spreadsheet import read
from competition.entries.presenters import read_file
from tests.house.sources import ROOT

CASES = ROOT / "fixtures" / "entries"
ADA = ["Ada Lark", "Ben Wren"]
CARA = ["Cara Finch", "Dan Owl"]


def case(name: str):
    text, encoding, _ = read_file((CASES / name).read_bytes())
    return read(text, {}, {}, encoding=encoding, as_guessed=True)


def pairs(preview) -> list[list[str]]:
    return [[player.name for player in entry.players] for entry in preview.entries]


def asks(preview) -> list[int]:
    return [line.number for line in preview.asking]


def of(text: str):
    return read(text, {}, {}, as_guessed=True)


def test_doubtful_names_in_one_cell_raise_a_remark():
    preview = case("01-surname-comma/a.csv")

    assert pairs(preview) == [
        ["Ada Lark", "Ben Wren"],
        ["Cara Finch", "Dan Owl"],
        ["Mr Heron", "Mrs R Heron"],
        ["Eve Rook", "Finn Kite"],
        ["J Plover", "M Plover"],
        ["Dr Ian Teal", "Rev. Jo Gull"],
        ["Mary van der Duck", "Piet"],
        ["Gwen", "Hal"],
    ]
    assert (asks(preview), preview.faulty) == ([4, 8, 9], [])


def test_surname_first_is_recognised_in_two_columns():
    preview = case("01-surname-comma/b.csv")

    assert (pairs(preview), asks(preview)) == ([ADA, CARA], [])


def test_a_lost_accent_raises_a_remark():
    assert asks(case("02-macrons-lost/a.csv")) == [2, 4]


@pytest.mark.parametrize("name", ["mojibake.csv", "macroman.csv"])
def test_misread_accents_are_repaired_with_a_remark(name):
    preview = case(f"02-macrons-lost/{name}")

    assert pairs(preview)[-1] == ["José Nuñez", "Zoë Åkesson"]
    assert asks(preview) == [line.number for line in preview.lines]


def test_a_dash_separates_names_but_a_hyphen_does_not():
    preview = case("06-dash-pairs/a.csv")

    assert pairs(preview)[3] == ["Ann Lark-Smith", "Bob Owl"]
    assert (len(preview.entries), asks(preview), preview.faulty) == (8, [], [])


@pytest.mark.parametrize("name", ["a.csv", "b.csv"])
def test_separator_of_the_example_files_is_found(name):
    assert pairs(case(f"10-delimiter/{name}")) == [ADA, CARA]


@pytest.mark.parametrize("name", ["a.txt", "b.txt"])
def test_line_numbers_are_removed_from_names(name):
    preview = case(f"13-numbered-list/{name}")

    assert (len(preview.entries), asks(preview), preview.questions, preview.faulty) == (27, [], [], [])
    assert pairs(preview)[0] == ["Flora Kettlewell", "Ivan Lanyon"]
    assert not any(letter.isdigit() for pair in pairs(preview) for name in pair for letter in name)


@pytest.mark.parametrize(
    "text",
    [
        "First name,Surname,First name,Surname\nAda,Lark,Ben,Wren\nCara,Finch,Dan,Owl",
        "P1 First Name,P1 Surname,Player 2 First Name,Player 2 Surname\nAda,Lark,Ben,Wren\nCara,Finch,Dan,Owl",
        "Surname 1,First name 1,Surname 2,First name 2\nLark,Ada,Wren,Ben\nFinch,Cara,Owl,Dan",
        "First name,Last name,Partner first name,Partner last name\nAda,Lark,Ben,Wren\nCara,Finch,Dan,Owl",
        "First name,Surname,Partner\nAda,Lark,Ben Wren\nCara,Finch,Dan Owl",
        "Name,Surname,Name,Surname\nAda,Lark,Ben,Wren\nCara,Finch,Dan,Owl",
        "Timestamp,Your name,Your partner's name\n2026-05-01,Ada Lark,Ben Wren\n2026-05-02,Cara Finch,Dan Owl",
        "Pair,Name\n1,Ada Lark\n1,Ben Wren\n2,Cara Finch\n2,Dan Owl",
        "Pair,Name\n1,Ada Lark\n,Ben Wren\n2,Cara Finch\n,Dan Owl",
        "Team,First name,Surname\nA,Ada,Lark\nB,Cara,Finch\nA,Ben,Wren\nB,Dan,Owl",
        'Pair,Club\n"Ada Lark\nBen Wren",Hawera\n"Cara Finch\n& Dan Owl",Waihi',
        "Waihi Cup 2026; see Ada, Ben\nPair,Club\nAda Lark & Ben Wren,Hawera\nCara Finch & Dan Owl,Waihi\nTotal,2",
        "Entries for 2026\n\nAda Lark & Ben Wren\nCara Finch & Dan Owl\n2 pairs",
        "Entries as at 3 May:\n1. Ada Lark/Ben Wren\n2. Cara Finch/Dan Owl\nTotal: 2 pairs",
        "1\tAda Lark & Ben Wren\n2\tCara Finch & Dan Owl",
        "| Pair | Club |\n|---|---|\n| Ada Lark & Ben Wren | Hawera |\n| Cara Finch & Dan Owl | Waihi |",
        "Player 1,Player 2,,,\nAda Lark,Ben Wren,,,\n,,,,\nCara Finch,Dan Owl,,,\n",
        "Name\nAda Lark & Ben Wren\nCara Finch & Dan Owl",
    ],
)
def test_a_clear_list_raises_no_question(text):
    preview = of(text)

    assert pairs(preview) == [ADA, CARA]
    assert (preview.questions, asks(preview), preview.faulty) == ([], [], [])


def test_joint_first_names_share_the_surname():
    assert pairs(of("First names,Surname\nJim & Mary,Plover\nJ & M,van der Duck")) == [
        ["Jim Plover", "Mary Plover"],
        ["J van der Duck", "M van der Duck"],
    ]


@pytest.mark.parametrize(
    "text",
    [
        "Name,Email\nAda Lark,a@b.org\nBen Wren,\nCara Finch,\nDan Owl,",
        "Name\nAda Lark\nBen Wren\n\nCara Finch\nDan Owl",
    ],
)
def test_two_lines_without_pair_numbers_raise_a_remark(text):
    preview = of(text)

    assert pairs(preview) == [ADA, CARA]
    assert len(preview.asking) == 2
    assert "were read as one pair. Is that right?" in preview.asking[0].ask[0]


def test_both_lines_of_a_pair_give_contact_details():
    preview = of("Pair,Name,Club,Phone,Email\n1,Ada Lark,Hawera,07 555 0101,a@b.org\n1,Ben Wren,Waihi,07 555 0102,")

    (line,) = preview.lines
    assert line.contacts == ["07 555 0101", "a@b.org", "07 555 0102"]
    assert line.entry.club == "Hawera"
    assert line.ask == ("Lines 2 and 3: The two lines differ: “Hawera” and “Waihi”. The first was used.",)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Name\nAda Lark\nBen Wren\nCara Finch", {4: "The line of the other player is missing."}),
        ("Pair,Name\n1,Ada Lark\n1,Ben Wren\n1,Eve Rook\n2,Cara Finch\n2,Dan Owl", {2: "Pair 1 has 3 lines."}),
        ("Pair\nAda Lark & Ben Wren\nEntries close 3 May\nCara Finch & TBA", {3: "“Entries close", 4: "“Cara Finch"}),
    ],
)
def test_a_faulty_line_does_not_affect_the_others(text, faults):
    preview = of(text)

    assert {line.number: line.faults[0].startswith(faults[line.number]) for line in preview.faulty} == dict.fromkeys(
        faults, True
    )
    assert len(preview.entries) == 1


def test_two_contacts_in_one_cell_are_split_with_a_remark():
    (line,) = of("Names,Phone,Email\nAda Lark & Ben Wren,07 555 0101 / 07 555 0102,a@b.org; b@b.org").lines

    assert line.contacts == ["07 555 0101", "a@b.org", "07 555 0102", "b@b.org"]
    assert len(line.ask) == 2


@pytest.mark.parametrize(
    "written", ["mailto:ada@b.org", "Ada Lark <ada@b.org>", "<ada@b.org>", "ada@b.org;", "ada@b.org."]
)
def test_an_email_address_is_found_inside_other_text(written):
    (line,) = of(f'Name 1,Name 2,Email 1\nAda Lark,Ben Wren,"{written}"').lines

    assert (line.contacts, line.ask) == (["ada@b.org"], ())


def test_two_names_in_the_first_column_raise_a_remark():
    preview = of("Player 1,Player 2\nAda Lark & Ben Wren,\nCara Finch,Dan Owl")

    assert (pairs(preview), asks(preview)) == ([ADA, CARA], [2])


def test_hungarian_letters_in_windows_text_raise_a_remark():
    text, encoding, _ = read_file("Name 1,Name 2\nÉva Szőke,Ada Lark\nZoé Nagy,Ben Wren\n".encode("cp1250"))
    preview = read(text, {}, {}, encoding=encoding)

    assert asks(preview) == [2]
    assert "“Éva Szőke”" in preview.asking[0].ask[0]


def test_mark_of_a_pair_is_independent_of_its_line():
    one, other = (of(text).asking[0] for text in ("Pair\nAda & Ben Wren\nJo & Al", "Pair\nJo & Al"))

    assert one.number != other.number
    assert one.mark == other.mark


@pytest.mark.parametrize(
    ("club", "is_asked"), [("?taki", True), ("Whang?rei", True), ("Waihi?", False), ("Waihi", False)]
)
def test_a_club_with_a_lost_letter_raises_a_remark(club, is_asked):
    (line,) = of(f"Name 1,Name 2,Club\nAda Lark,Ben Wren,{club}").lines

    assert bool(line.ask) == is_asked


def test_html_references_are_decoded():
    (line,) = of("Pair|Club\nJos&eacute; Lark &amp; Zo&#235; Wren|Whang&#257;rei").lines

    assert ([player.name for player in line.entry.players], line.entry.club) == (["José Lark", "Zoë Wren"], "Whangārei")
    assert line.ask == ()


def test_doubtful_letters_in_an_ignored_column_are_skipped():
    (line,) = of("Name 1,Name 2,Notes\nAda Lark,Ben Wren,wh?n TÅ« come").lines

    assert line.ask == ()
