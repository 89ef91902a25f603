"""What is fixed before the lots are drawn, and how it is fixed: by a fingerprint that everybody is shown."""

from __future__ import annotations

import json
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from .preferences import Entry, Preferences

Facts = Mapping[str, Any]


def text(committed: Facts) -> str:
    """What is committed to (algorithm, entries, conditions, secret), as the one text whose fingerprint is shown."""
    return canonical(committed)


def canonical(value: object) -> str:
    """A value as JSON with its names in alphabetical order and without spaces between: there is no other way."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(written: str) -> str:
    """The SHA-256 of a text (UTF-8), in 64 hexadecimal figures."""
    return sha256(written.encode()).hexdigest()


def seed(committed: Facts, attempt: int, dice: str) -> str:
    """What the lots of one attempt are drawn from: SECRET/ATTEMPT, and /DICE where dice were thrown."""
    return "/".join([committed["secret"], str(attempt), *([dice] if dice else [])])


def entries(committed: Facts) -> list[Entry]:
    """The pairs of the list as the lots see them."""
    return [_entry(facts) for facts in committed["entries"]]


def preferences(committed: Facts) -> Preferences:
    """What the conditions of contest ask the draw to keep if it can."""
    conditions = committed["conditions"]
    return Preferences(
        opening_day=conditions["opening_day_together"],
        clubs=conditions["clubs_apart"],
        areas=conditions["areas_together"],
    )


def _entry(facts: Facts) -> Entry:
    return Entry(
        number=facts["number"],
        attending=facts["attending"],
        club=facts["club"],
        area=facts["area"],
        seed=facts["seed"],
        given_bye=facts["given_bye"],
    )
