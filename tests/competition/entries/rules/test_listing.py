"""Tests for reading lists of entries in the formats that clubs use."""

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


def test_misread_accents_are_repaired_with_a_remark():
    for name in ["mojibake.csv", "macroman.csv"]:
        preview = case(f"02-macrons-lost/{name}")

        assert pairs(preview)[-1] == ["José Nuñez", "Zoë Åkesson"], name
        assert asks(preview) == [line.number for line in preview.lines], name


def test_a_dash_separates_names_but_a_hyphen_does_not():
    preview = case("06-dash-pairs/a.csv")

    assert pairs(preview)[3] == ["Ann Lark-Smith", "Bob Owl"]
    assert (len(preview.entries), asks(preview), preview.faulty) == (8, [], [])


def test_separator_of_the_example_files_is_found():
    for name in ["a.csv", "b.csv"]:
        assert pairs(case(f"10-delimiter/{name}")) == [ADA, CARA], name


def test_line_numbers_are_removed_from_names():
    for name in ["a.txt", "b.txt"]:
        preview = case(f"13-numbered-list/{name}")

        assert (len(preview.entries), asks(preview), preview.questions, preview.faulty) == (27, [], [], []), name
        assert pairs(preview)[0] == ["Flora Kettlewell", "Ivan Lanyon"], name
        assert not any(letter.isdigit() for pair in pairs(preview) for name in pair for letter in name), name


def test_a_clear_list_raises_no_question():
    for text in [
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
    ]:
        preview = of(text)

        assert pairs(preview) == [ADA, CARA], text
        assert (preview.questions, asks(preview), preview.faulty) == ([], [], []), text


def test_joint_first_names_share_the_surname():
    assert pairs(of("First names,Surname\nJim & Mary,Plover\nJ & M,van der Duck")) == [
        ["Jim Plover", "Mary Plover"],
        ["J van der Duck", "M van der Duck"],
    ]


def test_two_lines_without_pair_numbers_raise_a_remark():
    for text in [
        "Name,Email\nAda Lark,a@b.org\nBen Wren,\nCara Finch,\nDan Owl,",
        "Name\nAda Lark\nBen Wren\n\nCara Finch\nDan Owl",
    ]:
        preview = of(text)

        assert pairs(preview) == [ADA, CARA], text
        assert len(preview.asking) == 2, text
        assert "were read as one pair. Is that right?" in preview.asking[0].ask[0], text


def test_both_lines_of_a_pair_supply_contact_details():
    preview = of("Pair,Name,Club,Phone,Email\n1,Ada Lark,Hawera,07 555 0101,a@b.org\n1,Ben Wren,Waihi,07 555 0102,")

    (line,) = preview.lines
    assert line.contacts == ["07 555 0101", "a@b.org", "07 555 0102"]
    assert line.entry.club == "Hawera"
    assert line.ask == ("Lines 2 and 3: The two lines differ: “Hawera” and “Waihi”. The first was used.",)


def test_a_faulty_line_does_not_affect_the_others():
    for text, faults in [
        ("Name\nAda Lark\nBen Wren\nCara Finch", {4: "The line of the other player is missing."}),
        ("Pair,Name\n1,Ada Lark\n1,Ben Wren\n1,Eve Rook\n2,Cara Finch\n2,Dan Owl", {2: "Pair 1 has 3 lines."}),
        (
            "Pair,Name\n1,Ada Lark,more,cells\n1,Ben Wren\n2,Cara Finch\n2,Dan Owl",
            {2: "It has 4 cells", 3: "The line of the other player is missing."},
        ),
        ("Pair\nAda Lark & Ben Wren\nEntries close 3 May\nCara Finch & TBA", {3: "“Entries close", 4: "“Cara Finch"}),
    ]:
        preview = of(text)

        assert {
            line.number: line.faults[0].startswith(faults[line.number]) for line in preview.faulty
        } == dict.fromkeys(faults, True)
        assert len(preview.entries) == 1, text


def test_two_contact_details_in_one_cell_are_split_with_a_remark():
    (line,) = of("Names,Phone,Email\nAda Lark & Ben Wren,07 555 0101 / 07 555 0102,a@b.org; b@b.org").lines

    assert line.contacts == ["07 555 0101", "a@b.org", "07 555 0102", "b@b.org"]
    assert len(line.ask) == 2


def test_an_email_address_is_found_inside_other_text():
    for written in ["mailto:ada@b.org", "Ada Lark <ada@b.org>", "<ada@b.org>", "ada@b.org;", "ada@b.org."]:
        (line,) = of(f'Name 1,Name 2,Email 1\nAda Lark,Ben Wren,"{written}"').lines

        assert (line.contacts, line.ask) == (["ada@b.org"], ()), written


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


def test_a_club_name_with_a_lost_letter_raises_a_remark():
    for club, is_asked in [("?taki", True), ("Whang?rei", True), ("Waihi?", False), ("Waihi", False)]:
        (line,) = of(f"Name 1,Name 2,Club\nAda Lark,Ben Wren,{club}").lines

        assert bool(line.ask) == is_asked, club


def test_html_references_are_decoded():
    (line,) = of("Pair|Club\nJos&eacute; Lark &amp; Zo&#235; Wren|Whang&#257;rei").lines

    assert ([player.name for player in line.entry.players], line.entry.club) == (["José Lark", "Zoë Wren"], "Whangārei")
    assert line.ask == ()


def test_doubtful_letters_in_an_ignored_column_are_skipped():
    (line,) = of("Name 1,Name 2,Notes\nAda Lark,Ben Wren,wh?n TÅ« come").lines

    assert line.ask == ()


def test_a_hidden_or_struck_out_row_raises_a_remark():
    preview = case("34-hidden-rows/a.xlsx")

    assert len(pairs(preview)) == 5
    assert [line.ask for line in preview.asking] == [
        ("Line 3: This row is hidden in the sheet. Check that the pair plays.",),
        ("Line 4: This row is struck out in the sheet. Check that the pair plays.",),
    ]


def test_a_note_on_one_player_is_a_remark_on_the_pair():
    preview = of("Pair no,Name,Notes\n1,Ada Lark,\n1,Ben Wren,withdrawn\n2,Cara Finch,\n2,Dan Owl,\n")

    assert [line.ask for line in preview.lines] == [
        ("Lines 2 and 3: The list says “withdrawn”. Check that the pair plays.",),
        (),
    ]


def test_two_players_with_one_name_are_told_apart_as_the_help_advises():
    senior = ["J. Lark (senior)", "J. Lark (junior)"]

    assert pairs(case("33-same-initials/b.txt")) == [senior, ["Ada Wren", "Ben Wren"]]
    assert asks(case("33-same-initials/b.txt")) == []
    preview = of(f"Player 1,Player 2\n{','.join(senior)}\nAnn Owl (Hawera),Ann Owl (Waihi)\n")
    assert pairs(preview) == [senior, ["Ann Owl (Hawera)", "Ann Owl (Waihi)"]]
    assert (asks(preview), preview.faulty) == ([], [])
