"""By which methods lots have ever been drawn: each is kept for ever, under the name that draws were committed with."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Protocol

from competition.lots.versions import lots_2
from scoring.rules.refusal import Refused, quoted

Facts = Mapping[str, Any]
Places = Sequence[int | None]


class Lots(Protocol):
    """Who stands in each place (None is a bye), the first rounds drawn to find it, the texts that lots came from."""

    @property
    def places(self) -> tuple[int | None, ...]: ...
    @property
    def tries(self) -> int: ...
    @property
    def texts(self) -> int: ...


class Reason(Protocol):
    """A sentence about one thing a draw should keep, and whether it is kept everywhere."""

    @property
    def about(self) -> str: ...
    @property
    def is_kept(self) -> bool: ...
    @property
    def text(self) -> str: ...


class Step(Protocol):
    """A step of the proof of a record: what was looked at, whether it agrees, and a sentence about it."""

    @property
    def name(self) -> str: ...
    @property
    def agrees(self) -> bool: ...
    @property
    def text(self) -> str: ...


class Method(Protocol):
    """What a method can say of a draw; `committed` is its name, the list, the conditions and the secret."""

    NAME: str
    # How the lots are cast, as everybody reads it.
    PROMISE: str
    STEPS: tuple[str, ...]
    TERMS: tuple[str, ...]

    def objection(self, committed: Facts) -> str: ...
    def text(self, committed: Facts) -> str: ...
    def digest(self, written: str) -> str: ...
    def seed(self, committed: Facts, attempt: int, dice: str) -> str: ...
    def draw(self, committed: Facts, seed: str) -> Lots: ...
    def swapped(self, places: Places, swaps: Iterable[tuple[int, int]]) -> tuple[int | None, ...]: ...
    def reasons(self, committed: Facts, places: Places) -> Sequence[Reason]: ...
    def likelihood(self, tries: int) -> str: ...
    def record(self, facts: Facts, play_by: Sequence[str]) -> dict[str, Any]: ...
    def prove(self, record: Facts) -> Iterator[Step]: ...


# The newest stands last.
METHODS: dict[str, Method] = {lots_2.NAME: lots_2}


def newest() -> Method:
    """The method by which lists of pairs are committed to from now on."""
    return [*METHODS.values()][-1]


def method(name: str) -> Method:
    """The method of this name; Refused where a later version of the program is needed to know it."""
    if name not in METHODS:
        raise Refused(
            f"These lots were cast by the method {quoted(name)}, which this version of the program does not know: "
            "use a later one."
        )
    return METHODS[name]
