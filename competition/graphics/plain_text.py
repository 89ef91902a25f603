"""Text that every file format can represent."""

import re

# Characters that XML 1.0 and iCalendar cannot represent, even escaped.
_UNSAFE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def without_control_characters(text: str) -> str:
    """Return the text without control characters, which other file formats forbid."""
    return _UNSAFE.sub("", text)
