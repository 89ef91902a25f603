"""Who hears what of a correction: for each pair it touches what becomes of it, and by which way it is told."""

from collections.abc import Iterator
from typing import NamedTuple

from competition.decisions.formats import prospect
from competition.entries.formats.recipients import mail
from competition.entries.models.pair import Pair, Way
from competition.knockout.formats.words import called, capital
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.rules.bracket import Awaiting, Entrant, Nobody, Occupant
from competition.knockout.rules.consequences import Consequences

_WAYS = {Way.MAIL: "by mail", Way.LETTER: "by letter", Way.TELEPHONE: "by telephone"}


class Hearing(NamedTuple):
    """A pair that is told: by which way, what, whether it is better rung first, and a mail that says so."""

    pair: Pair
    way: str
    what: str
    is_out: bool
    mail: str


def hearings(draw: PublishedDraw, code: str, ahead: Consequences, *, subject: str, why: str) -> list[Hearing]:
    """Every pair that a correction of this match touches, those of the match itself first; its mail ends with `why`."""
    own = draw.matches[code].numbers
    others = sorted(prospect.concerned(ahead) - set(own))
    return [_hearing(draw, code, ahead, number, subject, why) for number in (*own, *others)]


def _hearing(draw: PublishedDraw, code: str, ahead: Consequences, number: int, subject: str, why: str) -> Hearing:
    pair, here = draw.pairs[number], Entrant(number)
    is_out = any(one.match == code and one.before == here != one.after for one in ahead.goes_on)
    said = [*(["you do not go on after all"] if is_out else []), *_news(draw, code, ahead, number)]
    what = "; ".join(dict.fromkeys(said)) or "the result is corrected, and nothing else changes for you"
    what = f"{capital(what)}."
    return Hearing(pair, _WAYS[Way(pair.way)], what, is_out, mail([pair], subject, f"{what}\n\n{why}"))


def _news(draw: PublishedDraw, code: str, ahead: Consequences, number: int) -> Iterator[str]:
    here = Entrant(number)
    if any(one.match == code and one.after == here != one.before for one in ahead.goes_on):
        yield "you go on"
    for change in ahead.sides:
        if here in change.after:
            other = next(side for side in change.after if side != here)
            yield f"{_meets(draw, other)} in the {_round(draw, change.match)}"
    for result in ahead.set_aside:
        if number in result.pairs and result.match != code:
            yield f"your {_round(draw, result.match)} no longer counts"
    for result in ahead.restored:
        if number in result.pairs:
            yield f"your {_round(draw, result.match)} counts again"


def _meets(draw: PublishedDraw, other: Occupant) -> str:
    match other:
        case Entrant(number):
            return f"you meet {draw.names[number]}"
        case Awaiting(code):
            return f"you wait for the winner of {code}"
        case Nobody():
            return "you have nobody to play"
        case _:
            return "you have a bye"


def _round(draw: PublishedDraw, code: str) -> str:
    return called(draw.matches[code].round_name)
