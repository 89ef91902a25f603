"""What of a text can be seen: the rest could turn a line round, or make two names look like one."""

import re
import unicodedata

_UNSEEN = {"Cc", "Cf", "Co", "Cs"}
# Letters and marks that are drawn as nothing: fillers, vowels that are only thought, selectors of another shape.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Word processors write a vertical tabulator for a new line.
_BREAK = re.compile("\r\n?|[\v\f\u2028\u2029]")


def visible(text: str) -> str:
    """The text without what nobody sees; every break of a line is a plain one, every tabulator a space."""
    plain = _BLANK.sub("", _BREAK.sub("\n", text).replace("\t", " "))
    return "".join(sign for sign in plain if sign == "\n" or unicodedata.category(sign) not in _UNSEEN)
