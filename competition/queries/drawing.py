"""Reads of the lots, before one drawing of them is published."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from competition.models import Competition, Draw, Pair
from competition.rules import lots
from competition.rules.layout import layout, places_for, round_names


def entries_of(competition: Competition) -> list[list]:
    """What the lots are drawn from: [pair number, comes to the opening day] of every entry."""
    return [list(row) for row in competition.pairs.order_by("number").values_list("number", "attending")]


def lots_of(draw: Draw) -> lots.Lots:
    """The lots of a drawing, worked out again from its seed and entries."""
    entries = [lots.Entry(number, attending) for number, attending in draw.entries]
    return lots.draw(entries, seed=draw.seed, opening_day=draw.opening_day_together)


@dataclass(frozen=True, slots=True)
class Seated:
    """What stands in one place of a drawing: a pair as it was in the hat, or a bye where `number` is None."""

    number: int | None
    pair: Pair | None
    attending: bool


@dataclass(frozen=True, slots=True)
class FirstMatch:
    """A match of round 1 as drawn."""

    code: str
    sides: tuple[Seated, Seated]


@dataclass(frozen=True, slots=True)
class Rehearsal:
    """How large a draw of so many pairs is."""

    pairs: int
    rounds: tuple[str, ...]
    byes: int


@dataclass
class Drawing:
    """The desk's view of the draw: who is entered, and the latest attempt when there is one."""

    competition: Competition
    latest: Draw | None
    pairs: Sequence[Pair]

    @property
    def rehearsal(self) -> Rehearsal | None:
        """How large the draw will be as entries stand; None while there are fewer than two pairs."""
        entered = len(self.pairs)
        if entered < 2:
            return None
        places = places_for(entered)
        return Rehearsal(entered, round_names(places), places - entered)

    @property
    def next_attempt(self) -> int:
        """The number of the attempt that is drawn next."""
        return self.latest.attempt + 1 if self.latest else 1

    @property
    def is_stale(self) -> bool:
        """Whether entries or conditions have changed since the latest attempt was drawn."""
        if self.latest is None or self.latest.published_at:
            return False
        together = self.competition.conditions.opening_day_together
        entered = [[pair.number, pair.attending] for pair in self.pairs]
        return (self.latest.entries, self.latest.opening_day_together) != (entered, together)

    @cached_property
    def lots(self) -> lots.Lots | None:
        """The latest attempt's lots."""
        return lots_of(self.latest) if self.latest else None

    @property
    def rounds(self) -> tuple[str, ...]:
        """What the rounds of the latest attempt are called."""
        return round_names(len(self.lots.places)) if self.lots else ()

    @property
    def matches(self) -> list[FirstMatch]:
        """Round 1 of the latest attempt, from the top of the draw down."""
        if self.latest is None or self.lots is None:
            return []
        places, coming = self.lots.places, dict(self.latest.entries)
        entered: dict[int | None, Pair] = {pair.number: pair for pair in self.pairs}
        seated = [Seated(number, entered.get(number), coming.get(number, False)) for number in places]
        spots = layout(len(places))[0]
        return [FirstMatch(*match) for match in zip((spot.code for spot in spots), _in_twos(seated), strict=True)]


def _in_twos(seated: list[Seated]) -> list[tuple[Seated, Seated]]:
    return list(zip(seated[::2], seated[1::2], strict=True))


def drawing(competition: Competition) -> Drawing:
    """The draw of a competition as its organiser prepares it, in three queries."""
    latest = competition.draws.order_by("attempt").last()
    return Drawing(competition, latest, list(competition.pairs.prefetch_related("players")))
