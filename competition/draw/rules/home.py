"""Rule for the pair that plays at home."""

from competition.draw.rules.lot import at_home
from competition.draw.rules.result import Pairs


def home_pair(rule: str, competition: str, match: str, pairs: Pairs, travelled: tuple[bool, bool]) -> int | None:
    """Return the number of the home pair under this rule of the conditions, or None if there is none.

    `travelled` is True for each pair that was away from home in its last match. If pairs take turns, the pair that
    travelled plays at home. If both or neither did, the home pair is picked at random.
    """
    if rule == "upper":
        return pairs[0]
    if rule == "turns" and travelled[0] != travelled[1]:
        return pairs[travelled.index(True)]
    return at_home(competition, match, pairs) if rule in ("turns", "lot") else None
