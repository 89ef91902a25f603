"""Removal of characters that readers cannot see or that file formats forbid."""

import re
import unicodedata

_UNSEEN = {"Cc", "Cf", "Co", "Cs"}
# Invisible characters: fillers, inherent vowels and variation selectors.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Word processors write a vertical tab for a new line.
_BREAK = re.compile("\r\n?|[\v\f\u2028\u2029]")


def visible(text: str) -> str:
    """Return the text without invisible characters, with plain line breaks and with tabs as spaces."""
    plain = _BLANK.sub("", _BREAK.sub("\n", text).replace("\t", " "))
    return "".join(sign for sign in plain if sign == "\n" or unicodedata.category(sign) not in _UNSEEN)


# Characters that XML 1.0 and iCalendar cannot represent, even escaped.
_UNSAFE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def without_control_characters(text: str) -> str:
    """Return the text without control characters, which other file formats forbid."""
    return _UNSAFE.sub("", text)
