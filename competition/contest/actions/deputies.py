"""The organisers of a competition: its owner names deputies, lets them go again, or hands over to one of them."""

from django.contrib.auth.models import User
from django.db import transaction

from competition.contest.models import Competition
from competition.contest.rules.people import letters
from competition.log.actions import Actor, lock, note
from scoring.rules.refusal import Refused


@transaction.atomic
def invite(competition: Competition, *, name: str, by: Actor) -> User:
    """Make somebody a deputy under a new sign-in of their own, whose password they choose by their invitation."""
    lock(competition)
    user = User(username=_free_username(name), first_name=name)
    user.set_unusable_password()
    user.save()
    _add(competition, user, by)
    return user


@transaction.atomic
def appoint(competition: Competition, *, username: str, by: Actor) -> User:
    """Make somebody who signs in here already a deputy; Refused when nobody does by this name, or they are one."""
    lock(competition)
    user = User.objects.filter(username=username, is_active=True).first()
    if user is None:
        raise Refused("Nobody signs in by this name. Leave it empty, and they get a sign-in of their own.")
    if competition.organisers.contains(user):
        raise Refused(f"{user.get_full_name() or username} is an organiser of this competition already.")
    _add(competition, user, by)
    return user


@transaction.atomic
def dismiss(competition: Competition, deputy: User, *, by: Actor) -> None:
    """Take the desk from a deputy at once, wherever they are signed in; what they did stays in the log.

    A sign-in that was never used goes with it. Refused for the owner.
    """
    lock(competition)
    if deputy.pk == competition.owner_id:
        raise Refused("The owner of a competition cannot be removed.")
    competition.organisers.remove(deputy)
    note(competition, by, "removed deputy", f"{_name(deputy)} is no longer a deputy.")
    if not deputy.has_usable_password() and not deputy.competitions.exists():
        deputy.delete()


@transaction.atomic
def renew_password(competition: Competition, deputy: User, *, by: Actor) -> None:
    """Let a deputy choose another password by a link, which is for the owner alone to see; the log keeps that.

    Refused for whoever has another desk too, or the site itself: the owner of this one would get into those.
    """
    lock(competition)
    if deputy.is_staff or deputy.competitions.exclude(owner=competition.owner_id).exists():
        raise Refused(
            f"{_name(deputy)} signs in for more than your competitions: only whoever runs this site can help there."
        )
    note(competition, by, "gave link", f"Gave {_name(deputy)} a link to choose another password.")


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
    competition.save(update_fields=["owner"])
    text = f"{_name(deputy)} owns the competition from now on."
    note(competition, by, "handed over", text, before=_name(before), after=_name(deputy))


def _add(competition: Competition, user: User, by: Actor) -> None:
    competition.organisers.add(user)
    note(competition, by, "named deputy", f"Named {_name(user)} as a deputy.")


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def _free_username(name: str) -> str:
    """The name in small letters with dots; with a number where somebody has it already."""
    plain = ".".join("".join(c if c.isalnum() else " " for c in letters(name)).split())[:120]
    taken = set(User.objects.filter(username__startswith=plain).values_list("username", flat=True))
    return next(free for n in range(1, len(taken) + 2) if (free := f"{plain}{n if n > 1 else ''}") not in taken)
