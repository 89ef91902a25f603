"""Actions for the site itself: set it up, rename it and send a test email."""

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db import transaction
from django.utils import timezone

from competition.accounts.queries import has_accounts
from competition.audit.actions import Actor, log_site_event
from competition.audit.events import Event
from competition.audit.form_keys import use_form_key
from competition.desk.queries.site_checks import current_settings, stored_settings
from competition.desk.rules.checks import Check, LastingSettings, bad, ok, warning
from competition.notifications.rules import server_fault
from competition.web.mail_server import connect_to_mail_server
from competition.web.models import EmailTest, Site
from competition.web.site_name import read_site_name, remember, sender
from scoring.rules.refusal import Refused

TEST_EMAIL = "Test email"
# Time limit in seconds for each step, because the owner is waiting for the response.
_PATIENCE = 10
_TEXT = """This is a test from {site}, {address}.

You receive it because somebody pressed the button “Send test email”. If you can read this, email works.
"""


@transaction.atomic
def set_up(user: User, name: str) -> User:
    """Create the first account, which owns the site, and set the site's name.

    Raises Refused if there is already an account.
    """
    site = _lock()
    if has_accounts():
        raise Refused("This site is set up already. Sign in with the existing account, or ask its owner.")
    user.is_superuser = True
    user.save()
    _rename(site, name, Actor(organiser=user))
    return user


@transaction.atomic
def rename(name: str, by: Actor) -> None:
    """Rename the site."""
    site = _lock()
    if site.name != name:
        _rename(site, name, by)


def _lock() -> Site:
    """Lock the site's row until this transaction ends, use up the key of the form, and return the row."""
    use_form_key()
    return Site.objects.select_for_update().get_or_create(pk=1)[0]


def _rename(site: Site, name: str, by: Actor) -> None:
    site.name = name
    site.save()
    remember(name)
    log_site_event(by, Event.SITE_NAMED, f"Named the site “{name}”.")


@transaction.atomic
def store_settings(*, accept: bool = False) -> LastingSettings:
    """Store this process's permanent settings that are not stored yet, or all of them if `accept` is True.

    Return the settings that were stored before.
    """
    site = _lock()
    before = stored_settings()
    now = current_settings()
    site.key_fingerprint = (not accept and before.key_fingerprint) or now.key_fingerprint
    site.time_zone = (not accept and before.time_zone) or now.time_zone
    site.save()
    return before


def ask_for_test_email(address: str) -> None:
    """Ask the site's sender to send a test email. It replaces any earlier one."""
    waits = {"address": address, "asked_at": timezone.now(), "state": "", "sentence": "", "remedy": ""}
    EmailTest.objects.update_or_create(pk=1, defaults=waits)


def send_waiting_test_email() -> None:
    """Send the pending test email, if there is one, and store the mail server's response."""
    if (row := EmailTest.objects.filter(state="").first()) is None:
        return
    answer = send_test_email(row.address)
    EmailTest.objects.filter(pk=row.pk, asked_at=row.asked_at).update(
        state=answer.state.value, sentence=answer.sentence, remedy=answer.remedy
    )


def send_test_email(address: str) -> Check:
    """Send a test email now and return the mail server's response."""
    if not settings.HAS_EMAIL:
        remedy = "Set EMAIL_URL and EMAIL_FROM, then restart the site."
        return warning(TEST_EMAIL, "This site sends no email.", remedy)
    text = _TEXT.format(site=read_site_name(), address=settings.SITE_ADDRESS)
    email = EmailMessage(f"Test email from {read_site_name()}", text, sender(), [address])
    email.extra_headers["Auto-Submitted"] = "auto-generated"
    try:
        connect_to_mail_server(_PATIENCE).send_messages([email])
    except OSError as error:
        what, remedy = server_fault(error, settings.MAIL_SERVER.host, settings.MAIL_SERVER.port)
        return bad(TEST_EMAIL, what, remedy)
    return ok(
        TEST_EMAIL, f"The mail server accepted the email to {address}. Look for it, and check the spam folder too."
    )
