"""A sign-in begins, lasts longer, is proved by the password, or ends everywhere but here; an account changes."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from competition.log.actions import Actor, note_for_the_site
from competition.log.events import Event
from competition.signing_in.models import AccountChange, Session
from competition.signing_in.queries import AT, DEVICE, PROVED, SIGN_IN
from competition.signing_in.rules import device

_A_DAYS_WORK, KEPT = timedelta(hours=12), timedelta(days=14)


def begin(request: HttpRequest, **rest) -> None:
    """Know when somebody signed in, and on what: for them to see, and to end it."""
    now = timezone.now().timestamp()
    request.session[SIGN_IN] = {AT: now, PROVED: now, DEVICE: device(request.headers.get("User-Agent", ""))}
    request.session.set_expiry(_A_DAYS_WORK)


def keep(request: HttpRequest) -> None:
    """Let this sign-in last for two weeks."""
    request.session.set_expiry(KEPT)


def prove(request: HttpRequest) -> None:
    """Remember that the password has been given just now."""
    request.session[SIGN_IN] |= {PROVED: timezone.now().timestamp()}


def end(request: HttpRequest, response: HttpResponse) -> None:
    """Sign the organiser out on this device; pairs and score pads stay open on it."""
    logout(request)
    response.delete_cookie(settings.SESSION_COOKIE_NAME, samesite=settings.SESSION_COOKIE_SAMESITE)


def end_others(request: HttpRequest, user: User) -> None:
    """Sign somebody out everywhere but here."""
    Session.objects.filter(organiser=user).exclude(session_key=request.session.session_key).delete()


@transaction.atomic
def choose_password(form: SetPasswordForm) -> User:
    """Save the password of a valid form. If the account had one before, its email address is told of the change."""
    had_one = form.user.has_usable_password()
    user: User = form.save()
    if had_one:
        _note_change(user, AccountChange.What.PASSWORD, user.email)
    return user


@transaction.atomic
def change_email(user: User, email: str) -> bool:
    """Save another address of an account and have the old address told; return False if it is the same address."""
    before = User.objects.values_list("email", flat=True).get(pk=user.pk)
    user.email = email
    if email == before:
        return False
    user.save(update_fields=["email"])
    _note_change(user, AccountChange.What.EMAIL, before)
    return True


def _note_change(user: User, what: AccountChange.What, address: str) -> None:
    # Where no email is sent, no address is kept for it.
    AccountChange.objects.create(user=user, what=what, address=address if settings.HAS_MAIL else "")
    event = Event.EMAIL_CHANGED if what is AccountChange.What.EMAIL else Event.PASSWORD_CHANGED
    note_for_the_site(Actor(organiser=user), event, f"Changed the {what.label} of the account.")


def forget_old_addresses(before: datetime) -> None:
    """Delete the addresses of changes that nobody could be told of in time."""
    AccountChange.objects.filter(at__lt=before).exclude(address="").update(address="")
