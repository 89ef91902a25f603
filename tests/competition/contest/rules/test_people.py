import pytest

from competition.contest.rules.people import (
    distinguished,
    identity_of,
    is_first_name,
    is_named,
    key_of,
    letters,
    person_key,
    slug_of,
    split_name,
    without_title,
)

REGION = "Lakes and Plains"


def test_case_and_spacing_make_no_other_name():
    assert key_of("  ADA   North ") == key_of("Ada North") == "ada north"


def test_an_accent_typed_as_a_sign_of_its_own_makes_no_other_name():
    assert key_of("Rene\u0301e Dupont") == key_of("Ren\u00e9e Dupont")


@pytest.mark.parametrize("title", ["Mr", "Mrs.", "DR", "Rev. Dr", "Miss", "ms"])
def test_a_title_makes_no_other_person(title):
    assert person_key(f"{title} Ada North") == person_key("Ada North")
    assert slug_of(f"{title} Ada North", REGION) == slug_of("Ada North", REGION)


@pytest.mark.parametrize("name", ["Mrs North", "Dr", "Rev Lark", "Drew Barry Lark", "Ada Mr North"])
def test_a_title_that_is_all_there_is_of_a_first_name_stays(name):
    assert without_title(name) == name


@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Renée Dupont", "renee dupont"),
        ("Aroha Tūhoe", "aroha tuhoe"),
        ("Ola Østergård", "ola ostergard"),
        ("Łucja Straße", "lucja strasse"),
    ],
)
def test_accents_and_case_do_not_matter_to_whoever_looks_for_a_name(name, plain):
    assert letters(name) == letters(name.upper()) == plain


@pytest.mark.parametrize(
    ("wanted", "found"), [("tuhoe", True), ("TŪHOE aro", True), ("aroha smith", False), ("", True), ("  ", True)]
)
def test_a_name_is_found_by_any_part_of_its_words_in_any_order(wanted, found):
    assert is_named("Aroha Tūhoe", wanted) is found


def test_an_address_is_the_name_and_a_mark():
    assert slug_of("Ada North", REGION) == "ada-north-aa7a99"


@pytest.mark.parametrize("again", ["ada north", "ADA NORTH", " Ada  North "])
def test_a_person_keeps_the_address_however_the_name_is_typed(again):
    assert slug_of(again, "lakes  and plains") == slug_of("Ada North", REGION)


def test_names_of_the_same_plain_letters_have_addresses_of_their_own():
    alike = ["Renee Smith Jones", "Renée Smith Jones", "Renee Smith-Jones", "Renee Smith’Jones"]

    slugs = {slug_of(name, REGION) for name in alike}

    assert len(slugs) == 4
    assert {slug.rpartition("-")[0] for slug in slugs} == {"renee-smith-jones"}


def test_a_namesake_of_another_region_is_somebody_else():
    assert slug_of("Ada North", REGION) != slug_of("Ada North", "North Coast")


def test_an_invented_player_is_nobody_real():
    assert slug_of("Ada North", REGION) != slug_of("Ada North", REGION, demo=True)


def test_a_name_without_a_latin_letter_has_an_address_too():
    assert slug_of("李明", REGION).isalnum()
    assert slug_of("李明", REGION) != slug_of("王芳", REGION)


@pytest.mark.parametrize(
    ("written", "name", "distinction"),
    [
        ("Jan Smith", "Jan Smith", ""),
        ("Jan Smith (senior)", "Jan Smith", "senior"),
        (" Jan  Smith( Te  Awa ) ", "Jan Smith", "Te Awa"),
        ("Jan (Peg) Smith", "Jan (Peg) Smith", ""),
        ("Jan (Peg) Smith (2)", "Jan (Peg) Smith", "2"),
        ("Jan Smith ()", "Jan Smith ()", ""),
        ("(Jan)", "(Jan)", ""),
    ],
)
def test_a_word_in_brackets_at_the_end_tells_namesakes_apart(written, name, distinction):
    assert split_name(written) == (name, distinction)
    assert split_name(distinguished(name, distinction)) == (name, distinction)


def test_case_and_title_make_no_other_person_and_the_word_does():
    assert identity_of("Mrs Jan Smith (Senior)") == identity_of("jan  smith (senior)")
    assert len({identity_of(name) for name in ("Jan Smith", "Jan Smith (senior)", "Jan Smith (junior)")}) == 3


@pytest.mark.parametrize("name", ["Betty", "Mrs Betty", "Betty H.", "Betty H", "Betty (Hawera)"])
def test_a_name_without_a_surname_is_a_first_name_alone(name):
    assert is_first_name(name)


@pytest.mark.parametrize("name", ["Betty Hall", "B. Hall", "Mr Ned Lo", "Betty Hall (Hawera)", "Wu Li"])
def test_a_name_with_a_surname_is_no_first_name_alone(name):
    assert not is_first_name(name)


def test_two_people_of_one_name_have_two_addresses():
    addresses = {slug_of(name, REGION) for name in ("Jan Smith", "Jan Smith (senior)", "Jan Smith (junior)")}

    assert len(addresses) == 3
    assert slug_of("Jan Smith (senior)", REGION).startswith("jan-smith-senior-")


def test_a_first_name_alone_is_a_stranger_in_another_competition():
    assert slug_of("Betty", REGION, only_in="cup-2025") != slug_of("Betty", REGION, only_in="cup-2026")
    assert slug_of("Betty Hall", REGION, only_in="cup-2025") == slug_of("Betty Hall", REGION, only_in="cup-2026")
