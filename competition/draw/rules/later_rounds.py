"""Rules for a draw round by round: the secret of each drawing, and the draw of a later round.

A later round is drawn over the matches of the round before, and never over pairs. So a corrected result changes who
plays in it, but not its draw. It can be drawn before all of these matches are decided.
"""

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace
from hashlib import sha256
from itertools import product
from typing import Any

from competition.contest.rules.division import BY_ROUND
from competition.draw.rules.bracket import Bracket, ResolvedMatch
from competition.draw.rules.drawing import DrawResult, draw_round
from competition.draw.rules.layout import code
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.reasons import PreferenceReason, Reasons
from competition.draw.rules.result import Pairs, Result, Stage
from competition.draw.rules.sources import Bye, ClosestLoser, Entrant, RoundPlaces

# A match of the round before, ready for JSON, with the facts about the pair that goes through from it.
Way = Mapping[str, Any]
# The most drawings in a competition, from round 1 to the final, including undone ones.
MOST_DRAWINGS = 100
# The club, area and seed of each pair by number.
Facts = Mapping[int, Mapping[str, Any]]


def secret_of(last_secret: str, drawing: int) -> str:
    """Return the secret of this drawing, counted from 1 for round 1 to MOST_DRAWINGS, including undone drawings.

    Hashed with SHA-256, it gives the secret of the drawing before. It says nothing about those of later drawings, so
    nobody can know the result of a drawing before it is made, even after an earlier one of the same round is undone.
    `last_secret` is the secret of drawing MOST_DRAWINGS.
    """
    secret = last_secret
    for _ in range(MOST_DRAWINGS - drawing):
        secret = secret_before(secret)
    return secret


def secret_before(secret: str) -> str:
    """Return the secret of the drawing before the drawing with this secret."""
    return sha256(secret.encode()).hexdigest()


def ways_in(bracket: Bracket, round: int, facts: Facts) -> list[dict[str, Any]]:
    """Return the matches of the round before this round, with the facts about their winners.

    `facts` has the club, area and seed of each pair by number. They are known only once the match is decided. A pair
    had a bye if any pair that can still go through had one.
    """
    with_bye = {
        number
        for of_round in bracket.rounds[: round - 1]
        for match in of_round
        if Bye() in match.sides
        for number in possible_winners(match, bracket)
    }
    return [_way(match, bracket, facts, with_bye) for match in bracket.rounds[round - 2]]


def with_closest_losers(
    ways: list[dict[str, Any]], bracket: Bracket, round: int, facts: Facts, seed: str, most: int
) -> None:
    """Add the closest losers of the round before to these ways if their number is odd, and the pairs that have met.

    The closest losers were beaten by the fewest points in a match that was played. Of several, they are those with the
    highest total, and then those with the smallest SHA-256 of "SEED closest NUMBER". If `most` is 2, the first two play
    a repechage for the place, unless only one pair was beaten on points. If there is none, one of the winners has a
    bye.
    """
    if len(ways) % 2:
        ways += _way_of_losers(beaten_on_points(bracket, round, seed)[:most], len(ways) + 1, bracket, facts)
    met = {match.pairs for of_round in bracket.rounds[: round - 1] for match in of_round if match.pairs}
    for way in ways:
        way["met"] = [other["match"] for other in ways if _may_have_met(way, other, met)]


def beaten_on_points(bracket: Bracket, round: int, seed: str) -> list[tuple[ResolvedMatch, int]]:
    """Return the matches of the round before this round that were lost on points, and their losers.

    The closest losers come first. Pairs that withdrew are left out, and pairs that go through although they lost.
    """
    lost = [
        (*_closeness(result), sha256(f"{seed} closest {result.loser}".encode()).hexdigest(), match)
        for match in bracket.rounds[round - 2]
        if (result := match.result) and result.was_played and result.goes_on == result.winner and not match.is_repechage
        if result.margin is not None and result.loser not in bracket.withdrawn
    ]
    in_order = sorted(lost, key=lambda found: found[:3])
    return [(match, match.result.loser) for *_, match in in_order if match.result and match.result.loser]


def are_closest(numbers: Sequence[int], bracket: Bracket, round: int) -> bool:
    """Return True if these pairs are the closest losers of the round before this round, or level with them."""
    found = {loser: _closeness(match.result) for match, loser in beaten_on_points(bracket, round, "") if match.result}
    return sorted(found[number] for number in numbers if number in found) == sorted(found.values())[: len(numbers)]


def _way_of_losers(
    losers: Sequence[tuple[ResolvedMatch, int]], match: int, bracket: Bracket, facts: Facts
) -> list[dict[str, Any]]:
    """Return the place of the closest losers in a draw, or [] for none. Two of them play a repechage for it."""
    if not losers:
        return []
    sides = [earlier.sides for earlier in bracket.matches.values()]
    had_bye = any(Bye() in two and Entrant(number) in two for two in sides for _, number in losers)
    if len(losers) == 1:
        [(lost, number)] = losers
        known = _known(facts.get(number, {}))
        return [{"match": match, "pair": number, **known, "had_bye": had_bye, "lost": lost.position}]
    between = [{"pair": number, "lost": lost.position} for lost, number in losers]
    return [{"match": match, "pair": None, **_known({}), "had_bye": had_bye, "between": between}]


def _may_have_met(way: Way, other: Way, met: Set[Pairs | None]) -> bool:
    """Return True if pairs of these two ways have met, `met` being all pairs that have."""
    both = product(_numbers(way), _numbers(other))
    return way is not other and any({(one, two), (two, one)} & met for one, two in both)


def _numbers(way: Way) -> list[int | None]:
    """Return the number of the pair of a way, or those of both pairs in a repechage."""
    return [loser["pair"] for loser in way["between"]] if "between" in way else [way["pair"]]


def _closeness(result: Result) -> tuple[int, int]:
    """Return the sort key of a loser on points. Its margin is known."""
    return result.margin or 0, -_own_total(result)


def _own_total(result: Result) -> int:
    """Return the total of the losers, or 0 if it is not known."""
    return result.totals[result.upper_won] if result.totals else 0


def _way(match: ResolvedMatch, bracket: Bracket, facts: Facts, with_bye: set[int]) -> dict[str, Any]:
    possible = possible_winners(match, bracket)
    pair = match.advances.number if isinstance(match.advances, Entrant) else None
    known = facts.get(pair, {}) if pair else {}
    return {
        "match": match.position,
        "pair": pair,
        **_known(known),
        "had_bye": not with_bye.isdisjoint(possible),
    }


def _known(facts: Mapping[str, Any]) -> dict[str, Any]:
    return {"club": facts.get("club", ""), "area": facts.get("area", ""), "seed": facts.get("seed")}


def possible_winners(match: ResolvedMatch, bracket: Bracket) -> list[int]:
    """Return the numbers of the pairs that can still go through from a match."""
    if isinstance(match.advances, Entrant):
        return [match.advances.number]
    if match.stage not in (Stage.WAITING, Stage.READY):
        return []
    known = [side.number for side in match.sides if isinstance(side, Entrant)]
    before = (bracket.matches[code] for code in match.before)
    undecided = (earlier for earlier in before if earlier.stage in (Stage.WAITING, Stage.READY))
    return known + [number for earlier in undecided for number in possible_winners(earlier, bracket)]


def seed_of(secret: str, attempt: int) -> str:
    """Return the random seed of a later round: "SECRET/ATTEMPT". `attempt` is 1 for its first draw."""
    return f"{secret}/{attempt}"


def preferences_in(conditions: Mapping[str, Any], round: int) -> Preferences:
    """Return the preferences that count in this later round. The opening day is in round 1."""
    if round > conditions.get("preference_rounds", 1):
        return Preferences()
    return Preferences(clubs=conditions["clubs_apart"], areas=conditions["areas_together"])


def places_in(round: int, ways: Sequence[Way], places: Sequence[int | None]) -> RoundPlaces:
    """Return the places of a drawn round, with the closest losers in their place, and the repechage if there is one."""
    losers = {way["match"]: _closest_loser(round, way) for way in ways if "lost" in way}
    in_order = [losers.get(place, place) if place else None for place in places]
    for way in ways:
        if "between" in way:
            one, other = (_closest_loser(round, loser) for loser in way["between"])
            return RoundPlaces(in_order, (one, other))
    return RoundPlaces(in_order)


def _closest_loser(round: int, loser: Mapping[str, Any]) -> ClosestLoser:
    return ClosestLoser(loser["pair"], code(round - 1, loser["lost"]))


def drawn(ways: Sequence[Way], seed: str, preferences: Preferences) -> DrawResult:
    """Return the draw of a later round for this seed. The places have positions of matches instead of numbers.

    `preferences` are those of this round, which may have none.
    """
    return draw_round([_entry(way) for way in ways], seed=seed, preferences=preferences)


def derived(conditions: Mapping[str, Any], drawing: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values in a draw record that follow from the secret, the attempt and the matches of this drawing."""
    seed = seed_of(drawing["secret"], drawing["attempt"])
    result = drawn(drawing["ways"], seed, preferences_in(conditions, drawing["round"]))
    return {
        "seed": seed,
        "places": list(result.places),
        "first_rounds_tried": result.tries,
        "texts_used": result.texts,
    }


def explained(
    ways: Sequence[Way], places: Sequence[int | None], preferences: Preferences, round: int, name: str
) -> list[PreferenceReason]:
    """Return a sentence about each preference in a later round. `name` is its name within a sentence.

    The byes have none. Return an empty list if a winner was unknown, because a preference could not count for it.
    """
    pairs = {way["match"]: way["pair"] for way in ways}
    if None in pairs.values():
        return []
    entries = [replace(_entry(way), number=way["pair"]) for way in ways]
    numbers = [pairs[match] if match else None for match in places]
    return [*Reasons(entries, numbers, preferences, BY_ROUND, round, name)][1:]


def _entry(way: Way) -> DrawnEntry:
    facts = {name: way[name] for name in ("club", "area", "seed", "had_bye")}
    return DrawnEntry(number=way["match"], met=frozenset(way.get("met", ())), **facts)
