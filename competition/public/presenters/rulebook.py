"""Presenter for the rules page: the organiser's parts and the conditions of contest, numbered together."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count
from typing import NamedTuple

from competition.audit.rules import not_revoked
from competition.contest.models import RulesPart
from competition.contest.rules.rulebook import Clause, clauses
from competition.rulings.models import RulesChange


class ChangedText(NamedTuple):
    """A change to a part since the draw, with the clauses that it replaced."""

    row: RulesChange
    before: list[Clause]


@dataclass(frozen=True, slots=True)
class RulesSection:
    """A numbered section of the rules with its clauses, and the changes since the draw, latest first."""

    number: int
    heading: str
    clauses: Sequence[Clause]
    changes: Sequence[ChangedText] = ()

    @property
    def numbered(self) -> list[tuple[str, Clause]]:
        """The clauses with their numbers, such as 6.3."""
        return [(f"{self.number}.{number}", clause) for number, clause in enumerate(self.clauses, 1)]


@dataclass(frozen=True, slots=True)
class Rulebook:
    """The sections of the rules: the organiser's own, the conditions of contest, and parts added since the draw.

    The added parts come last, so that the other sections keep their numbers.
    """

    own: Sequence[RulesSection]
    conditions: Sequence[RulesSection]
    added: Sequence[RulesSection]


def rulebook(
    parts: Iterable[RulesPart], changes: Sequence[RulesChange], conditions: Iterable[tuple[str, Sequence[str]]]
) -> Rulebook:
    """Return the sections of the rules. `changes` are all changes to the parts since the draw, in order."""
    first = {row.number: row for row in reversed(changes)}
    added = {number for number, row in first.items() if not row.before}
    groups = (
        _sections((part for part in parts if part.number not in added), changes),
        (RulesSection(0, heading, [Clause(sentence) for sentence in said]) for heading, said in conditions),
        _sections((part for part in parts if part.number in added), changes),
    )
    return Rulebook(*_number(groups))


def _sections(parts: Iterable[RulesPart], changes: Sequence[RulesChange]) -> Iterator[RulesSection]:
    """Yield a section for each part. Keep a removed part, but not a part that was added and undone."""
    standing = not_revoked(changes)
    for part in parts:
        its_changes = [ChangedText(row, clauses(row.before)) for row in reversed(standing) if row.number == part.number]
        if part.text or its_changes:
            yield RulesSection(0, part.heading, clauses(part.text), its_changes)


def _number(groups: Iterable[Iterable[RulesSection]]) -> Iterator[list[RulesSection]]:
    """Yield the groups with their sections numbered in one sequence."""
    numbers = count(1)
    for group in groups:
        yield [replace(section, number=next(numbers)) for section in group]
