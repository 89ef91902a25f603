"""The connection to the mail server, which is renewed where a single email has broken it."""

from contextlib import suppress
from smtplib import SMTPException

from django.core.mail import EmailMessage, get_connection

from competition.post.models import Mail

# So many broken connections in a row are not the fault of single emails.
_MOST_BREAKS = 3
_ERRORS = (OSError, SMTPException)


class ServerDown(Exception):  # noqa: N818 - it is a state, not an error of ours
    """The mail server does not answer, or ends every connection."""


class Connection:
    """A connection to the mail server; what has broken it counts against an email only if the server answers again."""

    def __init__(self) -> None:
        self._backend = get_connection()
        self._is_open = self._is_closed = False
        self._breaks = 0
        self._broken_by: list[Mail] = []

    def open(self) -> None:
        """Connect, unless there is a connection already. Raises ServerDown."""
        if self._is_open:
            return
        try:
            self._backend.open()
        except _ERRORS as error:
            raise ServerDown from error
        self._is_open, self._is_closed = True, False

    def close(self) -> None:
        """Disconnect, whatever state the connection is in."""
        if not self._is_closed:
            with suppress(*_ERRORS):
                self._backend.close()
        self._is_open, self._is_closed = False, True

    def send(self, mail: EmailMessage) -> None:
        """Hand an email over. Raises what the server says."""
        mail.connection = self._backend
        mail.send()

    def answered(self) -> None:
        """Remember that the server works."""
        self._breaks = 0

    def broke(self, by: Mail | None) -> None:
        """Remember that the connection broke, and the email that may be the reason. Raises ServerDown if it is not."""
        self.close()
        self._breaks += 1
        self._broken_by += [by] if by else []
        if self._breaks >= _MOST_BREAKS:
            raise ServerDown

    def suspects(self) -> list[Mail]:
        """Return the emails that have broken the connection, once the server has answered another; each once."""
        if self._breaks:
            return []
        found, self._broken_by = self._broken_by, []
        return found

    def is_sound(self) -> bool:
        """Return False if the last email broke the connection. Raises ServerDown if the server does not come back."""
        if self._breaks and self._broken_by:
            self.open()
            self.answered()
        return not self._breaks
