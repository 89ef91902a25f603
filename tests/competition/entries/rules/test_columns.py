from competition.entries.forms.spreadsheet import read
from competition.entries.rules.columns import (
    CHOICES,
    LEFT_OUT,
    NAMES,
    ColumnHeading,
    by_heading,
    heading_for,
    heading_of,
    is_heading,
    is_line_a_player,
    names_columns,
)


def test_a_heading_has_several_spellings():
    for cell, column, whose in [
        ("Name 1", "player", "1"),
        ("PLAYER_2", "player2", "2"),
        ("2nd player", "player", "2"),
        ("First player’s name", "player", "1"),
        ("Your name", "player", ""),
        ("Partner", "player2", ""),
        ("Player 1 first name", "first", "1"),
        ("Partner's surname", "last", "2"),
        ("P2 Mobile", "phone", "2"),
        ("Phone (player 2)", "phone", "2"),
        ("Email of partner", "email", "2"),
        ("Team", "group", ""),
        ("Pair No.", "group", ""),
        ("Bridge Club", "club", ""),
        ("Fee paid", "-", ""),
        ("Where from", "", ""),
        ("1", "", ""),
        ("Ada Lark", "", ""),
    ]:
        assert heading_of(cell) == (column, whose), cell


def test_a_row_of_headings_has_two_known_words():
    for cells, is_one in [(["Pair", "Club"], True), (["Ada Lark", "Club"], False), (["1", "Ada Lark"], False)]:
        assert is_heading(cells) == is_one, cells


def test_one_heading_word_does_not_make_a_row_of_headings():
    assert not names_columns(["Ada Lark", "Ben Wren", "City"])
    assert names_columns(["Name", "Whence"])


def test_cells_help_to_identify_a_column():
    for heading, cells, columns in [
        (["Pair", "Name"], [["1", "1"], ["Ada Lark", "Ben Wren"]], ["group", "player"]),
        (["No", "Name"], [["1", "2"], ["Ada Lark", "Ben Wren"]], ["-", "player"]),
        (["No", "Name"], [["1"], ["A Lark & B Wren"]], ["-", "names"]),
        (["Pair", "Players"], [["1"], ["Ada Lark", "Ben Wren"]], ["group", "player"]),
        (["Pair"], [["Ada Lark-Ben Wren", "Cara Finch-Dan Owl"]], ["names"]),
        (["Name", "Surname"], [["Ada", "Ben"], ["Lark", "Wren"]], ["first1", "last1"]),
        (["Full name", "First", "Last"], [["Ada Lark"], ["Ada"], ["Lark"]], ["-", "first1", "last1"]),
        (["Pair", "Name 1", "Name 2"], [["1"], ["Ada Lark"], ["Ben Wren"]], ["-", "player1", "player2"]),
    ]:
        assert by_heading(heading, dict(enumerate(cells))) == columns, heading


def test_one_player_column_means_two_lines_per_pair():
    assert is_line_a_player(["group", "player"])
    assert is_line_a_player(["first1", "last1"])
    assert not is_line_a_player(["first1", "last1", "player2"])


def test_every_column_has_a_recognised_heading():
    for column in [column for column in CHOICES if column != LEFT_OUT]:
        number = column[-1] if column[-1] in "12" else ""
        held = heading_of(heading_for(column))

        assert held in (ColumnHeading(column.removesuffix(number), number), ColumnHeading(column, number)), column


def test_the_heading_both_names_never_means_one_player():
    assert by_heading(["both names"], {0: ["Ada Lark", "Ben Wren", "Cleo Finch"]}) == [NAMES]


def known(text: str, **answers: str) -> list[str]:
    return read(text, {}, answers).table.columns


def asked(text: str, **answers: str) -> list[tuple[str, str, str]]:
    return [(one.heading, one.sample, one.chosen) for one in read(text, {}, answers).table.asked]


def names(text: str, answers: dict[str, str] | None = None) -> list[list[str]]:
    return [[player.name for player in entry.players] for entry in read(text, {}, answers or {}).entries]


ADA = [["Ada Lark", "Ben Wren"]]


def test_a_common_list_needs_no_question():
    for text in [
        "No,Name 1,Name 2,Telephone,Fee paid\n1,Ada Lark,Ben Wren,07 555 0101,yes",
        "Entries for 2026\n\nNo.\tPlayer 1\tPlayer 2\n1\tAda Lark\tBen Wren",
        "Name;Partner;E-mail\nAda Lark;Ben Wren;ada@example.org",
        "Name,Mobile,Name,Mobile\nAda Lark,07 555 0101,Ben Wren,07 555 0102",
        "Pair,Name 1,Name 2\n1,Ada Lark,Ben Wren",
        "Pair,Names,Town\n1,Ada Lark & Ben Wren,Harbour",
        "Pair\nAda Lark and Ben Wren",
    ]:
        assert asked(text) == [], text
        assert names(text) == ADA, text


def test_repeated_columns_belong_to_the_second_player():
    found = known("Name,Tel,E-mail,Name,Tel,E-mail\nAda Lark,1,a@b.org,Ben Wren,2,b@b.org")

    assert found == ["player1", "phone1", "email1", "player2", "phone2", "email2"]


def test_the_answer_identifies_an_unknown_column():
    text = "Name 1,Name 2,Where from\nAda Lark,Ben Wren,Harbour"
    assert (asked(text), names(text)) == ([("Where from", "Harbour", "-")], [])

    preview = read(text, {}, {"column-2": "area"})

    assert [entry.area for entry in preview.entries] == ["Harbour"]
    assert asked(text, **{"column-2": "area"}) == [("Where from", "Harbour", "area")]


def test_a_list_without_headings_asks_about_all_columns():
    text = "Ada Lark,Ben Wren,07 555 0101,ada@example.org,Harbour"
    answers = {"column-0": "player1", "column-1": "player2", "column-2": "phone1", "column-3": "email1"}

    assert [guess for _, _, guess in asked(text)] == ["player1", "player2", "phone1", "email1", "-"]
    assert names(text, answers | {"column-4": "club"}) == ADA


def test_an_answer_makes_the_first_line_a_heading():
    text = "Spieler A,Spieler B\nAda Lark,Ben Wren"
    answers = {"column-0": "player1", "column-1": "player2"}

    assert len(names(text, answers)) == 2
    assert names(text, answers | {"column-heading": "on"}) == ADA


def test_columns_that_form_no_pairs_need_new_answers():
    for text, answers, fault in [
        ("player1,club\nAda,Harbour", {"column-0": "player1", "column-1": "club"}, "Which columns hold the names?"),
        ("a b,c d\n", {"column-0": "names", "column-1": "player1"}, "Which columns hold the names?"),
        ("a b,c d\n", {"column-0": "club", "column-1": "club"}, "Two columns hold the same: “Club”."),
        ("a b,c d\n", {"column-0": "what", "column-1": "-"}, "Which columns hold the names?"),
    ]:
        table = read(text, {}, answers).table

        assert table.fault.startswith(fault), text
        assert len(table.asked) == 2, text


def test_headings_that_form_no_pairs_need_answers():
    assert asked("player1,club\nAda,Harbour") == [("player1", "Ada", "player1"), ("club", "Harbour", "club")]


def test_a_question_from_a_form_is_recognised_as_a_heading():
    for question, column in [
        ("Which club do you play at?", "club"),
        ("Will you attend the opening day?", "opening_day"),
        ("Are you coming to the opening day?", "opening_day"),
        ("What is your mobile number?", "phone"),
        ("Have you read the conditions?", LEFT_OUT),
        ("Which day suits you?", ""),
    ]:
        assert heading_of(question).column == column, question
    assert heading_of("What is your partner’s name?") == ("player", "2")
