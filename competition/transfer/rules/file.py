"""Rules for export files, and for the dates and pairs of a copied competition."""

import gzip
import json
import zlib
from collections.abc import Iterable
from datetime import date, timedelta
from hashlib import sha256
from typing import Any

from competition.draw.rules.result import Result
from scoring.rules.refusal import Refused

FORMAT = "rubber-knockout competition 1"
# A season of 512 pairs with every deal recorded takes about half of this.
LARGEST = 60_000_000
_NOT_OURS = "This is not a file of a competition. Use the file from the Export page, unchanged."

Facts = dict[str, Any]


class InvalidFileError(ValueError):
    """A fault of an export file, as a phrase."""


def packed(facts: Facts) -> bytes:
    """Return the facts as a file. Equal facts give equal files."""
    written = _to_json({"format": FORMAT, **facts})
    return gzip.compress(_to_json({"format": FORMAT, **facts, "sha256": sha256(written).hexdigest()}), mtime=0)


def unpacked(file: bytes) -> Facts:
    """Return the contents of a file.

    Raises Refused if the file is not an export, or is damaged, too large or of another version.
    """
    try:
        facts = json.loads(_gunzip(file))
    except (ValueError, RecursionError, zlib.error):
        raise Refused(_NOT_OURS) from None
    if not isinstance(facts, dict) or not str(facts.get("format")).startswith("rubber-knockout competition "):
        raise Refused(_NOT_OURS)
    if facts["format"] != FORMAT:
        raise Refused(f"This file is of another version ({facts['format'][:60]}). This site reads {FORMAT}.")
    if _seal_of(facts) != facts.pop("sha256", None):
        raise Refused("This file is damaged. Download it again from the other site.")
    return facts


def _seal_of(facts: Facts) -> str:
    """Return the checksum of the facts, or "" if they are nested too deeply."""
    try:
        return sha256(_to_json({name: value for name, value in facts.items() if name != "sha256"})).hexdigest()
    except RecursionError:
        return ""


def _to_json(facts: Facts) -> bytes:
    # JSON can express half of a character. No text of this app has one.
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode(errors="surrogatepass")


def _gunzip(file: bytes) -> bytes:
    reader = zlib.decompressobj(wbits=31)
    plain = reader.decompress(file, LARGEST)
    if reader.unconsumed_tail:
        raise Refused("This file is too large for a competition. Use the file from the Export page.")
    if not reader.eof:
        raise Refused("This file is damaged. Download it again from the other site.")
    return plain


# A season is a whole number of weeks, so that a Friday stays a Friday.
A_SEASON = timedelta(weeks=52)
SOON = timedelta(weeks=4)


def moved(day: date, seasons: int) -> date:
    """Return the same day of the week, this many seasons later."""
    return day + seasons * A_SEASON


def closing(day: date, seasons: int, today: date) -> date:
    """Return the closing date this many seasons later, or in four weeks if that date has passed."""
    later = moved(day, seasons)
    return later if later > today else today + SOON


def lost_their_first(results: Iterable[Result]) -> set[int]:
    """Return the numbers of the pairs that lost their first match.

    `results` are final results in the order of the rounds. A bye does not count as a match, and a double default does
    not count as a loss.
    """
    winners: set[int] = set()
    losers: set[int] = set()
    for result in results:
        if (on := result.goes_on) is not None:
            losers |= {*result.pairs} - {on} - winners
            winners.add(on)
    return losers
