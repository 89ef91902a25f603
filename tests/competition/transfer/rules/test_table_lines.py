"""Tests for the shapes of a draw in a table of matches: sections, places for later entries, and a plate."""

import re
from datetime import date

import pytest

from competition.contest.rules.division import Division
from competition.contest.rules.plate import PlateRules
from competition.transfer.rules.table import read_table
from competition.transfer.rules.table_lines import LOSERS_PLAY_ON
from scoring.rules.refusal import Refused

TODAY = date(2026, 11, 25)
NAMES = ["Ann", "Bea", "Cyd", "Dot", "Eve", "Fay", "Gus", "Hal", "Ivy", "Jon", "Kay", "Lew", "Meg", "Ned", "Oda", "Pam"]


def in_sections(*rounds: int, names: str = "Section finals") -> str:
    """Return a table with this number of matches in each round, the last of which has this name."""
    lines = ["round,round_name,upper_pair,lower_pair"]
    for number, matches in enumerate(rounds, start=1):
        name = names if number == len(rounds) else f"Round {number}"
        for at in range(matches):
            pairs = f"{NAMES[at]} Lee & Bo {NAMES[at]},{NAMES[at]} Ray & Cy {NAMES[at]}" if number == 1 else ","
            lines.append(f"{number},{name},{pairs}")
    return "\n".join(lines)


@pytest.mark.parametrize("name", ["Section finals", "section finals"])
def test_a_draw_in_sections_is_read(name):
    season = read_table(in_sections(6, 3, names=name), 2026, TODAY)

    assert (len(season.places), season.shape.division) == (12, Division(0, 3, has_final=False))


@pytest.mark.parametrize(
    ("table", "fault"),
    [
        (in_sections(2, 1), "The file has 1 section final. A draw without a final has 2 to 16."),
        (in_sections(5, 2), "Round 1 has 5 matches. That does not fit 2 section finals in round 2"),
        (in_sections(4, 3, 2), "Round 1 has 4 matches. That does not fit 2 section finals in round 3"),
        (in_sections(4, 3, 2).replace("3,Sec", "99,Sec"), "Round 1 has 4 matches. That does not fit 2 section finals"),
        (
            in_sections(4, 2) + "\n1,Section finals,,",
            "A section final is in round 2, and this one is in round 1.",
        ),
        (in_sections(4, 2) + "\n3,Final,,", "line 8: A draw with 4 matches in round 1 has 2 rounds, so no round 3."),
        (in_sections(4, 3).replace("2,Section finals,,", "2,Section finals,Al Fox & Di Fox,", 1), "does not fit 3"),
    ],
)
def test_a_faulty_draw_in_sections_is_refused(table, fault):
    with pytest.raises(Refused, match=re.escape(fault)):
        read_table(table, 2026, TODAY)


# Six pairs, and a place in the semi-finals for a pair that joins later.
LATER = """round,round_name,code,upper_pair,lower_pair,joins_by
1,Round 1,R1-M1,Ann Lee & Bo Ray,Cy Fox & Di Hay,
1,Round 1,R1-M2,Ed Ivy & Flo Jay,Gus Kay & Hal Low,
1,Round 1,R1-M4,Ivy Moor & Jon Moor,Kay Glen & Lew Glen,
2,Semi-finals,R2-M1,winner of a match,winner of a match,
2,Semi-finals,R2-M2,a pair that joins later,winner of a match,2026-12-20
3,Final,R3-M1,winner of a semi-final,winner of a semi-final,
"""


def test_a_draw_with_a_place_for_a_later_entry_is_read():
    season = read_table(LATER.replace("a pair that joins later", "Pam Late & Oda Late"), 2026, TODAY)

    assert (len(season.pairs), season.places) == (7, (1, 2, 3, 4, None, None, 5, 6))
    assert season.shape.division == Division(1, 4)
    assert (season.shape.join_until, season.shape.joined) == (date(2026, 12, 20), {4: 7})


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        (
            "2026-12-20",
            "soon",
            "line 6: a pair that joins later v winner of a match: The date “soon” is not",
        ),
        ("2026-12-20", "1999-12-20", "The dates of a 2026 competition are between 2021 and 2031."),
        ("R1-M4", "", "line 4: Ivy Moor & Jon Moor v Kay Glen & Lew Glen: The draw keeps places for pairs that join"),
        ("R1-M2", "R1-M3", "The column joins_by has a date in other matches than those that follow the gaps"),
        ("3,Final,R3-M1", "9,Final,R9-M1", "Round 1 has 3 matches. That does not fit 9 rounds and places kept"),
        ("3,Final,R3-M1", "99,Final,R99-M1", "Round 1 has 3 matches. That does not fit 99 rounds and places kept"),
        ("a pair that joins later", "Ann Lee & Bo Ray", "Ann Lee is in two places in round 1 (line 2)."),
        ("winner of a match,2026", "Pam Late & Oda Late,2026", "“Pam Late & Oda Late” are not in round 1."),
        ("2,Semi-finals,R2-M1", "1,Round 1,R1-M3", "Round 1 has 4 matches. That does not fit 3 rounds and places kept"),
        ("match,\n2", "match,2026-12-20\n2", "The column joins_by has a date in other matches than those that follow"),
    ],
)
def test_a_faulty_draw_with_a_place_for_a_later_entry_is_refused(old, new, fault):
    with pytest.raises(Refused, match=re.escape(fault)):
        read_table(LATER.replace(old, new), 2026, TODAY)


PLATE = """round,round_name,upper_pair,lower_pair,winner
1,Semi-finals,Ann Lee & Bo Ray,Cy Fox & Di Hay,upper
1,Semi-finals,Ed Ivy & Flo Jay,Gus Kay & Hal Low,upper
2,Final,,,
3,Plate final,Cy Fox & Di Hay,Gus Kay & Hal Low,upper
"""


def test_a_draw_with_a_plate_is_read():
    season = read_table(PLATE, 2026, TODAY)

    assert (season.shape.plate, sorted(season.results)) == (PlateRules(), ["R1-M1", "R1-M2", "R3-M1"])
    assert season.play_by < season.shape.plate_by


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("3,Plate", "4,Plate", "line 5: Cy Fox & Di Hay v Gus Kay & Hal Low: A draw with 2 matches in round 1 has 2"),
        ("3,Plate", "2,Plate", "A plate has its rounds after these, and this match is in round 2."),
        (
            "Plate final",
            "Finals",
            "line 5: Cy Fox & Di Hay v Gus Kay & Hal Low: A draw with 2 matches in round 1 has 2",
        ),
        ("Cy Fox & Di Hay,Gus", "Ann Lee & Bo Ray,Gus", "“Ann Lee & Bo Ray” cannot be in R3-M1."),
        ("Cy Fox & Di Hay,Gus", "Pam Late & Oda Late,Gus", "“Pam Late & Oda Late” are not in round 1."),
    ],
)
def test_a_faulty_plate_is_refused(old, new, fault):
    with pytest.raises(Refused, match=re.escape(fault)):
        read_table(PLATE.replace(old, new), 2026, TODAY)


# Six pairs. Round 2 is drawn from the three matches of round 1, and the final is not.
BY_ROUND = """round,code,upper_pair,lower_pair,upper_from,lower_from
1,R1-M1,Ann Lee & Bo Ray,Cy Fox & Di Hay,,
1,R1-M2,Ed Ivy & Flo Jay,Gus Kay & Hal Low,,
1,R1-M3,Ivy Moor & Jon Moor,Kay Glen & Lew Glen,,
2,R2-M1,winner of a match,bye,R1-M3,
2,R2-M2,winner of a match,winner of a match,R1-M2,R1-M1
3,R3-M1,a pair still to be drawn,a pair still to be drawn,,
"""


def test_a_draw_round_by_round_is_read():
    shape = read_table(BY_ROUND, 2026, TODAY).shape

    assert (shape.division.is_by_round, [*shape.drawn_rounds]) == (True, [2])
    ways, places = shape.drawn_rounds[2]
    assert ([way["match"] for way in ways], places) == ([1, 2, 3], [3, None, 2, 1])


@pytest.mark.parametrize(
    ("old", "new", "fault"),
    [
        ("R1-M3,\n", "R1-M4,\n", "line 5: winner of a match: Round 2 does not have each winner of the round before"),
        ("R1-M3,\n", "R1-M2,\n", "line 5: winner of a match: Round 2 does not have each winner of the round before"),
        (
            "R1-M3,\n",
            "R2-M1,\n",
            "line 5: winner of a match: The upper_from “R2-M1” is not a match of the round before",
        ),
        ("R1-M3,\n", "seven,\n", "The upper_from “seven” is not a match of the round before."),
        ("R1-M2,R1-M1", ",", "The upper_from “” is not a match of the round before."),
        ("R1-M3,\n", "loser of R1-M3,\n", f"line 5: winner of a match: {LOSERS_PLAY_ON}"),
        ("drawn,,", "drawn,R2-M1,R2-M1", "Round 3 does not have each winner of the round before once."),
        ("2,R2-M2", "3,R3-M2", "There is no match “R3-M2” in round 3."),
        ("3,R3-M1", "4,R4-M1", "so no round 4."),
        ("winner of a match,bye", "Ann Lee & Bo Ray,bye", "“Ann Lee & Bo Ray” cannot be in R2-M1 yet"),
    ],
)
def test_a_faulty_draw_round_by_round_is_refused(old, new, fault):
    with pytest.raises(Refused, match=re.escape(fault)):
        read_table(BY_ROUND.replace(old, new), 2026, TODAY)


def test_a_draw_round_by_round_needs_the_match_from_which_each_side_comes():
    lines = [",".join(line.split(",")[:4]) for line in BY_ROUND.replace("a pair still to be drawn", "").splitlines()]

    with pytest.raises(Refused, match="line 7: .*Add the columns upper_from and lower_from"):
        read_table("\n".join(lines), 2026, TODAY)
