"""Tests for the test email and the mail server's replies."""

import smtplib
import socket
import ssl
from contextlib import suppress

import pytest
from django.core.management import call_command
from django.urls import reverse

from competition.desk.actions import send_test_email
from competition.desk.rules.checks import CheckState
from competition.notifications.rules import server_fault
from competition.web.site_name import remember
from tests.competition.desk_reading import text
from tests.factories import OrganiserFactory
from tests.mailboxes import mailboxes, use

pytestmark = pytest.mark.django_db
ADDRESS = "ann@lakes.example"


@pytest.fixture
def boxes(settings):
    with mailboxes() as found:
        use(settings, found.port)
        yield found


@pytest.mark.parametrize("page", ["site", "site-ready"])
def test_the_owner_sends_a_test_email_from_the_page(client, boxes, page):
    remember("Lakes Bridge")
    client.force_login(OrganiserFactory(is_superuser=True, email=ADDRESS))
    assert f'value="{ADDRESS}"' in client.get(reverse(f"desk:{page}")).content.decode()

    asked = client.post(reverse(f"desk:{page}"), {"address": ADDRESS}, follow=True)
    assert (f"The test email to {ADDRESS} is on its way." in text(asked), boxes.emails) == (True, [])
    call_command("send_emails")

    answer = client.get(reverse(f"desk:{page}"))
    assert f"The mail server accepted the email to {ADDRESS}." in text(answer)
    assert "data-hx-get" not in client.get(reverse("desk:site-test-email")).content.decode()
    [email] = boxes.emails
    assert (email["To"], email["Subject"]) == (ADDRESS, "Test email from Lakes Bridge")
    assert "This is a test from Lakes Bridge, https://k.example." in email.get_content()


def test_a_refused_test_email_shows_the_reply_of_the_mail_server(client, boxes):
    boxes.refused[ADDRESS] = "550 No such user"
    client.force_login(OrganiserFactory(is_superuser=True))

    client.post(reverse("desk:site"), {"address": ADDRESS})
    call_command("send_emails")

    answer = client.get(reverse("desk:site"))
    assert "The mail server did not accept the address. Its response: “550 No such user”." in text(answer)


@pytest.mark.parametrize("address", ["", "nobody"])
def test_a_wrong_address_gets_no_test_email(client, boxes, address):
    client.force_login(OrganiserFactory(is_superuser=True))

    assert client.post(reverse("desk:site"), {"address": address}).status_code == 422
    assert boxes.emails == []


def test_test_emails_are_limited(client, boxes):
    client.force_login(OrganiserFactory(is_superuser=True))
    answers = [client.post(reverse("desk:site-ready"), {"address": ADDRESS}).status_code for _ in range(11)]

    assert answers == [302] * 10 + [429]


def test_a_silent_mail_server_is_named(settings, boxes):
    settings.MAIL_SERVER = settings.MAIL_SERVER._replace(port=1)

    check = send_test_email(ADDRESS)

    assert (check.state, check.sentence) == (CheckState.BAD, "The mail server 127.0.0.1, port 1, does not answer.")


def test_a_silent_mail_server_does_not_block_a_request(client, settings, boxes):
    settings.MAIL_SERVER = settings.MAIL_SERVER._replace(port=1)
    client.force_login(OrganiserFactory(is_superuser=True))

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("competition.desk.actions.connect_to_mail_server", None)
        assert client.post(reverse("desk:site"), {"address": ADDRESS}).status_code == 302
    call_command("send_emails")

    assert "The mail server 127.0.0.1, port 1, does not answer." in text(client.get(reverse("desk:site")))


def test_a_site_without_email_says_which_settings_to_set(client, settings):
    settings.HAS_EMAIL = False
    client.force_login(OrganiserFactory(is_superuser=True))

    page = client.get(reverse("desk:site-ready"))

    assert "This site sends no email. To send email, set EMAIL_URL and EMAIL_FROM" in text(page)
    assert send_test_email(ADDRESS).remedy == "Set EMAIL_URL and EMAIL_FROM, then restart the site."


def test_doctor_sends_a_test_email(boxes, settings, capsys):
    settings.CHECK_SETTINGS = "tests.competition.desk.queries.test_site_checks.no_problems"

    with suppress(SystemExit):
        call_command("doctor", email=ADDRESS)

    assert boxes.recipients == [ADDRESS]
    assert f"Test email: The mail server accepted the email to {ADDRESS}." in capsys.readouterr().out


@pytest.mark.parametrize(
    ("error", "sentence", "remedy"),
    [
        (
            smtplib.SMTPAuthenticationError(535, b"5.7.8 Bad"),
            "refused the username or the password. Its response: “535 5.7.8 Bad”.",
            "EMAIL_URL",
        ),
        (smtplib.SMTPSenderRefused(553, b"Not you", "x@k"), "did not accept the sender", "EMAIL_FROM"),
        (smtplib.SMTPNotSupportedError("STARTTLS"), "does not support what EMAIL_URL asks for", "another protocol"),
        (smtplib.SMTPServerDisconnected("gone"), "ended the connection", "another protocol"),
        (smtplib.SMTPDataError(554, b"Spam"), "Its response: “554 Spam”.", "operator"),
        (ssl.SSLCertVerificationError("self-signed"), "certificate that is not valid", "name of the certificate"),
        (ssl.SSLError("WRONG_VERSION_NUMBER"), "does not support the encryption", "another protocol"),
        (socket.gaierror(-2, "unknown"), "The mail server mail.example is not known.", "host name"),
        (TimeoutError("timed out"), "does not answer", "firewall"),
    ],
)
def test_each_failure_has_its_reason_and_its_remedy(error, sentence, remedy):
    what, to_do = server_fault(error, "mail.example", 465)

    assert sentence in what
    assert remedy in to_do
