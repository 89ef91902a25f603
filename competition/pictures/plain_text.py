"""Text as every format can carry it."""

import re

# What XML 1.0 and calendars cannot carry even when escaped.
_UNSAFE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def without_control_characters(text: str) -> str:
    """The text without control characters, which files for other programs may not hold."""
    return _UNSAFE.sub("", text)
