"""What the logs must not hold."""

import logging
import re

_PRIVATE_LINK = re.compile(r"(/p/|/desk/welcome/|/pads/join/|/enter/)[^/\s\"']+")


class WithoutKeys(logging.Filter):
    """Blots out the key wherever a line names the address of a private link, of an invitation or of an entry."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every line pass, without the keys in it."""
        record.msg, record.args = _PRIVATE_LINK.sub(r"\1…", record.getMessage()), None
        return True
