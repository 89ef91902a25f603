"""What a decision would change further on, told in sentences with the pairs' names."""

from dataclasses import dataclass
from typing import NamedTuple

from competition.knockout.formats import words
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.bracket import Awaiting, Entrant, Nobody, Occupant
from competition.knockout.rules.consequences import Change, Consequences, Unanswered
from competition.knockout.rules.result import Result
from scoring.rules.spoken import few


class Row(NamedTuple):
    """A match that changes: how it stands, how it would, and what becomes of its result."""

    code: str
    round: str
    before: str
    after: str
    result: str
    is_undone: bool


@dataclass(frozen=True, slots=True)
class Summary:
    """The consequence sheet: every subject that changes, with its sentences.

    Where results that stand are touched, `rows` tell it match by match, and so many others are `untouched`;
    `beside_rows` is what they do not say.
    """

    parts: list[tuple[str, list[str]]]
    beside_rows: list[tuple[str, list[str]]]
    rows: list[Row]
    untouched: int


def summary(draw: PublishedDraw, ahead: Consequences) -> Summary:
    """The consequences of a change in words."""
    in_rows = [
        ("Who goes on", [_goes_on(draw, change) for change in ahead.goes_on]),
        ("Who meets", [_meet(draw, change) for change in ahead.sides]),
        ("Results set aside (kept, but they no longer count)", [_result(draw, one) for one in ahead.set_aside]),
        ("Results that count again", [_result(draw, one) for one in ahead.restored]),
    ]
    champions = ("The champions", [_champion(draw, ahead.champion)] if ahead.champion else [])
    rest = [
        ("Results that silence no longer agrees to", [_interrupted(draw, one) for one in ahead.interrupted]),
        ("Results that can be answered again", [_answerable(draw, one) for one in ahead.answerable]),
    ]
    rows = _rows(draw, ahead)
    codes = {row.code for row in rows}
    return Summary(
        parts=[part for part in (champions, *in_rows, *rest) if part[1]],
        beside_rows=[part for part in (champions, *(() if rows else in_rows), *rest) if part[1]],
        rows=rows,
        untouched=sum(state.result is not None and code not in codes for code, state in draw.matches.items()),
    )


def touches_results(ahead: Consequences) -> bool:
    """Whether results that stand are touched; else a decision only leads on."""
    return bool(ahead.winner_changes or ahead.set_aside or ahead.restored)


def concerned(ahead: Consequences) -> set[int]:
    """The pairs a change touches: those who go on or meet somebody else, and those whose results change."""
    occupants = [side for change in ahead.sides for sides in (change.before, change.after) for side in sides]
    met = [result.pairs for result in (*ahead.set_aside, *ahead.restored)]
    met += [one.pairs for one in (*ahead.interrupted, *ahead.answerable)]
    entrants = {side.number for side in occupants if isinstance(side, Entrant)}
    return entrants | {number for pairs in met for number in pairs}


def heading(draw: PublishedDraw, code: str, ahead: Consequences) -> str:
    """The consequence of deciding this match so, in a few words; nothing where no result that stands is touched."""
    later, again = (sum(one.match != code for one in results) for results in (ahead.set_aside, ahead.restored))
    after = next((change.after for change in ahead.goes_on if change.match == code), None)
    winner = draw.names[after.number] if isinstance(after, Entrant) else ""
    if later:
        what = f"{_matches(later)} {'is' if later == 1 else 'are'} played again"
        return f"If {winner} won, {what}" if winner else words.capital(what)
    if again:
        return words.capital(f"{_matches(again)} count{'s' * (again == 1)} again")
    if ahead.winner_changes:
        return f"{winner} go on instead" if winner else f"Nobody goes on{'' if isinstance(after, Nobody) else ' yet'}"
    return ""


def _matches(number: int) -> str:
    return f"{few(number, most=9)} later match{'es' * (number != 1)}"


def _rows(draw: PublishedDraw, ahead: Consequences) -> list[Row]:
    """Every match that changes, where results that stand are touched."""
    if not touches_results(ahead):
        return []
    touched = {change.match for change in ahead.goes_on} | {change.match for change in ahead.sides}
    touched |= {result.match for result in (*ahead.set_aside, *ahead.restored)}
    return [_row(draw, state, ahead) for code, state in draw.matches.items() if code in touched]


def _row(draw: PublishedDraw, state: MatchState, ahead: Consequences) -> Row:
    before = words.sentence(state) if state.result else f"{' v '.join(side.text for side in state.sides)}."
    restored = next((one for one in ahead.restored if one.match == state.code), None)
    is_aside = any(one.match == state.code for one in ahead.set_aside)
    after, result = _after(draw, state.code, ahead), ""
    if restored:
        after, result = _ended(draw, restored), "The result counts again."
    elif is_aside:
        result = "The result is set aside; what was played is kept."
    return Row(state.code, state.round_name, words.capital(before), words.capital(after), result, is_aside)


def _after(draw: PublishedDraw, code: str, ahead: Consequences) -> str:
    sides = next((change.after for change in ahead.sides if change.match == code), None)
    if sides:
        one, other = sorted(sides, key=lambda side: not isinstance(side, Entrant))
        meets = "meet" if isinstance(other, Entrant) else "wait for" if isinstance(other, Awaiting) else "v"
        return f"{_named(draw, one)} {meets if isinstance(one, Entrant) else 'v'} {_named(draw, other)}."
    return f"{_on(draw, next((change.after for change in ahead.goes_on if change.match == code), None))}."


def _goes_on(draw: PublishedDraw, change: Change[Occupant]) -> str:
    instead = "" if isinstance(change.before, Awaiting) else f", instead of {_named(draw, change.before)}"
    return f"{change.match}: {_on(draw, change.after)}{instead}."


def _on(draw: PublishedDraw, occupant: Occupant | None) -> str:
    match occupant:
        case Entrant(number):
            return f"{draw.names[number]} go on"
        case Nobody(why):
            return f"nobody goes on ({why})"
        case _:
            return "nobody goes on yet"


def _meet(draw: PublishedDraw, change: Change[tuple[Occupant, Occupant]]) -> str:
    before, after = (" v ".join(_named(draw, side) for side in sides) for sides in (change.before, change.after))
    return f"{change.match}: {after}, instead of {before}."


def _named(draw: PublishedDraw, occupant: Occupant) -> str:
    match occupant:
        case Entrant(number):
            return draw.names[number]
        case Awaiting(code):
            return f"the winner of {code}"
        case Nobody(why):
            return f"nobody ({why})"
        case _:
            return "a bye"


def _result(draw: PublishedDraw, result: Result) -> str:
    return f"{result.match}: {_ended(draw, result)}"


def _ended(draw: PublishedDraw, result: Result) -> str:
    return result.sentence(*(draw.names[number] for number in result.pairs))


def _champion(draw: PublishedDraw, change: Change[int | None]) -> str:
    before, after = (draw.names.get(number or 0) for number in (change.before, change.after))
    if after is None:
        return f"{before} are no longer the champions."
    return f"{after} are the champions, instead of {before}." if before else f"{after} are the champions."


def _interrupted(draw: PublishedDraw, one: Unanswered) -> str:
    sent = "nobody has answered the result that was sent in"
    return f"{_between(draw, one)}: {sent}. If the match is open again, it counts once it is confirmed."


def _answerable(draw: PublishedDraw, one: Unanswered) -> str:
    silence = "" if one.silence_runs else " Silence does not agree to it."
    return f"{_between(draw, one)}: the result that was sent in waits for its answer.{silence}"


def _between(draw: PublishedDraw, one: Unanswered) -> str:
    return f"{one.match}, {' v '.join(draw.names[number] for number in one.pairs)}"
