"""Rules for the score of a past final. Contradictory totals, margins and words are refused."""

import re
from datetime import date

from competition.entries.rules import grammar
from competition.entries.rules.directory import Directory, Known, name_key
from competition.entries.rules.line import ParsedLine
from competition.entries.rules.names import names_two
from competition.match.rules.pasted import TOTALS_AND_WORDS, TWO_WINNERS
from scoring.rules.refusal import Refused

Names = tuple[str, str]
NOBODY = ("", "")
_TOTAL = r"[0-9][0-9 ,.’']*"
TOTALS = re.compile(rf"({_TOTAL})\s*{grammar.BETWEEN_TOTALS}\s*({_TOTAL})", re.IGNORECASE)
# Two totals within a text.
_TOTALS_IN = re.compile(rf"(?<![\w,.]){TOTALS.pattern}(?!\w)", re.IGNORECASE)
_LOST = grammar.words("lost|beaten|defeated")
_NOT_PLAYED = (grammar.WAYS[grammar.WALKOVER], grammar.WAYS[grammar.DOUBLE_DEFAULT])


def read_score(cell: str, second: str = "", *, may_be_reversed: bool = False) -> str:
    """Return the score: "2,910 to 2,340", or any short text.

    `second` is the runners-up's total if it is in a separate column. If `may_be_reversed` is True, the runners-up are
    listed before the winners, and their total may come first. Raises Refused if the winners have the lower total.
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


def final_in(text: str) -> dict[str, str]:
    """Return the cells from a text about a final, such as "Lark & Wren beat Dam & Hay 2910-2340", or {}.

    Raises Refused if the words contradict each other or the totals.
    """
    line = ParsedLine()
    line.read(grammar.without_thousands(text), date.max)
    verdicts = line.verdicts(names_two)
    names = [mention.name for mention in line.sides]
    keys = [*map(name_key, names)]
    if len(names) != 2 or not all(map(names_two, names)) or len(line.totals) not in (0, 2):
        return {}
    places = [(keys.index(name_key(name)), has_won) for name, has_won in verdicts if name_key(name) in keys]
    winners = {place if has_won else 1 - place for place, has_won in places}
    if len(winners) > 1:
        raise Refused(TWO_WINNERS)
    higher = {int(line.totals[1] > line.totals[0])} if line.totals else set()
    if winners and higher - winners:
        raise Refused(TOTALS_AND_WORDS)
    if not winners and not higher:
        return {}
    winner = (winners or higher).pop()
    score = " to ".join(map(str, line.totals[:: -1 if winner else 1])) or ", ".join(dict.fromkeys(line.ways))
    margin = ", ".join(map(str, line.margins))
    return {"winners": names[winner], "runners-up": names[1 - winner], "score": score, "margin": margin}


def check_score(score: str, note: str, winners: Names = NOBODY, runners_up: Names = NOBODY) -> None:
    """Raise Refused if the score or the note contradicts the winners, or if the margin does not fit the totals."""
    totals = _numbers(_TOTALS_IN.search(score))
    if totals and any(way.search(score) for way in _NOT_PLAYED):
        raise Refused("The line has totals, but says that the match was not played. Delete one of them.")
    if _LOST.search(score) or _says_runners_up_won(note, winners, runners_up):
        raise Refused("The words on this line say that the winners lost. Correct the words, or swap the two pairs.")
    if totals and totals[0] < totals[1]:
        why = "The winners have the lower total, {:,} to {:,}.".format(*totals)
        raise Refused(f"{why} Write the winners and their total first.")
    margins, _ = grammar.take_margins(grammar.without_thousands(f"{score}; {note}"))
    if totals:
        grammar.check_margins(margins, totals)


def _says_runners_up_won(note: str, winners: Names, runners_up: Names) -> bool:
    """Return True if a note such as "Lark & Wren beat Dam & Hay" contradicts the two pairs on its line."""
    if not all((*winners, *runners_up)):
        return False
    directory = Directory([Known(1, winners), Known(2, runners_up)])
    line = ParsedLine()
    line.read(grammar.without_thousands(note), date.max)
    verdicts = line.verdicts(lambda name: directory.the_pair(name) is not None)
    return any((directory.the_pair(name), has_won) in ((1, False), (2, True)) for name, has_won in verdicts)


def _numbers(match: re.Match[str] | None) -> tuple[int, int] | None:
    """Return two totals, or None if there are none or a match cannot have them."""
    if match is None:
        return None
    totals = _number(match[1]), _number(match[2])
    return totals if max(totals) < 1_000_000 else None


def _number(text: str) -> int:
    return int(re.sub(r"[^0-9]", "", text))
