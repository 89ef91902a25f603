"""Tests for reading a yes-or-no answer."""

import pytest

from competition.entries.rules.answers import find_grade, read_answer


@pytest.mark.parametrize(
    "text",
    [
        "yes",
        "Y",
        "x",
        "1",
        "TRUE",
        "Yes, we will be there",
        "Yes!",
        "yes please",
        "We will both attend",
        "Coming",
        "Sure",
    ],
)
def test_a_yes_is_read(text):
    assert read_answer(text) == (True, True)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "no",
        "N",
        "-",
        "0",
        "No, sorry",
        "No, we will not be there",
        "Sorry, we cannot come",
        "Not attending",
        "Apologies",
    ],
)
def test_a_no_is_read(text):
    assert read_answer(text) == (False, True)


@pytest.mark.parametrize("text", ["Yes, but only Ada", "Yes, if it is dry", "yes?"])
def test_a_conditional_yes_is_uncertain(text):
    assert read_answer(text) == (True, False)


@pytest.mark.parametrize(
    "text",
    ["perhaps", "Maybe", "Not sure yet", "No problem, we will be there", "No, we will be there", "Yes, sorry no", "5"],
)
def test_other_answers_are_unclear(text):
    assert read_answer(text).value is None


@pytest.mark.parametrize(
    ("text", "grade"),
    [
        ("JUNIOR", "Junior"),
        ("jun.", "Junior"),
        ("Int", "Intermediate"),
        ("", ""),
        ("I", "Intermediate"),
        ("Expert", ""),
    ],
)
def test_a_grade_is_read_in_any_spelling(text, grade):
    assert find_grade(text, ["Junior", "Intermediate", "Open"]) == grade


def test_an_abbreviation_of_two_grades_is_not_guessed():
    assert find_grade("in", ["Intermediate", "Inexperienced"]) == ""
