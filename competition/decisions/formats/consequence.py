"""The consequence sheet of a decision: what it changes, who should be told in which words, how to take it back."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from competition.decisions.formats import prospect
from competition.decisions.formats.hearing import Hearing
from competition.decisions.formats.prospect import Summary
from competition.entries.formats.recipients import Recipient, mail, recipients
from competition.entries.models.pair import Pair
from competition.knockout.formats.words import LET_STAND
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.consequences import Consequences

RULING = "Take the ruling back on the page of the match: what counted before counts again, and so does what followed."
REPORT = "Settle or reopen the match on its page: what was there before is kept beside it."
UNDONE = "Rule again: the ruling you take back now stays in the story of the match, with its reason."
WITHDRAWAL = "Bring the pair back on its own page: the draw is then again what it would be without the withdrawal."
RETURN = "Withdraw the pair again on its own page."
PLACING = "Take it back under More, Late pairs: whoever stood there before does so again, and their results count."
CONDITIONS = "Take the correction back on the page where you made it, as long as no sheet of the round is open."
CORRECTED_AGAIN = "Correct the conditions of the round again."
DATES = "Take it back on the page of the dates, round by round: the day before it stands again."
EXTENSION = "Take the extension back on the same page where you gave it: the day before it stands again."


class Standing(NamedTuple):
    """The other way to correct a result: it is noted, and who has gone on stays; known by its own fingerprint."""

    fingerprint: str
    said: str
    choices: list[tuple[str, str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """All the organiser reads before deciding; several cases where a lot is to be drawn, each under its heading."""

    decision: str
    cases: Sequence[tuple[str, Summary]]
    text: str
    recipients: list[Recipient]
    everybody: str
    way_back: str
    fingerprint: str = ""
    warnings: Sequence[str] = ()  # for the organiser alone
    heading: str = ""
    hearings: Sequence[Hearing] = ()
    standing: Standing | None = None


def standing(draw: PublishedDraw, state: MatchState, winner: int | None, fingerprint: str) -> Standing:
    """What it means to let the results stand though this pair of the match has won by the corrected totals."""
    names = [draw.names[number] for number in sorted(state.numbers, key=lambda number: number != winner)]
    said = "{} are named the winners by the corrected totals. {} had gone on and stay: no other match changes."
    said = said.format(*names)
    return Standing(fingerprint, said, list(LET_STAND.items()))


def sheet(
    draw: PublishedDraw,
    *,
    cases: Sequence[tuple[int | None, Consequences]] = (),
    pairs: Iterable[int] = (),
    **rest: Any,
) -> Sheet:
    """The consequence sheet of a decision about a published draw; these `pairs` are told in any case."""
    told = [
        (f"If the lot falls to {draw.names[winner]}" if winner else "", prospect.summary(draw, ahead))
        for winner, ahead in cases
    ]
    concerned = set(pairs).union(*(prospect.concerned(ahead) for _, ahead in cases))
    return sheet_for([draw.everybody[number] for number in sorted(concerned)], cases=told, **rest)


def sheet_for(
    pairs: Sequence[Pair],
    *,
    subject: str,
    decision: str,
    address: str,
    cases: Sequence[tuple[str, Summary]] = (),
    **rest: Any,
) -> Sheet:
    """The sheet of a decision of which these pairs are told; `address` is where everybody may read it.

    The reason belongs to the decision. The heading, if any, says what matters most of it.
    """
    text = _text(subject, decision, cases, address)
    return Sheet(decision, cases, text, recipients(pairs, subject, text), mail(pairs, subject, text), **rest)


def _text(subject: str, decision: str, cases: Sequence[tuple[str, Summary]], address: str) -> str:
    lines = [subject, "", decision]
    for heading, told in cases:
        lines += ["", f"{heading}:"] if heading else []
        for title, sentences in told.parts:
            lines += ["", f"{title}:", *sentences]
    return "\n".join([*lines, "", address])
