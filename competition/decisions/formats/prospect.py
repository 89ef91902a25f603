"""What a decision would change further on, told in sentences with the pairs' names."""

from dataclasses import dataclass

from competition.decisions.formats import correction
from competition.decisions.formats.correction import Row
from competition.knockout.formats import words
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.rules.bracket import Awaiting, Bye, Entrant, Nobody, Occupant
from competition.knockout.rules.consequences import Change, Consequences, Unanswered
from competition.knockout.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class Summary:
    """The consequence sheet: one list of sentences a subject; an empty list says that nothing changes there.

    Where results that stand are touched, `rows` tell it match by match, and so many others are `untouched`.
    """

    goes_on: list[str]
    sides: list[str]
    set_aside: list[str]
    restored: list[str]
    champion: list[str]
    interrupted: list[str]
    answerable: list[str]
    rows: list[Row]
    untouched: int

    @property
    def parts(self) -> list[tuple[str, list[str]]]:
        """Every subject that changes, with its sentences."""
        subjects = (
            ("The champions", self.champion),
            ("Who goes on", self.goes_on),
            ("Who meets", self.sides),
            ("Results set aside (kept, but they no longer count)", self.set_aside),
            ("Results that count again", self.restored),
            ("Results that silence no longer agrees to", self.interrupted),
            ("Results that can be answered again", self.answerable),
        )
        return [(subject, sentences) for subject, sentences in subjects if sentences]

    @property
    def beside_rows(self) -> list[tuple[str, list[str]]]:
        """What the rows, where there are any, do not say."""
        said = (self.goes_on, self.sides, self.set_aside, self.restored) if self.rows else ()
        return [(subject, sentences) for subject, sentences in self.parts if sentences not in said]


def summary(snapshot: Snapshot, ahead: Consequences) -> Summary:
    """The consequences of a change in words."""
    rows = correction.rows(snapshot, ahead)
    return Summary(
        rows=rows,
        untouched=correction.untouched(snapshot, rows),
        goes_on=[_goes_on(snapshot, change) for change in ahead.goes_on],
        sides=[_meet(snapshot, change) for change in ahead.sides],
        set_aside=[_result(snapshot, result) for result in ahead.set_aside],
        restored=[_result(snapshot, result) for result in ahead.restored],
        champion=[_champion(snapshot, ahead.champion)] if ahead.champion else [],
        interrupted=[_interrupted(snapshot, one) for one in ahead.interrupted],
        answerable=[_answerable(snapshot, one) for one in ahead.answerable],
    )


def concerned(ahead: Consequences) -> set[int]:
    """The pairs a change touches: those who go on or meet somebody else, and those whose results change."""
    occupants = [side for change in ahead.sides for sides in (change.before, change.after) for side in sides]
    met = [result.pairs for result in (*ahead.set_aside, *ahead.restored)]
    met += [one.pairs for one in (*ahead.interrupted, *ahead.answerable)]
    entrants = {side.number for side in occupants if isinstance(side, Entrant)}
    return entrants | {number for pairs in met for number in pairs}


def _result(snapshot: Snapshot, result: Outcome) -> str:
    return f"{result.match}: {words.result(result, *(snapshot.names[number] for number in result.pairs))}"


def _interrupted(snapshot: Snapshot, one: Unanswered) -> str:
    sent = "nobody has answered the result that was sent in"
    return f"{_between(snapshot, one)}: {sent}. If the match is open again, it counts once it is confirmed."


def _answerable(snapshot: Snapshot, one: Unanswered) -> str:
    silence = "" if one.silence_runs else " Silence does not agree to it."
    return f"{_between(snapshot, one)}: the result that was sent in waits for its answer.{silence}"


def _between(snapshot: Snapshot, one: Unanswered) -> str:
    return f"{one.match}, {' v '.join(snapshot.names[number] for number in one.pairs)}"


def _goes_on(snapshot: Snapshot, change: Change[Occupant]) -> str:
    instead = "" if isinstance(change.before, Awaiting) else f", instead of {_occupant(snapshot, change.before)}"
    match change.after:
        case Entrant(number):
            return f"{change.match}: {snapshot.names[number]} go on{instead}."
        case Nobody(why):
            return f"{change.match}: nobody goes on ({why}){instead}."
        case _:
            return f"{change.match}: nobody goes on yet{instead}."


def _meet(snapshot: Snapshot, change: Change[tuple[Occupant, Occupant]]) -> str:
    before, after = (" v ".join(_occupant(snapshot, side) for side in sides) for sides in (change.before, change.after))
    return f"{change.match}: {after}, instead of {before}."


def _champion(snapshot: Snapshot, change: Change[int | None]) -> str:
    before, after = (snapshot.names.get(number or 0) for number in (change.before, change.after))
    if after is None:
        return f"{before} are no longer the champions."
    return f"{after} are the champions, instead of {before}." if before else f"{after} are the champions."


def _occupant(snapshot: Snapshot, occupant: Occupant) -> str:
    match occupant:
        case Entrant(number):
            return snapshot.names[number]
        case Bye():
            return "a bye"
        case Nobody(why):
            return f"nobody ({why})"
        case Awaiting(code):
            return f"the winner of {code}"
