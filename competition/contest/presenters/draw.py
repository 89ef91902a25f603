"""Sentences of the conditions of contest about the draw."""

from collections.abc import Sequence
from typing import NamedTuple

from competition.contest.models import Competition, Conditions
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day

PROGRESS = "The winners go through to the next round."


class AboutDraw(NamedTuple):
    """The facts about the draw and its rounds used in the sentences.

    `elsewhere` is the sentence about a draw made elsewhere. `awarded` has a value for each bye of a published draw,
    which is True if the organiser awarded it. `seeds` is the number of seeded pairs. `fixtures` has the name of each
    round on a set day, with its day and place. `all_fixed` is True if every round has a set day. `lengths` has the
    name and the number of deals of each round with a different number.
    """

    is_published: bool = False
    elsewhere: str = ""
    awarded: Sequence[bool] = ()
    seeds: int = 0
    fixtures: Sequence[tuple[str, str]] = ()
    lengths: Sequence[tuple[str, int]] = ()
    all_fixed: bool = False


NO_DRAW = AboutDraw()


def draw_sentences(competition: Competition, draw: AboutDraw) -> list[str]:
    """Return sentences about how the draw is made."""
    verb = "close" if competition.is_open else "closed"
    entries = [] if draw.is_published else [f"Entries {verb} on {day(competition.closing_date)}."]
    made = _made_elsewhere(draw) if draw.elsewhere else _made_here(competition, draw)
    has_byes = bool(draw.awarded) or not draw.is_published
    return [*entries, *made, *(["A bye does not count as a result."] if has_byes else []), PROGRESS]


def _made_elsewhere(draw: AboutDraw) -> list[str]:
    return [draw.elsewhere, *(["The byes were placed in that draw."] if draw.awarded else [])]


def _made_here(competition: Competition, draw: AboutDraw) -> list[str]:
    conditions = competition.conditions
    on = opening_day(competition) if competition.opening_day else ""
    rounds = _rounds(conditions)
    preferences = {
        f"Pairs who attend the opening day, {on}, are drawn against each other in round 1 where possible.": (
            bool(on) and conditions.opening_day_together
        ),
        f"Pairs from the same club are kept apart in {rounds} where possible.": conditions.clubs_apart,
        f"Pairs from the same area are drawn against each other in {rounds} where possible.": conditions.areas_together,
    }
    return [
        "The draw is made at random. The draw record shows how, so that anyone can check the draw.",
        *(sentence for sentence, holds in preferences.items() if holds),
        *(_by_round(conditions, draw.seeds) if conditions.drawn_by_round else [*_seeds(draw.seeds), *_byes(draw)]),
    ]


def _rounds(conditions: Conditions) -> str:
    """Return the rounds in which the preferences count."""
    last = conditions.preference_rounds
    return f"rounds 1 {'and' if last == 2 else 'to'} {last}" if last > 1 else "round 1"


_ODD = "If the number of pairs in a round is odd, one pair has a bye. No pair has a second bye where possible."
_CLOSEST = (
    "If the number of winners is odd, the closest losers of the round play on: the pair that lost by the fewest "
    "points. Of several, it is the one with the highest total, and then one picked at random. Pairs who have met are "
    "not drawn against each other where possible."
)
_REPECHAGE = (
    "If the number of winners is odd, the two closest losers of the round play a repechage of {} for a place in the "
    "next round. They are the two pairs that lost by the fewest points. Of several, they are those with the highest "
    "total, and then those picked at random. Pairs who have met are not drawn against each other where possible."
)
_ONLY_FIRST_BYE = "If the number of pairs in round 1 is odd, one pair has a bye."


def _by_round(conditions: Conditions, seeds: int) -> list[str]:
    two = f"Two seeds are not drawn against each other in {_rounds(conditions)} where possible."
    return [
        *([two] if seeds > 1 else []),
        "Each round is drawn by itself. The winners of one round are drawn against each other for the next.",
        *_odd(conditions),
    ]


def _odd(conditions: Conditions) -> list[str]:
    """Return sentences about a round with an odd number of pairs."""
    if conditions.closest_losers:
        return [_CLOSEST, _ONLY_FIRST_BYE]
    if conditions.repechage_deals:
        return [_REPECHAGE.format(quantity(conditions.repechage_deals, "deal")), _ONLY_FIRST_BYE]
    return [_ODD]


def _seeds(number: int) -> list[str]:
    if number < 2:
        return []
    quarters = ", and the four highest in different quarters" if number > 2 else ""
    return [f"The two highest seeds are placed in different halves of the draw{quarters}."]


def _byes(draw: AboutDraw) -> list[str]:
    if not draw.is_published:
        return [
            "If the number of pairs is not a power of two, some pairs have a bye in round 1. "
            "The organiser can award byes, and all other byes are placed at random."
        ]
    if not draw.awarded:
        return []
    are_several = len(draw.awarded) > 1
    if all(draw.awarded):
        return ["The organiser awarded all the byes." if are_several else "The organiser awarded the bye."]
    if any(draw.awarded):
        return ["The organiser awarded some of the byes. The others were placed at random."]
    return ["The byes were placed at random." if are_several else "The bye was placed at random."]


def opening_day(competition: Competition) -> str:
    """Return the opening day with its time and venue, if they are known."""
    hour = f", {competition.opening_hour:%H:%M}" if competition.opening_hour else ""
    place = f", {competition.opening_place}" if competition.opening_place else ""
    return f"{day(competition.opening_day)}{hour}{place}"
