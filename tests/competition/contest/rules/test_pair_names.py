from itertools import combinations

import pytest
from hypothesis import given, strategies

from competition.contest.rules.pair_names import forms

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
def test_names_of_pairs_are_unique_in_every_length(players):
    pairs = dict(enumerate(zip(players[::2], players[1::2], strict=False)))

    found = forms(pairs)

    assert [
        (one, other)
        for one, other in combinations(found.values(), 2)
        if {*map(str.casefold, one)} & {*map(str.casefold, other)}
    ] == []
    assert all(len(short) <= len(line) <= len(full) for full, line, short in found.values())
