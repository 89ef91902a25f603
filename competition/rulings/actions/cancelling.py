"""Actions that cancel a competition, play it on, delete it, or take back a draw before anything is played."""

from django.db import transaction
from django.utils import timezone

from competition.contest.models import Cancellation, Competition
from competition.knockout.formats.overview import is_over
from competition.knockout.queries.draw import PublishedDraw, clear_cache, read_draw
from competition.log import append_only
from competition.log.actions import Actor, Grounds, lock, note, note_for_the_site
from competition.log.events import Event
from competition.rulings.actions.preview import interrupt_here, to_decide
from competition.rulings.queries import begun, was_played
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused


@transaction.atomic
def cancel(competition: Competition, *, grounds: Grounds, by: Actor) -> None:
    """Cancel a competition: what is decided stays, nothing else is played and nobody is the champion.

    Silence agrees no more to what nobody has answered. Refused once it is over.
    """
    lock(competition)
    competition = Competition.objects.get(pk=competition.pk)
    why = grounds.decided(by)
    if competition.is_cancelled:
        return
    if draw := read_draw(competition):
        if is_over(draw):
            raise Refused("The competition is over: there is nothing left to cancel.")
        for state in draw.matches.values():
            interrupt_here(state)
    competition.cancellation = Cancellation.objects.create(competition=competition, **why)
    competition.save(update_fields=["cancellation"])
    note(competition, by, Event.CANCELLED, f"Cancelled the competition: {why['reason']}")


@transaction.atomic
def play_on(competition: Competition, *, grounds: Grounds, by: Actor) -> None:
    """Take the cancellation back: the draw is as if it had not been, and both decisions stay on record."""
    lock(competition)
    competition = Competition.objects.get(pk=competition.pk)
    why = grounds.decided(by)
    if not competition.is_cancelled:
        return
    Cancellation.objects.create(competition=competition, takes_back=competition.cancellation, **why)
    competition.cancellation = None
    competition.save(update_fields=["cancellation"])
    note(competition, by, Event.PLAYED_ON, f"The competition is played on after all: {why['reason']}")


def fingerprint_of(draw: PublishedDraw) -> str:
    """The fingerprint of the draw that would be taken back; Refused once anything has been played or decided in it."""
    if happened := begun(draw):
        raise Refused(f"The draw can no longer be taken back: {happened} You can still cancel the competition.")
    return fingerprint(draw.row.pk)


@transaction.atomic
def take_back_draw(competition: Competition, *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Take the published draw back: entries and conditions are open again, its lots and the reason stay on record.

    Dates that pairs have agreed go with it. `shown` is the fingerprint of the draw that was looked at.
    """
    draw, _ = to_decide(competition, grounds, by)
    why = grounds.columns()["reason"]
    if fingerprint_of(draw) != shown:
        raise Refused("Another draw has been published meanwhile. Look again.")
    row = draw.row
    row.taken_back_at, row.taken_back_by, row.taken_back_because = timezone.now(), by.user, why
    row.save(update_fields=["taken_back_at", "taken_back_by", "taken_back_because"])
    # What the lots gave can be worked out again; matches that nobody plays are nothing to keep.
    row.rounds.all().delete()
    row.places.all().delete()
    note(competition, by, Event.DRAW_TAKEN_BACK, f"Took back the published draw, attempt {row.attempt}: {why}")


@append_only.lifted()
def delete(competition: Competition, *, by: Actor) -> None:
    """Delete, for its owner, a competition in which nothing was ever played; the site's own log keeps that it was."""
    lock(competition)
    if competition.owner_id != by.user.pk:
        raise Refused("Only the owner of a competition can delete it.")
    if was_played(competition):
        raise Refused("Something has been played in this competition, so it stays. You can cancel it.")
    known = f"{competition}, /{competition.slug}/, {competition.pairs.count()} pairs"
    note_for_the_site(by, Event.COMPETITION_DELETED, f"Deleted {known}: nothing was played.")
    competition.draws.all().delete()
    competition.delete()
    clear_cache()
