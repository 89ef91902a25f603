"""Tests for draws in sections: with places kept for pairs that join a later round, and without a final."""

from __future__ import annotations

from collections import Counter
from datetime import date

import pytest
from hypothesis import given, strategies

from competition.contest.rules.division import BY_ROUND, JOIN_LEFT, WHOLE, Division
from competition.contest.rules.plate import PlateRules
from competition.draw.rules.bracket import Bracket, resolve
from competition.draw.rules.drawing import draw, objection
from competition.draw.rules.layout import round_names
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.result import Stage
from competition.draw.rules.sections import (
    byes_for,
    divided,
    division_in,
    is_divided,
    join_match,
    joined,
    kept_places,
    places_for,
    rounds_for,
    sample_places,
)
from competition.draw.rules.sources import Entrant, Open, feeds, knockout_of, match_counts, sample_spots, spots_of
from tests.competition.draw.rules.season import HISTORIES, Season
from tests.competition.draw.rules.test_law_of_corrections import assert_sound

DAY = date(2026, 8, 1)
# Added to a place to give the number of the pair that joins there.
FIRST = 901


@strategies.composite
def sizes(chosen) -> tuple[int, Division]:
    """Return a number of pairs, and places for others that can join them."""
    left = chosen(strategies.sampled_from(JOIN_LEFT))
    division = Division(chosen(strategies.integers(1, left // 2)), left)
    return chosen(strategies.integers(division.sections + 1, division.sections + 60)), division


def drawn(pairs: int, division: Division, seed: str = "ducks") -> tuple[int | None, ...]:
    entries = [DrawnEntry(number) for number in range(1, pairs + 1)]
    return draw(entries, seed=seed, preferences=Preferences(), division=division).places


@pytest.mark.parametrize(
    ("pairs", "division", "places", "byes", "matches"),
    [
        (10, Division(4, 8), 32, 6, [8, 4, 4, 2, 1]),
        (22, Division(8, 16), 64, 10, [16, 8, 8, 4, 2, 1]),
        (5, Division(1, 2), 16, 3, [4, 2, 1, 1]),
        (22, Division(), 32, 10, [16, 8, 4, 2, 1]),
    ],
)
def test_the_sections_are_the_smallest_that_hold_all_pairs(pairs, division, places, byes, matches):
    assert (places_for(pairs, division), byes_for(pairs, division)) == (places, byes)
    assert match_counts(sample_spots(pairs, None, division)) == matches


@given(sizes(), strategies.text(min_size=1))
def test_byes_and_kept_places_are_shared_out_evenly(size, seed):
    pairs, division = size
    places = drawn(pairs, division, seed)
    kept = kept_places(places)
    section = len(places) // division.left

    assert {*kept.values()} == {section}
    assert len(kept) == division.kept
    assert sorted(filter(None, places)) == [*range(1, pairs + 1)]
    for parts in (2, 4, 8, 16, 32):
        if parts <= division.left:
            in_parts = Counter(at * parts // len(places) for at in kept)
            assert max(in_parts.values()) - min(in_parts[part] for part in range(parts)) <= 1
    in_sections = [places[at : at + section].count(None) for at in range(0, len(places), section) if at not in kept]
    assert max(in_sections) - min(in_sections) <= 1
    spots = knockout_of(places, dict.fromkeys(kept, Open(DAY)))
    assert match_counts(spots) == match_counts(sample_spots(pairs, None, division))


@given(sizes())
def test_the_first_two_seeds_are_in_different_halves(size):
    _, division = size
    pairs = 4 * division.sections
    entries = [DrawnEntry(number, seed=number if number < 3 else None) for number in range(1, pairs + 1)]
    places = draw(entries, seed="ducks", preferences=Preferences(), division=division).places
    first, second = (places.index(number) * 2 // len(places) for number in (1, 2))

    # Of two sections one is kept, so all pairs are in the same half.
    assert (first == second) == (division.left == 2)


def test_a_pair_joins_in_the_round_after_its_section():
    assert [join_match(at, 4) for at in (0, 4, 12)] == [(3, 1), (3, 1), (3, 2)]
    assert join_match(8, 8) == (4, 1)


@pytest.mark.parametrize(
    ("rounds", "left", "names"),
    [
        (4, 2, ("Round 1", "Round 2", "Round 3", "Final")),
        (4, 4, ("Round 1", "Round 2", "Semi-finals", "Final")),
        (6, 16, ("Round 1", "Round 2", "Round 3", "Quarter-finals", "Semi-finals", "Final")),
        (2, 1, ("Semi-finals", "Final")),
    ],
)
def test_rounds_before_the_others_join_have_numbers(rounds, left, names):
    assert round_names(rounds, Division(left // 2, left)) == names


@pytest.mark.parametrize(
    ("pairs", "division", "fault"),
    [
        (22, Division(9, 16), "9 pairs cannot join when 16 are left"),
        (22, Division(1, 3), "1 pairs cannot join when 3 are left"),
        (22, Division(-1, 16), "cannot join"),
        (8, Division(8, 16), "nobody would play before they join"),
    ],
)
def test_impossible_places_are_refused(pairs, division, fault):
    entries = [DrawnEntry(number) for number in range(1, pairs + 1)]

    assert fault in objection(entries, division)
    with pytest.raises(ValueError, match=fault):
        draw(entries, seed="ducks", preferences=Preferences(), division=division)


def test_sample_places_have_no_two_kept_sections_side_by_side():
    assert [*kept_places(sample_places(10, Division(4, 8)))] == [0, 8, 16, 24]


class JoiningSeason(Season):
    """A season in which every second kept place has a pair."""

    def __init__(self, pairs: int, division: Division, rules: PlateRules | None, *, is_closed: bool = False) -> None:
        super().__init__(pairs)
        self.kept = [*kept_places(drawn(pairs, division))]
        self.joined = {at: FIRST + at for at in self.kept[::2]}
        self.places = tuple(self.joined.get(at, number) for at, number in enumerate(drawn(pairs, division)))
        self.spots = spots_of(self.places, rules, kept=self.open(self.joined, is_closed=is_closed))

    def open(self, joined: dict[int, int], *, is_closed: bool) -> dict[int, Open]:
        return {at: Open(DAY, joined.get(at), is_closed) for at in self.kept}


PLATES = strategies.sampled_from([None, PlateRules(), PlateRules(1), PlateRules(2, walkover=True)])


@given(sizes(), PLATES, strategies.booleans(), HISTORIES, strategies.randoms(use_true_random=False))
def test_the_invariants_hold_when_pairs_join_later(size, rules, is_closed, moves, chance):
    season = JoiningSeason(*size, rules, is_closed=is_closed)
    for bracket in season.play(moves):
        main = {match.code: match for of_round in bracket.rounds for match in of_round}
        assert_sound(Bracket(bracket.rounds, (), main, bracket.withdrawn))
        sides = [side for of_round in bracket.plate for match in of_round for side in match.sides]
        assert not {*sides} & {Entrant(number) for number in season.joined.values()}

    last = {(result.match, result.pairs): result for result in season.log}
    again = resolve(season.spots, chance.sample([*last.values()], len(last)), season.withdrawn)
    assert again == season.bracket


@given(sizes(), HISTORIES)
def test_a_pair_that_joins_changes_no_decided_match(size, moves):
    season = JoiningSeason(*size, None)
    for _ in season.play(moves):
        pass
    before, joined = season.bracket, {at: FIRST + at for at in season.kept}
    after = resolve(knockout_of(season.places, season.open(joined, is_closed=False)), season.log, season.withdrawn)

    decided = (Stage.OFFICIAL, Stage.BYE, Stage.VACANT)
    assert all(after.matches[code] == match for code, match in before.matches.items() if match.stage in decided)
    assert all(match.set_aside == before.matches[code].set_aside for code, match in after.matches.items())


@pytest.mark.parametrize(
    ("pairs", "sections", "places", "byes", "matches", "names"),
    [
        (22, 3, 24, 2, [12, 6, 3], ("Round 1", "Round 2", "Section finals")),
        (8, 2, 8, 0, [4, 2], ("Round 1", "Section finals")),
        (100, 5, 160, 60, [80, 40, 20, 10, 5], ("Round 1", "Round 2", "Round 3", "Round 4", "Section finals")),
    ],
)
def test_winners_of_sections_without_a_final_do_not_meet(pairs, sections, places, byes, matches, names):
    division = Division(0, sections, has_final=False)
    spots = sample_spots(pairs, None, division)

    assert (places_for(pairs, division), byes_for(pairs, division)) == (places, byes)
    assert match_counts(spots) == matches
    assert len([spot for spot in spots if spot.code not in feeds(spots)]) == sections
    assert round_names(rounds_for(places, division), division) == names


SECTIONS = strategies.integers(2, 16)


@given(SECTIONS, strategies.integers(0, 40), strategies.text(min_size=1), strategies.integers(0, 16))
def test_byes_and_seeds_are_shared_among_the_sections(sections, more, seed, seeds):
    pairs, division, seeds = 4 * sections + more, Division(0, sections, has_final=False), min(seeds, 2 * sections)
    entries = [DrawnEntry(number, seed=number if number <= seeds else None) for number in range(1, pairs + 1)]
    places = draw(entries, seed=seed, preferences=Preferences(), division=division).places
    size = len(places) // sections
    in_sections = [places[at : at + size] for at in range(0, len(places), size)]

    byes = [section.count(None) for section in in_sections]
    assert max(byes) - min(byes) <= 1
    assert max(byes) <= size // 2
    seeded = [sum(number is not None and number <= seeds for number in section) for section in in_sections]
    assert sum(seeded) == seeds
    assert more or max(seeded) - min(seeded) <= 1


@given(SECTIONS, strategies.integers(0, 40), PLATES, HISTORIES, strategies.randoms(use_true_random=False))
def test_the_invariants_hold_in_sections_without_a_final(sections, more, rules, moves, chance):
    season = Season(2)
    division = Division(0, sections, has_final=False)
    season.places = drawn(4 * sections + more, division)
    season.spots = spots_of(season.places, rules, division=Division(0, sections, has_final=False))
    for bracket in season.play(moves):
        assert bracket.champion is None
        winners = {match.advances for match in bracket.rounds[-1] if isinstance(match.advances, Entrant)}
        assert {Entrant(number) for number in bracket.alive} >= winners
        assert bracket.is_decided <= (len(bracket.alive) == len(winners))

    last = {(result.match, result.pairs): result for result in season.log}
    again = resolve(season.spots, chance.sample([*last.values()], len(last)), season.withdrawn)
    assert again == season.bracket


def test_sections_need_four_pairs_each():
    entries = [DrawnEntry(number) for number in range(1, 12)]

    assert objection(entries, Division(0, 3, has_final=False)).startswith("3 sections need at least 12 pairs.")
    assert objection(entries, Division(0, 17, has_final=False)).startswith("A draw cannot have 17 sections.")


@pytest.mark.parametrize(
    ("stored", "division"),
    [
        ([1, None], WHOLE),
        ([[1, 2, 3, None], [4, 5, 6, 7]], Division(0, 2, has_final=False)),
        ([1, 2, 3, 4, None, None, 5, 6], Division(1, 4)),
        ([[1, 2, 3, 4, 5, None]], BY_ROUND),
    ],
)
def test_the_places_of_a_draw_made_elsewhere_say_its_sections(stored, division):
    assert (division_in(stored), is_divided(stored)) == (division, True)
    assert divided(joined(stored), division) == stored


@pytest.mark.parametrize(
    "stored",
    [
        *([], [1], [1, 2, 3], [None, None], [1, 2, 3, 4, 5, 6, None, None, None, None, 7, 8]),
        *(
            [[]],
            [[1]],
            [[1, None, None, None]],
            [[], []],
            [[1, 2], []],
            [[1, 2], [3]],
            [[1, 2], 3],
            [1, [2], [3]],
            [[1, 2], [None, None]],
        ),
        *([[1, 2, 3], [4, 5, 6]], [1, 2, None, None, None, None, None, None]),
        [[1, 2]] * 17,
    ],
)
def test_other_places_are_no_draw(stored):
    assert not is_divided(stored)
