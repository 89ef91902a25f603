"""Tests that a table of matches is read as a season, and that its faults are reported with their lines."""

from datetime import date, timedelta

import pytest

from competition.transfer.rules.table import read_table
from scoring.rules.refusal import Refused

TODAY = date(2026, 11, 25)
HEADING = "round,upper_pair,lower_pair,upper_total,lower_total,winner,state,outcome,code"
FIRST = "1,Ann Lee & Bo Ray,Cy Fox & Di Hay,,,,,,\n1,Ed Ivy & Flo Jay,bye,,,,,,\n"
BOTH = "Ann Lee & Bo Ray v Cy Fox & Di Hay"
APART = "If they are two people, write a word after one of the names, such as “(senior)”."
FAULTY = {
    "a player on both sides": (
        f"{HEADING}\n1,Ann Lee & Bo Ray,Cy Fox & Ann Lee,,,,,,\n",
        f"line 2: Ann Lee & Bo Ray v Cy Fox & Ann Lee: Ann Lee is in two places in round 1 (line 2). "
        f"A player can be in only one pair. {APART}",
    ),
    "one name twice": (
        f"{HEADING}\n1,Ann Lee & ann LEE,bye,,,,,,\n1,Bo Ray & Cy Fox,bye,,,,,,\n",
        f"line 2: Ann Lee & ann LEE: Ann Lee is the name of both players. {APART}",
    ),
    "two names that differ by a hyphen": (
        f"{HEADING}\n1,Ann-Jo Lee & Zoë Ray,bye,,,,,,\n1,Ann Jo Lee & Zoe Ray,bye,,,,,,\n",
        f"line 3: Ann Jo Lee & Zoe Ray has the same letters as Ann-Jo Lee & Zoë Ray. {APART}",
    ),
    "a name without letters": (
        f"{HEADING}\n1,Ann Lee & 4 4,bye,,,,,,\n1,Bo Ray & Cy Fox,bye,,,,,,\n",
        "line 2: Ann Lee & 4 4: The name “4 4” has no letters. Correct it.",
    ),
    "a long word after a name": (
        f"{HEADING}\n1,Ann Lee ({'x' * 41}) & Bo Ray,Cy Fox & Di Hay,,,,,,\n",
        f"line 2: Ann Lee ({'x' * 41}) & Bo Ray v Cy Fox & Di Hay: The word “{'x' * 41}” after a name has more than 40 "
        "letters. Shorten it.",
    ),
    "a date without a year": (
        "round,upper_pair,lower_pair,play_by\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay,23/6\n",
        f"line 2: {BOTH}: The date “23/6” is not written like 2026-05-30 or 30/5/2026.",
    ),
    "a date with the month first": (
        "round,upper_pair,lower_pair,play_by\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay,06/23/2025\n",
        f"line 2: {BOTH}: The date “06/23/2025” is not written like 2026-05-30 or 30/5/2026.",
    ),
    "a round without a date": (
        "round,upper_pair,lower_pair,play_by\n1,Ann Lee & Bo Ray,bye,2031-12-20\n1,Cy Fox & Di Hay,bye,\n2,,,\n",
        "line 4: The dates of a 2026 competition are between 2021 and 2031. Choose another date.",
    ),
    "no heading": (
        "1,a,b\n",
        "line 1: The heading has no column round and no column upper_pair and no column lower_pair. Add it.",
    ),
    "three matches": (
        f"{HEADING}\n{FIRST}1,Gus Kay & Hal Low,bye,,,,,,\n",
        "line 4: Gus Kay & Hal Low: These lines make 3 matches, and round 1 has 2 or 4. A bye counts as a match. "
        "Add the missing lines, or delete those that do not belong to round 1.",
    ),
    "a pair twice": (
        f"{HEADING}\n1,Ann Lee & Bo Ray,bye,,,,,,\n1,Bo Ray & Ann Lee,bye,,,,,,\n",
        "line 3: Bo Ray & Ann Lee: Bo Ray is in two places in round 1 (line 2). A player can be in only one pair. "
        "If they are two people, write a word after one of the names, such as “(senior)”.",
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
        f"line 2: {BOTH}: R1-M1 is official and has no winner. Write the number or the name of the pair.",
    ),
    "a level score": (
        f"{HEADING}\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay,500,500,upper,official,played,\n1,Ed Ivy & Flo Jay,bye,,,,,,\n",
        f"line 2: {BOTH}: The totals are level. Play the tie-break deals, then report the result.",
    ),
    "a date": (
        "round,upper_pair,lower_pair,play_by\n1,Ann Lee & Bo Ray,Cy Fox & Di Hay,9999-12-31\n",
        f"line 2: {BOTH}: The dates of a 2026 competition are between 2021 and 2031. Choose another date.",
    ),
    "a margin": (
        "round,upper_pair,lower_pair,upper_total,lower_total,margin,winner\n"
        "1,Ann Lee & Bo Ray,Cy Fox & Di Hay,2610,1980,600,upper\n",
        f"line 2: {BOTH}: The totals differ by 630, and the margin is 600. Correct one of them.",
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
        f"line 2: {BOTH}: There is no match “R1-M7” in round 1. Correct the code.",
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


HEAD = "round;code;upper_number;upper_pair;upper_total;lower_number;lower_pair;lower_total;winner;play_by;margin"
ROWS = ("1;R1-M1;4.0;Ann Lee & Bo Ray;2.610;6,00;Cy Fox & Di Hay;1980,00;4.0;{};630",)


@pytest.mark.parametrize("day", ["2025-06-23", "23/06/2025", "23.06.2025", "23/6/25", "23-Jun-25", "2025/06/23 00:00"])
@pytest.mark.parametrize("mark", [";", "\t", ","])
def test_a_table_saved_by_a_spreadsheet_is_read(day, mark):
    rows = [[f'"{cell}"' for cell in row.format(day).split(";")] for row in (HEAD, *ROWS)]
    season = read_table("\ufeff" + "\r\n".join(map(mark.join, rows)), 2025, TODAY)

    assert season.play_by == (date(2025, 6, 23),)
    assert season.results["R1-M1"] == {
        "pairs": [1, 2],
        "kind": "played",
        "winner": 1,
        "totals": [2610, 1980],
        "margin": None,
        "goes_on": None,
        "day": "",
    }


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
