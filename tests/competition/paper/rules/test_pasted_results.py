"""Tests for reading the results of a round from pasted text."""

from datetime import date

import pytest
from hypothesis import given, strategies

from competition.paper.rules.match_result import Fixture, How, MatchResult
from competition.paper.rules.pasted import read_results

TODAY = date(2026, 11, 25)
SURNAMES = ("Smith", "Jones", "Brown", "Lee", "Kettlewell", "Lanyon", "O’Neill", "Selworth", "Van-Dyke", "Garland")
SURNAMES += ("Müller", "Quill")
FIRST = ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Joy", "Ken", "Lil")
PLAYERS = [f"{first} {last}" for first, last in zip(FIRST, SURNAMES, strict=True)]


def fixture(number: int) -> Fixture:
    one, other = [(PLAYERS[at], PLAYERS[at + 1]) for at in (4 * number, 4 * number + 2)]
    names = tuple(" & ".join(name.split()[-1] for name in pair) for pair in (one, other))
    return Fixture(f"R1-M{number + 1}", (2 * number + 1, 2 * number + 2), names, (one, other))


FIXTURES = [fixture(number) for number in range(3)]
totals = strategies.integers(1, 900).map(lambda tens: 10 * tens)


@strategies.composite
def results(draw, match: Fixture) -> MatchResult:
    how = draw(strategies.sampled_from(How))
    winner = None if how is How.DOUBLE_DEFAULT else draw(strategies.sampled_from(match.numbers))
    both = None
    if how is How.PLAYED or (how is How.CONCEDED and draw(strategies.booleans())):
        both = tuple(sorted(draw(strategies.tuples(totals, totals).filter(lambda two: two[0] != two[1])), reverse=True))
    day = draw(strategies.none() | strategies.dates(date(2019, 1, 1), TODAY))
    return MatchResult(how, winner, both, day)


rounds = strategies.tuples(*(strategies.none() | results(match) for match in FIXTURES))
WORDS = {
    How.PLAYED: "",
    How.NOT_RECORDED: "score not recorded",
    How.WALKOVER: "w/o",
    How.CONCEDED: "conceded",
    How.DOUBLE_DEFAULT: "double default",
}


def sides(match: Fixture, result: MatchResult):
    """Return the names and the totals with the winners first."""
    winner = result.winner or match.numbers[0]
    both = [f"{total:,}" for total in result.totals or ()]
    return match.name_of(winner), match.name_of(match.other(winner)), both


def as_sentence(match: Fixture, result: MatchResult) -> str:
    won, lost, both = sides(match, result)
    day = f" {result.day.day} {result.day:%b %Y}" if result.day else ""
    if both:
        return f"{won} {both[0]} {lost} {both[1]} {WORDS[result.how]}{day}"
    return f"{won} {WORDS[result.how] or 'beat'} {lost}{day}"


def as_cells(match: Fixture, result: MatchResult) -> str:
    won, lost, both = sides(match, result)
    return "\t".join([won, lost, *(both or ["", ""]), f"{result.day or ''}", WORDS[result.how]])


def as_draw(match: Fixture, result: MatchResult) -> str:
    both = result.totals_in(match) or ("", "")
    day = f"{result.day:%d/%m/%Y}" if result.day else ""
    won = "" if result.winner is None else str(result.winner)
    upper, lower = (" & ".join(names) for names in match.players)
    return ";".join([match.code, upper, lower, *map(str, both), WORDS[result.how], won, day])


HEADINGS = {
    as_sentence: "",
    as_cells: "Winners\tLosers\tTotal\tTotal\tDate\tHow",
    as_draw: "code;upper_pair;lower_pair;upper_total;lower_total;outcome;winner;date",
}


@pytest.mark.parametrize("write", HEADINGS)
@given(entered=rounds)
def test_results_written_as_text_are_read_as_the_same_results(write, entered):
    known = {match.code: (match, one) for match, one in zip(FIXTURES, entered, strict=True) if one}
    text = "\n".join([HEADINGS[write], *(write(match, one) for match, one in known.values())])

    pasted = read_results(text, FIXTURES, TODAY)

    assert pasted.faults == []
    assert pasted.results == {code: one for code, (_, one) in known.items()}


WON = MatchResult(How.PLAYED, 1, (4520, 3310))
LINES = {
    "1. Smith/Jones - Brown/Lee 4520-3310": WON,
    "Brown & Lee, 3310, Smith and Jones, 4520": WON,
    "A Smith & B Jones v C Brown & D Lee 4520 3310": WON,
    "Smith & Jones beat Brown & Lee": MatchResult(How.NOT_RECORDED, 1),
    "Brown & Lee lost to Smith & Jones": MatchResult(How.NOT_RECORDED, 1),
    "Brown & Lee conceded to Smith & Jones": MatchResult(How.CONCEDED, 1),
    "Brown & Lee v Smith & Jones won": MatchResult(How.NOT_RECORDED, 1),
    "Brown & Lee v Smith & Jones (W)": MatchResult(How.NOT_RECORDED, 1),
    "Brown & Lee\tSmith & Jones won": MatchResult(How.NOT_RECORDED, 1),
    "Brown & Lee v Smith & Jones, won by Smith & Jones": MatchResult(How.NOT_RECORDED, 1),
    "Smith & Jones\twon\tBrown & Lee": MatchResult(How.NOT_RECORDED, 1),
    "Smith & Jones won": MatchResult(How.NOT_RECORDED, 1),
    "Smith & Jones beat Brown & Lee by 4,520 to 3,310": WON,
    "Brown & Lee (Hove) v Smith & Jones – Smith & Jones won by 1,240": MatchResult(How.NOT_RECORDED, 1, margin=1240),
    "Brown & Lee defaulted to Smith & Jones": MatchResult(How.WALKOVER, 1),
}


@pytest.mark.parametrize("line", LINES)
def test_a_usual_line_is_read(line):
    assert read_results(line, FIXTURES, TODAY).results == {"R1-M1": LINES[line]}


FAULTS = {
    "Smith & Jonas 4520 Brown & Lee 3310": "No pair of this round is called “Smith & Jonas”. "
    "Did you mean Smith & Jones?",
    "Smith & Jones 4520 Kettlewell & Lanyon 3310": "Smith & Jones do not play Kettlewell & Lanyon in this round. "
    "Their opponents are Brown & Lee.",
    "Smith & Jones v Brown & Lee": "This line does not say who won. Write both totals, or “won” after the winners.",
    "Smith & Jones 4520 Brown & Lee": "This line has 1 total. Write both totals, or none.",
    "4520 3310": "There is no pair on this line. Write the names of both pairs.",
}


@pytest.mark.parametrize("line", FAULTS)
def test_an_unusable_line_is_named_and_the_rest_is_read(line):
    pasted = read_results(f"\n{line}\nVan-Dyke & Garland 900 Quill & Müller 800", FIXTURES, TODAY)

    assert [(fault.number, fault.reason) for fault in pasted.faults] == [(2, FAULTS[line])]
    assert pasted.results == {"R1-M3": MatchResult(How.PLAYED, 5, (900, 800))}
