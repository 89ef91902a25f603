"""Any sequence of entries, corrections, withdrawals and undos ends in the state of its final facts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from competition.knockout.rules.bracket import Bracket, Entrant, Nobody, Occupant, resolve
from competition.knockout.rules.consequences import consequences
from competition.knockout.rules.result import Kind, Result
from competition.knockout.rules.stages import Stage
from tests.competition.knockout.rules.season import MOVES, Move, Season, some_outcome
from tests.competition.knockout.rules.second_resolver import NOBODY, UNKNOWN, Somebody, who_goes_on
from tests.competition.sizes import SIZES

ENTRIES = st.integers(2, 130)
HISTORIES = st.lists(
    st.tuples(st.sampled_from([*MOVES]), st.integers(0, 999), st.integers(0, 999)), min_size=1, max_size=40
)
OPEN = (Stage.WAITING, Stage.READY)


def history(pairs: int, length: int = 30) -> list[Move]:
    """A history of its own for each number of pairs, the same on every run."""
    chance = Random(pairs)
    return [(chance.choice([*MOVES]), chance.randrange(1000), chance.randrange(1000)) for _ in range(length)]


def after(pairs: int, moves: list[Move]) -> Season:
    season = Season(pairs)
    for _ in season.play(moves):
        pass
    return season


def finished(pairs: int, how: int) -> Season:
    """A season played out to its champion, with double defaults here and there."""
    season = Season(pairs)
    while season.bracket.final.stage in OPEN:
        season.finish_a_round(1, how)
    return season


def obeys_the_law(season: Season) -> bool:
    """The last outcome of each meeting, entered at once and backwards, gives the same draw."""
    last = {(outcome.match, outcome.pairs): outcome for outcome in season.log}
    return resolve(season.places, [*last.values()][::-1], season.withdrawn) == season.bracket


def plainly(occupant: Occupant) -> Somebody:
    match occupant:
        case Entrant(number):
            return number
        case Nobody():
            return NOBODY
    return UNKNOWN


def goes_on(bracket: Bracket) -> list[tuple[str, Somebody]]:
    return [(code, plainly(node.advances)) for code, node in bracket.matches.items()]


def assert_sound(bracket: Bracket) -> None:
    """What must hold of every draw at every moment."""
    nodes = [*bracket.matches.values()]
    open_sides = [side for node in nodes if node.stage in OPEN for side in node.sides]
    seats = Counter(side.number for side in open_sides if isinstance(side, Entrant))
    assert set(seats.values()) <= {1}
    assert not bracket.alive - {bracket.champion} & bracket.withdrawn
    assert all(node.result is None for node in nodes if node.stage != Stage.OFFICIAL)
    assert all(node.result.pairs == node.pairs for node in nodes if node.result)
    assert all(outcome.pairs != node.pairs for node in nodes for outcome in node.set_aside)
    if bracket.final.stage not in OPEN:
        assert bracket.champion or bracket.final.advances in (Nobody("double default"), Nobody("withdrawn"))
        assert not seats


@given(ENTRIES, HISTORIES)
@settings(max_examples=60)
def test_any_history_ends_in_the_state_of_its_final_facts(pairs, moves):
    assert obeys_the_law(after(pairs, moves))


@pytest.mark.parametrize("pairs", SIZES)
def test_for_every_number_of_pairs_the_law_holds_and_a_second_reckoning_agrees(pairs):
    season = after(pairs, history(pairs))

    assert obeys_the_law(season)
    assert goes_on(season.bracket) == who_goes_on(season.places, season.log, season.withdrawn)


@given(ENTRIES, HISTORIES)
@settings(max_examples=60)
def test_a_second_reckoning_from_the_final_backwards_sends_on_the_same_pairs(pairs, moves):
    season = after(pairs, moves)

    assert goes_on(season.bracket) == who_goes_on(season.places, season.log, season.withdrawn)


@given(ENTRIES, HISTORIES)
@settings(max_examples=40)
def test_the_draw_is_sound_after_every_move(pairs, moves):
    for bracket in Season(pairs).play(moves):
        assert_sound(bracket)


@given(ENTRIES, HISTORIES)
@settings(max_examples=40)
def test_results_set_aside_never_count(pairs, moves):
    season = after(pairs, moves)
    nodes = season.bracket.matches.values()
    aside = {(outcome.match, outcome.pairs) for node in nodes for outcome in node.set_aside}
    counting = [outcome for outcome in season.log if (outcome.match, outcome.pairs) not in aside]

    without = resolve(season.places, counting, season.withdrawn)
    assert [*without.matches.values()] == [replace(node, set_aside=()) for node in nodes]


@given(ENTRIES, HISTORIES)
@settings(max_examples=40)
def test_what_counts_can_be_entered_round_by_round_each_result_for_the_two_who_meet(pairs, moves):
    season = after(pairs, moves)
    entered: list[Result] = []
    for code, node in season.bracket.matches.items():
        if node.result:
            assert resolve(season.places, entered, season.withdrawn).matches[code].pairs == node.result.pairs
            entered.append(node.result)

    assert goes_on(resolve(season.places, entered, season.withdrawn)) == goes_on(season.bracket)


@given(ENTRIES, HISTORIES, st.integers(0, 999))
@settings(max_examples=60)
def test_a_withdrawal_changes_nothing_that_is_decided(pairs, moves, which):
    season = after(pairs, moves)
    before = season.bracket
    season.withdraw(which, 0)
    now = season.bracket

    decided = [node for node in before.matches.values() if node.stage not in OPEN]
    final = before.final
    is_unplayed = final.stage == Stage.VACANT or (final.result and final.result not in season.log)
    champion_for_want_of_an_opponent = [final] if is_unplayed else []
    assert consequences(before, now).set_aside == ()
    assert [node for node in decided if now.matches[node.code] != node] in ([], champion_for_want_of_an_opponent)


@given(ENTRIES, st.integers(0, 999), st.integers(0, 999))
@settings(max_examples=60)
def test_flipping_a_winner_of_round_1_of_a_finished_draw_and_back_restores_everything(pairs, how, which):
    season = finished(pairs, how)
    complete = season.bracket
    played = [node for node in complete.rounds[0] if node.result and node.result.winner]
    assume(played)
    chosen = played[which % len(played)].result
    loser = sum(chosen.pairs) - chosen.winner
    season.log.append(Result(chosen.match, chosen.pairs, Kind.RULING, loser))
    flipped = season.bracket
    season.log.append(chosen)

    assert season.bracket == complete
    assert flipped.matches[chosen.match].advances == Entrant(loser)
    back = consequences(flipped, season.bracket)
    assert back.restored == consequences(complete, flipped).set_aside


@given(ENTRIES, HISTORIES, st.integers(0, 999))
@settings(max_examples=60)
def test_letting_the_rounds_stand_changes_no_other_match_and_no_champion(pairs, moves, which):
    season = after(pairs, moves)
    before = season.bracket
    season.let_stand(which, 0)
    now = season.bracket

    changed = [node for code, node in now.matches.items() if before.matches[code] != node]
    assert [node.result.let_stand for node in changed] in ([], [node.advances.number for node in changed])
    assert len(changed) <= 1
    assert (now.champion, now.alive) == (before.champion, before.alive)
    nothing = consequences(before, now)
    assert (nothing.goes_on, nothing.sides, nothing.set_aside, nothing.champion) == ((), (), (), None)


@given(ENTRIES, HISTORIES, st.integers(0, 999))
@settings(max_examples=60)
def test_what_was_let_stand_and_then_corrected_ends_as_if_it_had_been_corrected_at_once(pairs, moves, which):
    one, other = after(pairs, moves), after(pairs, moves)
    before = one.bracket
    one.let_stand(which, 0)
    assume(one.bracket != before)
    again = replace(one.log[-1], let_stand=None)
    one.log.append(again)
    other.log.append(again)

    assert one.bracket == other.bracket
    assert one.bracket.matches[again.match].advances == Entrant(again.winner)


@pytest.mark.parametrize("pairs", SIZES)
def test_a_draw_played_out_has_one_champion_and_a_match_less_than_pairs(pairs):
    season = Season(pairs)
    while season.bracket.champion is None:
        for node in season.bracket.matches.values():
            if node.stage == Stage.READY:
                season.log.append(some_outcome(node.code, node.pairs, pairs % 2))

    losers = {sum(outcome.pairs) - outcome.winner for outcome in season.log}
    assert len(season.log) == pairs - 1
    assert losers | {season.bracket.champion} == set(range(1, pairs + 1))


@pytest.mark.parametrize("pairs", SIZES)
def test_when_all_but_one_withdraw_that_one_is_champion_and_when_it_does_too_nobody_is(pairs):
    season = Season(pairs)
    leavers = Random(pairs).sample(range(1, pairs + 1), pairs)

    season.withdrawn = leavers[:-1]
    assert season.bracket.champion == leavers[-1]
    season.withdrawn = leavers
    assert season.bracket.champion is None


@given(ENTRIES, HISTORIES, st.randoms(use_true_random=False))
def test_what_is_known_of_a_score_changes_nothing_but_the_score(pairs, moves, chance):
    season = after(pairs, moves)
    played = [
        outcome if outcome.kind is not Kind.PLAYED else otherwise_known(outcome, chance) for outcome in season.log
    ]

    bracket = resolve(season.places, played, season.withdrawn)

    assert draw_of(bracket) == draw_of(season.bracket)


def otherwise_known(outcome: Result, chance: Random) -> Result:
    """The same result with both totals, only its margin, or only its winner."""
    margin = 10 * chance.randint(1, 500)
    totals = (margin, 0) if outcome.winner == outcome.pairs[0] else (0, margin)
    known = chance.choice([{"totals": totals}, {"only_margin": margin}, {}])
    return replace(outcome, **({"totals": None, "only_margin": None} | known))


def draw_of(bracket: Bracket) -> list[tuple]:
    """Who meets, wins and goes on in each match, and how many results are set aside."""
    return [
        (node.code, node.stage, node.sides, node.winner, node.advances, len(node.set_aside))
        for node in bracket.matches.values()
    ]
