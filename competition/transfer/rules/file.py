"""Rules for export files, and for the dates and pairs of a copied competition."""

import gzip
import json
import re
import zlib
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from scoring.rules.refusal import Refused

FORMAT = "rubber-knockout competition 1"
# A season of 480 pairs with 10,900 deals has 2 MB, 280,000 values and 28,000 lists, and gzip makes it 11 times smaller.
LARGEST_UNPACKED = 12_000_000
_MOST_VALUES, _MOST_LISTS = 800_000, 80_000
_HIGHEST_RATIO = 60
_SEAL = re.compile(rb',"sha256":"([0-9a-f]{64})"}\Z')
_NOT_OURS = "This is not a file of a competition. Use the file from the Export page, unchanged."
_DAMAGED = "This file is damaged. Download it again from the other site."
_TOO_LARGE = "This file is too large for a competition. Use the file from the Export page."
_BEGINNING = b'{"format":"rubber-knockout competition '

Facts = dict[str, Any]


class InvalidFileError(ValueError):
    """A fault in an export file, as a phrase."""


def packed(facts: Facts) -> bytes:
    """Return the facts as a file: JSON in ASCII that ends with its own checksum. Equal facts give equal files."""
    content = json.dumps({"format": FORMAT, **facts}, separators=(",", ":")).encode()
    seal = f',"sha256":"{sha256(content).hexdigest()}"}}'
    return gzip.compress(content[:-1] + seal.encode(), mtime=0)


def unpacked(file: bytes) -> Facts:
    """Return the contents of a file.

    Check the size, the checksum and the number of values before reading the JSON, because it can take many times the
    memory of its text. Raises Refused if the file is not an export, or is damaged, too large or from another version.
    """
    plain = _gunzip(file)
    if not plain.startswith(_BEGINNING):
        raise Refused(_NOT_OURS)
    _check_text(plain)
    try:
        facts: Facts = json.loads(plain)
    except (ValueError, RecursionError):
        raise Refused(_NOT_OURS) from None
    if facts["format"] != FORMAT:
        raise Refused(f"This file is of another version ({str(facts['format'])[:60]}). This site reads {FORMAT}.")
    del facts["sha256"]
    return facts


def _check_text(plain: bytes) -> None:
    """Raise Refused if the text of a file is damaged, or has far more values than a competition."""
    seal = _SEAL.search(plain)
    # In ASCII each character takes one byte of memory.
    if not seal or not plain.isascii() or sha256(plain[: seal.start()] + b"}").hexdigest().encode() != seal[1]:
        raise Refused(_DAMAGED)
    if plain.count(b",") > _MOST_VALUES or plain.count(b"[") + plain.count(b"{") > _MOST_LISTS:
        raise Refused(_TOO_LARGE)


def _gunzip(file: bytes) -> bytes:
    reader = zlib.decompressobj(wbits=31)
    try:
        plain = reader.decompress(file, min(LARGEST_UNPACKED, _HIGHEST_RATIO * len(file) + 1_000))
    except zlib.error:
        raise Refused(_NOT_OURS) from None
    if reader.unconsumed_tail:
        raise Refused(_TOO_LARGE)
    if not reader.eof:
        raise Refused(_DAMAGED)
    return plain


# A season is a whole number of weeks, so that a Friday stays a Friday.
A_SEASON = timedelta(weeks=52)
SOON = timedelta(weeks=4)


def later_day(day: date, seasons: int) -> date:
    """Return the same day of the week, this many seasons later."""
    return day + seasons * A_SEASON


def closing(day: date, seasons: int, today: date) -> date:
    """Return the closing date this many seasons later, or in four weeks if that date has passed."""
    later = later_day(day, seasons)
    return later if later > today else today + SOON
