"""Actions for the places of a published draw: put a pair in, take it out, withdraw it, and take each back."""

import secrets
from typing import Any

from django.db import transaction

from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.entries.queries import pairs
from competition.knockout.models.draw import Placing, Withdrawal
from competition.knockout.queries.draw import PublishedDraw, must_be_on, read_draw
from competition.knockout.rules import lot
from competition.knockout.rules.consequences import Consequences
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.events import Event
from competition.log.rules import not_revoked
from competition.rulings.actions.preview import as_shown, interrupt, to_decide
from competition.rulings.queries import Preview, first_code, free_byes, index_of, objection, preview
from scoring.rules.refusal import Refused


def preview_put_in(draw: PublishedDraw, pair: Pair, instead_of: int | None) -> Preview:
    """What it would change if this pair came in, by lot at a bye or in the place of another; Refused where it cannot.

    By lot there is a case for each bye, by the number of the pair that has it.
    """
    if pair.withdrawal:
        raise Refused("This pair has withdrawn, so it cannot come into the draw.")
    if instead_of is None:
        cases = [(bye.number, [_row(draw, index, pair=pair)]) for index, bye in _byes(draw).items()]
        return preview(draw, cases, pair.fingerprint)
    return preview(draw, [(None, [_row(draw, _place_of(draw, instead_of), pair=pair)])], pair.fingerprint, instead_of)


def preview_take_out(draw: PublishedDraw, number: int) -> Preview:
    """What it would change if the place of a pair entered twice were a bye; Refused where it cannot be one."""
    index = _place_of(draw, number)
    if len(draw.holders) == 2:
        raise Refused("Without this pair there would be no match left.")
    if draw.holders[index ^ 1] is None:
        raise Refused(f"{first_code(index)} has a bye already: put a late pair in the place of this one.")
    return preview(draw, [(None, [_row(draw, index)])], number)


def preview_take_back(draw: PublishedDraw, placing: int) -> Preview:
    """What it would change if this were taken back; Refused where it is not what stands at its place."""
    row = _standing(draw, placing)
    return preview(draw, [(None, [Placing(place_id=row.place_id, takes_back=row)])], placing)


@transaction.atomic
def put_in(pair: Pair, instead_of: int | None, *, grounds: Grounds, shown: str, by: Actor) -> Placing | None:
    """Put a pair into the draw unless it is there: in the place of another, or where a lot among the byes falls now."""
    draw, why = to_decide(pair.competition, grounds, by)
    pair = pairs().get(pk=pair.pk)
    if pair.number in draw.pairs:
        return None
    seen = as_shown(preview_put_in(draw, pair, instead_of), shown)
    if instead_of is not None:
        facts = {"kind": Placing.Kind.REPLACEMENT, "instead_of": draw.pairs[instead_of]}
        return _write(draw, _place_of(draw, instead_of), seen.consequences, by, pair=pair, **facts, **why)
    byes = _byes(draw)
    read = lot.ticket_of_late_pair(secrets.token_hex(16), pair.number, [bye.number for bye in byes.values()])
    index, fallen = [*byes.items()][lot.share(read, len(byes))]
    facts = {"kind": Placing.Kind.LATE, "lot": read}
    return _write(draw, index, seen.if_won_by(fallen.number), by, pair=pair, **facts, **why)


@transaction.atomic
def take_out(competition: Competition, number: int, *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Let the place of a pair that was entered twice be a bye."""
    draw, why = to_decide(competition, grounds, by)
    if number not in draw.pairs:
        return
    seen = as_shown(preview_take_out(draw, number), shown)
    facts = {"kind": Placing.Kind.TWICE, "instead_of": draw.pairs[number]}
    _write(draw, index_of(draw, number), seen.consequences, by, **facts, **why)


@transaction.atomic
def take_back(competition: Competition, placing: int, *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Let whoever stood at a place before stand there again."""
    draw, why = to_decide(competition, grounds, by)
    if any(row.takes_back_id == placing for row in draw.placings):
        return
    seen = as_shown(preview_take_back(draw, placing), shown)
    row = _standing(draw, placing)
    Placing.objects.create(place_id=row.place_id, takes_back=row, **why)
    note(
        competition,
        by,
        Event.PLACED,
        f"Took back that {_named(row)}: {why['reason']}",
        about=row.pair or row.instead_of,
    )
    interrupt(draw, seen.consequences, by)


def _byes(draw: PublishedDraw) -> dict[int, Pair]:
    """The byes that the lot is drawn among; Refused without any."""
    if byes := free_byes(draw):
        return byes
    raise Refused(
        "No bye is left that a late pair could have: there is none, or every pair with one has begun its next match."
    )


def _place_of(draw: PublishedDraw, number: int) -> int:
    if number not in draw.pairs:
        raise Refused(f"Pair {number} does not stand in the draw.")
    if fault := objection(draw, number):
        raise Refused(fault)
    return index_of(draw, number)


def _standing(draw: PublishedDraw, placing: int) -> Placing:
    rows = not_revoked(draw.placings)
    row = next((row for row in rows if row.pk == placing), None)
    if row is None:
        raise Refused("There is no such change of the draw to take back.")
    if any(other.place_id == row.place_id and other.pk > row.pk for other in rows):
        raise Refused("Another pair has come to this place since: take that back first.")
    return row


def _row(draw: PublishedDraw, index: int, **facts: Any) -> Placing:
    return Placing(place=draw.places[index], **facts)


def _write(draw: PublishedDraw, index: int, changed: Consequences, by: Actor, **facts) -> Placing:
    row = _row(draw, index, **facts)
    row.save()
    text = f"Said that {_named(row)}: {row.reason}"
    note(draw.competition, by, Event.PLACED, text, about=row.pair or row.instead_of, lot=row.lot)
    interrupt(draw, changed, by)
    return row


def _named(row: Placing) -> str:
    """What a row says, for the log."""
    who, before = (f"pair {pair.number}, {pair.name}," if pair else "" for pair in (row.pair, row.instead_of))
    if row.kind == Placing.Kind.TWICE:
        return f"{before} were entered twice: their place is a bye"
    return f"{who} play in place of {before.rstrip(',')}" if before else f"{who} come in late, by lot at a bye"


def drawn(draw: PublishedDraw | None, number: int) -> PublishedDraw:
    """The draw that this pair can withdraw from; Refused before there is one, and where the pair is not in it."""
    if draw is None:
        raise Refused("The draw is not published yet: take the entry off instead.")
    if number not in draw.pairs:
        raise Refused("This pair does not stand in the draw, so it can neither leave it nor come back.")
    return draw


def preview_withdraw(draw: PublishedDraw, number: int) -> Preview:
    """What it would change if this pair withdrew now."""
    pair = drawn(draw, number).pairs[number]
    return preview(draw, [(None, [Withdrawal(pair=pair)])], pair.fingerprint)


def preview_bring_back(draw: PublishedDraw, number: int) -> Preview:
    """What it would change if the withdrawal of this pair were taken back."""
    pair = drawn(draw, number).pairs[number]
    rows = [Withdrawal(pair=pair, takes_back=pair.withdrawal)] if pair.withdrawal else []
    return preview(draw, [(None, rows)], pair.fingerprint)


@transaction.atomic
def withdraw(pair: Pair, *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Withdraw a pair after the draw: what is decided stays, it loses what is not."""
    _decide(pair, leaves=True, grounds=grounds, shown=shown, by=by)


@transaction.atomic
def bring_back(pair: Pair, *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Take a withdrawal back: the draw is as if it had not been, and the two decisions stay on record."""
    _decide(pair, leaves=False, grounds=grounds, shown=shown, by=by)


def _decide(pair: Pair, *, leaves: bool, grounds: Grounds, shown: str, by: Actor) -> None:
    """One row more, if it is not so already; Refused before the draw is published."""
    lock(pair.competition)
    draw = must_be_on(drawn(read_draw(pair.competition), pair.number))
    pair = pairs().get(pk=pair.pk)
    why, stands = grounds.decided(by), pair.withdrawal
    if leaves == bool(stands):
        return
    seen = as_shown((preview_withdraw if leaves else preview_bring_back)(draw, pair.number), shown)
    Withdrawal.objects.create(pair=pair, takes_back=stands, **why)
    event, said = (Event.WITHDREW, "withdrew") if leaves else (Event.BROUGHT_BACK, "plays on after all")
    before, after = ("plays", "withdrawn") if leaves else ("withdrawn", "plays")
    text = f"Pair {pair.number}, {pair.name}, {said}: {why['reason']}"
    note(pair.competition, by, event, text, about=pair, before=before, after=after)
    interrupt(draw, seen.consequences, by)
