"""Tests for score pads of the other games as plain text."""

from scoring.presenters.text_pads import table
from tests.scoring.pads.notation import chicago, duplicate, nullos, rubbers, singles


def test_friendly_rubbers_are_printed_like_a_score_sheet():
    assert table(rubbers("N 2H 9", "E 3NT 9", "E 4S 10 EW:100", "pass")).splitlines() == [
        "                                                        score         cumulative",
        "deal  dealer  declarer  contract  result     honours       NS     EW          NS      EW",
        "   1  N       N         2H        +1                       90      0          90       0",
        "   2  E       E         3NT       made                      0    100          90     100",
        "   3  S       E         4S        made       EW 100         0    920          90   1,020",
        "   4  W                           passed in                 0      0          90   1,020",
        "",
        "Rubber 1: deals 1-3, games NS 0, EW 2, finished, bonus NS 0, EW 700",
        "Rubber 2: deal 4, games NS 0, EW 0, unfinished",
        "Law 80 credits: NS 0, EW 0",
        "Total: NS 90, EW 1,020",
        "Rubber 2 is unfinished. If play stops now, Law 80 applies.",
    ]


def test_duplicate_is_printed_with_the_points_of_both_sides():
    assert table(duplicate("N 3NT 9 ns", "E 6NTX 11", "pass both")).splitlines() == [
        "deal  dealer  vul   declarer  contract  result      NS    EW  NS total  EW total",
        "   1  N       NS    N         3NT       made       600  -600       600      -600",
        "   2  E       NS    E         6NTX      1 light    100  -100       700      -700",
        "   3  S       both                      passed in    0     0       700      -700",
        "",
        "Total: NS 700, EW -700",
    ]


def test_chicago_is_printed_chukker_by_chukker():
    assert table(chicago("N 4S 10 EW:100", "E 1NT 6", "N 1NT 6", "W 2H 8", "N 1C 8")).splitlines() == [
        "deal  dealer  vul   declarer  contract  result   honours   NS   EW  NS total  EW total",
        "   1  N       none  N         4S        made     EW 100   420  100       420       100",
        "   2  E       EW    E         1NT       1 light           100    0       520       100",
        "   3  S       NS    N         1NT       1 light             0  100       520       200",
        "   4  W       both  W         2H        made                0  160       520       360",
        "   5  N       none  N         1C        +1                 40    0       560       360",
        "",
        "Chukker 1: deals 1-4, NS 520, EW 360",
        "Chukker 2: deal 5, NS 40, EW 0",
        "Total: NS 560, EW 360",
        "Chukker 2 is unfinished, with 1 of its 4 deals played.",
    ]


def test_singles_is_printed_with_each_rubber_and_all_solo_points():
    lines = table(singles("S 3NTX 9", "A 6H 12", "B 7NTX 8", "S 3NT 9", "S 3NT 9", "pass")).splitlines()

    assert lines == [
        "Rubber 1, round 1: SA v BC",
        "deal  dealer  declarer  contract  result  SA below  BC below  SA above  BC above",
        "   1  S       S         3NTX      made         200         0       150         0",
        "   2  B       A         6H        made         180         0       750         0",
        "Games: SA 2, BC 0; above the line: SA 900, BC 0; won by SA, 2-0.",
        "S: 4, rubber won 2-0",
        "A: 4, rubber won 2-0",
        "S: 5, small slam on deal 2, rubber won",
        "A: 5, small slam on deal 2, rubber won",
        "",
        "Rubber 2, round 1: SB v AC",
        "deal  dealer  declarer  contract  result   SB below  AC below  SB above  AC above",
        "   1  B       B         7NTX      5 light         0         0    -1,100         0",
        "Games: SB 0, AC 0; above the line: SB -1,100, AC 0; won by AC, back door.",
        "A: 6, rubber won, opponents out the back door",
        "C: 6, rubber won, opponents out the back door",
        "",
        "Rubber 3, round 1: SC v AB",
        "deal  dealer  declarer  contract  result  SC below  AB below  SC above  AB above",
        "   1  B       S         3NT       made         100         0         0         0",
        "   2  S       S         3NT       made         100         0         0         0",
        "Games: SC 2, AB 0; above the line: SC 0, AB 0; won by SC, 2-0.",
        "S: 4, rubber won 2-0",
        "C: 4, rubber won 2-0",
        "",
        "After round 1: S 13, A 15, B 0, C 10",
        "",
        "Rubber 4, round 2: SA v BC",
        "deal  dealer  declarer  contract  result     SA below  BC below  SA above  BC above",
        "   1  B                           passed in         0         0         0         0",
        "Games: SA 0, BC 0; above the line: SA 0, BC 0; unfinished.",
        "",
        "Points: S 13, A 15, B 0, C 10",
        "Round 2 is incomplete, with 0 of its 3 rubbers finished. "
        "Its points are unfair, because not everybody has partnered everybody.",
    ]


def test_nullos_is_printed_with_the_points_of_both_players():
    assert table(nullos("D 1N0 6", "O 7N0 0", "pass")).splitlines() == [
        "deal  dealer  declarer  contract  result      D      O  D total  O total",
        "   1  D       D         1N0       made       30      0       30        0",
        "   2  O       O         7N0       made        0  1,210       30    1,210",
        "   3  D                           passed in   0      0       30    1,210",
        "",
        "Rubber 1: deals 1-3, games D 0, O 1, unfinished",
        "Law 80 credits: D 0, O 300",
        "Total: D 30, O 1,510",
        "Rubber 1 is unfinished. If play stops now, Law 80 applies.",
    ]


def test_an_empty_pad_has_a_heading():
    assert table(chicago()).splitlines() == [
        "deal  dealer  vul  declarer  contract  result  honours  NS  EW  NS total  EW total",
        "",
        "Total: NS 0, EW 0",
    ]
