"""A pair that withdraws after the draw, and one whose withdrawal is taken back: both are rows that stay."""

from collections.abc import Sequence

from django.db import transaction

from competition.decisions.actions.prospect import Prospect, ahead, as_shown, interrupt
from competition.entries.models.pair import Pair
from competition.entries.queries import pairs
from competition.knockout.models.draw import Withdrawal
from competition.knockout.queries.draw import PublishedDraw, must_be_on, read_draw
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.events import Event
from scoring.rules.refusal import Refused


def drawn(draw: PublishedDraw | None, number: int) -> PublishedDraw:
    """The draw that this pair can withdraw from; Refused before there is one, and where the pair is not in it."""
    if draw is None:
        raise Refused("The draw is not published yet: take the entry off instead.")
    if number not in draw.pairs:
        raise Refused("This pair does not stand in the draw, so it can neither leave it nor come back.")
    return draw


def look_ahead(draw: PublishedDraw, number: int) -> Prospect:
    """What it would change if this pair withdrew now."""
    return _prospect(draw, number, [*draw.withdrawn, number])


def look_back(draw: PublishedDraw, number: int) -> Prospect:
    """What it would change if the withdrawal of this pair were taken back."""
    return _prospect(draw, number, [gone for gone in draw.withdrawn if gone != number])


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
    seen = as_shown((look_ahead if leaves else look_back)(draw, pair.number), shown)
    Withdrawal.objects.create(pair=pair, takes_back=stands, **why)
    event, said = (Event.WITHDREW, "withdrew") if leaves else (Event.BROUGHT_BACK, "plays on after all")
    before, after = ("plays", "withdrawn") if leaves else ("withdrawn", "plays")
    text = f"Pair {pair.number}, {pair.name}, {said}: {why['reason']}"
    note(pair.competition, by, event, text, about=pair, before=before, after=after)
    interrupt(draw, seen.consequences, by)


def _prospect(draw: PublishedDraw, number: int, withdrawn: Sequence[int]) -> Prospect:
    pair = drawn(draw, number).pairs[number]
    return Prospect.of(ahead(draw, withdrawn=withdrawn), pair.fingerprint)
