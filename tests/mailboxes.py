"""A real mail server with the mailboxes behind it."""

import email.policy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers import free_port


def body(mail: EmailMessage) -> str:
    """The text of a mail, whatever is attached to it."""
    part = mail.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


class Mailboxes:
    """What a mail server has taken, in order; who it refuses, and what it does at each step of a mail."""

    def __init__(self) -> None:
        self.port = free_port()
        self.mails: list[EmailMessage] = []
        # What each address was sent, the latest last: read once, for that takes its time.
        self.texts: dict[str, list[str]] = {}
        # Each mail as it was sent, octet by octet.
        self.raw: list[bytes] = []
        self.refused: dict[str, str] = {}
        # What is answered to the content of a mail to an address, and whose mails end the connection.
        self.answers: dict[str, str] = {}
        self.dropped: set[str] = set()
        self.is_down = False
        self.at_recipient: Callable[[], None] = lambda: None
        self.before_taking: Callable[[], None] = lambda: None
        self.after_taking: Callable[[], None] = lambda: None

    async def handle_EHLO(self, server: SMTP, session: Session, envelope: Envelope, name: str, offers: list) -> list:
        """Offer no 8BITMIME: many servers do not, and then every octet must be ASCII."""
        session.host_name = name
        return [offer for offer in offers if "8BITMIME" not in offer]

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options) -> str:
        """Take a recipient that is not refused."""
        self.at_recipient()
        if address in self.dropped or self.is_down:
            server.transport.abort()
            return "421 Closing"
        if answer := self.refused.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Put the mail into its mailbox."""
        self.before_taking()
        if answer := self.answers.get(envelope.rcpt_tos[0]):
            return answer
        self.raw.append(envelope.content)
        mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.mails.append(mail)
        for address in envelope.rcpt_tos:
            self.texts.setdefault(address, []).append(body(mail))
        self.after_taking()
        return "250 OK"

    @property
    def recipients(self) -> list[str]:
        """To whom each mail went."""
        return [str(mail["To"]) for mail in self.mails]


@contextmanager
def mailboxes() -> Iterator[Mailboxes]:
    """A mail server that listens on this machine."""
    boxes = Mailboxes()
    server = Controller(boxes, hostname="127.0.0.1", port=boxes.port)
    server.start()
    try:
        yield boxes
    finally:
        server.stop()


def use(settings, port: int) -> None:
    """Let the site hand its mail over here."""
    settings.HAS_MAIL, settings.EMAIL_FROM, settings.SITE_ADDRESS = True, "Desk <desk@k.example>", "https://k.example"
    settings.EMAIL_BACKEND, settings.EMAIL_PORT = "django.core.mail.backends.smtp.EmailBackend", port
    settings.EMAIL_HOST = "127.0.0.1"
