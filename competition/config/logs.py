"""What the logs must not hold."""

import logging
import re

from django.db.utils import InterfaceError, OperationalError

_PRIVATE_LINK = re.compile(r"(/p/|/desk/welcome/|/desk/password/lost/|/pads/join/|/enter/)[^/\s\"']+")


class WithoutKeys(logging.Filter):
    """Blots out the key wherever a line names the address of a private link, of an invitation or of an entry."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, without the keys in it."""
        record.msg, record.args = _PRIVATE_LINK.sub(r"\1…", record.getMessage()), None
        if record.exc_info and not record.exc_text:
            record.exc_text = logging.Formatter().formatException(record.exc_info)
        if record.exc_text:
            record.exc_text = _PRIVATE_LINK.sub(r"\1…", record.exc_text)
        return True


class WithoutTraceback(logging.Filter):
    """Logging filter that keeps the message of an exception and removes its traceback."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, without a traceback."""
        record.exc_info = record.exc_text = None
        return True


class DatabaseFaults(logging.Filter):
    """Logging filter that says in one line that the database does not answer, where every request would say it."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, the traceback of such a fault replaced by what the database said."""
        fault = record.exc_info[1] if record.exc_info else None
        if isinstance(fault, OperationalError | InterfaceError):
            said = str(fault).strip().partition("\n")[0]
            record.msg, record.args = f"{record.getMessage()}: {said}", None
            record.exc_info = record.exc_text = None
        return True
