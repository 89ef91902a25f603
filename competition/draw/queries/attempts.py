"""Queries for attempts at the draw, before and after one of them is published."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, time
from functools import cached_property, lru_cache
from typing import Any, NamedTuple

from django.db.models import Exists, OuterRef, QuerySet

from competition.contest.models import Competition, Conditions
from competition.contest.rules.division import WHOLE, Division
from competition.contest.rules.names import UNNAMED
from competition.draw.models.draw import Draw, LockedList, Publication
from competition.draw.rules import records
from competition.draw.rules.description import likelihood
from competition.draw.rules.drawing import DrawResult, objection, swapped
from competition.draw.rules.layout import layout, round_names
from competition.draw.rules.pairing import DrawnEntry
from competition.draw.rules.reasons import PreferenceReason
from competition.draw.rules.rehearsal import WEEKS_A_ROUND, SeasonPlan, plan
from competition.draw.rules.sections import kept_places, matches_by_round, rounds_for
from competition.draw.rules.sources import Open, Spot, spots_of
from competition.entries.models import Pair, together
from competition.entries.queries.pairs import entered
from scoring.rules.refusal import Refused


class MatchKey(NamedTuple):
    """The round and the position of a match."""

    round: int
    position: int


def entries_of(pairs: Sequence[Pair], conditions: Conditions) -> list[dict]:
    """Return the entry list in the format used for locking and drawing.

    Facts that these conditions do not use are left empty.
    """
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
    """Return the conditions of contest in the format used for locking, ready for JSON."""
    named = [field.name for field in conditions._meta.concrete_fields if field.name not in ("id", "competition")]
    values = {name: getattr(conditions, name) for name in named}
    return {name: value.isoformat() if isinstance(value, (date, time)) else value for name, value in values.items()}


def locked_facts(row: LockedList) -> dict[str, Any]:
    """Return the locked facts, including the secret."""
    return {"algorithm": row.algorithm, "conditions": row.conditions, "entries": row.entries, "secret": row.secret}


def public_facts(row: LockedList) -> dict[str, Any]:
    """Return the locked facts without removed names, so their fingerprint may differ (one or two queries)."""
    unnamed = Pair.objects.filter(competition=row.competition_id, players__name=UNNAMED).prefetch_related("players")
    names = {pair.number: together(pair.at(row.made_at)) for pair in unnamed}
    entries = [facts | {"pair": names.get(facts["number"], facts["pair"])} for facts in row.entries]
    return locked_facts(row) | {"entries": entries}


def seed_of(draw: Draw) -> str:
    """Return the random seed of a draw, or "" for a draw made elsewhere."""
    return records.seed(locked_facts(draw.locked_list), draw.attempt, draw.dice) if draw.locked_list else ""


def lots_of(draw: Draw) -> DrawResult:
    """Return the result of a draw, calculated again from its seed and the locked list.

    Raises Refused for a draw made elsewhere.
    """
    if draw.locked_list is None:
        raise Refused("This draw was made elsewhere, so it cannot be calculated again.")
    return _draw_result(json.dumps(locked_facts(draw.locked_list)), seed_of(draw))


@lru_cache(maxsize=16)
def _draw_result(facts: str, seed: str) -> DrawResult:
    # Cache the result, because the same facts always give the same draw and a large draw takes a second.
    return records.draw(json.loads(facts), seed)


def places_of(draw: Draw) -> tuple[int | None, ...]:
    """Return the number of the pair in each place of a draw after all swaps, or None for a bye."""
    drawn = draw.elsewhere.seats if draw.is_elsewhere else lots_of(draw).places
    return swapped(drawn, [(swap.one, swap.other) for swap in draw.swaps.all()])


def open_places(places: Sequence[int | None], conditions: Conditions, *, is_closed: bool = False) -> dict[int, Open]:
    """Return the places kept for pairs that join later in these places as drawn, by place from 0."""
    until = conditions.join_until
    return {} if until is None else {at: Open(until, None, is_closed) for at in kept_places(places)}


def division_of(draw: Draw) -> Division:
    """Return the sections of a draw. Before a draw is made, it has one."""
    if draw.locked_list_id:
        return draw.competition.conditions.division
    return draw.elsewhere.division if hasattr(draw, "elsewhere") else WHOLE


def spots_as_drawn(draw: Draw, places: Sequence[int | None]) -> tuple[Spot, ...]:
    """Return the matches of a draw with these places and those of any plate, before any change."""
    conditions = draw.competition.conditions
    kept = open_places(places, conditions)
    return spots_of(places, conditions.plate_rules, kept=kept, division=division_of(draw))


def matches_as_drawn(draw: Draw, places: Sequence[int | None]) -> list[MatchKey]:
    """Return the round and the position of each match of a draw with these places, in order.

    They include a match for the repechage of each round with an odd number of matches, although it may not be played.
    """
    keys = [MatchKey(spot.round, spot.position) for spot in spots_as_drawn(draw, places)]
    if draw.competition.conditions.repechage_deals and division_of(draw).is_by_round:
        counts = enumerate(matches_by_round(len(places) // 2), start=1)
        keys += [MatchKey(round, matches + 1) for round, matches in counts if matches % 2 and matches > 1]
    return sorted(keys)


def entries_in(draw: Draw) -> list[dict]:
    """Return the pairs in the locked list of a draw, or the entered pairs for a draw made elsewhere."""
    if draw.locked_list:
        return public_facts(draw.locked_list)["entries"]
    here = draw.competition.pairs.filter(number__in=filter(None, draw.elsewhere.seats)).prefetch_related("players")
    return entries_of(list(here), draw.competition.conditions)


def reasons_of(draw: Draw) -> Sequence[PreferenceReason]:
    """Return a sentence about each preference, naming any exceptions in the draw.

    Return an empty list for a draw made elsewhere.
    """
    return records.reasons(public_facts(draw.locked_list), places_of(draw)) if draw.locked_list else []


def likelihood_of(draw: Draw) -> str:
    """Return a sentence about the probability of the first round, or "" for a draw made elsewhere."""
    return "" if draw.is_elsewhere else likelihood(lots_of(draw).tries)


def is_current(row: LockedList, pairs: Sequence[Pair], conditions: Conditions) -> bool:
    """Return True if the entries and conditions are unchanged since the list was locked."""
    return (row.entries, row.conditions) == (entries_of(pairs, conditions), conditions_of(conditions))


def is_still_current(row: LockedList) -> bool:
    """Return True if a draw may still use this list.

    The entries and conditions must be unchanged, and the secret unpublished.
    """
    competition = row.competition
    is_secret = not row.draws.filter(publication__isnull=False).exists()
    return is_secret and is_current(row, entered(competition), competition.conditions)


def next_publication(competition: Competition, draw: Draw | None = None) -> Publication:
    """Return the unsaved row that publishes this draw. Without a draw, the row undoes the current publication."""
    last = competition.publications.last()
    return Publication(competition=competition, number=last.number + 1 if last else 1, follows=last, draw=draw)


def must_be_latest(draw: Draw) -> None:
    """Raise Refused unless this is the latest attempt and has not been undone."""
    if draw.attempt != draw.competition.draws.count():
        raise Refused("There is a newer draw than the one you saw. Check the new draw first.")
    if draw.undone:
        raise Refused("This draw was published and undone. Lock the entry list again and draw again.")


def must_not_be_published(competition: Competition) -> None:
    """Raise Refused if a draw is published or the competition is cancelled."""
    if competition.is_published:
        raise Refused("The draw is already published. Reload the page.")
    if competition.is_cancelled:
        raise Refused("The competition is cancelled. Undo the cancellation first.")


@dataclass(frozen=True, slots=True)
class DrawnPlace:
    """A place in a draw: the pair as locked, or None for a bye. `is_moved` is True after a swap."""

    pair: dict[str, Any] | None
    is_moved: bool


@dataclass(frozen=True, slots=True)
class FirstMatch:
    """A match of round 1 as drawn."""

    code: str
    sides: tuple[DrawnPlace, DrawnPlace]


@dataclass
class Drawing:
    """The draw before it is published: the entered pairs, the locked lists and the latest attempt."""

    competition: Competition
    latest: Draw | None
    pairs: Sequence[Pair]
    locked_lists: Sequence[LockedList]

    @property
    def rehearsal(self) -> SeasonPlan | None:
        """The plan for the current entries, or None if so many pairs cannot be drawn."""
        if self.objection:
            return None
        conditions = self.competition.conditions
        weeks = 0 if conditions.minutes else WEEKS_A_ROUND
        return plan(len(self.pairs), self.competition.closing_date, weeks, division=conditions.division)

    @property
    def objection(self) -> str:
        """The reason why this number of pairs cannot be drawn, or ""."""
        entries = [DrawnEntry(number) for number in range(1, len(self.pairs) + 1)]
        return objection(entries, self.competition.conditions.division)

    @property
    def next_attempt(self) -> int:
        """The number of the next attempt."""
        return self.latest.attempt + 1 if self.latest else 1

    @cached_property
    def is_locked(self) -> bool:
        """True if the latest locked list is usable and matches the current entries and conditions."""
        if not self.locked_lists or self.is_given_away:
            return False
        return is_current(self.locked_lists[-1], self.pairs, self.competition.conditions)

    @property
    def is_given_away(self) -> bool:
        """True if a draw from the latest locked list was published and undone, so its secret is public."""
        return bool(self.locked_lists) and getattr(self.locked_lists[-1], "is_given_away", False)

    @property
    def is_stale(self) -> bool:
        """True if the list has been locked again since the latest attempt."""
        if self.latest is None or not self.locked_lists:
            return False
        return self.latest.locked_list_id != self.locked_lists[-1].pk

    @cached_property
    def places(self) -> tuple[int | None, ...]:
        """The number of the pair in each place of the latest attempt, or None for a bye."""
        return places_of(self.latest) if self.latest else ()

    @property
    def likelihood(self) -> str:
        """A sentence about the probability of the first round in the latest draw."""
        return likelihood_of(self.latest) if self.latest else ""

    @property
    def reasons(self) -> Sequence[PreferenceReason]:
        """The explanations of the preferences in the latest attempt."""
        return reasons_of(self.latest) if self.latest else []

    @property
    def rounds(self) -> tuple[str, ...]:
        """The names of the rounds in the latest attempt."""
        division = division_of(self.latest) if self.latest else WHOLE
        return round_names(rounds_for(len(self.places), division), division) if self.latest else ()

    @property
    def matches(self) -> list[FirstMatch]:
        """The matches of round 1 in the latest attempt, from the top."""
        return first_matches(self.latest, self.places) if self.latest else []


def first_matches(draw: Draw, places: Sequence[int | None]) -> list[FirstMatch]:
    """Return the matches of round 1 in a draw with these places, without sections kept for pairs that join later."""
    listed = {facts["number"]: facts for facts in entries_in(draw)}
    moved = {number for swap in draw.swaps.all() for number in (swap.one, swap.other)}
    seated = [DrawnPlace(listed.get(number), number in moved) for number in places]
    sides = zip(seated[::2], seated[1::2], strict=True)
    matches = (FirstMatch(at.code, two) for at, two in zip(layout(len(places))[0], sides, strict=True))
    return [match for match in matches if match.sides[0].pair or match.sides[1].pair]


def latest_attempt(competition: Competition) -> Draw | None:
    """Return the latest attempt with its locked list and swaps, or None (two queries)."""
    draws = competition.draws.select_related("locked_list", "elsewhere").prefetch_related("swaps")
    return draws.order_by("attempt").last()


def read_drawing(competition: Competition) -> Drawing:
    """Return the unpublished draw of a competition for its organiser (five queries)."""
    fixed = list(_with_given_away(competition))
    return Drawing(competition, latest_attempt(competition), entered(competition), fixed)


def locked_lists(competition: Competition) -> list[LockedList]:
    """Return the locked lists without their secrets.

    Each has `is_given_away`, which is True if a draw from the list was undone.
    """
    return list(_with_given_away(competition).only("number", "fingerprint", "made_at"))


def _with_given_away(competition: Competition) -> QuerySet[LockedList]:
    undone = Exists(Draw.objects.filter(locked_list=OuterRef("pk"), publication__followed_by__isnull=False))
    return LockedList.objects.filter(competition=competition).annotate(is_given_away=undone)


def taken_back(competition: Competition) -> list[Draw]:
    """Return the draws of a competition that were undone, in order (one query)."""
    return list(Draw.objects.filter(competition=competition, publication__followed_by__isnull=False))


def attempts_until(draw: Draw) -> list[Draw]:
    """Return all attempts up to the published one, in order, with their locked lists and swaps."""
    draws = Draw.objects.filter(competition=draw.competition_id, attempt__lte=draw.attempt)
    return list(draws.select_related("locked_list", "elsewhere").prefetch_related("swaps"))
