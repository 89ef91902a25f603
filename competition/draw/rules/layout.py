"""Rules for the positions and codes of the matches in a draw."""

from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from competition.contest.rules.division import WHOLE, Division
from competition.contest.rules.plate import PlateRules, plate_dates

# Name of the last round if the winners of the sections do not meet.
SECTION_FINALS = "Section finals"
# Name of a match between two closest losers of a round, instead of the name of that round.
REPECHAGE = "Repechage"
# A pair of a round that is not drawn yet.
TO_DRAW = "a pair still to be drawn"
# Pattern of a match code, such as R2-M5.
CODE = r"R[1-9]\d?-M[1-9]\d{0,2}"


class MatchPosition(NamedTuple):
    """The position of a match in the draw. `feeds` is the winner's next match, or None for the final."""

    code: str
    round: int
    position: int
    feeds: str | None


def code(round: int, position: int) -> str:
    """Return the code of a match: "R2-M5" is the fifth match of round 2."""
    return f"R{round}-M{position}"


def in_words(code: str) -> str:
    """Return a match code in words: "match 5 of Round 2"."""
    round, position = code[1:].split("-M")
    return f"match {position} of Round {round}"


def round_names(rounds: int, division: Division = WHOLE) -> tuple[str, ...]:
    """Return the names of this number of rounds, in order.

    Before the winners of several sections meet, the rounds have only numbers, because too few or too many pairs play
    in them for a quarter-final or a semi-final. In a draw round by round, there may be too few for quarter-finals.
    """
    left = 4 if division.is_by_round else division.left
    if not division.has_final:
        return (*(f"Round {number}" for number in range(1, rounds)), SECTION_FINALS)
    last = ("Quarter-finals", "Semi-finals", "Final")[-min(rounds, left.bit_length() - 1 if left > 1 else rounds) :]
    return (*(f"Round {number}" for number in range(1, rounds - len(last) + 1)), *last)


def plate_round_names(rounds: int) -> tuple[str, ...]:
    """Return the names of this number of rounds in a plate, in order."""
    return tuple(f"Plate {name.lower()}" for name in round_names(rounds))


def qualifying_round(rounds: int, qualifiers: int) -> int:
    """Return the number of the round in which pairs qualify, in a draw with this many rounds.

    `qualifiers` is a power of two. If the draw has too few pairs, the number is 0 or less, and every pair qualifies.
    """
    return rounds - qualifiers.bit_length() + 1


def is_numbered(round_name: str) -> bool:
    """Return True if a round has a number instead of a name, such as "Round 2" or "Plate round 2"."""
    return "round" in round_name.lower()


def with_article(round_name: str) -> str:
    """Return the name of a round for use within a sentence: "Round 2", "plate round 2" or "the semi-finals"."""
    if is_numbered(round_name):
        return round_name if round_name.startswith("Round") else round_name.lower()
    return f"the {round_name.lower()}"


@cache
def layout(size: int, sections: int = 1) -> tuple[tuple[MatchPosition, ...], ...]:
    """Return the matches of a draw, round by round from the top.

    `size` is the number of places. The winners of the sections do not meet. The size of a section is a power of two.
    """
    last = (size // sections).bit_length() - 1
    return tuple(
        tuple(
            MatchPosition(code(round, place), round, place, code(round + 1, (place + 1) // 2) if round < last else None)
            for place in range(1, (size >> round) + 1)
        )
        for round in range(1, last + 1)
    )


class RoundToPlay(NamedTuple):
    """A round of a draw that is to be published, with its number of matches."""

    number: int
    name: str
    play_by: date
    matches: int


def planned_rounds(
    matches: Sequence[int],
    play_by: Sequence[date],
    plate: PlateRules | None = None,
    division: Division = WHOLE,
    plate_by: Sequence[date] = (),
) -> list[RoundToPlay]:
    """Return the rounds of a draw, followed by those of its plate, if any.

    `matches` has the number of matches in each of these rounds. `play_by` are the play-by dates of the rounds without
    the plate. `plate_by` are those of the plate, which otherwise follow from them.
    """
    names, dates = [*round_names(len(play_by), division)], [*play_by]
    if plate and (of_plate := len(matches) - len(play_by)):
        names += plate_round_names(of_plate)
        dates += plate_by or plate_dates(play_by, plate.until, of_plate)
    rounds = zip(names, dates, matches, strict=True)
    return [RoundToPlay(number, *round) for number, round in enumerate(rounds, start=1)]
