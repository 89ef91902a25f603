"""Rules that compare two draws to find the effects of a decision."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from competition.knockout.rules.bracket import Awaiting, Bracket, Occupant
from competition.knockout.rules.result import Pairs, Result
from competition.knockout.rules.stages import Stage

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A reported result without a reply, in the match with this code.

    `confirms_automatically` is True if automatic confirmation is still possible.
    """

    match: str
    pairs: Pairs
    confirms_automatically: bool

    def is_open(self, bracket: Bracket) -> bool:
        """Return True if the two pairs meet in this draw and their match is undecided, so that a reply is possible."""
        match = bracket.matches[self.match]
        return match.stage is Stage.READY and match.pairs == self.pairs


@dataclass(frozen=True, slots=True)
class Change(Generic[T]):
    """A value before and after a decision. `match` is the code of the match."""

    match: str
    before: T
    after: T


@dataclass(frozen=True, slots=True)
class Consequences:
    """The effects of a decision, match by match from round 1 to the final."""

    goes_on: tuple[Change[Occupant], ...]
    sides: tuple[Change[tuple[Occupant, Occupant]], ...]
    set_aside: tuple[Result, ...]
    restored: tuple[Result, ...]
    champion: Change[int | None] | None
    interrupted: tuple[Unanswered, ...] = ()
    answerable: tuple[Unanswered, ...] = ()

    @property
    def winner_changes(self) -> bool:
        """True if the pair that goes through changes in a decided match."""
        return any(not isinstance(change.before, Awaiting) for change in self.goes_on)


def consequences(before: Bracket, after: Bracket, unanswered: Sequence[Unanswered] = ()) -> Consequences:
    """Return all differences between two draws: pairs, results and the champion.

    `interrupted` lists the unanswered results that can no longer be confirmed automatically, because their match is
    closed. `answerable` lists the unanswered results whose match is open again.
    """
    both = [(old, new) for match, old in before.matches.items() if (new := after.matches[match]) is not old]
    champion = Change(after.final.code, before.champion, after.champion)
    goes_on = (Change(old.code, old.advances, new.advances) for old, new in both)
    sides = (Change(old.code, old.sides, new.sides) for old, new in both)
    return Consequences(
        goes_on=tuple(change for change in goes_on if change.before != change.after),
        sides=tuple(change for change in sides if change.before != change.after),
        set_aside=tuple(old.result for old, new in both if old.result and old.result in new.set_aside),
        restored=tuple(new.result for old, new in both if new.result and new.result in old.set_aside),
        champion=champion if champion.before != champion.after else None,
        interrupted=tuple(one for one in unanswered if one.confirms_automatically and _closes(one, before, after)),
        answerable=tuple(one for one in unanswered if _closes(one, after, before)),
    )


def _closes(one: Unanswered, before: Bracket, after: Bracket) -> bool:
    return one.is_open(before) and not one.is_open(after)
