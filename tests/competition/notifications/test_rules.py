"""Tests for the reasons why emails fail and for when the app stops trying."""

from smtplib import (
    SMTPDataError,
    SMTPHeloError,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)

from competition.notifications.rules import BadAddressError, fault_of, is_server_down

TO = "ada@k.example"


def refused(code: int, said: bytes = b"no") -> SMTPRecipientsRefused:
    return SMTPRecipientsRefused({TO: (code, said)})


def test_every_error_has_a_reason_and_a_number_of_attempts():
    for error, tries, says in [
        (refused(550, b"5.1.1 No such user"), 1, "did not accept the address. Its response: “550 5.1.1 No such user"),
        (refused(499), 12, "tries again later. Its response: “499 no"),
        (SMTPDataError(554, b"Spam"), 3, "did not accept this email. Its response: “554 Spam"),
        (SMTPDataError(452, "Mailbox full"), 12, "tries again later. Its response: “452 Mailbox full"),
        (SMTPSenderRefused(530, b"Authenticate", "desk@k.example"), None, "did not accept the sender of this site"),
        (SMTPServerDisconnected("gone"), 12, "ended the connection"),
        (SMTPNotSupportedError("SMTPUTF8"), 3, "a character that the mail server does not accept"),
        (UnicodeEncodeError("ascii", "ö", 0, 1, "no"), 3, "a character that the mail server does not accept"),
        (
            ValueError("Header values may not contain linefeed or carriage return characters"),
            3,
            "contains a line break",
        ),
        (BadAddressError(), 3, "address is not valid"),
        (KeyError("secret"), 3, "could not write this email (KeyError)"),
    ]:
        fault = fault_of(error)

        assert (fault.tries, says in fault.reason, len(fault.reason) <= 200) == (tries, True, True), error
        assert fault.is_unexpected is isinstance(error, KeyError), error


def test_a_closed_connection_differs_from_a_refused_email():
    for error, is_down in [
        (SMTPServerDisconnected("gone"), True),
        (ConnectionResetError(), True),
        (TimeoutError(), True),
        (SMTPDataError(421, b"Closing"), True),
        (refused(421), True),
        (SMTPHeloError(421, b"Closing"), True),
        (refused(550), False),
        (SMTPDataError(554, b"Spam"), False),
        (SMTPNotSupportedError("SMTPUTF8"), False),
        (KeyError("x"), False),
    ]:
        assert is_server_down(error) is is_down, error


def test_secrets_in_a_mail_servers_reply_are_removed():
    for secret in [
        "ada@k.example",
        "https://k.example/p/12~hHAusAas1nDFEe_6ESGk/",
        "12~hHAusAas1nDFEe_6ESGkOQFbdKS_GYxpkMpdEEQsrUA",
        "1234 5678 9012",
        "d41d8cd98f00b204e9800998ecf8427e",
        "/srv/knockout/site",
    ]:
        reason = fault_of(refused(550, f"No mail with {secret}\r\nhere".encode())).reason

        assert [part for part in secret.split() if part in reason] == [], secret
        assert reason.startswith("The mail server did not accept the address. Its response: “550 No mail with"), secret
        assert reason.endswith("here”."), secret


def test_a_long_reply_from_a_mail_server_is_cut_short():
    reason = fault_of(refused(550, b"\xff\x00 no " * 5000)).reason

    assert len(reason) <= 200
    assert reason.isprintable()
