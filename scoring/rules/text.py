"""Texts without invisible characters, and page titles short enough for browsers and search engines."""

import re
import unicodedata

_UNSEEN = {"Cc", "Cf", "Co", "Cs"}
# Invisible characters: fillers, inherent vowels and variation selectors.
_BLANK = re.compile("[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\uffa0\ufe00-\ufe0f\U000e0100-\U000e01ef]")
# Word processors use a vertical tab for a new line.
_BREAK = re.compile("\r\n?|[\v\f\u2028\u2029]")


def visible(text: str) -> str:
    """Return the text without invisible characters, with plain line breaks and with tabs replaced by spaces."""
    plain = _BLANK.sub("", _BREAK.sub("\n", text).replace("\t", " "))
    return "".join(sign for sign in plain if sign == "\n" or unicodedata.category(sign) not in _UNSEEN)


# Characters that XML 1.0 and iCalendar cannot represent, even if they are escaped.
_UNSAFE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def without_control_characters(text: str) -> str:
    """Return the text without control characters, which other file formats forbid."""
    return _UNSAFE.sub("", text)


# Search engines shorten titles at about this length.
LONGEST_TITLE = 60
_SEASON = re.compile(r"\s((?:\d{4})(?:/\d{2})?)$")
_TAIL = 24
_LEAST = 8


def page_title(text: str, site: str) -> str:
    """Return a page title of at most 60 characters, with the site's name if it fits.

    In "Page – Competition 2026", the competition is shortened first, and its season stays.
    """
    title = " ".join(text.split())
    with_site = f"{title} – {site}"
    if len(with_site) <= LONGEST_TITLE:
        return with_site
    if len(title) <= LONGEST_TITLE:
        return title
    first, _, last = title.rpartition(" – ")
    if not first:
        return _shorten(last, LONGEST_TITLE)
    season = _SEASON.search(last)
    end = f" {season[1]}" if season else ""
    room = LONGEST_TITLE - len(f"{first} – ")
    if room >= len(end) + _LEAST:
        return f"{first} – {_cut(last.removesuffix(end), room - len(end))}{end}"
    if season is None:
        return _shorten(first, LONGEST_TITLE)
    return f"{_shorten(first, LONGEST_TITLE - len(f' – {season[1]}'))} – {season[1]}"


def _shorten(text: str, room: int) -> str:
    """Return the text in at most `room` characters, by shortening names on both sides of " v " but not the round."""
    if len(text) <= room:
        return text
    before, comma, tail = text.rpartition(", ")
    if not comma or len(tail) > _TAIL:
        before = text
        tail = ""
    upper, versus, lower = before.partition(" v ")
    end = f"{comma}{tail}" if tail else ""
    if not versus:
        return f"{_cut(before, room - len(end))}{end}"
    left = room - len(end) - len(versus)
    half = left // 2
    upper, lower = _cut(upper, max(half, left - len(lower))), _cut(lower, max(half, left - len(upper)))
    return f"{upper}{versus}{lower}{end}"


def _cut(text: str, room: int) -> str:
    """Return the words that fit, with an ellipsis. If the first word is too long, shorten it."""
    if len(text) <= room:
        return text
    part = text[: room - 1]
    if not text[room - 1].isspace() and " " in part[_LEAST:]:
        part = part[: part.rindex(" ")]
    return f"{part.rstrip(' ,&–-')}…"
