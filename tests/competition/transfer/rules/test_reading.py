"""Tests that a draw written in any common format can be read back, and that faults are reported."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given, strategies

from competition.contest.rules.names import forms
from competition.entries.rules.directory import Known
from competition.transfer.rules.reading import NameReading, Reading, read

GIVEN = ("Ann", "Bo", "Clémence", "Dee", "Jean-Luc", "Ann Marie")
SURNAMES = ("Lee", "Ray", "O’Brien", "van der Berg", "Lee-Ray", "Garland", "Muñoz")
PEOPLE = [f"{first} {last}" for first in GIVEN for last in SURNAMES]
PAIRS = [
    Known(1, ("Enid Inglewood", "Hector Jessop"), "Whitecliff"),
    Known(2, ("Irene Quill", "Lloyd Rosewarne"), "Whitecliff"),
    Known(3, ("Una Quarrington", "Cedric Ravenhill"), "Lakeside"),
    Known(4, ("Mavis Applecross", "Percy Applecross"), "Lakeside"),
    Known(5, ("Ruth Calloway", "Noel Dunmore"), "Rata"),
    Known(6, ("Sybil Mossman", "Alistair Mossman"), "Rata"),
]


@strategies.composite
def draws(draw) -> tuple[list[Known], list[int | None]]:
    people = draw(strategies.permutations(PEOPLE))
    count = draw(strategies.integers(2, 18))
    pairs = [Known(at + 1, (people[2 * at], people[2 * at + 1])) for at in range(count)]
    matches = (1 << (count - 1).bit_length()) // 2
    with_bye = set(draw(strategies.permutations(range(matches)))[: 2 * matches - count])
    numbers, places = list(draw(strategies.permutations([pair.number for pair in pairs]))), list[int | None]()
    for at in range(matches):
        two = [numbers.pop(), None] if at in with_bye else [numbers.pop(), numbers.pop()]
        places += two if draw(strategies.booleans()) else reversed(two)
    return pairs, places


def full(pairs: Sequence[Known]) -> dict[int, str]:
    return {pair.number: " & ".join(pair.players) for pair in pairs}


def short(pairs: Sequence[Known]) -> dict[int, str]:
    return {number: form.short for number, form in forms({pair.number: pair.players for pair in pairs}).items()}


def two_by_two(places: Sequence[int | None]) -> list[tuple[int | None, int | None]]:
    return list(zip(places[::2], places[1::2], strict=True))


def in_words(pairs, places) -> str:
    names = full(pairs)
    return "\n".join(f"{names.get(one, 'bye')} v {names.get(other, 'bye')}" for one, other in two_by_two(places))


def numbered(pairs, places) -> str:
    names = {number: name.replace(" & ", "/") for number, name in short(pairs).items()}
    lines = (f"{names.get(one, 'bye')} - {names.get(other, 'bye')}" for one, other in two_by_two(places))
    return "\n".join(f"{number} {line}" for number, line in enumerate(lines, start=1))


def in_order(pairs, places) -> str:
    names = short(pairs)
    return "\n".join(names.get(number, "Bye") for number in places)


def in_columns(pairs, places, delimiter="\t") -> str:
    text, names = io.StringIO(), full(pairs)
    rows = ([names.get(one, ""), names.get(other, "")] for one, other in two_by_two(places))
    csv.writer(text, delimiter=delimiter).writerows(rows)
    return text.getvalue()


def in_a_table(pairs, places) -> str:
    text, names = io.StringIO(), full(pairs)
    rows = [
        (1, f"R1-M{at}", names.get(one, "bye"), names.get(other, "bye"))
        for at, (one, other) in enumerate(two_by_two(places), start=1)
    ]
    later = [(2, "R2-M1", "winner of R1-M1", "winner of R1-M2")]
    csv.writer(text).writerows([("round", "code", "upper_pair", "lower_pair"), *reversed(rows), *later])
    return text.getvalue()


def with_initials(pairs, places) -> str:
    names = {number: form.line for number, form in forms({pair.number: pair.players for pair in pairs}).items()}
    return "\n".join(f"{names.get(one, 'bye')} v {names.get(other, 'bye')}" for one, other in two_by_two(places))


FORMATS: dict[str, Callable[..., str]] = {
    "in words": in_words,
    "initials": with_initials,
    "numbered": numbered,
    "in order": in_order,
    "tabs": in_columns,
    "semicolons": lambda pairs, places: in_columns(pairs, places, ";"),
    "a table": in_a_table,
}


@given(format=strategies.sampled_from([*FORMATS]), drawn=draws())
def test_a_written_draw_is_read_back_unchanged(format, drawn):
    pairs, places = drawn

    found = read(FORMATS[format](pairs, places), pairs)

    assert (found.places, found.faults) == (places, ())


def faults(found: Reading) -> list[tuple[int, str]]:
    return [(line.number, line.fault) for line in found.faulty]


def test_an_ambiguous_name_is_asked_about_once():
    text = "Inglewood/Jessop - Q & R\nQ & R v the Applecrosses\nCalloway/Dunmore - bye\nMossman/Mossman"
    found = read(text, PAIRS)

    assert [(line.number, side.text, side.candidates) for line, side in found.questions] == [(1, "Q & R", (2, 3))]
    assert [(side.outcome, side.first_line) for side in found.lines[1].sides[:1]] == [(NameReading.WAITS, 1)]
    assert (found.places, found.waiting, found.seats[1]) == ([], 2, "Q & R?")
    settled = read(text, PAIRS, {found.questions[0][1].key: 3})
    assert settled.places == [1, 3, 2, 4, 5, None, 6, None]


def test_pairs_with_one_name_get_the_places_in_turn():
    pairs = [Known(1, ("Ann Lee", "Bo Ray")), Known(2, ("Al Lee", "Bea Ray")), Known(3, ("Abe Lee", "Ben Ray"))]
    text = "Lee/Ray - bye\nLee/Ray - Lee/Ray"
    asked = read(text, pairs).questions[0][1]

    assert asked.candidates == (1, 2, 3)
    assert read(text, pairs, {asked.key: 2}).places == [2, None, 1, 3]


def test_a_list_that_is_too_short_has_open_places():
    assert len(read("1 v 2\n3 v 4\n5 v 6", PAIRS).seats) == 8


def test_a_name_with_only_one_candidate_left_needs_no_answer():
    found = read("Inglewood/Jessop v Q & R\nQuill & Rosewarne v Applecross\nDunmore\nMossman", PAIRS)

    assert found.places == [1, 3, 2, 4, 5, None, 6, None]


def test_an_unknown_pair_can_be_chosen_from_the_entries():
    text = "Inglewood/Jessop - Quill/Rosewarne\nAda Lark & Ben Wren - Applecross\nDunmore\nMossman"
    ((_, side),) = read(text, PAIRS).unknown

    assert side.players == ("Ada Lark", "Ben Wren")
    assert read(text, PAIRS, {side.key: 3}).places == [1, 2, 3, 4, 5, None, 6, None]


@pytest.mark.parametrize(
    ("written", "club"),
    [
        ("Ada Lark & Ben Wren (Rata)", "Rata"),
        ("A. Lark / B. Wren ( Upper  Rata BC ) v Dunmore", "Upper Rata BC"),
        ("Dunmore v Ada Lark / Ben Wren (St. Anne's)", "St. Anne's"),
        ("Ada Lark (Rata) & Ben Wren (Rata)", "Rata"),
        ("Ada Lark (Rata) & Ben Wren (Lakeside)", ""),
        ("Ada Lark & Ben Wren v Dunmore (Rata)", ""),
        ("Ada Lark & Ben Wren (New Plymouth)", "New Plymouth"),
        ("Ada Lark & Ben Wren (Captain Cook BC) v Dunmore", "Captain Cook BC"),
        ("Ada Lark & Ben Wren (new)", ""),
        ("Calloway/Dunmore (Rata) v Ada Lark & Noel Dunmore-Wren", ""),
        ("Inglewood/Jessop (Rata) v Ada Lark & Ben Jessop", ""),
        ("Ada Lark & Ben Wren (3)", ""),
        ("Ada Lark & Ben Wren (seed 2) v Dunmore", ""),
        ("Ada Lark & Ben Wren (W) v Dunmore", ""),
        ("Ada Lark & Ben Wren (bye)", ""),
    ],
)
def test_the_club_of_an_unknown_pair_is_read(written, club):
    ((_, side),) = read(written, PAIRS).unknown

    assert side.club == club


def test_the_club_distinguishes_two_pairs_with_one_name():
    pairs = [
        Known(1, ("Ann Lee", "Bo Ray"), "Rata"),
        Known(2, ("Ada Lee", "Ben Ray"), "Lakeside"),
        Known(3, ("C Dee", "D Fox")),
    ]

    assert read("Lee/Ray (Lakeside) v Dee/Fox\nLee/Ray v bye", pairs).places == [2, 3, 1, None]
    assert read("Lee/Ray (Lakeside) v Lee/Ray (Rata)\nDee/Fox v bye", pairs).places == [2, 1, 3, None]
    assert read("Dee/Fox (Lakeside) v Lee/Ray\nLee/Ray v bye", pairs).open_lines != []


def test_identifying_one_name_identifies_the_others():
    pairs = [
        Known(1, ("Ann Lee", "Bo Ray")),
        Known(2, ("Ada Lee", "Ben Ray")),
        Known(3, ("Cy Ray", "Di Ash")),
        Known(4, ("Ed Dee", "Flo Fox")),
    ]

    assert read("Ray v Dee/Fox\nLee/Ray v Ann Lee & Bo Ray", pairs).places == [3, 4, 2, 1]


@pytest.mark.parametrize("name", ["Ruth Caloway & Noel Dunmore", "Ruth Calloway & Neil Penrose"])
def test_a_pair_with_different_names_raises_a_question(name):
    ((_, side),) = read(f"{name} v bye", PAIRS).questions

    assert (side.candidates, side.is_spelt_differently) == ((5,), True)


def test_a_line_with_three_names_suggests_a_correction():
    (line,) = read("Mossman/Mossman - Dunmore - bye\nCalloway/Dunmore - bye", PAIRS).faulty

    assert line.fault == (
        "This line names 3 opponents, but a match has two. Dunmore is in line 2 as well. "
        "Delete one of the names, for example:"
    )
    assert line.example == "Mossman/Mossman - bye"
    assert read("Mossman - Dunmore - Quill", PAIRS).faulty[0].example == "Mossman - Dunmore"


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (
            "Dunmore v Mossman\nCalloway/Dunmore v bye",
            "Ruth Calloway & Noel Dunmore are already in line 1. Correct the names, or delete one of the lines.",
        ),
        ("bye v bye", "This line has two byes. Write a pair and a bye."),
        ("Dunmore v ", "This line names only one side of the match. Write the opponents, or “bye”."),
        (
            "Dunmore v 77",
            "“77” is not an entered pair, and not clearly two names. Write both names with & between them.",
        ),
        (
            "Calloway/Dunmore v Dunmore",
            "Ruth Calloway & Noel Dunmore cannot play against themselves. Correct one of the two names.",
        ),
    ],
)
def test_a_faulty_line_is_reported(text, fault):
    found = read(text, PAIRS)

    assert faults(found)[-1][1] == fault
    assert (found.places, bool(found.open_lines)) == ([], True)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("1 v 2\n3 v 4\n5 v bye\n6 v bye", ""),
        (
            "1 v 2\n3 v 4",
            "2 entered pairs are missing: Ruth Calloway & Noel Dunmore and Sybil Mossman & Alistair Mossman. "
            "Add a line for each of them. A pair with a bye has a line of its own.",
        ),
        (
            "1 v 2\n3 v 4\n5 v 6",
            "These lines make 3 matches, and round 1 has 2 or 4. A bye counts as a match. "
            "Add the missing lines, or delete those that do not belong to round 1.",
        ),
        ("1\n2\nbye\nbye\n3\n4\n5\n6", "Lines 3 and 4 set a bye against a bye. Move one."),
        (
            "1\n2\nbye\n3\n4\n5\n6",
            "The list has 7 places, byes included. A draw has 2, 4, 8, 16 ... places. Add or delete byes.",
        ),
    ],
)
def test_a_list_that_does_not_make_a_draw_is_refused(text, fault):
    assert "".join(read(text, PAIRS).faults) == fault


def test_byes_are_spread_evenly_if_the_list_names_none():
    found = read("\n".join("123456"), PAIRS)

    assert (found.places, len(found.notes)) == ([1, 2, 3, None, 4, 5, 6, None], 1)


@pytest.mark.parametrize(
    "text",
    [
        "Round 1\n\n1. Enid Inglewood and Hector Jessop vs. Irene Quill and Lloyd Rosewarne\nMatch 2: 3 v 4\n"
        "Calloway-Dunmore has a bye\nmossman (bye)\nQuarter-finals\nwinner v winner",
        "Pair 1,Pair 2\nInglewood/Jessop,Quill/Rosewarne\nU Quarrington/C Ravenhill,M & P Applecross\n"
        "Ruth Calloway & Noel Dunmore,\nMossman/Mossman,",
        "Lakes Rubber Bridge 2026 – the draw\nRound 1 – to be played by Thursday 30 April\n"
        "Inglewood/Jessop (Rata) v Irene Quill (Lakeside) & Lloyd Rosewarne (Rata) – Quill/Rosewarne won by 1,240\n"
        "Quarrington/Ravenhill  beat  the Applecrosses  4,320 – 2,980\nDunmore - bye\nMossman",
        "Inglewood/Jessop\t4520\tQuill/Rosewarne\t3310\t12 Sep\n3\t4\t\t\t19 Sep\nDunmore\tbye\nMossman\tbye",
        "Knockout Plate\nDraw 2026/27\nRd 1 by Nov 27th\n\nQF by Jan 11th\nSemiF by Mar 28th\nFinal by Apr 25th\n"
        "Inglewood/Jessop vs\n\nQuill/Rosewarne\n------  ------\nQuarrington/Ravenhill\n  v Applecross\n"
        "First round byes: Dunmore; Mossman",
        "1;Enid Inglewood;Hector Jessop;Irene Quill;Lloyd Rosewarne\n"
        "2;U Quarrington;C Ravenhill;M Applecross;P Applecross\n"
        "3;Ruth Calloway;Noel Dunmore;;\n4;Sybil Mossman;Alistair Mossman;;",
    ],
)
def test_other_common_formats_of_a_draw_are_read(text):
    assert read(text, PAIRS).places == [1, 2, 3, 4, 5, None, 6, None]


SECOND = "Round 2\nQuarrington/Ravenhill v the Applecrosses\nMossman 4,100 v Inglewood/Jessop 3,900"


@pytest.mark.parametrize(
    ("text", "places"),
    [
        (f"1 v 2\n5 v 3\n{SECOND}", [5, 3, 4, None, 6, None, 1, 2]),
        (f"1 v 2\n5 v 3\n{SECOND}".replace("Quarrington/Ravenhill", "winner"), [5, 3, 4, None, 6, None, 1, 2]),
        (
            "Jessop v Quill\nDunmore v Ravenhill\nRound 2\nwinner of match 2 v 4\nwinner of 1 v 6",
            [5, 3, 4, None, 1, 2, 6, None],
        ),
        ("1 v bye\n2 v bye\n3 v 4\n5 v 6\nRound 2\n2 v 3\n1 v 6", [2, None, 3, 4, 1, None, 5, 6]),
        ("1 v 2\n3 v bye\n4 v 5\n6 v bye\nRound 2\n5 v 6\n3 v winner", [1, 2, 3, None, 4, 5, 6, None]),
        ("1 v 2\n3 v bye\n4 v 5\n6 v bye\nRound 2\n5 v winner of match 8\n3 v 1", [1, 2, 3, None, 4, 5, 6, None]),
    ],
)
def test_later_rounds_determine_the_order_of_the_draw_and_its_byes(text, places):
    found = read(text, PAIRS)

    assert (found.places, found.faults) == (places, ())
    written = "\n".join(line.text for line in (*found.lines, *found.later))
    assert read(written, PAIRS).places == places


def test_an_unknown_name_in_round_2_is_reported():
    found = read(f"1 v 2\n5 v 3\n{SECOND}".replace("the Applecrosses", "Nemo/Nobody"), PAIRS)

    assert found.faults[0] == "“Nemo/Nobody” in round 2 is not an entered pair. Correct the name under “Later rounds”."
    assert found.faults[1].startswith("2 entered pairs are missing: ")


def test_a_line_that_may_contain_names_is_not_ignored():
    for line in (
        "you play wherever you like after the match",
        "Old Friends of the Bridge Club in the Upper Hall of Rata",
    ):
        assert faults(read(f"1 v 2\n{line}\n3 v 4\n5 v bye\n6 v bye", PAIRS)) != [], line


def test_sentences_around_a_draw_are_ignored():
    rules = "You play wherever you like, and please send in your score sheet after the match."
    found = read(f"Rubber bridge\n{rules}\nTHE DRAW:\n1 v 2\n{rules}\n3 v 4\n5 v bye\n6 v bye", PAIRS)

    assert found.places == [1, 2, 3, 4, 5, None, 6, None]
    assert found.notes == ("Lines 1, 2 and 5 were left out. They name no pair.",)


def test_words_that_distinguish_two_players_belong_to_their_names():
    text = (
        "J. Lark (senior) & J. Lark (junior) beat Ada Wren & Ben Wren 2610-1980\nAnn Owl (Hawera)/Ann Owl (Waihi)\nbye"
    )
    players = [side.players for line in read(text, []).lines for side in line.sides if side.players]

    assert players == [
        ("J. Lark (senior)", "J. Lark (junior)"),
        ("Ada Wren", "Ben Wren"),
        ("Ann Owl (Hawera)", "Ann Owl (Waihi)"),
    ]
