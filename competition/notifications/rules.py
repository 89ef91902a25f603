"""Rules for failed emails: the reason shown to the organiser, and the number of attempts."""

import re
import ssl
from smtplib import (
    SMTPAuthenticationError,
    SMTPNotSupportedError,
    SMTPRecipientsRefused,
    SMTPResponseException,
    SMTPSenderRefused,
    SMTPServerDisconnected,
)
from typing import NamedTuple

# Attempts before an email is parked. A mail server may be busy for hours, so it gets more attempts than a broken
# email.
_BROKEN, _BUSY = 3, 12
_NOT_AVAILABLE, _FOR_GOOD = 421, 500
_MOST_OF_AN_ANSWER = 100
# This matches addresses, links, and anything that could be a secret key or a code.
_SECRET = re.compile(r"\S*(?:@|://|/|\\)\S*|\S*\d\S*[A-Za-z_]\S{6,}|\S*[A-Za-z_]\S*\d\S{6,}|\b\d{4,}\b|\S{25,}")
_OTHER_PROTOCOL = "Write another protocol in EMAIL_URL: smtps:// for port 465, submission:// for 587, smtp:// for 25."
# Django 5.2 and Python each use their own words when they refuse a line break in a header.
_LINE_BREAK_IN_HEADER = re.compile("newline|linefeed")
_LINE_BREAK = "A name or an address in the email contains a line break. Correct the name, then try again."


class BadAddressError(ValueError):
    """Error for an address that cannot receive email."""


class EmailFault(NamedTuple):
    """The reason why an email failed, and the number of attempts before it is parked (None means no limit).

    `address` is True if another address may work. `is_unexpected` is True if the log should contain the details.
    """

    reason: str
    tries: int | None
    address: bool = False
    is_unexpected: bool = False


def is_server_down(error: Exception) -> bool:
    """Return True if the mail server has closed the connection.

    The error may then be unrelated to this email.
    """
    if isinstance(error, SMTPRecipientsRefused):
        return any(code == _NOT_AVAILABLE for code, _ in error.recipients.values())
    if isinstance(error, SMTPResponseException):
        return error.smtp_code == _NOT_AVAILABLE
    # Disconnections and timeouts are also instances of OSError.
    return isinstance(error, OSError) and not isinstance(error, SMTPNotSupportedError)


def fault_of(error: Exception) -> EmailFault:
    """Return the fault of an email according to the error.

    The text of the exception is left out, because it may contain an address or a link.
    """
    if isinstance(error, SMTPRecipientsRefused):
        code, text = next(iter(error.recipients.values()))
        response = _quote_reply(code, text)
        if code >= _FOR_GOOD:
            return EmailFault(f"The mail server did not accept the address. Its response: {response}.", 1, True)
        return _busy(response)
    if isinstance(error, SMTPResponseException):
        return _explain_response(error)
    if is_server_down(error):
        return EmailFault("The mail server ended the connection during this email.", _BUSY)
    return _explain_email(error)


def _explain_response(error: SMTPResponseException) -> EmailFault:
    answer = _quote_reply(error.smtp_code, error.smtp_error)
    if isinstance(error, SMTPSenderRefused):
        return EmailFault(f"The mail server did not accept the sender of this site. Its response: {answer}.", None)
    if error.smtp_code >= _FOR_GOOD:
        return EmailFault(f"The mail server did not accept this email. Its response: {answer}.", _BROKEN)
    return _busy(answer)


def _busy(response: str) -> EmailFault:
    sentence = "The mail server cannot accept this email now, so the app tries again later."
    return EmailFault(f"{sentence} Its response: {response}.", _BUSY)


def _explain_email(error: Exception) -> EmailFault:
    if isinstance(error, BadAddressError):
        return EmailFault("The email address is not valid. Correct it, then try again.", _BROKEN)
    if isinstance(error, ValueError) and _LINE_BREAK_IN_HEADER.search(str(error)):
        return EmailFault(_LINE_BREAK, _BROKEN)
    if isinstance(error, SMTPNotSupportedError | UnicodeError):
        return EmailFault(
            "The email contains a character that the mail server does not accept. Correct it, then try again.", _BROKEN
        )
    reason = f"The app could not write this email ({type(error).__name__}). The log of the site has the details."
    return EmailFault(reason, _BROKEN, is_unexpected=True)


def _quote_reply(code: int, reply: bytes | str) -> str:
    """Return the mail server's response without addresses, links and secret keys."""
    text = (reply.decode(errors="replace") if isinstance(reply, bytes) else reply)[:500]
    plain = "".join(sign if sign.isprintable() else " " for sign in text)
    words = _SECRET.sub("…", " ".join(plain.split()))
    answer = f"{code} {words}"[:_MOST_OF_AN_ANSWER].strip()
    return f"“{answer}”"


def server_fault(error: OSError, host: str, port: int) -> tuple[str, str]:
    """Return the reason why the mail server rejects a test email, and a remedy, both without secrets."""
    where = f"The mail server {host}, port {port},"
    if isinstance(error, SMTPAuthenticationError):
        answer = _quote_reply(error.smtp_code, error.smtp_error)
        return f"{where} refused the username or the password. Its response: {answer}.", "Correct them in EMAIL_URL."
    if isinstance(error, SMTPSenderRefused):
        return fault_of(error).reason, "Set EMAIL_FROM to an address that this mail server lets you use."
    if isinstance(error, SMTPRecipientsRefused):
        return fault_of(error).reason, "Try another address. If none works, ask the operator of the mail server."
    if isinstance(error, SMTPNotSupportedError):
        return f"{where} does not support what EMAIL_URL asks for.", _OTHER_PROTOCOL
    if isinstance(error, SMTPResponseException):
        return fault_of(error).reason, "Ask the operator of the mail server what the reply means."
    if isinstance(error, ssl.SSLCertVerificationError):
        return f"{where} has a certificate that is not valid for it.", "Write the name of the certificate in EMAIL_URL."
    if isinstance(error, ssl.SSLError):
        return f"{where} does not support the encryption that EMAIL_URL asks for.", _OTHER_PROTOCOL
    if type(error).__name__ == "gaierror":
        return f"The mail server {host} is not known.", "Correct the host name in EMAIL_URL."
    if isinstance(error, SMTPServerDisconnected | ConnectionResetError):
        return f"{where} ended the connection.", _OTHER_PROTOCOL
    return (
        f"{where} does not answer.",
        "Correct the host and the port in EMAIL_URL, and let the firewall pass connections to that port.",
    )
