"""File format of an export: JSON, compressed by gzip, with a SHA-256 checksum of its contents.

`format` names the version, and `private` says if the file contains contact details. `tables` has the columns and rows
of each kind. A reference is the position of a row in its own table, counted from 1. Organisers are counted in the same
way in `organisers`, the owner first.
"""

import gzip
import json
import zlib
from hashlib import sha256
from typing import Any

from scoring.rules.refusal import Refused

FORMAT = "rubber-knockout competition 1"
# A season of 512 pairs with every deal recorded takes about half of this.
LARGEST = 60_000_000
_NOT_OURS = "This is not a file of a competition. Use the file from the Export page, unchanged."

Facts = dict[str, Any]


def packed(facts: Facts) -> bytes:
    """Return the file. Equal facts give equal files."""
    written = _to_json({"format": FORMAT, **facts})
    return gzip.compress(_to_json({"format": FORMAT, **facts, "sha256": sha256(written).hexdigest()}), mtime=0)


def unpacked(file: bytes) -> Facts:
    """Return the contents of a file. Raises Refused if it is no export, damaged, too large or of another version."""
    try:
        facts = json.loads(_gunzip(file))
    except (ValueError, RecursionError, zlib.error):
        raise Refused(_NOT_OURS) from None
    if not isinstance(facts, dict) or not str(facts.get("format")).startswith("rubber-knockout competition "):
        raise Refused(_NOT_OURS)
    if facts["format"] != FORMAT:
        raise Refused(f"This file is of another version ({facts['format'][:60]}). This site reads {FORMAT}.")
    seal = facts.pop("sha256", None)
    if sha256(_to_json(facts)).hexdigest() != seal:
        raise Refused("This file is damaged. Download it again from the other site.")
    return facts


def _to_json(facts: Facts) -> bytes:
    return json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()


def _gunzip(file: bytes) -> bytes:
    reader = zlib.decompressobj(wbits=31)
    plain = reader.decompress(file, LARGEST)
    if reader.unconsumed_tail:
        raise Refused("This file is too large for a competition. Use the file from the Export page.")
    if not reader.eof:
        raise Refused("This file is damaged. Download it again from the other site.")
    return plain
