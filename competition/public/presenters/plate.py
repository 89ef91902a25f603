"""Presenters for the plate page: who enters and why, and its rounds."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from competition.contest.rules.plate import PlateRules
from competition.draw.presenters import words
from competition.draw.presenters.words import name, short_round
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.places import is_plate_open
from competition.draw.queries.states import PublishedMatch, PublishedRound, Stage
from competition.draw.rules.bracket import Awaiting, Nobody, Occupant, first_match
from competition.draw.rules.result import ResultKind
from competition.draw.rules.sources import Entrant, FirstLoser
from competition.public.presenters import blocks
from competition.public.presenters.tree import TreeColumn, round_progress
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day


class PlatePlace(NamedTuple):
    """A place in the plate: its pair's name as HTML or "", the reason, and the code of the match that decides.

    `state` is "in" for a pair in the plate, "may" for a pair that may enter, and "nobody" for a place that stays
    empty.
    """

    state: str
    name: str
    why: str
    code: str


class PlatePage(NamedTuple):
    """The plate: a sentence about who enters, its places in twos in the order of the draw, and its rounds.

    The last place is alone if their number is odd. There is no place beside the matches that the plate does not need.

    `keys` are the number, the name and the short name of each round. Round 1 represents the places. A phone shows only
    `round`.
    """

    sentence: str
    counts: str
    places: list[list[PlatePlace]]
    columns: list[TreeColumn]
    keys: list[tuple[int, str, str]]
    round: int


def plate_page(draw: PublishedDraw, rules: PlateRules, round: int) -> PlatePage:
    """Return a draw's plate under these rules. Select the current round if the plate does not have this round."""
    corners = [state.code for state in draw.main_rounds[0].matches]
    sides = [side for _, side in draw.plate_places]
    places = [_place(draw, FirstLoser(corner, rules), side) for corner, side in zip(corners, sides, strict=True)]
    number = Counter(place.state for place in places)
    counts = [quantity(number["in"], "pair"), f"{number['may']} may come", f"{number['nobody']} empty"]
    names = {number: name(forms) for number, forms in draw.forms.items()}
    titles = [(row.number, _title(row)) for row in draw.plate_rounds]
    keys = [(1, "Who enters", "Who"), *((row, title, short_round(title)) for row, title in titles)]
    undecided = [row.number for row in draw.plate_rounds if row.played < row.playable]
    usual = 1 if number["may"] or not undecided else undecided[0]
    chosen = round if round in [key[0] for key in keys] else usual
    return PlatePage(
        _who_enters(draw, number),
        ", ".join(text for text in counts if not text.startswith("0 ")),
        [places[first : first + 2] for first in range(0, 1 << len(draw.plate_rounds), 2)],
        [_column(draw, row, names, row.number == chosen) for row in draw.plate_rounds],
        keys,
        chosen,
    )


def _who_enters(draw: PublishedDraw, number: Mapping[str, int]) -> str:
    conditions = draw.competition.conditions
    first = "in round 1" if conditions.plate == conditions.Plate.ROUND_1 else "their first match"
    direct = len(draw.pairs) - len(draw.main_pairs)
    lost = number["in"] - direct
    entered = quantity(lost, "pair")
    who = f"The {entered} that lost {first} {'plays' if lost == 1 else 'play'} on here."
    if number["may"]:
        who = f"Pairs that lose {first} play on here: {entered} so far, at most {lost + number['may']}."
    if direct:
        who = f"{who} {quantity(direct, 'pair').capitalize()} entered directly."
    free = "A pair beside an empty place has a bye." if number["nobody"] else "The draw gives each a place."
    if is_plate_open(draw):
        free = f"A pair outside the draw can take an empty place until {day(conditions.plate_open_until)}."
    return f"{who} {free}"


def _place(draw: PublishedDraw, source: FirstLoser, side: Occupant) -> PlatePlace:
    match, unplayed = first_match(source, draw.bracket.matches)
    state = draw.matches[match.code]
    match side:
        case Entrant(number):
            return PlatePlace("in", name(draw.forms[number]), _how(draw, state, number), match.code)
        case Awaiting():
            if unplayed is None:
                both = " or ".join(draw.forms[pair.number].short for pair in state.pairs)
                return PlatePlace("may", both, f"whichever pair loses in {state.round_name}", match.code)
            other = next(side for side in state.sides if not side.pair or side.pair.number != unplayed)
            return PlatePlace(
                "may", name(draw.forms[unplayed]), f"if they lose to {words.either(draw, other)}", match.code
            )
        case Nobody(why):
            return PlatePlace("nobody", "", f"Empty: {_why_nobody(draw, state, unplayed, why)}", match.code)
        case _:
            raise TypeError(side)


def _how(draw: PublishedDraw, state: PublishedMatch, number: int) -> str:
    if number not in draw.main_pairs:
        return "entered the plate directly"
    winner = next(draw.forms[pair.number].short for pair in state.pairs if pair.number != number)
    verb = "conceded" if state.result and state.result.kind is ResultKind.CONCEDED else "lost"
    return f"{verb} to {winner}, {state.round_name}"


def _why_nobody(draw: PublishedDraw, state: PublishedMatch, unplayed: int | None, why: str) -> str:
    short = {number: forms.short for number, forms in draw.forms.items()}
    if why == "first match won" and unplayed is not None:
        return f"{short[unplayed]} won"
    result = state.result
    if result is None or result.winner is None or result.goes_on is None:
        return why
    loser = short[sum(result.pairs) - result.goes_on]
    verbs = {
        "conceded": "conceded",
        "withdrawn": "withdrew",
        "no match lost": "did not play",
        "walkover": "did not play",
    }
    return f"{loser} {verbs.get(why, why)}"


def _title(round: PublishedRound) -> str:
    return words.capital(round.name.removeprefix("Plate "))


def _column(draw: PublishedDraw, round: PublishedRound, names: Mapping[int, str], current: bool) -> TreeColumn:
    drawn = {state.position: blocks.block(draw, state, names, None, "", base="../") for state in round.matches}
    last, rounds = draw.plate_rounds[-1].number, len(draw.plate_rounds)
    lowest = (len(draw.main_rounds[0].matches) - 1 >> rounds - last + round.number) + 1
    drawn.setdefault(lowest, blocks.PASSING)
    positions = range(1, (1 << last - round.number) + 1)
    byes = [state.pairs[0] for state in round.matches if state.stage is Stage.VACANT and len(state.pairs) == 1]
    named = [(pair.number, names[pair.number]) for pair in byes]
    matches = blocks.at_their_places(drawn, positions)
    return TreeColumn(round.number, _title(round), round_progress(draw, round), matches, current, named)


def continues_in_plate(draw: PublishedDraw, state: PublishedMatch) -> list[tuple[str, str]]:
    """Return the pairs that continue in the plate after this match, as (short name, code of the plate match)."""
    if state.is_in_plate or state.result is None:
        return []
    losers = [pair for pair in state.pairs if pair.number != state.result.goes_on]
    entered = [(draw.forms[pair.number].short, draw.plate_match_of(pair)) for pair in losers]
    return [(name, match.code) for name, match in entered if match]
