"""Rules for dice thrown by witnesses of the draw."""

import re

from scoring.rules.refusal import Refused


def thrown(typed: str) -> str:
    """Return the throws as digits without separators, or "" if there are none.

    Raises Refused if there are fewer than 5 or more than 60 throws, or if a throw is not from 1 to 6.
    """
    dice = re.sub(r"[\s,;.-]+", "", typed)
    if dice and not re.fullmatch("[1-6]{5,60}", dice):
        raise Refused("Type 5 to 60 throws of the dice, each a number from 1 to 6.")
    return dice
