"""Tests for a draw round by round, with generated seasons."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256

import pytest
from hypothesis import given, settings, strategies

from competition.contest.rules.division import BY_ROUND
from competition.draw.rules.bracket import Awaiting, Bracket, Nobody, resolve
from competition.draw.rules.drawing import draw
from competition.draw.rules.later_rounds import (
    MOST_DRAWINGS,
    drawn,
    explained,
    places_in,
    possible_winners,
    preferences_in,
    secret_of,
    seed_of,
    ways_in,
    with_closest_losers,
)
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sections import matches_by_round, places_for, rounds_for
from competition.draw.rules.sources import Bye, ClosestLoser, Entrant, RoundPlaces, Undrawn, round_by_round
from scoring.rules.refusal import Refused
from tests.competition.draw.rules.season import MOVES, Move, Season

CONDITIONS = {"preference_rounds": 2, "clubs_apart": True, "areas_together": False}


class RoundSeason(Season):
    """A season in which each round is drawn by itself.

    `losers` says what happens if the number of winners is odd: "" for a bye, "closest" or "repechage".
    """

    def __init__(self, pairs: int, losers: str = "") -> None:
        super().__init__(pairs)
        self.losers = losers
        entries = [DrawnEntry(number) for number in range(1, pairs + 1)]
        self.places = draw(entries, seed=f"{pairs}", preferences=Preferences(), division=BY_ROUND).places
        self.drawn: dict[int, RoundPlaces] = {}

    @property
    def bracket(self) -> Bracket:
        return resolve(round_by_round(self.places, self.drawn), self.log, self.withdrawn)

    def draw_round(self, which: int, how: int) -> None:
        number, bracket = len(self.drawn) + 2, self.bracket
        if number > len(bracket.rounds):
            return
        ways, seed = ways_in(bracket, number, {}), f"{which}/{how}"
        if self.losers:
            if any(match.stage in (Stage.WAITING, Stage.READY) for match in bracket.rounds[number - 2]):
                return
            with_closest_losers(ways, bracket, number, {}, seed, 1 + (self.losers == "repechage"))
        places = places_in(number, ways, drawn(ways, seed, Preferences()).places)
        self.drawn = {**self.drawn, number: places}

    def undo_draw(self, which: int, how: int) -> None:
        left = dict([*self.drawn.items()][:-1])
        codes = {spot.code for spot in round_by_round(self.places, left)}
        # A draw stays once its repechage has a result.
        if {result.match for result in self.log} <= codes:
            self.drawn = left


ROUND_MOVES = {**MOVES, "draw": RoundSeason.draw_round, "undo draw": RoundSeason.undo_draw}
del ROUND_MOVES["undo"]
HISTORIES = strategies.lists(
    strategies.tuples(
        strategies.sampled_from([*ROUND_MOVES, "draw", "finish a round"]),
        strategies.integers(0, 999),
        strategies.integers(0, 999),
    ),
    min_size=1,
    max_size=40,
)


LOSERS = strategies.sampled_from(["", "closest", "repechage"])


def play(season: RoundSeason, moves: list[Move]) -> None:
    for name, which, how in moves:
        ROUND_MOVES[name](season, which, how)


def finish(season: RoundSeason, how: int) -> None:
    """Decide and draw every round that is left."""
    while not season.bracket.is_decided:
        season.finish_a_round(1, how)
        season.draw_round(1, how)


@given(strategies.integers(2, 40), HISTORIES, LOSERS)
@settings(max_examples=settings().max_examples // 5)
def test_a_season_ends_in_the_state_of_its_final_facts(pairs, moves, losers):
    season = RoundSeason(pairs, losers)
    play(season, moves)
    last = {(result.match, result.pairs): result for result in season.log}

    again = resolve(round_by_round(season.places, season.drawn), [*last.values()][::-1], season.withdrawn)

    assert again == season.bracket
    assert all(match.result.pairs == match.pairs for match in again.matches.values() if match.result)


@given(strategies.integers(2, 40), HISTORIES, strategies.integers(0, 999), LOSERS)
@settings(max_examples=settings().max_examples // 5)
def test_every_season_has_an_end_whatever_was_corrected_before(pairs, moves, how, losers):
    season = RoundSeason(pairs, losers)
    play(season, moves)
    finish(season, how)

    bracket = season.bracket

    assert bracket.champion is None or bracket.champion not in bracket.withdrawn or bracket.final.result
    assert bracket.alive <= {bracket.champion}
    own = [[match for match in matches if not match.is_repechage] for matches in bracket.rounds]
    assert [len(matches) for matches in own] == matches_by_round((pairs + 1) // 2)


@given(strategies.integers(2, 130), strategies.integers(0, 999))
@settings(max_examples=settings().max_examples // 4)
def test_a_repechage_is_between_the_two_closest_losers_of_an_odd_round(pairs, how):
    season = RoundSeason(pairs, "repechage")
    finish(season, how)

    for of_round in season.bracket.rounds:
        *own, last = of_round
        if not last.is_repechage:
            continue
        lost = [match.result for match in own if match.result and match.result.was_played]
        margins = sorted(result.margin for result in lost if result.margin is not None)
        pairs_of = {result.loser: result.margin for result in lost}
        assert len(own) % 2 == 1
        assert [pairs_of[number] for number in last.pairs] == margins[:2]


@given(strategies.integers(2, 130), strategies.integers(0, 999))
@settings(max_examples=settings().max_examples // 2)
def test_a_pair_has_a_second_bye_only_if_all_others_had_one(pairs, how):
    season = RoundSeason(pairs)
    finish(season, how % 2)

    had_bye: set[int] = set()
    for of_round in season.bracket.rounds:
        here = {match: [side.number for side in match.sides if isinstance(side, Entrant)] for match in of_round}
        now = {number for match, numbers in here.items() if match.stage is Stage.BYE for number in numbers}
        assert not now & had_bye or {number for numbers in here.values() for number in numbers} <= had_bye
        had_bye |= now


def test_a_later_round_waits_to_be_drawn():
    bracket = resolve(round_by_round([1, 2, 3, 4, 5, None]), [Result("R1-M1", (1, 2), ResultKind.RULING, 1)])

    assert bracket.matches["R2-M1"].sides == (Awaiting(Undrawn(2)), Awaiting(Undrawn(2)))
    assert [match.feeds for match in bracket.rounds[0]] == [None, None, None]
    assert [match.is_last for match in bracket.matches.values()] == [False, False, False, False, False, True]
    assert bracket.alive == {1, 3, 4, 5}
    assert bracket.champion is None


def test_a_drawn_round_has_the_winners_of_the_matches_before_it():
    bracket = resolve(
        round_by_round([1, 2, 3, 4, 5, None], {2: RoundPlaces([3, 1, None, 2])}),
        [Result("R1-M1", (1, 2), ResultKind.RULING, 2)],
    )

    assert bracket.matches["R2-M1"].pairs == (5, 2)
    assert bracket.matches["R2-M2"].before == ("R1-M2",)
    assert bracket.matches["R2-M2"].sides[0] == Bye()
    assert bracket.matches["R1-M2"].feeds == "R2-M2"


@pytest.mark.parametrize("order", [[1, 2], [1, 2, 3, 3], [1, 2, None, None], [1, 2, 3, 4]])
def test_each_winner_is_drawn_once(order):
    with pytest.raises(Refused, match="Round 2 does not have each winner"):
        round_by_round([1, 2, 3, 4, 5, None], {2: RoundPlaces(order)})


@pytest.mark.parametrize("places", [[], [1], [1, 2, 3]])
def test_a_round_has_two_places_for_each_match(places):
    with pytest.raises(Refused, match="two places"):
        round_by_round(places)


@pytest.mark.parametrize(
    ("pairs", "matches"), [(2, [1]), (3, [2, 1]), (22, [11, 6, 3, 2, 1]), (33, [17, 9, 5, 3, 2, 1])]
)
def test_at_most_one_pair_has_a_bye_in_each_round(pairs, matches):
    places = places_for(pairs, BY_ROUND)

    assert matches_by_round(places // 2) == matches
    assert rounds_for(places, BY_ROUND) == len(matches)


def test_the_facts_about_a_winner_are_known_once_its_match_is_decided():
    bracket = resolve(round_by_round([1, 2, 3, 4, 5, None]), [Result("R1-M1", (1, 2), ResultKind.RULING, 2)])
    facts = {number: {"club": f"Club {number}", "area": "", "seed": number} for number in range(1, 6)}

    assert ways_in(bracket, 2, facts) == [
        {"match": 1, "pair": 2, "club": "Club 2", "area": "", "seed": 2, "had_bye": False},
        {"match": 2, "pair": None, "club": "", "area": "", "seed": None, "had_bye": False},
        {"match": 3, "pair": 5, "club": "Club 5", "area": "", "seed": 5, "had_bye": True},
    ]


def test_a_match_stands_for_a_pair_with_a_bye_if_one_that_can_win_it_had_one():
    bracket = resolve(round_by_round([1, 2, 3, 4, 5, 6, 7, 8, 9, None], {2: RoundPlaces([5, 1, 2, 3, None, 4])}), [])

    assert [way["had_bye"] for way in ways_in(bracket, 3, {})] == [True, False, True]
    assert possible_winners(bracket.matches["R2-M1"], bracket) == [9, 1, 2]
    assert possible_winners(bracket.matches["R2-M3"], bracket) == [7, 8]


def test_a_pair_that_had_a_bye_gets_no_second_one():
    ways = [{"match": at, "pair": at, "club": "", "area": "", "seed": None, "had_bye": at != 2} for at in (1, 2, 3)]

    for seed in range(50):
        places = drawn(ways, f"{seed}", Preferences()).places
        assert (2, None) in (places[:2], places[2:], places[1::-1], places[:1:-1])


def test_the_preferences_hold_in_the_rounds_of_the_conditions():
    clubs = ["Hawera", "Hawera", "Gore", "Gore"]
    ways = [
        {"match": at, "pair": at, "club": club, "area": "", "seed": None, "had_bye": False}
        for at, club in enumerate(clubs, start=1)
    ]

    assert preferences_in(CONDITIONS, 2) == Preferences(clubs=True)
    assert preferences_in(CONDITIONS, 3) == Preferences()
    for seed in range(50):
        places = drawn(ways, f"{seed}", preferences_in(CONDITIONS, 2)).places
        assert {*places[:2]} not in ({1, 2}, {3, 4})


def test_the_explanations_of_a_later_round_name_the_exceptions():
    facts = [("Hawera", "Taranaki", 1), ("hawera", "", 2), ("Gore", "Otago", None), ("Rata", "Otago", None)]
    ways = [
        {"match": at, "pair": 10 * at, "club": club, "area": area, "seed": seed, "had_bye": False}
        for at, (club, area, seed) in enumerate(facts, start=1)
    ]
    preferences = Preferences(clubs=True, areas=True)

    bad, good = (
        [reason.text for reason in explained(ways, places, preferences, 3, "the semi-finals")]
        for places in ([1, 2, 3, 4], [3, 1, 2, 4])
    )

    assert bad == [
        "Gave way in R3-M1 (pairs 10 and 20).",
        "Gave way in R3-M1 (pairs 10 and 20), Hawera.",
        "1 of 2 matches to play in the semi-finals is between pairs of one area. Gave way in R3-M1 (pairs 10 and 20).",
    ]
    assert good[:2] == [
        "No two seeds meet in the semi-finals: kept.",
        "No two pairs of one club meet in the semi-finals: kept.",
    ]
    assert explained([*ways[:3], ways[3] | {"pair": None}], [1, 2, 3, 4], preferences, 3, "the semi-finals") == []


def test_all_draws_of_a_round_are_equally_likely():
    ways = [{"match": at, "pair": None, "club": "", "area": "", "seed": None, "had_bye": False} for at in (1, 2, 3)]

    byes = Counter(
        next(up or low for up, low in (places[:2], places[2:]) if None in (up, low))
        for places in (drawn(ways, f"{seed}", Preferences()).places for seed in range(900))
    )

    # Chi-squared at 2 degrees of freedom exceeds 13.8 once in a thousand times.
    assert sum((times - 300) ** 2 / 300 for times in byes.values()) < 13.8


def test_each_secret_gives_the_one_of_the_drawing_before():
    last = "a secret"

    assert secret_of(last, MOST_DRAWINGS) == last
    assert secret_of(last, MOST_DRAWINGS - 1) == sha256(b"a secret").hexdigest()
    assert secret_of(last, 1) == sha256(secret_of(last, 2).encode()).hexdigest()
    assert seed_of("abc", 2) == "abc/2"


def beaten(code: str, pairs: tuple[int, int], totals: tuple[int, int]) -> Result:
    return Result.played(code, pairs, totals)


SIX = round_by_round([1, 2, 3, 4, 5, 6])
CLOSE = [
    beaten("R1-M1", (1, 2), (900, 500)),
    beaten("R1-M2", (3, 4), (700, 710)),
    beaten("R1-M3", (5, 6), (2000, 1990)),
]


def with_losers(results: list[Result], withdrawn: tuple[int, ...] = (), *, repechage: bool = False) -> list[dict]:
    bracket = resolve(SIX, results, withdrawn)
    ways = ways_in(bracket, 2, {})
    with_closest_losers(ways, bracket, 2, {}, "seed", 1 + repechage)
    return ways


def test_the_closest_losers_lost_by_the_fewest_points_and_then_with_the_highest_total():
    *winners, loser = with_losers(CLOSE)

    assert [way["pair"] for way in winners] == [1, 4, 5]
    assert (loser["match"], loser["pair"], loser["lost"]) == (4, 6, 3)
    assert [way["met"] for way in winners] == [[], [], [4]]
    assert loser["met"] == [3]


@pytest.mark.parametrize(
    ("results", "withdrawn", "loser"),
    [
        # Losers of equal matches: the pair is picked at random, from the seed.
        ([beaten(f"R1-M{at}", (2 * at - 1, 2 * at), (500, 400)) for at in (1, 2, 3)], (), {2, 4, 6}),
        # A pair that withdrew does not play on.
        (CLOSE, (6,), {3}),
        # A walkover is no match lost on points.
        ([CLOSE[0], *(Result(won.match, won.pairs, ResultKind.WALKOVER, won.winner) for won in CLOSE[1:])], (), {2}),
    ],
)
def test_only_pairs_beaten_in_a_match_play_on(results, withdrawn, loser):
    assert with_losers(results, withdrawn)[-1]["pair"] in loser


def test_without_a_match_lost_on_points_one_of_the_winners_has_a_bye():
    ways = with_losers([Result(f"R1-M{at}", (2 * at - 1, 2 * at), ResultKind.LOTS, 2 * at) for at in (1, 2, 3)])

    assert [way["pair"] for way in ways] == [2, 4, 6]


def test_the_closest_losers_do_not_meet_their_opponents_again():
    ways = with_losers(CLOSE)

    for seed in range(50):
        places = places_in(2, ways, drawn(ways, f"{seed}", Preferences()).places).places
        assert places.index(ClosestLoser(6, "R1-M3")) // 2 != places.index(3) // 2


def test_the_closest_losers_keep_their_place_while_they_lose_that_match():
    drawn_round = {2: RoundPlaces([1, ClosestLoser(6, "R1-M3"), 2, 3])}
    spots = round_by_round([1, 2, 3, 4, 5, 6], drawn_round)
    clearly = beaten("R1-M3", (5, 6), (2000, 1000))

    stays, won, reopened = (
        resolve(spots, results).matches["R2-M1"]
        for results in ([*CLOSE, clearly], [*CLOSE, beaten("R1-M3", (5, 6), (1000, 1990))], CLOSE[:2])
    )

    assert stays.pairs == (1, 6)
    assert won.sides == (Entrant(1), Nobody("no longer the closest losers"))
    assert reopened.sides == (Entrant(1), Awaiting(ClosestLoser(6, "R1-M3")))


TWO_LOSERS = (ClosestLoser(6, "R1-M3"), ClosestLoser(3, "R1-M2"))


def test_the_two_closest_losers_play_a_repechage_for_the_place():
    *winners, last = with_losers(CLOSE, repechage=True)

    assert (last["match"], last["pair"]) == (4, None)
    assert last["between"] == [{"pair": 6, "lost": 3}, {"pair": 3, "lost": 2}]
    assert [way["met"] for way in winners] == [[], [4], [4]]
    assert last["met"] == [2, 3]
    assert places_in(2, [*winners, last], [1, 4, 2, 3]) == RoundPlaces([1, 4, 2, 3], TWO_LOSERS)


@pytest.mark.parametrize(("on_points", "loser"), [(1, 2), (0, None)])
def test_without_two_matches_lost_on_points_there_is_no_repechage(on_points, loser):
    others = [Result(f"R1-M{at}", (2 * at - 1, 2 * at), ResultKind.LOTS, 2 * at) for at in (1, 2, 3)]
    *winners, last = with_losers([*CLOSE[:on_points], *others[on_points:]], repechage=True)

    assert "between" not in last
    assert (last["pair"] if len(winners) == 3 else None) == loser


def test_the_winners_of_a_repechage_have_the_last_place():
    spots = round_by_round([1, 2, 3, 4, 5, 6], {2: RoundPlaces([1, 4, 2, 3], TWO_LOSERS)})

    before, after = (resolve(spots, [*CLOSE, *more]) for more in ([], [beaten("R1-M4", (6, 3), (500, 0))]))

    assert [match.code for match in before.rounds[0] if match.is_repechage] == ["R1-M4"]
    assert before.matches["R1-M4"].pairs == (6, 3)
    assert before.matches["R2-M1"].stage is Stage.WAITING
    assert {6, 3} <= before.alive
    assert after.matches["R2-M1"].pairs == (1, 6)
    assert 3 not in after.alive


def test_a_pair_that_no_longer_lost_leaves_the_repechage_to_the_other():
    spots = round_by_round([1, 2, 3, 4, 5, 6], {2: RoundPlaces([1, 4, 2, 3], TWO_LOSERS)})
    bracket = resolve(spots, [*CLOSE, beaten("R1-M3", (5, 6), (1000, 1990))])

    assert bracket.matches["R1-M4"].stage is Stage.VACANT
    assert bracket.matches["R2-M1"].pairs == (1, 3)
