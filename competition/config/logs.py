"""Logging filters that keep secrets and repeated tracebacks out of the logs."""

import logging
import re

from django.db.utils import InterfaceError, OperationalError

# The addresses in which the next part is a key. Requests may write them in capitals, with more slashes, or encoded.
_BEFORE_A_KEY = (
    *("p", "pads/join", "enter", "applications"),
    *("desk/welcome", "desk/password/lost", "desk/site/start", "desk/site/proxy"),
)
_SLASH = "(?:/|%2f)+"
_WORDS = "|".join(words.replace("/", _SLASH) for words in _BEFORE_A_KEY)
_PRIVATE_LINK = re.compile(rf"({_SLASH}(?:{_WORDS}){_SLASH})(?:(?!%2f)[^/\s\"'?])+", re.IGNORECASE)


class WithoutKeys(logging.Filter):
    """Logging filter that removes the key from the address of a private link, an invitation or an entry."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the keys from the record and return True."""
        record.msg = _PRIVATE_LINK.sub(r"\1…", record.getMessage())
        record.args = None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = _PRIVATE_LINK.sub(r"\1…", record.exc_text)
        return True


class WithoutTraceback(logging.Filter):
    """Logging filter that removes tracebacks but keeps the messages."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Remove the traceback from the record and return True."""
        record.exc_info = record.exc_text = None
        return True


class DatabaseFaults(logging.Filter):
    """Logging filter that shortens a database error to one line, because every request may log the same error."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Replace the traceback of a database error with the database's message, and return True."""
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, OperationalError | InterfaceError):
            message = str(fault).strip().partition("\n")[0]
            record.msg = f"{record.getMessage()}: {message}"
            record.args = None
            record.exc_info = record.exc_text = None
        return True
