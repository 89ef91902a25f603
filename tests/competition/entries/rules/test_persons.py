"""Tests for reading the name of one person."""

from competition.entries.rules.persons import in_quotes, is_initial, is_nobody, read_person


def test_titles_and_honours_are_separated_from_the_name():
    for text, title, words, honours in [
        ("Dr Ada Lark", "Dr", ("Ada", "Lark"), ""),
        ("Rev. Prof. Ada Lark OBE JP", "Rev. Prof.", ("Ada", "Lark"), "OBE JP"),
        ("Lark, Ada", "", ("Ada", "Lark"), ""),
        ("Dr Lark, Ada", "Dr", ("Ada", "Lark"), ""),
        ("Ada Lark, MNZM", "", ("Ada", "Lark"), "MNZM"),
        ("LARK Ada", "", ("Ada", "Lark"), ""),
        ("Mr", "Mr", (), ""),
        ("Col Lark", "", ("Col", "Lark"), ""),
        ("Col van der Duck QSM", "", ("Col", "van", "der", "Duck"), "QSM"),
        ("Dr Col Lark", "Dr", ("Col", "Lark"), ""),
        ("Col. Lark", "Col.", ("Lark",), ""),
        ("Col Ada Lark", "Col", ("Ada", "Lark"), ""),
        ("Colonel Lark", "Colonel", ("Lark",), ""),
    ]:
        person = read_person(text)

        assert (person.title, person.words, person.honours, person.remarks) == (title, words, honours, ()), text


def test_a_surname_includes_its_particles():
    for text, surname in [
        ("Ada Lark", "Lark"),
        ("Mary van der Duck", "van der Duck"),
        ("Aroha Te Kanawa", "Te Kanawa"),
        ("Ann A Lark", "Lark"),
    ]:
        assert " ".join(read_person(text).surname) == surname, text


def test_a_placeholder_names_nobody():
    for text in ["TBA", "T.B.A.", "?", "n/a", "partner wanted", "my wife", "#NAME?", "to be advised", "xxx"]:
        assert is_nobody(text), text


def test_a_real_name_names_somebody():
    for text in ["Ada Lark", "Tab Hunter", "Anna", "Son Wu", "Guest Lark"]:
        assert not is_nobody(text), text


def test_initials_are_recognised():
    for word, is_one in [("A", True), ("A.B.", True), ("JP", True), ("Jo", False), ("NG", False)]:
        assert is_initial(word) == is_one, word


def test_a_quotation_is_short_and_on_one_line():
    assert in_quotes("Ada\nLark") == "“Ada Lark”"
    assert in_quotes("A" * 60) == f"“{'A' * 50}…”"


def test_a_word_in_brackets_is_kept_only_if_it_distinguishes_two_people():
    for text, name, left_out in [
        ("J. Lark (senior)", "J. Lark (senior)", ""),
        ("Dr J. Lark (the elder)", "Dr J. Lark (the elder)", ""),
        ("J. Lark ( jnr. )", "J. Lark (jnr.)", ""),
        ("Lark, J. (senior)", "J. Lark (senior)", ""),
        ("Ada Lark (Hawera)", "Ada Lark", "Hawera"),
        ("Ada Lark (sub)", "Ada Lark", ""),
        ("Ada (Betty) Lark", "Ada Lark", ""),
    ]:
        person = read_person(text)

        assert (person.name, person.left_out) == (name, left_out), text
        assert bool(person.remarks) == (person.name != name or text.startswith("Ada")), text
