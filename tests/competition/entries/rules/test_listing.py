"""Lists of entries in the shapes that clubs keep them."""

import pytest

from competition.entries.formats.list_files import read_file
from competition.entries.forms.spreadsheet import read
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


def test_names_in_one_cell_are_the_two_they_name_or_are_asked_about():
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


def test_surnames_first_in_two_columns():
    preview = case("01-surname-comma/b.csv")

    assert (pairs(preview), asks(preview)) == ([ADA, CARA], [])


def test_lost_accents_are_pointed_out():
    assert asks(case("02-macrons-lost/a.csv")) == [2, 4]


@pytest.mark.parametrize("name", ["mojibake.csv", "macroman.csv"])
def test_misread_accents_are_repaired_and_pointed_out(name):
    preview = case(f"02-macrons-lost/{name}")

    assert pairs(preview)[-1] == ["José Nuñez", "Zoë Åkesson"]
    assert asks(preview) == [line.number for line in preview.lines]


def test_dashes_join_two_names_and_hyphens_do_not():
    preview = case("06-dash-pairs/a.csv")

    assert pairs(preview)[3] == ["Ann Lark-Smith", "Bob Owl"]
    assert (len(preview.entries), asks(preview), preview.faulty) == (8, [], [])


@pytest.mark.parametrize("name", ["a.csv", "b.csv"])
def test_the_separator_of_the_cases_is_found(name):
    assert pairs(case(f"10-delimiter/{name}")) == [ADA, CARA]


@pytest.mark.parametrize("name", ["a.txt", "b.txt"])
def test_a_list_from_a_web_page_has_no_numbers_in_its_names(name):
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
def test_a_shape_that_is_plain_is_read_without_a_question(text):
    preview = of(text)

    assert pairs(preview) == [ADA, CARA]
    assert (preview.questions, asks(preview), preview.faulty) == ([], [], [])


def test_first_names_of_both_in_one_column_share_the_surname_in_the_next():
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
def test_two_lines_without_a_number_of_the_pair_are_asked_about(text):
    preview = of(text)

    assert pairs(preview) == [ADA, CARA]
    assert len(preview.asking) == 2
    assert "were read as one pair. Is that right?" in preview.asking[0].ask[0]


def test_both_lines_of_a_pair_bring_their_contacts():
    preview = of("Pair,Name,Club,Phone,Email\n1,Ada Lark,Hawera,07 555 0101,a@b.org\n1,Ben Wren,Waihi,07 555 0102,")

    (line,) = preview.lines
    assert line.contacts == ["07 555 0101", "a@b.org", "07 555 0102"]
    assert line.entry.club == "Hawera"
    assert line.ask == ("Lines 2 and 3: The two lines differ: “Hawera” and “Waihi”. The first was taken.",)


@pytest.mark.parametrize(
    ("text", "faults"),
    [
        ("Name\nAda Lark\nBen Wren\nCara Finch", {4: "The line of the other player is missing."}),
        ("Pair,Name\n1,Ada Lark\n1,Ben Wren\n1,Eve Rook\n2,Cara Finch\n2,Dan Owl", {2: "Pair 1 has 3 lines."}),
        ("Pair\nAda Lark & Ben Wren\nEntries close 3 May\nCara Finch & TBA", {3: "“Entries close", 4: "“Cara Finch"}),
    ],
)
def test_a_bad_line_stops_only_itself(text, faults):
    preview = of(text)

    assert {line.number: line.faults[0].startswith(faults[line.number]) for line in preview.faulty} == dict.fromkeys(
        faults, True
    )
    assert len(preview.entries) == 1


def test_two_contacts_in_the_only_cell_are_one_for_each_and_asked_about():
    (line,) = of("Names,Phone,Email\nAda Lark & Ben Wren,07 555 0101 / 07 555 0102,a@b.org; b@b.org").lines

    assert line.contacts == ["07 555 0101", "a@b.org", "07 555 0102", "b@b.org"]
    assert len(line.ask) == 2


@pytest.mark.parametrize(
    "written", ["mailto:ada@b.org", "Ada Lark <ada@b.org>", "<ada@b.org>", "ada@b.org;", "ada@b.org."]
)
def test_an_email_address_is_found_in_what_a_program_puts_around_it(written):
    (line,) = of(f'Name 1,Name 2,Email 1\nAda Lark,Ben Wren,"{written}"').lines

    assert (line.contacts, line.ask) == (["ada@b.org"], ())


def test_two_names_in_the_first_of_two_columns_are_asked_about():
    preview = of("Player 1,Player 2\nAda Lark & Ben Wren,\nCara Finch,Dan Owl")

    assert (pairs(preview), asks(preview)) == ([ADA, CARA], [2])


def test_hungarian_letters_in_windows_text_are_asked_about():
    text, encoding, _ = read_file("Name 1,Name 2\nÉva Szőke,Ada Lark\nZoé Nagy,Ben Wren\n".encode("cp1250"))
    preview = read(text, {}, {}, encoding=encoding)

    assert asks(preview) == [2]
    assert "“Éva Szőke”" in preview.asking[0].ask[0]


def test_the_mark_of_a_tick_stays_with_its_pair_when_lines_move():
    one, other = (of(text).asking[0] for text in ("Pair\nAda & Ben Wren\nJo & Al", "Pair\nJo & Al"))

    assert one.number != other.number
    assert one.mark == other.mark


@pytest.mark.parametrize(
    ("club", "is_asked"), [("?taki", True), ("Whang?rei", True), ("Waihi?", False), ("Waihi", False)]
)
def test_a_club_that_has_lost_a_letter_is_asked_about(club, is_asked):
    (line,) = of(f"Name 1,Name 2,Club\nAda Lark,Ben Wren,{club}").lines

    assert bool(line.ask) == is_asked


def test_letters_of_a_web_page_are_letters():
    (line,) = of("Pair|Club\nJos&eacute; Lark &amp; Zo&#235; Wren|Whang&#257;rei").lines

    assert ([player.name for player in line.entry.players], line.entry.club) == (["José Lark", "Zoë Wren"], "Whangārei")
    assert line.ask == ()


def test_a_doubtful_word_in_a_column_that_is_left_out_is_passed_over():
    (line,) = of("Name 1,Name 2,Notes\nAda Lark,Ben Wren,wh?n TÅ« come").lines

    assert line.ask == ()
