"""Page titles short enough for browsers and search engines."""

import re

# Search engines cut titles at about this length.
LONGEST = 60
_SEASON = re.compile(r"\s((?:\d{4})(?:/\d{2})?)$")
_TAIL = 24
_LEAST = 8


def page_title(text: str, site: str) -> str:
    """Return a page title of at most 60 characters, with the site's name if it fits.

    In "Page – Competition 2026" the competition is shortened first, and its season stays.
    """
    title = " ".join(text.split())
    with_site = f"{title} – {site}"
    if len(with_site) <= LONGEST:
        return with_site
    if len(title) <= LONGEST:
        return title
    first, _, last = title.rpartition(" – ")
    if not first:
        return _shown(last, LONGEST)
    season = _SEASON.search(last)
    end = f" {season[1]}" if season else ""
    room = LONGEST - len(f"{first} – ")
    if room >= len(end) + _LEAST:
        return f"{first} – {_cut(last.removesuffix(end), room - len(end))}{end}"
    if season is None:
        return _shown(first, LONGEST)
    return f"{_shown(first, LONGEST - len(f' – {season[1]}'))} – {season[1]}"


def _shown(text: str, room: int) -> str:
    """Return the text in at most `room` characters. Names on both sides of " v " are shortened, and the round stays."""
    if len(text) <= room:
        return text
    before, comma, tail = text.rpartition(", ")
    if not comma or len(tail) > _TAIL:
        before, tail = text, ""
    upper, versus, lower = before.partition(" v ")
    end = f"{comma if tail else ''}{tail}"
    if not versus:
        return f"{_cut(before, room - len(end))}{end}"
    left = room - len(end) - len(versus)
    half = left // 2
    upper, lower = _cut(upper, max(half, left - len(lower))), _cut(lower, max(half, left - len(upper)))
    return f"{upper}{versus}{lower}{end}"


def _cut(text: str, room: int) -> str:
    """Return the words that fit, with an ellipsis. Cut inside the first word if it is too long."""
    if len(text) <= room:
        return text
    part = text[: room - 1]
    if not text[room - 1].isspace() and " " in part[_LEAST:]:
        part = part[: part.rindex(" ")]
    return f"{part.rstrip(' ,&–-')}…"
