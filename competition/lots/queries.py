"""Reads of the lots, before one drawing of them is published and after."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from django.db.models import Exists, OuterRef

from competition.contest.models import Competition, Conditions
from competition.entries.models.pair import Pair
from competition.entries.queries import entered
from competition.lots.models import Commitment, Draw
from competition.lots.rules import records
from competition.lots.rules.description import likelihood
from competition.lots.rules.drawing import Lots, swapped
from competition.lots.rules.layout import layout, round_names
from competition.lots.rules.reasons import Reason
from competition.lots.rules.rehearsal import Plan, plan


def entries_of(pairs: Sequence[Pair], conditions: Conditions) -> list[dict]:
    """The list of pairs as it is committed to and drawn from; what the draw does not lean on is left out of it."""
    return [
        {
            "number": pair.number,
            "pair": pair.name,
            "club": pair.club,
            "area": pair.area if conditions.areas_together else "",
            "attending": pair.attending and conditions.opening_day_together,
            "seed": pair.seed,
            "given_bye": pair.given_bye,
        }
        for pair in pairs
    ]


def conditions_of(conditions: Conditions) -> dict:
    """The conditions of contest as they are committed to."""
    named = [field.name for field in conditions._meta.concrete_fields if field.name not in ("id", "competition")]
    return {name: getattr(conditions, name) for name in named}


def committed(row: Commitment) -> dict[str, Any]:
    """What was committed to, the secret with it."""
    return {"algorithm": row.algorithm, "conditions": row.conditions, "entries": row.entries, "secret": row.secret}


def seed_of(draw: Draw) -> str:
    """What the lots of a drawing come from."""
    return records.seed(committed(draw.commitment), draw.attempt, draw.dice)


def lots_of(draw: Draw) -> Lots:
    """The lots of a drawing, worked out again from its seed and what was committed to."""
    return _drawn(json.dumps(committed(draw.commitment)), seed_of(draw))


@lru_cache(maxsize=16)
def _drawn(written: str, seed: str) -> Lots:
    # The same facts always give the same lots, and a large draw takes a second.
    return records.draw(json.loads(written), seed)


def places_of(draw: Draw) -> tuple[int | None, ...]:
    """Who stands in each place of a drawing: where the lots put them, and after every swap by hand."""
    return swapped(lots_of(draw).places, [(swap.one, swap.other) for swap in draw.swaps.all()])


def reasons_of(draw: Draw) -> Sequence[Reason]:
    """For each preference whether a drawing keeps it, and where it gave way."""
    return records.reasons(committed(draw.commitment), places_of(draw))


def likelihood_of(draw: Draw) -> str:
    """How likely the first round of a drawing was beside others as good."""
    return likelihood(lots_of(draw).tries)


def is_current(row: Commitment, pairs: Sequence[Pair], conditions: Conditions) -> bool:
    """Whether what was committed to is still what the draw would be made from."""
    return (row.entries, row.conditions) == (entries_of(pairs, conditions), conditions_of(conditions))


@dataclass(frozen=True, slots=True)
class Seated:
    """What stands in one place of a drawing: a pair as it was committed to, or None for a bye."""

    pair: dict[str, Any] | None
    is_moved: bool


@dataclass(frozen=True, slots=True)
class FirstMatch:
    """A match of round 1 as drawn."""

    code: str
    sides: tuple[Seated, Seated]


@dataclass
class Drawing:
    """The desk's view of the draw: who is entered, what is committed to, and the latest attempt if there is one."""

    competition: Competition
    latest: Draw | None
    pairs: Sequence[Pair]
    commitments: Sequence[Commitment]

    @property
    def rehearsal(self) -> Plan | None:
        """How large the draw will be as entries stand; None while there are fewer than two pairs."""
        return plan(len(self.pairs), self.competition.closing_date) if len(self.pairs) > 1 else None

    @property
    def next_attempt(self) -> int:
        """The number of the attempt that is drawn next."""
        return self.latest.attempt + 1 if self.latest else 1

    @cached_property
    def is_committed(self) -> bool:
        """Whether the draw has been committed to as entries and conditions stand now."""
        if not self.commitments or self.is_given_away:
            return False
        return is_current(self.commitments[-1], self.pairs, self.competition.conditions)

    @property
    def is_given_away(self) -> bool:
        """Whether everybody knows the secret of what was fixed last, since its draw was published and taken back."""
        last = self.latest
        return bool(last and last.taken_back_at and last.commitment_id == self.commitments[-1].pk)

    @property
    def is_stale(self) -> bool:
        """Whether the list has been fixed anew since the latest attempt was drawn."""
        return self.latest is not None and self.latest.commitment_id != self.commitments[-1].pk

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """Who stands in each place of the latest attempt."""
        return places_of(self.latest) if self.latest else ()

    @property
    def likelihood(self) -> str:
        """How likely the first round of the latest attempt was beside others as good."""
        return likelihood_of(self.latest) if self.latest else ""

    @property
    def reasons(self) -> Sequence[Reason]:
        """Why the latest attempt is as it is."""
        return reasons_of(self.latest) if self.latest else []

    @property
    def rounds(self) -> tuple[str, ...]:
        """What the rounds of the latest attempt are called."""
        return round_names(len(self.places)) if self.latest else ()

    @property
    def matches(self) -> list[FirstMatch]:
        """Round 1 of the latest attempt, from the top of the draw down."""
        return first_matches(self.latest, self.places) if self.latest else []


def first_matches(draw: Draw, places: Sequence[int | None]) -> list[FirstMatch]:
    """Round 1 of a drawing with these places, each pair as it was committed to."""
    listed = {facts["number"]: facts for facts in draw.commitment.entries}
    moved = {number for swap in draw.swaps.all() for number in (swap.one, swap.other)}
    seated = [Seated(listed.get(number), number in moved) for number in places]
    sides = zip(seated[::2], seated[1::2], strict=True)
    return [FirstMatch(spot.code, two) for spot, two in zip(layout(len(places))[0], sides, strict=True)]


def latest_attempt(competition: Competition) -> Draw | None:
    """The last drawing of lots with what it was made from, in two queries."""
    draws = competition.draws.select_related("commitment").prefetch_related("swaps")
    return draws.order_by("attempt").last()


def drawing(competition: Competition) -> Drawing:
    """The draw of a competition as its organiser prepares it, in five queries."""
    fixed = list(competition.commitments.all())
    return Drawing(competition, latest_attempt(competition), entered(competition), fixed)


def commitments(competition: Competition) -> list[Commitment]:
    """When lists of pairs were fixed, without the secret, each `is_given_away` if a draw of it was taken back."""
    taken_back = Exists(Draw.objects.filter(commitment=OuterRef("pk"), taken_back_at__isnull=False))
    found = Commitment.objects.filter(competition=competition).annotate(is_given_away=taken_back)
    return list(found.only("number", "digest", "made_at"))


def taken_back(fixed: Sequence[Commitment]) -> list[Draw]:
    """The drawings made of these lists that were published and taken back, the first first (one query, if any was)."""
    given_away = [row for row in fixed if getattr(row, "is_given_away", False)]
    found = Draw.objects.filter(commitment__in=given_away, taken_back_at__isnull=False) if given_away else ()
    return list(found)


def attempts(draw: Draw) -> list[Draw]:
    """Every drawing of lots up to the published one, in order, each with its commitment and its swaps."""
    draws = Draw.objects.filter(competition=draw.competition_id, attempt__lte=draw.attempt)
    return list(draws.select_related("commitment").prefetch_related("swaps"))
