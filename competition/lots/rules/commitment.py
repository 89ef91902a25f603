"""What is fixed before the lots are drawn, and how it is fixed: by a fingerprint that everybody is shown."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from competition.lots.rules.preferences import Entry, Preferences
from scoring.rules.refusal import Refused

Facts = Mapping[str, Any]


def text(*, algorithm: str, entries: Sequence[Facts], conditions: Facts, secret: str) -> str:
    """What is committed to, as JSON with its names in alphabetical order and without spaces between."""
    return canonical({"algorithm": algorithm, "entries": entries, "conditions": conditions, "secret": secret})


def canonical(value: object) -> str:
    """The one way in which a value is written as JSON, so that its fingerprint is always the same."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def digest(written: str) -> str:
    """The SHA-256 of a text (UTF-8), in 64 hexadecimal figures."""
    return sha256(written.encode()).hexdigest()


def seed(secret: str, attempt: int, dice: str) -> str:
    """What the lots of one attempt are drawn from: SECRET/ATTEMPT, and /DICE where dice were thrown."""
    return "/".join([secret, str(attempt), *([dice] if dice else [])])


def thrown(typed: str) -> str:
    """The dice as figures without spaces or commas; Refused where they are no throws of dice."""
    dice = re.sub(r"[\s,;.-]+", "", typed)
    if dice and not re.fullmatch("[1-6]{5,60}", dice):
        raise Refused("Type what the dice showed: 5 to 60 throws, each a figure from 1 to 6.")
    return dice


def entry(facts: Facts) -> Entry:
    """A pair of the list as the lots see it."""
    return Entry(
        number=facts["number"],
        attending=facts["attending"],
        club=facts["club"],
        area=facts["area"],
        seed=facts["seed"],
        given_bye=facts["given_bye"],
    )


def preferences(conditions: Facts) -> Preferences:
    """What the conditions of contest let the draw lean towards."""
    return Preferences(
        opening_day=conditions["opening_day_together"],
        clubs=conditions["clubs_apart"],
        areas=conditions["areas_together"],
    )
