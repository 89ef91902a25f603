"""One person's name as people write it."""

import pytest

from competition.entries.rules.person import is_initial, is_nobody, read_person, shown


@pytest.mark.parametrize(
    ("text", "title", "words", "honours"),
    [
        ("Dr Ada Lark", "Dr", ("Ada", "Lark"), ""),
        ("Rev. Prof. Ada Lark OBE JP", "Rev. Prof.", ("Ada", "Lark"), "OBE JP"),
        ("Lark, Ada", "", ("Ada", "Lark"), ""),
        ("Dr Lark, Ada", "Dr", ("Ada", "Lark"), ""),
        ("Ada Lark, MNZM", "", ("Ada", "Lark"), "MNZM"),
        ("LARK Ada", "", ("Ada", "Lark"), ""),
        ("Mr", "Mr", (), ""),
    ],
)
def test_titles_and_honours_belong_to_their_person(text, title, words, honours):
    person = read_person(text)

    assert (person.title, person.words, person.honours, person.remarks) == (title, words, honours, ())


@pytest.mark.parametrize(
    ("text", "surname"),
    [
        ("Ada Lark", "Lark"),
        ("Mary van der Duck", "van der Duck"),
        ("Aroha Te Kanawa", "Te Kanawa"),
        ("Ann A Lark", "Lark"),
    ],
)
def test_a_surname_has_its_particles(text, surname):
    assert " ".join(read_person(text).surname) == surname


@pytest.mark.parametrize(
    "text", ["TBA", "T.B.A.", "?", "n/a", "partner wanted", "my wife", "#NAME?", "to be advised", "xxx"]
)
def test_what_stands_in_place_of_a_name_names_nobody(text):
    assert is_nobody(text)


@pytest.mark.parametrize("text", ["Ada Lark", "Tab Hunter", "Anna", "Son Wu", "Guest Lark"])
def test_a_name_names_somebody(text):
    assert not is_nobody(text)


@pytest.mark.parametrize(("word", "is_one"), [("A", True), ("A.B.", True), ("JP", True), ("Jo", False), ("NG", False)])
def test_initials_are_known(word, is_one):
    assert is_initial(word) == is_one


def test_what_was_written_is_quoted_short_and_on_one_line():
    assert shown("Ada\nLark") == "“Ada Lark”"
    assert shown("A" * 60) == f"“{'A' * 50}…”"
