from itertools import combinations

import pytest
from hypothesis import given, strategies

from competition.contest.rules.names import (
    distinguished,
    forms,
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

GIVEN = ("Ann", "Ada", "Bo", "Bob", "Pat", "Peg", "F.")
SURNAMES = ("Lee", "Ray", "Van Dyke", "van der Berg", "Gillespry", "Lee 2", "")
PLAYERS = strategies.builds(
    lambda one, other: f"{one} {other}".strip(), strategies.sampled_from(GIVEN), strategies.sampled_from(SURNAMES)
)


def named(*names: str) -> tuple[str, ...]:
    """Return the names of a pair that is alone in its competition."""
    return tuple(forms({1: names})[1])


@pytest.mark.parametrize(
    ("players", "line", "short"),
    [
        (("Flora Kettlewell", "Ivan Lanyon"), "F. Kettlewell & I. Lanyon", "Kettlewell & Lanyon"),
        (("Mary Ann Lee", "Jean-Luc Ray"), "M. Lee & J. Ray", "Lee & Ray"),
        (("Peggy Gillespry", "Trevor Gillespry"), "P. & T. Gillespry", "P. & T. Gillespry"),
        (("Pat Gillespry", "Peg Gillespry"), "Pat & Peg Gillespry", "Pat & Peg Gillespry"),
        (("Rosa de Groot", "Jan van der Berg"), "R. de Groot & J. van der Berg", "de Groot & van der Berg"),
        (("Ada North 1", "Bob Ray Jr."), "A. North 1 & B. Ray Jr.", "North 1 & Ray Jr."),
        (("Cher", "Bo Li"), "Cher & B. Li", "Cher & Li"),
        (("Jan Smith (Te Awa)", "Bo Ray"), "J. Smith (Te Awa) & B. Ray", "Smith (Te Awa) & Ray"),
        (("Jan Smith", "Jan Smith (junior)"), "J. Smith & J. Smith (junior)", "Smith & Smith (junior)"),
        (("Betty (Hawera)", "Joan"), "Betty (Hawera) & Joan", "Betty (Hawera) & Joan"),
        (("Lee", "Ann Lee"), "Lee & Ann Lee", "Lee & Ann Lee"),
    ],
)
def test_a_pair_has_a_name_in_three_lengths(players, line, short):
    assert named(*players) == (" & ".join(players), line, short)


def test_pairs_with_equal_surnames_keep_their_initials():
    found = forms({1: ("Ann Lee", "Bo Ray"), 2: ("Cleo Ray", "Dan Lee")})

    assert [found[1].short, found[2].short] == ["A. Lee & B. Ray", "C. Ray & D. Lee"]


def test_pairs_with_equal_initials_keep_their_full_names():
    found = forms({1: ("Ann Lee", "Bo Ray"), 2: ("Ada Lee", "Bob Ray"), 3: ("Cleo Day", "Di Fay")})

    assert found[1] == ("Ann Lee & Bo Ray",) * 3
    assert (found[2].line, found[3].short) == ("Ada Lee & Bob Ray", "Day & Fay")


def test_a_short_name_never_equals_an_entered_name():
    found = forms({1: ("Ann Lee", "Bo Ray"), 2: ("A. Lee", "B. Ray")})

    assert found[1].line == "Ann Lee & Bo Ray"


@given(strategies.lists(PLAYERS, min_size=4, max_size=14, unique_by=str.casefold))
def test_pair_names_are_unique_in_every_length(players):
    pairs = dict(enumerate(zip(players[::2], players[1::2], strict=False)))

    found = forms(pairs)

    assert [
        (one, other)
        for one, other in combinations(found.values(), 2)
        if {*map(str.casefold, one)} & {*map(str.casefold, other)}
    ] == []
    assert all(len(short) <= len(line) <= len(full) for full, line, short in found.values())


REGION = "Lakes and Plains"


def test_key_of_ignores_case_and_spacing():
    assert key_of("  ADA   North ") == key_of("Ada North") == "ada north"


def test_key_of_ignores_the_encoding_of_accents():
    assert key_of("Rene\u0301e Dupont") == key_of("Ren\u00e9e Dupont")


@pytest.mark.parametrize("title", ["Mr", "Mrs.", "DR", "Rev. Dr", "Miss", "ms"])
def test_person_key_ignores_titles(title):
    assert person_key(f"{title} Ada North") == person_key("Ada North")
    assert slug_of(f"{title} Ada North", REGION) == slug_of("Ada North", REGION)


@pytest.mark.parametrize("name", ["Mrs North", "Dr", "Rev Lark", "Drew Barry Lark", "Ada Mr North"])
def test_a_title_is_kept_if_there_is_no_first_name(name):
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
def test_letters_ignores_accents_and_case(name, plain):
    assert letters(name) == letters(name.upper()) == plain


@pytest.mark.parametrize(
    ("wanted", "found"), [("tuhoe", True), ("TŪHOE aro", True), ("aroha smith", False), ("", True), ("  ", True)]
)
def test_a_search_matches_parts_of_words_in_any_order(wanted, found):
    assert is_named("Aroha Tūhoe", wanted) is found


def test_a_slug_is_the_name_and_a_hash():
    assert slug_of("Ada North", REGION) == "ada-north-aa7a99"


@pytest.mark.parametrize("again", ["ada north", "ADA NORTH", " Ada  North "])
def test_slug_of_ignores_case_and_spacing(again):
    assert slug_of(again, "lakes  and plains") == slug_of("Ada North", REGION)


def test_similar_names_have_different_slugs():
    alike = ["Renee Smith Jones", "Renée Smith Jones", "Renee Smith-Jones", "Renee Smith’Jones"]

    slugs = {slug_of(name, REGION) for name in alike}

    assert len(slugs) == 4
    assert {slug.rpartition("-")[0] for slug in slugs} == {"renee-smith-jones"}


def test_namesakes_in_two_regions_have_different_slugs():
    assert slug_of("Ada North", REGION) != slug_of("Ada North", "North Coast")


def test_demo_players_have_different_slugs():
    assert slug_of("Ada North", REGION) != slug_of("Ada North", REGION, demo=True)


def test_a_name_without_latin_letters_has_a_slug():
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
def test_a_word_in_brackets_is_the_distinction(written, name, distinction):
    assert split_name(written) == (name, distinction)
    assert split_name(distinguished(name, distinction)) == (name, distinction)


def test_identity_depends_on_the_distinction():
    assert identity_of("Mrs Jan Smith (Senior)") == identity_of("jan  smith (senior)")
    assert len({identity_of(name) for name in ("Jan Smith", "Jan Smith (senior)", "Jan Smith (junior)")}) == 3


@pytest.mark.parametrize("name", ["Betty", "Mrs Betty", "Betty H.", "Betty H", "Betty (Hawera)", "Col. Hall"])
def test_a_name_without_a_surname_is_a_first_name(name):
    assert is_first_name(name)


@pytest.mark.parametrize("name", ["Betty Hall", "B. Hall", "Mr Ned Lo", "Betty Hall (Hawera)", "Wu Li", "Col Hall"])
def test_a_name_with_a_surname_is_not_a_first_name(name):
    assert not is_first_name(name)


def test_namesakes_have_different_slugs():
    addresses = {slug_of(name, REGION) for name in ("Jan Smith", "Jan Smith (senior)", "Jan Smith (junior)")}

    assert len(addresses) == 3
    assert slug_of("Jan Smith (senior)", REGION).startswith("jan-smith-senior-")


def test_a_first_name_has_a_slug_for_each_competition():
    assert slug_of("Betty", REGION, only_in="cup-2025") != slug_of("Betty", REGION, only_in="cup-2026")
    assert slug_of("Betty Hall", REGION, only_in="cup-2025") == slug_of("Betty Hall", REGION, only_in="cup-2026")
