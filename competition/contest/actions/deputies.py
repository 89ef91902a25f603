"""The organisers of a competition: its owner names deputies, lets them go again, or hands over to one of them."""

import secrets
from itertools import count

from django.contrib.auth.models import User
from django.db import transaction

from competition.contest.models import Competition, Organiser
from competition.contest.rules.people import letters
from competition.log.actions import Actor, lock, note
from competition.log.events import Event
from competition.signing_in.actions import change_email
from scoring.rules.refusal import Refused


@transaction.atomic
def invite(competition: Competition, *, name: str, by: Actor) -> User:
    """Make somebody a deputy under a new sign-in, whose password they choose by their invitation."""
    lock(competition)
    user = without_sign_in(name)
    competition.organisers.add(user, through_defaults={"invited": True})
    note(competition, by, Event.DEPUTY_NAMED, f"Named {name} as a deputy.")
    return user


@transaction.atomic
def take_up(invited: User, *, by: Actor) -> None:
    """Let whoever holds an invitation be the deputy under the sign-in they have; the one made for them goes.

    Nobody is made a deputy but by their own doing, and no owner is told which sign-ins there are. Refused for an
    organiser of the competition.
    """
    competition = invited.competitions.first()
    if competition is not None:
        lock(competition)
    now = User.objects.filter(pk=invited.pk).first()
    if competition is None or now is None:
        raise Refused("This invitation has been taken up or taken back already.")
    if now.has_usable_password():
        raise Refused("A password has been chosen by this invitation already.")
    if competition.organisers.contains(by.user):
        raise Refused(f"You are an organiser of {competition} already: this is for somebody else.")
    competition.organisers.add(by.user)
    text = f"{_name(by.user)} took up the invitation of {_name(invited)}."
    note(competition, by, Event.INVITATION_TAKEN_UP, text)
    invited.delete()


@transaction.atomic
def dismiss(competition: Competition, deputy: User, *, by: Actor) -> None:
    """Take the desk from a deputy at once; what they did stays in the log, a sign-in they never used goes too."""
    lock(competition)
    if deputy.pk == competition.owner_id:
        raise Refused("The owner of a competition cannot be removed.")
    competition.organisers.remove(deputy)
    note(competition, by, Event.DEPUTY_REMOVED, f"{_name(deputy)} is no longer a deputy.")
    if not deputy.has_usable_password() and not deputy.competitions.exists():
        deputy.delete()


@transaction.atomic
def renew_password(competition: Competition, deputy: User, *, by: Actor) -> None:
    """Let a deputy choose another password by a link, which is for the owner alone to see; the log keeps that.

    Refused unless the sign-in was made for this owner's competitions and is for nothing else: the owner would get into
    that.
    """
    lock(competition)
    desks = Organiser.objects.filter(user=deputy)
    made_here = desks.filter(invited=True).exists()
    if deputy.is_staff or not made_here or desks.exclude(competition__owner=competition.owner_id).exists():
        raise Refused(
            f"{_name(deputy)} signs in for more than your competitions, or did before: "
            "only whoever runs this site can help there."
        )
    note(competition, by, Event.LINK_GIVEN, f"Gave {_name(deputy)} a link to choose another password.")


@transaction.atomic
def be_reached(
    organiser: Organiser, *, name: str, phone: str, email: str, own_email: str, news: str, by: Actor
) -> None:
    """Save what pairs read of an organiser, and how they are told themselves; the log keeps no contact.

    Another `own_email` changes the account: it takes the password, which the form asks for.
    """
    lock(organiser.competition)
    organiser.name, organiser.phone, organiser.email = name, phone, email
    organiser.news = news
    organiser.save(update_fields=["name", "phone", "email", "news"])
    if change_email(organiser.user, own_email):
        text = f"Changed the email address of the account of {name}."
        note(organiser.competition, by, Event.EMAIL_CHANGED, text)
    note(organiser.competition, by, Event.CONTACT_CHANGED, f"Changed how pairs reach {name}.")


@transaction.atomic
def hand_over(competition: Competition, deputy: User, *, by: Actor) -> None:
    """Make a deputy the owner; whoever was it stays as a deputy. Refused for whoever never signed in."""
    lock(competition)
    competition = Competition.objects.select_related("owner").get(pk=competition.pk)
    before = by.user
    if competition.owner != before:
        raise Refused("The competition has been handed over already.")
    if not deputy.has_usable_password():
        raise Refused(f"{_name(deputy)} has not chosen a password yet: the competition would be out of reach.")
    competition.owner = deputy
    competition.save()
    text = f"{_name(deputy)} owns the competition from now on."
    note(competition, by, Event.HANDED_OVER, text, before=_name(before), after=_name(deputy))


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def without_sign_in(name: str) -> User:
    """Somebody of this name who can come in by an invitation only."""
    user = User(username=_free_username(name), first_name=name)
    user.set_unusable_password()
    user.save()
    return user


def _free_username(name: str) -> str:
    """The name in small letters with dots, and always a number by lot, which does not tell who has the name already."""
    plain = ".".join("".join(c if c.isalnum() else " " for c in letters(name)).split())[:120]
    taken = set(User.objects.filter(username__startswith=plain).values_list("username", flat=True))
    # Three digits, whoever else there is, until they run short: a fourth would tell that there is somebody.
    room = max(900, 2 * len(taken))
    names = (f"{plain}.{100 + secrets.randbelow(room)}" for _ in count())
    return next(free for free in names if free not in taken)
