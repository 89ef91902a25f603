"""Actions for sessions and accounts: start, extend, confirm and end a session, and change an account."""

from datetime import datetime, timedelta

from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from competition.accounts.models import AccountChange, Session
from competition.accounts.queries import AT, DEVICE, PROVED, RENEWED, SIGN_IN, creating_permission, may_create
from competition.accounts.rules import device
from competition.audit.actions import Actor, log_site_event
from competition.audit.events import Event
from competition.audit.form_keys import use_form_key
from competition.web.device_cookie import clear_site_data

_A_DAY = timedelta(days=1)
_A_DAYS_WORK, KEPT = timedelta(hours=12), timedelta(days=60)


def start_session(request: HttpRequest, **rest) -> None:
    """Store when and on which device an organiser signed in, so that they can see the session and end it."""
    now = timezone.now().timestamp()
    request.session[SIGN_IN] = {AT: now, PROVED: now, DEVICE: device(request.headers.get("User-Agent", ""))}
    request.session.set_expiry(_A_DAYS_WORK)


def extend_session(request: HttpRequest) -> None:
    """Extend this session to 60 days from now."""
    request.session[SIGN_IN] |= {RENEWED: timezone.now().timestamp()}
    request.session.set_expiry(KEPT)


def renew_session(request: HttpRequest) -> None:
    """Extend a session that the organiser wants to keep, at most once a day. Other sessions end as before.

    A season takes months, and sensitive pages ask for the password again in any case.
    """
    renewed = request.session.get(SIGN_IN, {}).get(RENEWED)
    if renewed and timezone.now().timestamp() - renewed > _A_DAY.total_seconds():
        extend_session(request)


def record_confirmation(request: HttpRequest) -> None:
    """Store that the organiser has just confirmed the password."""
    request.session[SIGN_IN] |= {PROVED: timezone.now().timestamp()}


def end_session(request: HttpRequest, response: HttpResponse) -> None:
    """Sign the organiser out on this device. Pairs and score pads on the device stay signed in."""
    logout(request)
    clear_site_data(request, response)
    response.delete_cookie(settings.SESSION_COOKIE_NAME, samesite=settings.SESSION_COOKIE_SAMESITE)


def end_other_sessions(request: HttpRequest, user: User) -> None:
    """Sign the organiser out on every other device."""
    Session.objects.filter(organiser=user).exclude(session_key=request.session.session_key).delete()


@transaction.atomic
def choose_password(form: SetPasswordForm) -> User:
    """Save the password from a valid form. If the account already had one, prepare an email about the change."""
    use_form_key()
    had_one = form.user.has_usable_password()
    user: User = form.save()
    if had_one:
        _record_change(user, AccountChange.What.PASSWORD, user.email)
    return user


@transaction.atomic
def change_email(user: User, email: str) -> bool:
    """Save an account's new email address, and prepare an email to the old address.

    Return False if the address is unchanged.
    """
    before = User.objects.values_list("email", flat=True).get(pk=user.pk)
    user.email = email
    if email == before:
        return False
    user.save(update_fields=["email"])
    _record_change(user, AccountChange.What.EMAIL, before)
    return True


@transaction.atomic
def allow_creating(user: User, *, is_allowed: bool, by: Actor) -> None:
    """Give an account the permission to create competitions, or remove it, and prepare an email about the change.

    Do nothing if this changes nothing. An owner of the site always has the permission.
    """
    user = User.objects.select_for_update().get(pk=user.pk)
    use_form_key()
    if may_create(user) == is_allowed or user.is_superuser:
        return
    change = user.user_permissions.add if is_allowed else user.user_permissions.remove
    change(creating_permission())
    what = AccountChange.What.ALLOWED if is_allowed else AccountChange.What.STOPPED
    _prepare_email(user, what, user.email)
    log_site_event(by, Event.PERMISSION_CHANGED, f"Changed the account {user.get_username()}: {what.label}.")


def _record_change(user: User, what: AccountChange.What, address: str) -> None:
    _prepare_email(user, what, address)
    event = Event.EMAIL_CHANGED if what is AccountChange.What.EMAIL else Event.PASSWORD_CHANGED
    log_site_event(Actor(organiser=user), event, f"Changed the {what.label} of the account.")


def _prepare_email(user: User, what: AccountChange.What, address: str) -> None:
    # The address is only for that email, so a site without email does not store it.
    AccountChange.objects.create(user=user, what=what, address=address if settings.HAS_EMAIL else "")


def forget_old_addresses(before: datetime) -> None:
    """Delete old email addresses from changes before this time, even if their emails were not sent."""
    AccountChange.objects.filter(at__lt=before).exclude(address="").update(address="")
