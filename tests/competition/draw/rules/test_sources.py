from __future__ import annotations

from datetime import date

import pytest

from competition.contest.rules.plate import PlateRules
from competition.draw.rules.bracket import Awaiting, Nobody, resolve
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import (
    Bye,
    Entrant,
    FirstLoser,
    LoserOf,
    Open,
    Spot,
    WinnerOf,
    feeds,
    knockout,
    knockout_of,
    match_counts,
    spots_of,
)
from scoring.rules.refusal import Refused

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


def test_a_match_with_an_open_place_waits_until_the_place_is_closed():
    waits, closed = Open(date(2026, 8, 1)), Open(date(2026, 8, 1), is_closed=True)

    final = resolve(knockout([Entrant(1), waits]), []).final
    assert (final.sides[1], final.stage) == (Awaiting(waits), Stage.WAITING)

    final = resolve(knockout([Entrant(1), closed]), []).final
    assert (final.sides[1], final.advances) == (Nobody("no pair joined"), Entrant(1))


# Of four sections of four places, the second and the fourth have a kept place.
JOINING = [1, 2, 3, None, None, None, None, None, 4, 5, 6, 7, None, None, None, None]
KEPT = {4: Open(date(2026, 8, 1)), 12: Open(date(2026, 8, 1), 9)}


def test_a_pair_joins_the_round_after_its_section():
    spots = knockout_of(JOINING, KEPT)

    assert [spot.code for spot in spots] == [
        *("R1-M1", "R1-M2", "R1-M5", "R1-M6", "R2-M1", "R2-M3", "R3-M1", "R3-M2", "R4-M1")
    ]
    assert spots[6].sides == (WinnerOf("R2-M1"), KEPT[4])
    bracket = resolve(spots, [ended("R1-M5", 4, 5), ended("R1-M6", 6, 7), ended("R2-M3", 4, 6)])
    assert bracket.matches["R3-M2"].pairs == (4, 9)
    assert match_counts(spots) == [4, 2, 2, 1]


def test_a_bye_never_meets_a_bye_outside_a_kept_section():
    with pytest.raises(Refused, match="never sets a bye against a bye"):
        knockout_of([1, 2, None, None])


def test_pairs_that_join_later_are_not_in_the_plate():
    spots = spots_of([1, 2, 3, 4, None, None, None, None], PlateRules(), kept={4: Open(date(2026, 8, 1), 9)})

    assert [spot.code for spot in spots[4:]] == ["R4-M1"]
    assert spots[4].sides == (FirstLoser("R1-M1", PlateRules()), FirstLoser("R1-M2", PlateRules()))
