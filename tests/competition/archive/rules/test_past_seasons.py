import pytest
from hypothesis import given, settings, strategies

from competition.archive.rules.past_seasons import MOST_WINNERS, PastLine, read, replace_lines, spans, write
from competition.contest.rules.seasons import Season
from competition.match.rules.pasted import TOTALS_AND_WORDS, TWO_WINNERS
from scoring.rules.refusal import Refused

NAME = "Lakes Knockout"
FIRST, LAST = ("Ann", "Bo", "Cy", "Dee", "Eve"), ("Ashdown", "Lark", "van Dam", "Wren", "O’Brien")
players = strategies.builds("{} {}".format, strategies.sampled_from(FIRST), strategies.sampled_from(LAST))
scores = strategies.one_of(
    strategies.just(""),
    strategies.just("walkover"),
    strategies.builds("{:,} to {:,}".format, strategies.integers(2000, 9999), strategies.integers(0, 1990)),
)
notes = strategies.sampled_from(
    ["", "not played", "the book is lost", "shared, because of snow", "a note with “quotes”"]
)


@strategies.composite
def lines(draw) -> list[PastLine]:
    """Return seasons in different years, in which nobody is named twice."""
    found = []
    for year in sorted(draw(strategies.sets(strategies.integers(1950, 2025), min_size=1, max_size=8))):
        people = draw(strategies.lists(players, unique=True, min_size=6, max_size=6))
        if draw(strategies.booleans()):
            people[1] = ""
        pairs = [(people[at], people[at + 1]) for at in (0, 2, 4)]
        winners, others = draw(strategies.sampled_from([(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)]))
        season = Season(year, over_two_years=draw(strategies.booleans()))
        rest = (
            draw(scores) if winners else "",
            draw(notes),
            draw(strategies.sampled_from(["", "Lakes Challenge Cup"])),
        )
        found.append(PastLine(season, tuple(pairs[:winners]), tuple(pairs[winners : winners + others]), *rest))
    return found


def table(text: str, known=()):
    return read(text, name=NAME, last_year=2026, players=known)


# Run half the usual number of examples, because reading a table takes about ten milliseconds.
A_FEW = settings(max_examples=settings().max_examples // 2)


@given(lines())
@A_FEW
def test_a_written_table_is_read_back_as_the_same_seasons(wanted):
    found = table(write(wanted, name=NAME))

    assert (list(found.lines), found.faulty) == (wanted, ())


def test_columns_with_headings_can_be_in_any_order():
    found = table("Score,Winner,Season,Finalists,Venue\n2910-2340,A & W Ashdown,1996/97,H Ogilby/K Lark,Hall")

    [line] = found.lines
    assert found.remarks == ("The column “Venue” is left out.",)
    assert line == PastLine(
        Season(1996, over_two_years=True), (("A Ashdown", "W Ashdown"),), (("H Ogilby", "K Lark"),), "2,910 to 2,340"
    )


@pytest.mark.parametrize("winner", ["Ann Lark & unknown", "Ann Lark WITH unknown", "Ann Lark and\nunknown"])
def test_one_player_of_a_pair_may_be_unknown(winner):
    assert table(f'Year,Winners\n1996,"{winner}"').lines[0].winners == (("Ann Lark", ""),)


def test_export_columns_are_ignored_without_a_remark():
    found = table("No,Nr,Year,Winners,Region\n1,1,1996,Ann Lark & Bo Wren,Lakes")

    assert (found.lines[0].winners, found.remarks) == ((("Ann Lark", "Bo Wren"),), ())


def test_a_season_without_winners_can_have_any_note():
    found = table("1996 Ann Lark & Bo Wren\n1997 the book of that year is lost\nnot played 2020").lines

    assert [(line.season.year, line.winners, line.note) for line in found[1:]] == [
        (1997, (), "the book of that year is lost"),
        (2020, (), "not played"),
    ]


def test_a_name_on_its_own_line_applies_to_the_seasons_below():
    found = table(f"Old Cup\n1996; Ann Lark & Bo Wren\n{NAME}\n1997; Ann Lark & Bo Wren").lines

    assert [line.name for line in found] == ["Old Cup", ""]


def test_initials_are_replaced_by_the_only_matching_name():
    known = ["Agnes Ashdown", "Flora Kettlewell", "Fred Kettlewell"]
    found = table("1996\tA Ashdown & F Kettlewell", known)

    assert found.lines[0].winners == (("Agnes Ashdown", "F Kettlewell"),)
    assert found.remarks == (
        "“F Kettlewell” can be Flora Kettlewell or Fred Kettlewell. Write the first name if you know it.",
    )


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("abc;Ann Lark & Bo Wren", "“abc” is not a season"),
        ("2031;Ann Lark & Bo Wren", "The season 2031 is not over yet"),
        ("1997;Ann Lark", "If one name is not known, write “& unknown”."),
        ("1997;;Ann Lark & Bo Wren", "This line has no winners"),
        ("1997;Ann Lark & Bo Wren;Cy Dam & Ann Lark", "Ann Lark is named twice"),
        ("1996;Ann Lark & Bo Wren", "Line 1 has 1996 as well"),
        ("1997;Ann Lark & Bo Wren;;" + "9" * 41, "is longer than 40 letters"),
    ],
)
def test_a_faulty_line_is_reported_with_its_number(line, said):
    found = table(f"1996;Eve Wren & Dee Lark;;;\n{line}")

    assert [fault.number for fault in found.faulty] == [2]
    assert said in found.faulty[0].reason
    assert [line.season.year for line in found.lines] == [1996]


@pytest.mark.parametrize(
    ("score", "stored"),
    [
        ("2910-2340", "2,910 to 2,340"),
        ("2910-2910", "2,910 to 2,910"),
        ("2910-2340 (by 570)", "2910-2340 (by 570)"),
        ("999999-1", "999,999 to 1"),
        ("1000000-1", "1000000-1"),
        ("–", ""),
    ],
)
def test_a_score_is_stored_as_two_totals(score, stored):
    found = table(f"1996;Ann Lark & Bo Wren;;{score}")

    assert (found.lines[0].score, found.remarks) == (stored, ())


LOWER = "The winners have the lower total, 2,340 to 2,910. Write the winners and their total first."
LOST = "The words on this line say that the winners lost. Correct the words, or swap the two pairs."
NOT_PLAYED = "The line has totals, but says that the match was not played. Delete one of them."
MARGIN = "The totals differ by 570, and the margin is 600. Correct one of them."


@pytest.mark.parametrize(
    ("heading", "cells", "fault"),
    [
        ("Score", "2340-2910", LOWER),
        ("Score", "won 2,340 to 2,910", LOWER),
        ("Score;Score", "2340;2910", LOWER),
        ("Score", "2910-2340 by 600", MARGIN),
        ("Score;Margin", "2910-2340;600", MARGIN),
        ("Score;Note", "2910-2340;won by 600 points", MARGIN),
        ("Score", "lost by 570", LOST),
        ("Note", "Cy Dam & Dee Hay won", LOST),
        ("Note", "Dam/Hay bt Lark/Wren", LOST),
        ("Note", "Lark & Wren lost to Dam & Hay", LOST),
        ("Score", "walkover, 2910-2340", NOT_PLAYED),
    ],
)
def test_a_score_that_contradicts_its_line_is_a_fault(heading, cells, fault):
    found = table(f"Year;Winners;Runners-up;{heading}\n1996;Ann Lark & Bo Wren;Cy Dam & Dee Hay;{cells}")

    assert [(line.number, line.reason) for line in found.faulty] == [(2, fault)]


@pytest.mark.parametrize(
    ("line", "score"),
    [
        ("Ann Lark & Bo Wren beat Cy Dam & Dee Hay 2910-2340", "2,910 to 2,340"),
        ("Cy Dam & Dee Hay 2340 v Ann Lark & Bo Wren 2910", "2,910 to 2,340"),
        ("Cy Dam & Dee Hay lost to Ann Lark & Bo Wren by 570", "by 570"),
        ("Ann Lark & Bo Wren w/o Cy Dam & Dee Hay (Cy Dam & Dee Hay withdrew)", "walkover"),
    ],
)
def test_a_final_can_be_written_as_a_match(line, score):
    [season] = table(f"1996 {line}").lines

    assert (season.winners, season.runners_up) == ((("Ann Lark", "Bo Wren"),), (("Cy Dam", "Dee Hay"),))
    assert season.score == score


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("Ann Lark & Bo Wren lost to Cy Dam & Dee Hay 2910-2340", TOTALS_AND_WORDS),
        ("Ann Lark & Bo Wren 2340 v Cy Dam & Dee Hay 2910 lost", TOTALS_AND_WORDS),
        ("Ann Lark & Bo Wren beat Cy Dam & Dee Hay (Cy Dam & Dee Hay won)", TWO_WINNERS),
    ],
)
def test_a_final_that_contradicts_itself_is_a_fault(line, fault):
    assert [line.reason for line in table(f"1996 {line}").faulty] == [fault]


@pytest.mark.parametrize(
    ("heading", "cells", "score"),
    [
        ("Year;Runners-up;Winners;Score", "1996;Cy Dam & Dee Hay;Ann Lark & Bo Wren;2340-2910", "2,910 to 2,340"),
        ("Year;Winners;Score;Runners-up;Score", "1996;Ann Lark & Bo Wren;2910;Cy Dam & Dee Hay;2340", "2,910 to 2,340"),
        ("Year;Winners;Runners-up;Margin", "1996;Ann Lark & Bo Wren;Cy Dam & Dee Hay;570", "by 570"),
    ],
)
def test_a_score_follows_the_order_of_its_columns(heading, cells, score):
    found = table(f"{heading}\n{cells}")

    assert [(line.winners, line.score) for line in found.lines] == [((("Ann Lark", "Bo Wren"),), score)]


def test_a_limited_number_of_pairs_can_share_a_place():
    players = [f"{first} {last}" for first in FIRST for last in ("Ashdown", "Lark")]
    pairs = [f"{upper} & {lower}" for upper, lower in zip(players[::2], players[1::2], strict=True)]

    for winners in range(1, len(pairs)):
        found = table(f"1996;{' and '.join(pairs[:winners])};{pairs[-1]}")
        if winners <= MOST_WINNERS:
            assert [len(line.winners) for line in found.lines] == [winners]
        else:
            assert f"At most {MOST_WINNERS} pairs can share a place." in found.faulty[0].reason


def test_one_known_column_does_not_make_a_heading():
    assert [line.season.year for line in table("Winners\n1996;Ann Lark & Bo Wren").lines] == [1996]


@pytest.mark.parametrize("text", ["", "Lakes Cup", "1996 Ann Lark & Bo Wren\n" * 401])
def test_a_table_without_seasons_or_too_long_is_refused(text):
    with pytest.raises(Refused):
        table(text)


@given(strategies.text(max_size=200))
@A_FEW
def test_any_text_is_read_or_refused(text):
    try:
        found = table(text)
    except Refused:
        return
    assert all(line.winners or not line.runners_up for line in found.lines)


def test_numbered_lines_are_replaced():
    assert replace_lines("a\r\nb\nc", {2: "x\ny", 9: "z"}) == "a\nx y\nc"


def test_spans_name_consecutive_seasons():
    years = [2004, 1996, 1997, 1998, 2000, 2001]

    assert spans(Season(year) for year in years) == "1996 to 1998, 2000, 2001 and 2004"
