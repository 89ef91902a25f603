"""What the logs must not hold."""

import logging
import re

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
