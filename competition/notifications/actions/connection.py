"""Connection to the mail server. An email that breaks it does not prevent the next emails."""

from contextlib import suppress
from smtplib import SMTPException

from django.core.mail import EmailMessage, get_connection

from competition.notifications.models import Email

# After this many broken connections in a row, single emails are not the cause.
_MOST_BREAKS = 3
_ERRORS = (OSError, SMTPException)


class ServerDown(Exception):  # noqa: N818 - this is a state, not an error
    """Error for a mail server that does not respond or ends every connection."""


class Connection:
    """A connection to the mail server.

    An email counts as the cause of a broken connection only if the server works again afterwards.
    """

    def __init__(self) -> None:
        self._backend = get_connection()
        self._is_open = self._is_closed = False
        self._breaks = 0
        self._broken_by: list[Email] = []

    def open(self) -> None:
        """Connect, unless the connection is open. Raises ServerDown."""
        if self._is_open:
            return
        try:
            self._backend.open()
        except _ERRORS as error:
            raise ServerDown from error
        self._is_open, self._is_closed = True, False

    def close(self) -> None:
        """Disconnect, even if the connection is broken."""
        if not self._is_closed:
            with suppress(*_ERRORS):
                self._backend.close()
        self._is_open, self._is_closed = False, True

    def send(self, email: EmailMessage) -> None:
        """Send an email. Raises the error of the server."""
        email.connection = self._backend
        email.send()

    def answered(self) -> None:
        """Record that the server works."""
        self._breaks = 0

    def broke(self, by: Email | None) -> None:
        """Record a broken connection and the email that may be the cause. Raises ServerDown after too many in a row."""
        self.close()
        self._breaks += 1
        self._broken_by += [by] if by else []
        if self._breaks >= _MOST_BREAKS:
            raise ServerDown

    def suspects(self) -> list[Email]:
        """Return the emails that have broken the connection, each once.

        Return [] until the server has accepted another email.
        """
        if self._breaks:
            return []
        found, self._broken_by = self._broken_by, []
        return found

    def is_sound(self) -> bool:
        """Return False if the last email broke the connection. Raises ServerDown if it cannot be opened again."""
        if self._breaks and self._broken_by:
            self.open()
            self.answered()
        return not self._breaks
