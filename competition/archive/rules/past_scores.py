"""Rules for the score of a past final. Totals, margin and words that contradict each other are refused."""

import re

from competition.entries.rules.directory import Directory, Known
from scoring.rules.refusal import Refused

Names = tuple[str, str]
NOBODY = ("", "")
_TOTAL = r"[0-9][0-9 ,.’']*"
_BETWEEN = r"\s*(?:-|–|—|−|:|to|v)\s*"
TOTALS = re.compile(rf"({_TOTAL}){_BETWEEN}({_TOTAL})", re.IGNORECASE)
# Two totals within a text.
_TOTALS_IN = re.compile(rf"(?<![\w,.])({_TOTAL}){_BETWEEN}({_TOTAL})(?!\w)", re.IGNORECASE)
_MARGIN = re.compile(r"\bby\s+([0-9][0-9,’']*)\s*(?:points?|pts?)?\s*(?:[;,.)]|$)", re.IGNORECASE)
_LOST = re.compile(r"\b(?:lost|beaten|defeated)\b", re.IGNORECASE)
_NOT_PLAYED = re.compile(r"\b(?:walk-?\s?over|w/o|double default)(?!\w)", re.IGNORECASE)
_WINNERS = re.compile(r"(?:won by )?(.+?)\s+(?:won|beat)\b|won by (?=\D)(.+)", re.IGNORECASE)


def read_score(cell: str, second: str = "", *, may_be_reversed: bool = False) -> str:
    """Return the score: "2,910 to 2,340", or any short text.

    `second` is the total of the runners-up in a column of its own. With `may_be_reversed`, the runners-up are listed
    before the winners, and their total may be first. Raises Refused if the winners have the lower total.
    """
    text = " ".join(cell.split())
    if second:
        text = f"{text} to {' '.join(second.split())}"
    if text in ("-", "–", "—"):
        return ""
    totals = _numbers(TOTALS.fullmatch(text))
    if totals is None:
        return text
    if may_be_reversed:
        totals = max(totals), min(totals)
    return "{:,} to {:,}".format(*totals)


def check_score(score: str, note: str, winners: Names = NOBODY, runners_up: Names = NOBODY) -> None:
    """Raise Refused if the score or the note contradicts the winners, or if the margin does not fit the totals."""
    totals = _numbers(_TOTALS_IN.search(score))
    if totals and _NOT_PLAYED.search(score):
        raise Refused("The line has totals, and says that the match was not played. Delete one of them.")
    if _LOST.search(score) or _names_winners(note, winners, runners_up) == 2:
        raise Refused("The words of this line say that the winners lost. Correct the words, or swap the two pairs.")
    if totals and totals[0] < totals[1]:
        why = "The winners have the lower total, {:,} to {:,}.".format(*totals)
        raise Refused(f"{why} Write the winners and their total first.")
    margin = _MARGIN.search(f"{score}; {note}")
    if totals and margin and (points := _number(margin[1])) != totals[0] - totals[1]:
        raise Refused(
            f"The totals differ by {totals[0] - totals[1]:,}, and the margin is {points:,}. Correct one of them."
        )


def _names_winners(note: str, winners: Names, runners_up: Names) -> int | None:
    """Return 1 if a note says that these winners won, 2 if it says that the runners-up won, and None otherwise."""
    found = _WINNERS.match(note)
    if not found or not all((*winners, *runners_up)):
        return None
    return Directory([Known(1, winners), Known(2, runners_up)]).the_pair(found[1] or found[2])


def _numbers(found: re.Match[str] | None) -> tuple[int, int] | None:
    """Return two totals, or None if there are none or they are not totals of a match."""
    if found is None:
        return None
    totals = _number(found[1]), _number(found[2])
    return totals if max(totals) < 1_000_000 else None


def _number(text: str) -> int:
    return int(re.sub(r"[^0-9]", "", text))
