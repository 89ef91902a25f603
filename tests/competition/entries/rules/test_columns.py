"""Tests of finding the columns of a list."""

from competition.entries.forms.spreadsheet import read


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


def test_an_unknown_column_is_filled_by_its_answer():
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


def test_an_answer_makes_the_first_line_headings():
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
