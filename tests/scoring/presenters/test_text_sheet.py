"""Tests for the score sheet as plain text."""

from scoring.presenters.text_sheet import table
from tests.scoring.rules.notation import sheet


def test_the_score_sheet_is_laid_out_as_on_paper():
    assert table(sheet("N 2H 9", "E 3NTX 9 NS:150", "E 4SXX 9", "pass")).splitlines() == [
        "                                                        score         cumulative",
        "deal  dealer  declarer  contract  result     honours       NS     EW          NS      EW",
        "   1  N       N         2H        +1                       90      0          90       0",
        "   2  E       E         3NTX      made       NS 150       150    250         240     250",
        "   3  S       E         4SXX      1 light                 400      0         640     250",
        "   4  W                           passed in                 0      0         640     250",
        "",
        "Rubber 1: deals 1-4, games NS 0, EW 1, unfinished",
        "Law 80 credits: NS 0, EW 300",
        "Total: NS 640, EW 550",
        "In play: 4 of 30 deals played, 26 left.",
    ]


def test_a_finished_rubber_is_shown_with_its_bonus():
    lines = table(sheet("N 4S 10", "N 6S 12", "pass")).splitlines()

    assert lines[6:8] == [
        "Rubber 1: deals 1-2, games NS 2, EW 0, finished, bonus NS 700, EW 0",
        "Rubber 2: deal 3, games NS 0, EW 0, unfinished",
    ]


def test_banked_credits_are_shown_for_each_stage():
    lines = table(sheet("N 1C 11", "N 1C 6 EW:150", deals=2, tie_break="fresh")).splitlines()

    assert lines[-4:] == [
        "Law 80 credits banked after stage 1: NS 100, EW 0",
        "Law 80 credits: NS 0, EW 0",
        "Total: NS 200, EW 200",
        "Level after 2 deals: play 2 more.",
    ]
