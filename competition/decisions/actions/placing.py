"""Pairs that come into a published draw or leave their place in it: what the lots made is kept beside it."""

import secrets

from django.db import transaction

from competition.contest.models import Competition
from competition.decisions.actions.prospect import Prospect, ahead, as_shown, interrupt, to_decide
from competition.decisions.queries import first_code, free_byes, index_of, objection, place_of
from competition.entries.models.pair import Pair
from competition.entries.queries import pairs
from competition.knockout.models.draw import Placing
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.rules import lot
from competition.knockout.rules.consequences import Consequences
from competition.log.actions import Actor, Grounds, note
from competition.log.events import Event
from competition.log.rules import not_revoked
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused


def look_ahead(snapshot: Snapshot, pair: Pair, instead_of: int | None) -> Prospect:
    """What it would change if this pair came in, by lot at a bye or in the place of another; Refused where it cannot.

    By lot there is a case for each bye, by the number of the pair that has it.
    """
    if pair.withdrawal:
        raise Refused("This pair has withdrawn, so it cannot come into the draw.")
    if instead_of is None:
        cases = [(bye.number, _with(snapshot, index, pair)) for index, bye in _byes(snapshot).items()]
        return Prospect(cases, fingerprint(cases, pair.fingerprint))
    changed = _with(snapshot, _place_of(snapshot, instead_of), pair)
    return Prospect.of(changed, pair.fingerprint, instead_of)


def look_ahead_without(snapshot: Snapshot, number: int) -> Prospect:
    """What it would change if the place of a pair entered twice were a bye; Refused where it cannot be one."""
    index = _place_of(snapshot, number)
    if len(snapshot.holders) == 2:
        raise Refused("Without this pair there would be no match left.")
    if snapshot.holders[index ^ 1] is None:
        raise Refused(f"{first_code(index)} has a bye already: put a late pair in the place of this one.")
    return Prospect.of(_with(snapshot, index, None), number)


def look_back(snapshot: Snapshot, placing: int) -> Prospect:
    """What it would change if this were taken back; Refused where it is not what stands at its place."""
    row = _standing(snapshot, placing)
    rest = [other for other in not_revoked(snapshot.placings) if other != row and other.place_id == row.place_id]
    index = place_of(snapshot, row)
    return Prospect.of(_with(snapshot, index, rest[-1].pair if rest else snapshot.places[index].pair), placing)


@transaction.atomic
def put_in(pair: Pair, instead_of: int | None, *, grounds: Grounds, shown: str, by: Actor) -> Placing | None:
    """Put a pair into the draw unless it is there: in the place of another, or where a lot among the byes falls now."""
    snapshot, why = to_decide(pair.competition, grounds, by)
    pair = pairs().get(pk=pair.pk)
    if pair.number in snapshot.pairs:
        return None
    seen = as_shown(look_ahead(snapshot, pair, instead_of), shown)
    if instead_of is not None:
        facts = {"kind": Placing.Kind.REPLACEMENT, "instead_of": snapshot.pairs[instead_of]}
        return _write(snapshot, _place_of(snapshot, instead_of), seen.consequences, by, pair=pair, **facts, **why)
    byes = _byes(snapshot)
    read = lot.ticket_of_late_pair(secrets.token_hex(16), pair.number, [bye.number for bye in byes.values()])
    index, fallen = [*byes.items()][lot.share(read, len(byes))]
    facts = {"kind": Placing.Kind.LATE, "lot": read}
    return _write(snapshot, index, seen.if_won_by(fallen.number), by, pair=pair, **facts, **why)


@transaction.atomic
def take_out(competition: Competition, number: int, *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Let the place of a pair that was entered twice be a bye."""
    snapshot, why = to_decide(competition, grounds, by)
    if number not in snapshot.pairs:
        return
    seen = as_shown(look_ahead_without(snapshot, number), shown)
    facts = {"kind": Placing.Kind.TWICE, "instead_of": snapshot.pairs[number]}
    _write(snapshot, index_of(snapshot, number), seen.consequences, by, **facts, **why)


@transaction.atomic
def take_back(competition: Competition, placing: int, *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Let whoever stood at a place before stand there again."""
    snapshot, why = to_decide(competition, grounds, by)
    if any(row.takes_back_id == placing for row in snapshot.placings):
        return
    seen = as_shown(look_back(snapshot, placing), shown)
    row = _standing(snapshot, placing)
    Placing.objects.create(place_id=row.place_id, takes_back=row, **why)
    note(
        competition,
        by,
        Event.PLACED,
        f"Took back that {_named(row)}: {why['reason']}",
        about=row.pair or row.instead_of,
    )
    interrupt(snapshot, seen.consequences, by)


def _byes(snapshot: Snapshot) -> dict[int, Pair]:
    """The byes that the lot is drawn among; Refused without any."""
    if byes := free_byes(snapshot):
        return byes
    raise Refused(
        "No bye is left that a late pair could have: there is none, or every pair with one has begun its next match."
    )


def _place_of(snapshot: Snapshot, number: int) -> int:
    if number not in snapshot.pairs:
        raise Refused(f"Pair {number} does not stand in the draw.")
    if fault := objection(snapshot, number):
        raise Refused(fault)
    return index_of(snapshot, number)


def _standing(snapshot: Snapshot, placing: int) -> Placing:
    rows = not_revoked(snapshot.placings)
    row = next((row for row in rows if row.pk == placing), None)
    if row is None:
        raise Refused("There is no such change of the draw to take back.")
    if any(other.place_id == row.place_id and other.pk > row.pk for other in rows):
        raise Refused("Another pair has come to this place since: take that back first.")
    return row


def _with(snapshot: Snapshot, index: int, pair: Pair | None) -> Consequences:
    return ahead(snapshot, holders=[*snapshot.holders[:index], pair, *snapshot.holders[index + 1 :]])


def _write(snapshot: Snapshot, index: int, changed: Consequences, by: Actor, **facts) -> Placing:
    row = Placing.objects.create(place=snapshot.places[index], **facts)
    text = f"Said that {_named(row)}: {row.reason}"
    note(snapshot.competition, by, Event.PLACED, text, about=row.pair or row.instead_of, lot=row.lot)
    interrupt(snapshot, changed, by)
    return row


def _named(row: Placing) -> str:
    """What a row says, for the log."""
    who, before = (f"pair {pair.number}, {pair.name}," if pair else "" for pair in (row.pair, row.instead_of))
    if row.kind == Placing.Kind.TWICE:
        return f"{before} were entered twice: their place is a bye"
    return f"{who} play in place of {before.rstrip(',')}" if before else f"{who} come in late, by lot at a bye"
