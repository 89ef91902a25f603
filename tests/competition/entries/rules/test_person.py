"""Tests of reading one person's name."""

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
def test_titles_and_honours_are_separated_from_the_name(text, title, words, honours):
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
def test_a_surname_includes_its_particles(text, surname):
    assert " ".join(read_person(text).surname) == surname


@pytest.mark.parametrize(
    "text", ["TBA", "T.B.A.", "?", "n/a", "partner wanted", "my wife", "#NAME?", "to be advised", "xxx"]
)
def test_a_placeholder_names_nobody(text):
    assert is_nobody(text)


@pytest.mark.parametrize("text", ["Ada Lark", "Tab Hunter", "Anna", "Son Wu", "Guest Lark"])
def test_a_real_name_names_somebody(text):
    assert not is_nobody(text)


@pytest.mark.parametrize(("word", "is_one"), [("A", True), ("A.B.", True), ("JP", True), ("Jo", False), ("NG", False)])
def test_initials_are_recognised(word, is_one):
    assert is_initial(word) == is_one


def test_a_quotation_is_short_and_on_one_line():
    assert shown("Ada\nLark") == "“Ada Lark”"
    assert shown("A" * 60) == f"“{'A' * 50}…”"
