from __future__ import annotations

from datetime import date

import pytest

from competition.draw.rules.bracket import Awaiting, Nobody, resolve
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import Bye, Entrant, LoserOf, Open, Spot, WinnerOf, feeds, knockout, knockout_of

# Two matches, and a third between the losers.
FIRST, SECOND = (Spot(f"R1-M{n}", 1, n, (Entrant(2 * n - 1), Entrant(2 * n))) for n in (1, 2))
LOSERS = Spot("R2-M1", 2, 1, (LoserOf("R1-M1"), LoserOf("R1-M2")))


def ended(match: str, winner: int, loser: int, kind: ResultKind = ResultKind.CONCEDED) -> Result:
    return Result(match, (min(winner, loser), max(winner, loser)), kind, winner)


def test_a_knockout_names_the_source_of_every_place():
    assert knockout_of([7, None, 5, 6]) == (
        Spot("R1-M1", 1, 1, (Entrant(7), Bye())),
        Spot("R1-M2", 1, 2, (Entrant(5), Entrant(6))),
        Spot("R2-M1", 2, 1, (WinnerOf("R1-M1"), WinnerOf("R1-M2"))),
    )


def test_the_next_match_of_a_winner_follows_from_the_sources():
    assert feeds(knockout_of([1, 2, 3, 4])) == {"R1-M1": "R2-M1", "R1-M2": "R2-M1"}
    assert feeds([FIRST, SECOND, LOSERS]) == {}


@pytest.mark.parametrize(
    ("results", "sides"),
    [
        ([], (Awaiting(LoserOf("R1-M1")), Awaiting(LoserOf("R1-M2")))),
        ([ended("R1-M1", 2, 1), ended("R1-M2", 3, 4)], (Entrant(1), Entrant(4))),
        ([ended("R1-M1", 2, 1, ResultKind.WALKOVER)], (Nobody("walkover"), Awaiting(LoserOf("R1-M2")))),
        (
            [Result("R1-M1", (1, 2), ResultKind.DOUBLE_DEFAULT, None)],
            (Nobody("double default"), Awaiting(LoserOf("R1-M2"))),
        ),
    ],
)
def test_a_match_of_losers_waits_for_them(results, sides):
    assert resolve([FIRST, SECOND, LOSERS], results).matches["R2-M1"].sides == sides


def test_a_bye_has_no_loser():
    bye = Spot("R1-M1", 1, 1, (Entrant(1), Bye()))

    assert resolve([bye, SECOND, LOSERS], []).matches["R2-M1"].sides[0] == Nobody("no match")


def test_a_match_with_an_open_place_waits():
    kept = Open(date(2026, 8, 1), "the club champions")
    final = resolve(knockout([kept, Entrant(1)]), []).final

    assert (final.sides[0], final.stage) == (Awaiting(kept), Stage.WAITING)
