"""A real mail server with mailboxes."""

import email.policy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.servers import free_port


def body(message: EmailMessage) -> str:
    """Return the text of an email without its attachments."""
    part = message.get_body(("plain",))
    assert part is not None
    return str(part.get_content())


class Mailboxes:
    """A mail server that stores emails in order. It can refuse addresses and call functions at each step."""

    def __init__(self) -> None:
        self.port = free_port()
        self.emails: list[EmailMessage] = []
        # Texts of the emails to each address, the latest last. Each is parsed once, because parsing is slow.
        self.texts: dict[str, list[str]] = {}
        # The bytes of each email as it was sent.
        self.raw: list[bytes] = []
        self.refused: dict[str, str] = {}
        # Replies to the content of emails by address, and addresses to which emails end the connection.
        self.answers: dict[str, str] = {}
        self.dropped: set[str] = set()
        self.is_down = False
        self.at_recipient: Callable[[], None] = lambda: None
        self.before_taking: Callable[[], None] = lambda: None
        self.after_taking: Callable[[], None] = lambda: None

    async def handle_EHLO(self, server: SMTP, session: Session, envelope: Envelope, name: str, offers: list) -> list:
        """Do not offer 8BITMIME, like many servers. Every byte must then be ASCII."""
        session.host_name = name
        return [offer for offer in offers if "8BITMIME" not in offer]

    async def handle_RCPT(self, server: SMTP, session: Session, envelope: Envelope, address: str, options) -> str:
        """Accept a recipient, unless the address is refused."""
        self.at_recipient()
        if address in self.dropped or self.is_down:
            server.transport.abort()
            return "421 Closing"
        if answer := self.refused.get(address):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        """Store the email."""
        self.before_taking()
        if answer := self.answers.get(envelope.rcpt_tos[0]):
            return answer
        self.raw.append(envelope.content)
        message = email.message_from_bytes(envelope.content, policy=email.policy.default)
        self.emails.append(message)
        for address in envelope.rcpt_tos:
            self.texts.setdefault(address, []).append(body(message))
        self.after_taking()
        return "250 OK"

    @property
    def recipients(self) -> list[str]:
        """The recipient of each email."""
        return [str(message["To"]) for message in self.emails]


@contextmanager
def mailboxes() -> Iterator[Mailboxes]:
    """Run a mail server on this machine until the block ends."""
    boxes = Mailboxes()
    server = Controller(boxes, hostname="127.0.0.1", port=boxes.port)
    server.start()
    try:
        yield boxes
    finally:
        server.stop()


def use(settings, port: int) -> None:
    """Let the site send its emails to this server."""
    settings.HAS_EMAIL, settings.EMAIL_FROM, settings.SITE_ADDRESS = True, "Desk <desk@k.example>", "https://k.example"
    settings.MAIL_SERVER_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.MAIL_SERVER = settings.MAIL_SERVER._replace(host="127.0.0.1", port=port)
