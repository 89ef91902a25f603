"""What witnesses throw when lots are drawn."""

import re

from scoring.rules.refusal import Refused


def thrown(typed: str) -> str:
    """The dice as figures without spaces or commas; Refused where they are no throws of dice."""
    dice = re.sub(r"[\s,;.-]+", "", typed)
    if dice and not re.fullmatch("[1-6]{5,60}", dice):
        raise Refused("Type what the dice showed: 5 to 60 throws, each a figure from 1 to 6.")
    return dice
