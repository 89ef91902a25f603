"""Tests for reading the results of a round from pasted text."""

from datetime import date

import pytest
from hypothesis import given, strategies

from competition.match.rules.match_result import MatchResult, RoundFixture, WayToEnd
from competition.match.rules.pasted import LOSERS, MARGIN, STATE, WINNERS, cells_of, read_heading, read_results

TODAY = date(2026, 11, 25)
SURNAMES = ("Smith", "Jones", "Brown", "Lee", "Kettlewell", "Lanyon", "O’Neill", "Selworth", "Van-Dyke", "Garland")
SURNAMES += ("Müller", "Quill")
FIRST = ("Ann", "Bob", "Cy", "Dot", "Eve", "Fay", "Gus", "Hal", "Ida", "Joy", "Ken", "Lil")
PLAYERS = [f"{first} {last}" for first, last in zip(FIRST, SURNAMES, strict=True)]


def fixture(number: int) -> RoundFixture:
    one, other = [(PLAYERS[at], PLAYERS[at + 1]) for at in (4 * number, 4 * number + 2)]
    names = tuple(" & ".join(name.split()[-1] for name in pair) for pair in (one, other))
    return RoundFixture(f"R1-M{number + 1}", (2 * number + 1, 2 * number + 2), names, (one, other))


FIXTURES = [fixture(number) for number in range(3)]
totals = strategies.integers(1, 900).map(lambda tens: 10 * tens)


@strategies.composite
def results(draw, match: RoundFixture) -> MatchResult:
    how = draw(strategies.sampled_from(WayToEnd))
    winner = None if how is WayToEnd.DOUBLE_DEFAULT else draw(strategies.sampled_from(match.numbers))
    both = None
    if how is WayToEnd.PLAYED or (how is WayToEnd.CONCEDED and draw(strategies.booleans())):
        both = tuple(sorted(draw(strategies.tuples(totals, totals).filter(lambda two: two[0] != two[1])), reverse=True))
    day = draw(strategies.none() | strategies.dates(date(2019, 1, 1), TODAY))
    return MatchResult(how, winner, both, day)


rounds = strategies.tuples(*(strategies.none() | results(match) for match in FIXTURES))
WORDS = {
    WayToEnd.PLAYED: "",
    WayToEnd.NOT_RECORDED: "score not recorded",
    WayToEnd.WALKOVER: "w/o",
    WayToEnd.CONCEDED: "conceded",
    WayToEnd.DOUBLE_DEFAULT: "double default",
}


def sides(match: RoundFixture, result: MatchResult):
    """Return the names and the totals, with the winners first."""
    winner = result.winner or match.numbers[0]
    both = [f"{total:,}" for total in result.totals or ()]
    return match.name_of(winner), match.name_of(match.other(winner)), both


def as_sentence(match: RoundFixture, result: MatchResult) -> str:
    won, lost, both = sides(match, result)
    day = f" {result.day.day} {result.day:%b %Y}" if result.day else ""
    if both:
        return f"{won} {both[0]} {lost} {both[1]} {WORDS[result.how]}{day}"
    return f"{won} {WORDS[result.how] or 'beat'} {lost}{day}"


def as_cells(match: RoundFixture, result: MatchResult) -> str:
    won, lost, both = sides(match, result)
    return "\t".join([won, lost, *(both or ["", ""]), f"{result.day or ''}", WORDS[result.how]])


def as_draw(match: RoundFixture, result: MatchResult) -> str:
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
def test_results_written_as_text_are_read_back_unchanged(write, entered):
    known = {match.code: (match, one) for match, one in zip(FIXTURES, entered, strict=True) if one}
    text = "\n".join([HEADINGS[write], *(write(match, one) for match, one in known.values())])

    pasted = read_results(text, FIXTURES, TODAY)

    assert pasted.faults == []
    assert pasted.results == {code: one for code, (_, one) in known.items()}


WON = MatchResult(WayToEnd.PLAYED, 1, (4520, 3310))
LINES = {
    "1. Smith/Jones - Brown/Lee 4520-3310": WON,
    "Brown & Lee, 3310, Smith and Jones, 4520": WON,
    "A Smith & B Jones v C Brown & D Lee 4520 3310": WON,
    "Smith & Jones beat Brown & Lee": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Brown & Lee lost to Smith & Jones": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Brown & Lee conceded to Smith & Jones": MatchResult(WayToEnd.CONCEDED, 1),
    "Brown & Lee v Smith & Jones won": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Brown & Lee v Smith & Jones (W)": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Brown & Lee\tSmith & Jones won": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Brown & Lee v Smith & Jones, won by Smith & Jones": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Smith & Jones\twon\tBrown & Lee": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Smith & Jones won": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Smith & Jones beat Brown & Lee by 4,520 to 3,310": WON,
    "Brown & Lee (Hove) v Smith & Jones – Smith & Jones won by 1,240": MatchResult(
        WayToEnd.NOT_RECORDED, 1, margin=1240
    ),
    "Brown & Lee defaulted to Smith & Jones": MatchResult(WayToEnd.WALKOVER, 1),
    "SMITH & JONES BEAT BROWN & LEE": MatchResult(WayToEnd.NOT_RECORDED, 1),
    **{f"Smith & Jones {word} Brown & Lee 4520-3310": WON for word in ("V", "vs.", "versus", "against", "plays", "–")},
    **{f"Smith & Jones 4520 {word} Brown & Lee 3310": WON for word in ("v", "versus", "against", "meet", "beats")},
}


@pytest.mark.parametrize("line", LINES)
def test_a_line_in_a_common_format_is_read(line):
    assert read_results(line, FIXTURES, TODAY).results == {"R1-M1": LINES[line]}


OTHERS = {
    "Smith & Jones lost to Brown & Lee 3310-4520": MatchResult(WayToEnd.PLAYED, 2, (4520, 3310)),
    "Brown & Lee lost by 1,240 to Smith & Jones": MatchResult(WayToEnd.NOT_RECORDED, 1, margin=1240),
    "Brown & Lee were beaten by Smith & Jones": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Brown & Lee conceded": MatchResult(WayToEnd.CONCEDED, 1),
    "Brown & Lee withdrew": MatchResult(WayToEnd.WALKOVER, 1),
    "Brown & Lee lost 3310-4520": WON,
    "Smith & Jones 4520 v Brown & Lee 3310 lost": WON,
    "Smith & Jones v Brown & Lee 4520-3310 (Brown & Lee lost)": WON,
    "Smith & Jones v Brown & Lee (L)": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Smith & Jones v Brown & Lee, Brown & Lee conceded": MatchResult(WayToEnd.CONCEDED, 1),
    "Brown & Lee v Smith & Jones, conceded by Brown & Lee": MatchResult(WayToEnd.CONCEDED, 1),
    "Smith & Jones (Hove) won": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Brown & Lee lost 3310, Smith & Jones won 4520": WON,
    "Smith & Jones won 4520, Brown & Lee lost 3310": WON,
    "Smith & Jones v Brown & Lee 4520-3310, Smith & Jones won by 1,210": WON,
    "Smith & Jones beat Brown & Lee 4520-3310 (margin 1210)": WON,
    "Losers\tWinners\nBrown & Lee\tSmith & Jones": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "Losers;Winners;Score;Score\nBrown & Lee;Smith & Jones;3310;4520": WON,
    "Pair 1;Pair 2;Winner\nBrown & Lee;Smith & Jones;Smith & Jones": MatchResult(WayToEnd.NOT_RECORDED, 1),
    "upper_pair,lower_pair,lower_total,upper_total\nSmith & Jones,Brown & Lee,3310,4520": WON,
}


@pytest.mark.parametrize("text", OTHERS)
def test_words_and_columns_determine_the_winner(text):
    pasted = read_results(text, FIXTURES, TODAY)

    assert (pasted.results, pasted.faults) == ({"R1-M1": OTHERS[text]}, [])


TOTALS = "The words and the totals on this line name different winners. Correct the words, or swap the two totals."
WORDS_DIFFER = "The words on this line name different winners. Correct the words."
MARGIN_DIFFERS = "The totals differ by 1,210, and the margin is 600. Correct one of them."
CONTRADICTIONS = {
    "Smith & Jones lost to Brown & Lee 4520-3310": TOTALS,
    "Smith & Jones were beaten by Brown & Lee 4520-3310": TOTALS,
    "Smith & Jones 4520 lost to Brown & Lee 3310": TOTALS,
    "Smith & Jones 3310 versus Brown & Lee 4520 lost": TOTALS,
    "Smith & Jones 4520 v Brown & Lee 3310, Brown & Lee won": TOTALS,
    "Smith & Jones 3310 beat Brown & Lee 4520": TOTALS,
    "Smith & Jones\tbeat\tBrown & Lee\t3310\t4520": TOTALS,
    "Smith & Jones beat Brown & Lee by 1210 (3310-4520)": TOTALS,
    "Smith & Jones v Brown & Lee 4520-3310 (Brown & Lee won)": TOTALS,
    "Smith & Jones (W) v Brown & Lee 3310-4520": TOTALS,
    "Winners\tLosers\tTotal\tTotal\nSmith & Jones\tBrown & Lee\t3310\t4520": TOTALS,
    "Pair 1;Score;Pair 2;Score;Winner\nSmith & Jones;4520;Brown & Lee;3310;Brown & Lee": TOTALS,
    "upper_pair,lower_pair,upper_total,lower_total,winner\nSmith & Jones,Brown & Lee,4520,3310,2": TOTALS,
    "Smith & Jones beat Brown & Lee, Brown & Lee won": WORDS_DIFFER,
    "Smith & Jones beat Brown & Lee 4520-3310 by 600": MARGIN_DIFFERS,
    "Smith & Jones, 4520, Brown & Lee, 3310, by 600": MARGIN_DIFFERS,
    "upper_pair,lower_pair,upper_total,lower_total,margin\nSmith & Jones,Brown & Lee,4520,3310,600": MARGIN_DIFFERS,
    "Smith & Jones beat Brown & Lee by 600 by 700": "This line has two margins. Delete one of them.",
    "Smith & Jones w/o Brown & Lee 4520-3310": "A walkover has no totals. Leave them out.",
    "Smith & Jones w/o Brown & Lee by 600": "Only a match that was played has a margin. Leave it out.",
    "Smith & Jones beat Brown & Lee 4520-4520": "The totals are level. "
    "Play the tie-break deals, then report the result.",
    "Smith & Jones beat Brown & Lee, double default": "A double default has no winner and no points. Correct the line.",
    "Smith & Jones conceded to Brown & Lee, w/o": "This line says “conceded” and “walkover”. Delete one of them.",
    "Smith & Jones 4520 Brown & Lee 3310, score not recorded": "This line has totals, and says that the score was not "
    "recorded. Delete one of them.",
    "upper_pair,lower_pair,upper_total,lower_total,state\nSmith & Jones,Brown & Lee,4520,3310,in play": "This line "
    "says “in play”, so the match has no result yet. Delete the line.",
    "Home\tAway\tDate\nSmith & Jones\tBrown & Lee\t12 Nov": "This line does not say who won. Write both totals, or "
    "“won” after the winners.",
    "Brown & Lee\tconceded": "This line does not say who conceded. Write “conceded to” between the two pairs.",
}


@pytest.mark.parametrize("text", CONTRADICTIONS)
def test_a_line_that_contradicts_itself_is_a_fault(text):
    pasted = read_results(text, FIXTURES, TODAY)

    assert ([fault.reason for fault in pasted.faults], pasted.results) == ([CONTRADICTIONS[text]], {})


VERBS = {
    "{} beat {}": True,
    "{} lost to {}": False,
    "{} were beaten by {}": False,
    "{} (W) v {}": True,
    "{} v {} (W)": False,
}


@given(
    # "30-10" can also be read as a day.
    both=strategies.tuples(totals, totals).filter(lambda two: two[0] != two[1] and max(two) > 31),
    verb=strategies.sampled_from([*VERBS]),
    off=strategies.sampled_from([None, 0, 10, -10]),
)
def test_a_result_is_read_only_if_words_totals_and_margin_agree(both, verb, off):
    first, second = (FIXTURES[0].name_of(number) for number in FIXTURES[0].numbers)
    margin = abs(both[0] - both[1]) + (off or 0)
    by = f" by {margin}" if off is not None and margin > 0 else ""

    pasted = read_results(f"{verb.format(first, second)} {both[0]}-{both[1]}{by}", FIXTURES, TODAY)

    agrees = VERBS[verb] == (both[0] > both[1]) and not (by and off)
    winner = FIXTURES[0].numbers[both[0] < both[1]]
    expected = MatchResult(WayToEnd.PLAYED, winner, (max(both), min(both)))
    assert pasted.results == ({"R1-M1": expected} if agrees else {})
    assert len(pasted.faults) == (not agrees)


FAULTS = {
    "Smith & Jonas 4520 Brown & Lee 3310": "No pair in this round is called “Smith & Jonas”. "
    "Did you mean Smith & Jones?",
    "Smith & Jones 4520 Kettlewell & Lanyon 3310": "Smith & Jones do not play Kettlewell & Lanyon in this round. "
    "Their opponents are Brown & Lee.",
    "Smith & Jones v Brown & Lee": "This line does not say who won. Write both totals, or “won” after the winners.",
    "Smith & Jones 4520 Brown & Lee": "This line has 1 total. Write both totals, or none.",
    "4520 3310": "There is no pair on this line. Write the names of both pairs.",
}


@pytest.mark.parametrize("line", FAULTS)
def test_an_unusable_line_is_reported_and_the_rest_is_read(line):
    pasted = read_results(f"\n{line}\nVan-Dyke & Garland 900 Quill & Müller 800", FIXTURES, TODAY)

    assert [(fault.number, fault.reason) for fault in pasted.faults] == [(2, FAULTS[line])]
    assert pasted.results == {"R1-M3": MatchResult(WayToEnd.PLAYED, 5, (900, 800))}


def test_namesakes_are_told_apart_by_the_word_in_brackets():
    senior, other = ("J. Lark (senior)", "J. Lark (junior)"), ("J. Lark", "M. Moa")
    fixture = RoundFixture("R1-M1", (1, 2), (" & ".join(senior), " & ".join(other)), (senior, other))

    for winner, names in [(1, " & ".join(senior)), (2, " & ".join(other)), (1, "J. Lark (Senior)/J. Lark (Junior)")]:
        pasted = read_results(f"{names} won", [fixture], TODAY)
        assert pasted.results == {"R1-M1": MatchResult(WayToEnd.NOT_RECORDED, winner)}, names


def test_headings_identify_the_columns():
    heading = read_heading("winner_total,Winners,Losers,margin,state,club")

    assert [heading.kind(place) for place in range(6)] == [WINNERS, WINNERS, LOSERS, MARGIN, STATE, ""]
    assert [heading.has_points(place) for place in range(2)] == [True, False]
    assert (heading.mark, heading.is_needless(5), heading.names_sides) == (",", True, False)


@pytest.mark.parametrize("line", ["Ann Day & Bo Home\tCy Away & Di Lost", "Date of the match", "Winners\tTotal 2026"])
def test_a_line_that_names_pairs_is_not_a_heading(line):
    assert read_heading(line) is None


@pytest.mark.parametrize(
    ("line", "cells"),
    [
        ("Smith\tJones\t4,520", ["Smith", "Jones", "4520"]),
        ("Smith, 4,520, Jones, 3310", ["Smith", "4520", "Jones", "3310"]),
        ("Smith | Jones", ["Smith", "Jones"]),
    ],
)
def test_a_line_is_split_into_its_cells(line, cells):
    assert cells_of(line) == cells
