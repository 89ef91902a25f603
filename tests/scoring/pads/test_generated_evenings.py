"""Property-based tests of score pads against the second scorers."""

from hypothesis import given, settings
from hypothesis import strategies as st

from scoring.rules.sides import Seat, Side
from tests.scoring.pads import notation, second_scorers
from tests.scoring.pads.generated import SUITS, deals, played_deals, written
from tests.scoring.rules.second_scorer import score_match

PLAINLY = settings(max_examples=20, derandomize=True)


@PLAINLY
@given(deals("NESW", honours=True))
def test_two_scorers_agree_on_friendly_rubbers(plain):
    ours, theirs = notation.rubbers(*map(written, plain)), score_match(plain, length=10**6)

    assert [(line.score._asdict(), line.cumulative._asdict(), [*line.vulnerable]) for line in ours.lines] == [
        (row["score"], row["cumulative"], row["vulnerable"]) for row in theirs["rows"]
    ]
    assert [(row.first_deal, row.last_deal, row.games._asdict(), row.finished) for row in ours.rubbers] == theirs[
        "rubbers"
    ]
    assert (ours.credits._asdict(), ours.total._asdict()) == (theirs["credits"], theirs["total"])


@PLAINLY
@given(st.lists(st.tuples(st.none() | played_deals("NESW"), st.sampled_from(["none", "ns", "ew", "both"]))))
def test_two_scorers_agree_on_duplicate(plain):
    ours = notation.duplicate(*(f"{written(deal)} {vulnerable}" for deal, vulnerable in plain))
    sides = {"none": (), "ns": ("ns",), "ew": ("ew",), "both": ("ns", "ew")}
    theirs = second_scorers.duplicate([(deal, sides[vulnerable]) for deal, vulnerable in plain])

    assert [line.score for line in ours.lines] == [(points, -points) for points in theirs]
    assert ours.total == (sum(theirs), -sum(theirs))


@PLAINLY
@given(deals("NESW", honours=True, passed_in=False), st.sampled_from("NESW"))
def test_two_scorers_agree_on_chicago(plain, first):
    ours = notation.chicago(*map(written, plain), first_dealer=Seat(first))
    theirs = second_scorers.chicago(plain, first)

    assert [{side: [line.below[side], line.above[side]] for side in Side} for line in ours.lines] == theirs
    assert ours.total == tuple(sum(sum(row[side]) for row in theirs) for side in Side)


@PLAINLY
@given(deals("DO", (*SUITS, "N0", "N0")))
def test_two_scorers_agree_on_nullos(plain):
    ours = notation.nullos(*map(written, plain))
    rows, credits = second_scorers.nullos(plain)

    assert [line.score for line in ours.lines] == [(row["D"], row["O"]) for row in rows]
    assert ours.credits == (credits["D"], credits["O"])
    assert ours.total == tuple(sum(row[player] for row in rows) + credits[player] for player in "DO")


@PLAINLY
@given(deals("SABC"))
def test_two_scorers_agree_on_singles(plain):
    ours, theirs = notation.singles(*map(written, plain)), second_scorers.singles(plain)

    assert [
        {
            "games": [*rubber.games],
            "above": [*rubber.above],
            "how": rubber.ending and rubber.ending.how,
            "winner": rubber.ending and [*Side].index(rubber.ending.winner),
            "points": rubber.points,
        }
        for rubber in ours.rubbers
    ] == theirs
    assert ours.points == {player: sum(rubber["points"][player] for rubber in theirs) for player in "SABC"}
    assert ours.complete == (len(theirs) % 3 == 0 and all(rubber["how"] for rubber in theirs))
    assert [rubber.number for rubber in ours.rubbers if not rubber.ending] in ([], [len(ours.rubbers)])
    assert len(ours.lines) == len(plain)
