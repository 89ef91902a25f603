"""Property-based tests: every season ends in the draw that follows from its final facts."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

from hypothesis import assume, given, settings, strategies

from competition.draw.rules.bracket import Bracket, Nobody, Occupant, consequences, resolve
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import Entrant, knockout_of
from tests.competition.draw.rules.season import HISTORIES, Move, Season, some_outcome

ENTRIES = strategies.integers(2, 40)
# All small numbers, and those near a power of two, where a round is added.
SIZES = [2, 3, 4, 5, 6, 7, 8, 9, 31, 32, 33, 129]
# These seasons are long, so play a fifth of the usual number, even with --thorough.
A_FIFTH = settings(max_examples=settings().max_examples // 5)
OPEN = (Stage.WAITING, Stage.READY)


def after(pairs: int, moves: list[Move]) -> Season:
    season = Season(pairs)
    for _ in season.play(moves):
        pass
    return season


def finished(pairs: int, how: int) -> Season:
    """Return a season played to its champion, with some double defaults."""
    season = Season(pairs)
    while season.bracket.final.stage in OPEN:
        season.finish_a_round(1, how)
    return season


def goes_on(bracket: Bracket) -> list[tuple[str, Occupant]]:
    return [(code, match.advances) for code, match in bracket.matches.items()]


def assert_sound(bracket: Bracket) -> None:
    """Assert the invariants of every draw."""
    matches = [*bracket.matches.values()]
    open_sides = [side for match in matches if match.stage in OPEN for side in match.sides]
    seats = Counter(side.number for side in open_sides if isinstance(side, Entrant))
    assert set(seats.values()) <= {1}
    assert not bracket.alive - {bracket.champion} & bracket.withdrawn
    assert all(match.result is None for match in matches if match.stage != Stage.OFFICIAL)
    assert all(match.result.pairs == match.pairs for match in matches if match.result)
    assert all(outcome.pairs != match.pairs for match in matches for outcome in match.set_aside)
    if bracket.final.stage not in OPEN:
        assert bracket.champion or bracket.final.advances in (Nobody("double default"), Nobody("withdrawn"))
        assert not seats


@given(ENTRIES, HISTORIES)
@A_FIFTH
def test_a_season_ends_in_the_state_of_its_final_facts(pairs, moves):
    season = after(pairs, moves)
    last = {(outcome.match, outcome.pairs): outcome for outcome in season.log}

    # In reverse order, the last result of each meeting gives the same draw.
    assert resolve(knockout_of(season.places), [*last.values()][::-1], season.withdrawn) == season.bracket


@given(ENTRIES, HISTORIES)
@A_FIFTH
def test_the_invariants_hold_after_every_move(pairs, moves):
    for bracket in Season(pairs).play(moves):
        assert_sound(bracket)


@given(ENTRIES, HISTORIES)
@A_FIFTH
def test_superseded_results_never_count(pairs, moves):
    season = after(pairs, moves)
    matches = season.bracket.matches.values()
    aside = {(outcome.match, outcome.pairs) for match in matches for outcome in match.set_aside}
    counting = [outcome for outcome in season.log if (outcome.match, outcome.pairs) not in aside]

    without = resolve(knockout_of(season.places), counting, season.withdrawn)
    assert [*without.matches.values()] == [match._replace(set_aside=()) for match in matches]


@given(ENTRIES, HISTORIES)
@A_FIFTH
def test_results_in_round_order_give_the_same_draw(pairs, moves):
    season = after(pairs, moves)
    entered: list[Result] = []
    for code, match in season.bracket.matches.items():
        if match.result:
            assert (
                resolve(knockout_of(season.places), entered, season.withdrawn).matches[code].pairs == match.result.pairs
            )
            entered.append(match.result)

    assert goes_on(resolve(knockout_of(season.places), entered, season.withdrawn)) == goes_on(season.bracket)


@given(ENTRIES, HISTORIES, strategies.integers(0, 999))
@A_FIFTH
def test_a_withdrawal_changes_no_decided_match(pairs, moves, which):
    season = after(pairs, moves)
    before = season.bracket
    season.withdraw(which, 0)
    now = season.bracket

    decided = [match for match in before.matches.values() if match.stage not in OPEN]
    final = before.final
    is_unplayed = final.stage == Stage.VACANT or (final.result and final.result not in season.log)
    champion_for_want_of_an_opponent = [final] if is_unplayed else []
    assert consequences(before, now).set_aside == ()
    assert [match for match in decided if now.matches[match.code] != match] in ([], champion_for_want_of_an_opponent)


@given(ENTRIES, strategies.integers(0, 999), strategies.integers(0, 999))
@A_FIFTH
def test_undoing_a_change_of_winner_restores_the_draw(pairs, how, which):
    season = finished(pairs, how)
    complete = season.bracket
    played = [match for match in complete.rounds[0] if match.result and match.result.winner]
    assume(played)
    chosen = played[which % len(played)].result
    loser = sum(chosen.pairs) - chosen.winner
    season.log.append(Result(chosen.match, chosen.pairs, ResultKind.RULING, loser))
    flipped = season.bracket
    season.log.append(chosen)

    assert season.bracket == complete
    assert flipped.matches[chosen.match].advances == Entrant(loser)
    back = consequences(flipped, season.bracket)
    assert back.restored == consequences(complete, flipped).set_aside


@given(ENTRIES, HISTORIES, strategies.integers(0, 999))
@A_FIFTH
def test_keeping_the_later_rounds_changes_only_one_match(pairs, moves, which):
    season = after(pairs, moves)
    before = season.bracket
    season.keep_progress(which, 0)
    now = season.bracket

    changed = [match for code, match in now.matches.items() if before.matches[code] != match]
    assert [match.result.keep_progress for match in changed] in ([], [match.advances.number for match in changed])
    assert len(changed) <= 1
    assert (now.champion, now.alive) == (before.champion, before.alive)
    nothing = consequences(before, now)
    assert (nothing.goes_on, nothing.sides, nothing.set_aside, nothing.champion) == ((), (), (), None)


@given(ENTRIES, HISTORIES, strategies.integers(0, 999))
@A_FIFTH
def test_a_correction_replaces_the_kept_later_rounds(pairs, moves, which):
    one, other = after(pairs, moves), after(pairs, moves)
    before = one.bracket
    one.keep_progress(which, 0)
    assume(one.bracket != before)
    again = replace(one.log[-1], keep_progress=None)
    one.log.append(again)
    other.log.append(again)

    assert one.bracket == other.bracket
    assert one.bracket.matches[again.match].advances == Entrant(again.winner)


def test_a_draw_has_one_champion_and_one_match_fewer_than_pairs():
    for pairs in SIZES:
        season = Season(pairs)
        while season.bracket.champion is None:
            for match in season.bracket.matches.values():
                if match.stage == Stage.READY:
                    season.log.append(some_outcome(match.code, match.pairs, pairs % 2))

        losers = {sum(outcome.pairs) - outcome.winner for outcome in season.log}
        assert len(season.log) == pairs - 1
        assert losers | {season.bracket.champion} == set(range(1, pairs + 1))


def test_the_last_remaining_pair_is_champion_unless_it_withdraws():
    for pairs in SIZES:
        season = Season(pairs)
        leavers = Random(pairs).sample(range(1, pairs + 1), pairs)

        season.withdrawn = leavers[:-1]
        assert season.bracket.champion == leavers[-1]
        season.withdrawn = leavers
        assert season.bracket.champion is None


@given(ENTRIES, HISTORIES, strategies.randoms(use_true_random=False))
@A_FIFTH
def test_totals_and_margins_do_not_change_who_goes_through(pairs, moves, chance):
    season = after(pairs, moves)
    played = [
        outcome if outcome.kind is not ResultKind.PLAYED else otherwise_known(outcome, chance) for outcome in season.log
    ]

    bracket = resolve(knockout_of(season.places), played, season.withdrawn)

    assert draw_of(bracket) == draw_of(season.bracket)


def otherwise_known(outcome: Result, chance: Random) -> Result:
    """Return the result with both totals, only its margin or only its winner."""
    margin = 10 * chance.randint(1, 500)
    totals = (margin, 0) if outcome.winner == outcome.pairs[0] else (0, margin)
    known = chance.choice([{"totals": totals}, {"only_margin": margin}, {}])
    return replace(outcome, **({"totals": None, "only_margin": None} | known))


def draw_of(bracket: Bracket) -> list[tuple]:
    """Return the pairs, winner and next pair of each match, with its number of superseded results."""
    return [
        (match.code, match.stage, match.sides, match.winner, match.advances, len(match.set_aside))
        for match in bracket.matches.values()
    ]
