"""What becomes of results that stand when one of them is corrected: match by match, as it stands and after."""

from typing import NamedTuple

from competition.knockout.formats import words
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.bracket import Awaiting, Entrant, Nobody, Occupant
from competition.knockout.rules.consequences import Consequences
from scoring.rules.spoken import few

_ASIDE = "The result is set aside; what was played is kept."
_AGAIN = "The result counts again."


class Row(NamedTuple):
    """A match that changes: how it stands, how it would, and what becomes of its result."""

    code: str
    round: str
    before: str
    after: str
    result: str
    is_undone: bool


def rows(snapshot: Snapshot, ahead: Consequences) -> list[Row]:
    """Every match that changes, where results that stand are touched; none where a decision only leads on."""
    if not (ahead.winner_changes or ahead.set_aside or ahead.restored):
        return []
    touched = {change.match for change in ahead.goes_on} | {change.match for change in ahead.sides}
    touched |= {result.match for result in (*ahead.set_aside, *ahead.restored)}
    return [_row(snapshot, state, ahead) for code, state in snapshot.by_code.items() if code in touched]


def untouched(snapshot: Snapshot, changed: list[Row]) -> int:
    """How many results stay as they are."""
    codes = {row.code for row in changed}
    return sum(state.outcome is not None and state.code not in codes for state in snapshot.by_code.values())


def heading(snapshot: Snapshot, code: str, ahead: Consequences) -> str:
    """The consequence of deciding this match so, in a few words; nothing where no result that stands is touched."""
    later = [result for result in ahead.set_aside if result.match != code]
    again = [result for result in ahead.restored if result.match != code]
    after = next((change.after for change in ahead.goes_on if change.match == code), None)
    winner = snapshot.names[after.number] if isinstance(after, Entrant) else ""
    if later:
        what = f"{_matches(len(later))} {'is' if len(later) == 1 else 'are'} played again"
        return f"If {winner} won, {what}" if winner else words.capital(what)
    if again:
        return words.capital(f"{_matches(len(again))} count{'s' * (len(again) == 1)} again")
    if ahead.winner_changes:
        return f"{winner} go on instead" if winner else f"Nobody goes on{'' if isinstance(after, Nobody) else ' yet'}"
    return ""


def _matches(number: int) -> str:
    return f"{few(number, most=9)} later match{'es' * (number != 1)}"


def _row(snapshot: Snapshot, state: MatchState, ahead: Consequences) -> Row:
    before = words.sentence(state) if state.outcome else f"{' v '.join(side.text for side in state.sides)}."
    restored = next((one for one in ahead.restored if one.match == state.code), None)
    is_aside = any(one.match == state.code for one in ahead.set_aside)
    if restored:
        after = words.result(restored, *(snapshot.names[number] for number in restored.pairs))
    else:
        after = _after(snapshot, state.code, ahead)
    result = _AGAIN if restored else _ASIDE if is_aside else ""
    return Row(state.code, state.round_name, words.capital(before), words.capital(after), result, is_aside)


def _after(snapshot: Snapshot, code: str, ahead: Consequences) -> str:
    sides = next((change.after for change in ahead.sides if change.match == code), None)
    if sides:
        one, other = sorted(sides, key=lambda side: not isinstance(side, Entrant))
        meets = "meet" if isinstance(other, Entrant) else "wait for" if isinstance(other, Awaiting) else "v"
        return f"{_named(snapshot, one)} {meets if isinstance(one, Entrant) else 'v'} {_named(snapshot, other)}."
    after = next((change.after for change in ahead.goes_on if change.match == code), None)
    match after:
        case Entrant(number):
            return f"{snapshot.names[number]} go on."
        case Nobody(why):
            return f"nobody goes on ({why})."
        case _:
            return "nobody goes on yet."


def _named(snapshot: Snapshot, occupant: Occupant) -> str:
    match occupant:
        case Entrant(number):
            return snapshot.names[number]
        case Awaiting(code):
            return f"the winner of {code}"
        case Nobody(why):
            return f"nobody ({why})"
        case _:
            return "a bye"
