"""Tests that the results in a written draw are read with it, and that unclear lines are reported."""

from datetime import date
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies

from competition.entries.rules.directory import Known
from competition.match.rules.match_result import MatchResult, WayToEnd
from competition.match.rules.pasted import TOTALS_AND_WORDS
from competition.transfer.rules.reading import read
from competition.transfer.rules.results import FoundResults, results_in
from tests.competition.transfer.rules.test_reading import PAIRS, draws, full, two_by_two

PAGE = Path("fixtures/draws/region-page.txt")
NAMES = """Una & Desmond|Shirley & Ken|Trudy & Howard|Jill & Bernard|Joan & Neta|Bridget & Jocelyn
Rob & Iain|Doug & Lionel|Glen & Richard|Moira & Stan|Pam & Roy""".replace("\n", "|")
FIRST_NAMES = [
    Known(number, (one, other))
    for number, (one, other) in enumerate((name.split(" & ") for name in NAMES.split("|")), start=1)
]
LIST = """Round 1 (by 30 April)
Inglewood/Jessop v Quill/Rosewarne – Quill/Rosewarne won by 1,240
Quarrington/Ravenhill - Applecross
Dunmore - bye
Mossman
Semi-finals: to be played by 31 May
Quill/Rosewarne v the Applecrosses 3,100 2,900
Mossman v Calloway/Dunmore, w/o
Final
Quill/Rosewarne v Dunmore
"""


def read_results(text: str, pairs=PAIRS, season_ends=date(2026, 12, 31)) -> FoundResults:
    return results_in(read(text, pairs), pairs, date(2026, 11, 26), season_ends)


def test_results_are_read_from_lines_and_from_later_rounds():
    found = read_results(LIST)

    assert {code: result for code, (_, result) in found.results.items()} == {
        "R1-M1": MatchResult(WayToEnd.NOT_RECORDED, 2, margin=1240),
        "R1-M2": MatchResult(WayToEnd.NOT_RECORDED, 4),
        "R2-M1": MatchResult(WayToEnd.PLAYED, 2, (3100, 2900)),
        "R2-M2": MatchResult(WayToEnd.WALKOVER, 5),
    }
    assert (found.implied, found.faults) == (["R1-M2"], [])
    open_line = "winner of Inglewood/Jessop v Quill/Rosewarne - winner of match 2"
    assert read_results(LIST.split("Final")[0].replace("Quill/Rosewarne v the Applecrosses", open_line)).implied == []
    assert found.play_by == {1: date(2026, 4, 30), 2: date(2026, 5, 31)}


def test_a_table_with_a_column_for_each_round_is_read():
    found = read_results(
        "Round 1\tSemi-finals\tFinal\tChampions\nInglewood/Jessop 3000\nQuill/Rosewarne 3100\tQuill/Rosewarne\n"
        "Quarrington/Ravenhill\tApplecross\tApplecross\nApplecross\nDunmore\tDunmore\tMossman\tApplecross\nbye\n"
        "Mossman\tMossman\nbye"
    )

    assert {code: result for code, (_, result) in found.results.items()} == {
        "R1-M1": MatchResult(WayToEnd.PLAYED, 2, (3100, 3000)),
        "R1-M2": MatchResult(WayToEnd.NOT_RECORDED, 4),
        "R2-M1": MatchResult(WayToEnd.NOT_RECORDED, 4),
        "R2-M2": MatchResult(WayToEnd.NOT_RECORDED, 6),
        "R3-M1": MatchResult(WayToEnd.NOT_RECORDED, 4),
    }
    assert found.faults == []


def test_a_page_from_a_region_is_read():
    found = read_results(PAGE.read_text(), FIRST_NAMES)

    assert {code: result for code, (_, result) in found.results.items()} == {
        "R1-M2": MatchResult(WayToEnd.NOT_RECORDED, 1, margin=1240),
        "R1-M4": MatchResult(WayToEnd.WALKOVER, 3),
        "R1-M7": MatchResult(WayToEnd.NOT_RECORDED, 8),
        "R2-M2": MatchResult(WayToEnd.PLAYED, 3, (4350, 2910)),
        "R2-M3": MatchResult(WayToEnd.NOT_RECORDED, 9),
    }
    assert found.play_by == {1: date(2026, 4, 7), 2: date(2026, 5, 5), 3: date(2026, 6, 2), 4: date(2026, 7, 7)}
    assert found.faults == []


def test_play_by_dates_without_a_year_are_read_in_order_over_two_years():
    dates = "Round 1 by Nov 27th\nRound 2 by Jan 11th\nFinal by Apr 25th\n"
    lines = "Dunmore v Mossman\nInglewood v Quill\nQuarrington\nApplecross"

    assert read_results(dates + lines, season_ends=date(2027, 12, 31)).play_by == {
        1: date(2026, 11, 27),
        2: date(2027, 1, 11),
        3: date(2027, 4, 25),
    }


def test_an_unusable_line_is_reported():
    found = read_results(LIST.replace("Quill/Rosewarne v the", "Nemo/Nobody v the"))

    assert [(fault.number, fault.text) for fault in found.faults] == [(7, "Nemo/Nobody v the Applecrosses 3,100 2,900")]


def test_a_line_for_a_round_that_is_not_in_the_draw_is_reported():
    found = read_results(LIST.replace("Final\n", "Round 5\n").replace("Semi-finals: to be", "Round 2: to be"))

    assert [tuple(fault) for fault in found.faults] == [
        (10, "Quill/Rosewarne v Dunmore", "This draw has 3 rounds. Write the line under the heading of its round.")
    ]


def test_a_contradictory_line_is_reported():
    line = "Inglewood/Jessop 2900 v Quill/Rosewarne 3100 lost"
    found = read_results(f"Round 1\n{line}\nQuarrington/Ravenhill - Applecross\nDunmore - bye\nMossman")

    assert [(fault.number, fault.reason) for fault in found.faults] == [(2, TOTALS_AND_WORDS)]
    assert found.results == {}


def test_a_later_round_that_contradicts_a_result_is_reported():
    found = read_results(LIST.replace("Quill/Rosewarne won by 1,240", "Inglewood/Jessop won by 1,240"))
    knocked_out = "were knocked out in match 1 of Round 1. Correct that result, or this line."

    assert [(fault.number, fault.reason) for fault in found.faults] == [
        (7, f"Irene Quill & Lloyd Rosewarne {knocked_out}"),
        (10, f"Irene Quill & Lloyd Rosewarne {knocked_out}"),
    ]
    assert found.results["R1-M1"][1] == MatchResult(WayToEnd.NOT_RECORDED, 1, margin=1240)


@pytest.mark.parametrize("winner", ["Nemo & Nobody", "Mossman", "5"])
def test_a_winner_in_a_table_must_be_one_of_the_two_pairs(winner):
    byes = "1,Dunmore,,bye,,,,\n1,Mossman,,bye,,,,\n"
    others = f"1,Quarrington & Ravenhill,,Applecross,,,,\n{byes}"
    found = read_results(f"{HEADING}1,Inglewood & Jessop,,Quill & Rosewarne,,,{winner},\n{others}")

    assert ([fault.number for fault in found.faults], found.results) == ([2], {})


def _in_words(upper: str, lower: str, result: MatchResult, upper_won: bool) -> str:
    if result.totals:
        won, lost = result.totals
        return f"{upper} {won if upper_won else lost} v {lower} {lost if upper_won else won}"
    verb = "beat" if upper_won else "lost to"
    said = {WayToEnd.WALKOVER: ", walkover", WayToEnd.CONCEDED: ", conceded"}.get(result.how, "")
    return f"{upper} {verb} {lower}{said}" + (f" by {result.margin:,}" if result.margin else "")


def _in_a_table(upper: str, lower: str, result: MatchResult, upper_won: bool) -> str:
    totals = (result.totals or ("", ""))[:: 1 if upper_won else -1]
    outcome = "" if result.how is WayToEnd.NOT_RECORDED else result.how
    cells = (upper, totals[0], lower, totals[1], outcome, upper if upper_won else lower, result.margin or "")
    return ",".join(map(str, ("1", *cells)))


HEADING = "round,upper_pair,upper_total,lower_pair,lower_total,outcome,winner,margin\n"
RESULTS = (
    (WayToEnd.PLAYED, (4520, 3310), None),
    (WayToEnd.NOT_RECORDED, None, None),
    (WayToEnd.NOT_RECORDED, None, 1240),
    (WayToEnd.WALKOVER, None, None),
    (WayToEnd.CONCEDED, None, None),
)


@settings(max_examples=settings().max_examples // 3)
@given(drawn=draws(), in_a_table=strategies.booleans(), data=strategies.data())
def test_written_results_are_read_back_unchanged(drawn, in_a_table, data):
    pairs, places = drawn
    names, lines, wanted = full(pairs), [], {}
    for number, (upper, lower) in enumerate(two_by_two(places), start=1):
        if upper and lower:
            upper_won = data.draw(strategies.booleans())
            how, totals, margin = data.draw(strategies.sampled_from(RESULTS))
            result = MatchResult(how, upper if upper_won else lower, totals, margin=margin)
            wanted[f"R1-M{number}"] = result
            lines.append((_in_a_table if in_a_table else _in_words)(names[upper], names[lower], result, upper_won))
        elif in_a_table:
            lines.append(f"1,{names.get(upper, 'bye')},,{names.get(lower, 'bye')},,,,")
        else:
            lines.append(f"{names.get(upper, 'bye')} v {names.get(lower, 'bye')}")

    found = read_results((HEADING if in_a_table else "") + "\n".join(lines), pairs)

    assert {code: result for code, (_, result) in found.results.items()} == wanted


def test_a_table_has_the_earliest_date_of_each_round():
    rows = "1,Inglewood & Jessop,Quill & Rosewarne,23/06/2026\n1,Quarrington & Ravenhill,Applecross,03/07/2026\n"
    found = read_results(f"round,upper_pair,lower_pair,play_by\n{rows}1,Dunmore,bye,\n1,Mossman,bye,30/12/2026\n")

    assert found.play_by == {1: date(2026, 6, 23)}
