"""Actions for creating and changing a competition, and for its owner, deputies and contact details."""

import secrets
from collections.abc import Iterable
from itertools import count

from django.contrib.auth.models import User
from django.db import IntegrityError, transaction
from django.utils import timezone

from competition.accounts.actions import change_email
from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.audit.form_keys import use_form_key
from competition.contest.models import HIDDEN, Competition, Conditions, Organiser, RulesPart
from competition.contest.queries import DETAILS, current_values, is_account_for, own_rules
from competition.contest.rules.names import letters
from competition.contest.rules.rulebook import OwnRules, Part
from scoring.rules.refusal import Refused, Stale, fingerprint

_SAVED = (*DETAILS, "over_two_years")


@transaction.atomic
def create_competition(competition: Competition, conditions: Conditions, *, by: Actor) -> Competition:
    """Create a competition with its conditions and return it. The creator becomes the owner.

    Raises Refused if another competition has the same address.
    """
    use_form_key()
    competition.owner = by.user
    _insert(competition)
    conditions.competition = competition
    conditions.save()
    competition.organisers.add(by.user)
    log_event(competition, by, Event.CREATED, f"Created {competition}.")
    return competition


def _insert(competition: Competition) -> None:
    """Insert a competition. Raises Refused if its address is taken, even by one created at the same moment."""
    try:
        with transaction.atomic():
            competition.save(force_insert=True)
    except IntegrityError:
        if not Competition.objects.filter(slug=competition.slug).exists():
            raise
        raise Refused("Another competition already has this address. Choose another.") from None


def hide(competition: Competition) -> None:
    """Hide a competition at once, so that its rows can be removed one after another.

    The caller must hold the lock. Its address becomes available again. Its private links stop working, and it has no
    desk.
    """
    Organiser.objects.filter(competition=competition).delete()
    competition.pairs.update(link_secret=secrets.token_urlsafe(16))
    hidden = {"cancellation": None, "hidden_since": timezone.now(), "slug": hidden_slug()}
    Competition.objects.filter(pk=competition.pk).update(**hidden)


def hidden_slug() -> str:
    """Return a slug that no URL can contain."""
    return f"{HIDDEN}{secrets.token_hex(16)}"


@transaction.atomic
def change_competition(competition: Competition, conditions: Conditions, *, shown: str, by: Actor) -> None:
    """Change details and conditions before the draw.

    `shown` is the fingerprint on the organiser's page. Raises Stale if details or conditions have changed since then,
    and Refused if the draw is published.
    """
    lock(competition)
    if competition.is_published:
        raise Refused(
            "The conditions are locked, because the draw is published. You can still correct those of a round "
            "that has not begun."
        )
    old = Competition.objects.select_related("conditions").get(pk=competition.pk)
    was = current_values(old, old.conditions)
    now = current_values(competition, conditions)
    if fingerprint(was) != shown and was != now:
        raise Stale(
            f"The conditions have changed since you opened the page. They now have: {_differences(was, now)}. "
            "Check them, then save again."
        )
    competition.save(update_fields=_SAVED)
    conditions.save()
    if was != now:
        text = "Changed the details or the conditions of contest."
        event = Event.CONDITIONS_CHANGED
        log_event(competition, by, event, text, before=_differences(was, now), after=_differences(now, was))


def _differences(one: dict[str, str], other: dict[str, str]) -> str:
    return ", ".join(f"{name} {value}" for name, value in one.items() if other[name] != value)


@transaction.atomic
def save_rules(competition: Competition, rules: OwnRules, *, shown: str, by: Actor) -> None:
    """Save the organiser's own rules and the introduction before the draw.

    `shown` is the fingerprint of the rules on the organiser's page. Raises Stale if they have changed since then, and
    Refused if the draw is published.
    """
    lock(competition)
    if competition.is_published:
        raise Refused("The rules are locked, because the draw is published. Change one part at a time, with a reason.")
    was = own_rules(competition)
    if was == rules:
        return
    if fingerprint(was) != shown:
        raise Stale("The rules have changed since you opened the page. Compare yours with them, then save again.")
    Competition.objects.filter(pk=competition.pk).update(introduction=rules.introduction)
    competition.rules_parts.all().delete()
    write_parts(competition, rules.parts)
    before, after = _only_in(was, rules), _only_in(rules, was)
    log_event(competition, by, Event.RULES_WRITTEN, "Changed the organiser’s own rules.", before=before, after=after)


def write_parts(competition: Competition, parts: Iterable[Part]) -> None:
    """Store the parts of the organiser's own rules for a competition without any."""
    RulesPart.objects.bulk_create(
        RulesPart(competition=competition, number=number, heading=part.heading, text=part.text)
        for number, part in enumerate(parts, 1)
    )


def _only_in(one: OwnRules, other: OwnRules) -> str:
    introduction = [f"Introduction: {one.introduction}"] if one.introduction != other.introduction else []
    parts = (f"{part.heading}: {part.text}" for part in one.parts if part not in other.parts)
    return "\n".join([*introduction, *parts])


@transaction.atomic
def invite(competition: Competition, *, name: str, by: Actor) -> User:
    """Create an account for a deputy and return it. The deputy chooses a password through an invitation."""
    lock(competition)
    user = create_invited_account(name)
    competition.organisers.add(user, through_defaults={"invited": True})
    log_event(competition, by, Event.DEPUTY_NAMED, f"Invited {name} as a deputy.")
    return user


@transaction.atomic
def accept_invitation(invited: User, *, by: Actor) -> None:
    """Accept an invitation with an existing account, and delete the account created for the invitation.

    Only the invited person can do this, so the owner does not learn who has an account. Raises Refused if the
    invitation no longer exists, if it has been used to choose a password, or if the account already belongs to an
    organiser of the competition.
    """
    competition = invited.competitions.first()
    if competition is not None:
        lock(competition)
    now = User.objects.filter(pk=invited.pk).first()
    if competition is None or now is None:
        raise Refused("This invitation no longer works. Ask the owner for a new one.")
    if now.has_usable_password():
        raise Refused("This invitation has been used already. Sign in with the chosen password.")
    if competition.organisers.contains(by.user):
        raise Refused(f"You are already an organiser of {competition}. Give the link to the invited person.")
    competition.organisers.add(by.user)
    text = f"{_name(by.user)} accepted the invitation of {_name(invited)}."
    log_event(competition, by, Event.INVITATION_TAKEN_UP, text)
    invited.delete()


@transaction.atomic
def remove_deputy(competition: Competition, deputy: User, *, by: Actor) -> None:
    """Remove a deputy, and delete their account if it was never used.

    The deputy's log entries stay. Raises Refused for the owner, and for a person who is no longer a deputy.
    """
    lock(competition)
    if not competition.organisers.contains(deputy):
        raise Refused(f"{_name(deputy)} has been removed already. Reload the page.")
    if deputy.pk == competition.owner_id:
        raise Refused("You cannot remove the owner of a competition. Hand it over first.")
    competition.organisers.remove(deputy)
    log_event(competition, by, Event.DEPUTY_REMOVED, f"{_name(deputy)} is no longer a deputy.")
    if not deputy.has_usable_password() and not deputy.competitions.exists():
        deputy.delete()


@transaction.atomic
def renew_password(competition: Competition, deputy: User, *, by: Actor) -> None:
    """Log that the owner was given a link with which a deputy can choose a new password.

    Raises Refused if the account is used outside this owner's competitions.
    """
    lock(competition)
    if not is_account_for(competition, deputy):
        raise Refused(
            f"{_name(deputy)} uses or has used this account outside your competitions. "
            "Ask the person who runs this site for a new password."
        )
    log_event(competition, by, Event.LINK_GIVEN, f"Gave {_name(deputy)} a link to choose a new password.")


@transaction.atomic
def save_contact(
    organiser: Organiser, *, name: str, phone: str, email: str, own_email: str, news: str, by: Actor
) -> None:
    """Save an organiser's contact details and choice of notifications.

    The log does not contain contact details. A new `own_email` changes the account, so the form asks for the password.
    """
    lock(organiser.competition)
    organiser.name, organiser.phone, organiser.email = name, phone, email
    organiser.news = news
    organiser.save(update_fields=["name", "phone", "email", "news"])
    if change_email(organiser.user, own_email):
        text = f"Changed the email address of the account of {name}."
        log_event(organiser.competition, by, Event.EMAIL_CHANGED, text)
    log_event(organiser.competition, by, Event.CONTACT_CHANGED, f"Changed the contact details of {name}.")


@transaction.atomic
def hand_over(competition: Competition, deputy: User, *, by: Actor) -> None:
    """Make a deputy the owner. The previous owner becomes a deputy.

    Raises Refused if the user is not the owner, or if the deputy has not chosen a password.
    """
    lock(competition)
    competition = Competition.objects.select_related("owner").get(pk=competition.pk)
    before = by.user
    if competition.owner != before:
        raise Refused("You are no longer the owner. The competition has been handed over already. Ask the new owner.")
    if not deputy.has_usable_password():
        raise Refused(f"{_name(deputy)} has not chosen a password yet. Hand the competition over after that.")
    competition.owner = deputy
    competition.save()
    text = f"{_name(deputy)} is now the owner of the competition."
    log_event(competition, by, Event.HANDED_OVER, text, before=_name(before), after=_name(deputy))


def _name(user: User) -> str:
    return user.get_full_name() or user.get_username()


def create_invited_account(name: str) -> User:
    """Create an account that needs an invitation for its first sign-in."""
    user = User(username=_free_username(name), first_name=name)
    user.set_unusable_password()
    user.save()
    return user


def _free_username(name: str) -> str:
    """Return an unused username made from the name and a random number.

    The number is always added, so that it does not reveal that the plain name is taken.
    """
    plain = ".".join("".join(c if c.isalnum() else " " for c in letters(name)).split())[:120]
    taken = set(User.objects.filter(username__startswith=plain).values_list("username", flat=True))
    # Use three digits where possible, because a fourth digit would reveal that the name is taken.
    room = max(900, 2 * len(taken))
    names = (f"{plain}.{100 + secrets.randbelow(room)}" for _ in count())
    return next(free for free in names if free not in taken)
