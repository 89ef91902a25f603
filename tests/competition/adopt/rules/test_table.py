"""Tests that a table of matches is read as a season, and that its faults are named with their lines."""

from datetime import date, timedelta

import pytest

from competition.adopt.rules.table import read_table
from scoring.rules.refusal import Refused

TODAY = date(2026, 11, 25)
HEADING = "round,upper_pair,lower_pair,upper_total,lower_total,winner,state,outcome,code"
FIRST = "1,Ann Lee & Bo Ray,Cy Fox & Di Hay,,,,,,\n1,Ed Ivy & Flo Jay,bye,,,,,,\n"
FAULTY = {
    "no heading": (
        "1,a,b\n",
        "line 1: The heading has no column round and no column upper_pair and no column lower_pair. Add it.",
    ),
    "three matches": (
        f"{HEADING}\n{FIRST}1,Gus Kay & Hal Low,bye,,,,,,\n",
        "line 4: These lines make 3 matches, and round 1 has 2 or 4. A bye counts as a match. "
        "Add the missing lines, or delete those that do not belong to round 1.",
    ),
    "a pair twice": (
        f"{HEADING}\n1,Ann Lee & Bo Ray,bye,,,,,,\n1,Bo Ray & Ann Lee,bye,,,,,,\n",
        "line 3: Bo Ray is in two places of round 1 (line 2). A player has one pair.",
    ),
    "one name": (
        f"{HEADING}\n1,Ann Lee,bye,,,,,,\n1,Bo Ray & Cy Fox,bye,,,,,,\n",
        "line 2: “Ann Lee” is not clearly two names. Write both names with & between them.",
    ),
    "the wrong pair": (
        f"{HEADING}\n{FIRST}2,Ed Ivy & Flo Jay,Ann Lee & Bo Ray,,,,,,\n",
        "line 4: “Ed Ivy & Flo Jay” cannot be in R2-M1 yet, because the match before it has no winner. "
        "Enter its result first.",
    ),
    "a stranger": (
        f"{HEADING}\n{FIRST}2,Gus Kay & Hal Low,,,,,,,\n",
        "line 4: “Gus Kay & Hal Low” are not in round 1. Correct the name.",
    ),
    "no winner": (
        f"{HEADING}\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay,,,,official,,\n1,Ed Ivy & Flo Jay,bye,,,,,,\n",
        "line 2: R1-M1 is official and has no winner. Write the number or the name of the pair.",
    ),
    "a level score": (
        f"{HEADING}\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay,500,500,upper,official,played,\n1,Ed Ivy & Flo Jay,bye,,,,,,\n",
        "line 2: The totals are level. Play the tie-break deals, then report the result.",
    ),
    "a date": (
        "round,upper_pair,lower_pair,play_by\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay,9999-12-31\n",
        "line 2: The dates of a 2026 competition are between 2021 and 2031. Choose another date.",
    ),
    "a margin": (
        "round,upper_pair,lower_pair,upper_total,lower_total,margin,winner\n"
        "1,Ann Lee & Bo Ray,Cy Fox & Di Hay,2610,1980,600,upper\n",
        "line 2: The totals differ by 630, and the margin is 600. Correct one of them.",
    ),
    "a struck out row": (
        f"{HEADING}\n{FIRST}2,,,,,,,, [struck out]\n",
        "line 4: This row has the mark “struck out” in the sheet. Delete the row or its mark.",
    ),
    "round 4": (
        f"{HEADING}\n{FIRST}4,,,,,,,,\n",
        "line 4: A draw with 2 matches in round 1 has 2 rounds, so no round 4.",
    ),
    "a match of round 2 too many": (
        f"{HEADING}\n{FIRST}2,,,,,,,,\n2,,,,,,,,\n",
        "line 5: Round 2 has 1 match, and this is number 2. Delete a line.",
    ),
    "a match of round 2 too few": (
        f"{HEADING}\n{FIRST}1,Gus Kay & Hal Low,bye,,,,,,\n1,Ivy May & Jon Orr,bye,,,,,,\n2,,,,,,,,\n",
        "line 6: Round 2 has 2 matches, and the file has 1. Add the others.",
    ),
    "a code twice": (
        f"{HEADING}\n{FIRST}2,,,,,,,,R2-M1\n2,,,,,,,,R2-M1\n",
        "line 5: R2-M1 is in the file twice. Delete one of the lines.",
    ),
    "a code of another round": (
        f"{HEADING}\n{FIRST}2,,,,,,,,R1-M1\n",
        "line 4: There is no match “R1-M1” in round 2. Correct the code.",
    ),
    "a code": (
        f"{HEADING}\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay,,,,,,R1-M7\n1,Ed Ivy & Flo Jay,bye,,,,,,\n",
        "line 2: There is no match “R1-M7” in round 1. Correct the code.",
    ),
}


@pytest.mark.parametrize(("text", "fault"), FAULTY.values(), ids=FAULTY)
def test_a_faulty_table_is_refused_with_its_line(text, fault):
    with pytest.raises(Refused) as refused:
        read_table(text, 2026, TODAY)

    assert str(refused.value) == fault


def test_a_match_without_totals_counts_as_played():
    rows = (
        "Round;Code;Upper pair;Upper number;Lower pair;Lower number;Winner;Upper total;Lower total;Play by\n"
        "1;R1-M2;Ed Ivy & Flo Jay;4;Gus Kay & Hal Low;9;9;;;2026-06-30\n"
        "1;R1-M1;Ann & Bo Lee;2;;;;;;2026-05-31\n"
        "2;;winner of R1-M1;;Gus Kay & Hal Low;9;lower;4,280;5,020;2026-07-31\n"
    )
    season = read_table(rows, 2026, TODAY)

    assert [(pair.number, *pair.players) for pair in season.pairs] == [
        (1, "Ann Lee", "Bo Lee"),
        (2, "Ed Ivy", "Flo Jay"),
        (3, "Gus Kay", "Hal Low"),
    ]
    assert season.places == (1, None, 2, 3)
    assert {code: (facts["winner"], facts["totals"]) for code, facts in season.results.items()} == {
        "R1-M2": (3, None),
        "R2-M1": (3, [4280, 5020]),
    }
    assert (season.play_by, season.extended) == ((date(2026, 5, 31), date(2026, 7, 31)), {"R1-M2": date(2026, 6, 30)})


ROUND, SPRING, SUMMER = timedelta(weeks=6), date(2026, 3, 31), date(2026, 7, 31)


@pytest.mark.parametrize(
    ("written", "play_by"),
    [
        (("", "", ""), (TODAY + ROUND, TODAY + 2 * ROUND, TODAY + 3 * ROUND)),
        (("", "", SUMMER), (SUMMER - 2 * ROUND, SUMMER - ROUND, SUMMER)),
        ((SPRING, SUMMER, ""), (SPRING, SUMMER, SUMMER + ROUND)),
        ((SPRING, "", SUMMER), (SPRING, SPRING + ROUND, SUMMER)),
        ((SUMMER, SPRING, SUMMER), (SPRING - timedelta(days=1), SPRING, SUMMER)),
    ],
)
def test_missing_play_by_dates_follow_from_the_others(written, play_by):
    pairs = ("Ann Lee & Bo Ray", "Cy Fox & Di Hay", "Ed Ivy & Flo Jay", "Gus Kay & Hal Low")
    rows = [
        *((1, pair, "bye", written[0]) for pair in pairs),
        (2, "", "", written[1]),
        (2, "", "", ""),
        (3, "", "", written[2]),
    ]
    lines = ["round,upper_pair,lower_pair,play_by", *(",".join(map(str, row)) for row in rows)]

    assert read_table("\n".join(lines), 2026, TODAY).play_by == play_by
