"""Rules for the shape of JSON values from files, so that only a bug can raise an error when they are read."""

from typing import Any

# A type; None; a list of one shape; a tuple of possible shapes; or the shapes of a dictionary's values by name.
# A name that ends with "?" may be absent.
Shape = Any

LOCKED: Shape = {
    "algorithm": str,
    "secret": str,
    "conditions": {
        "opening_day_together": bool,
        "clubs_apart": bool,
        "areas_together": bool,
        "join_places?": (int, None),
        "join_left?": (int, None),
        "sections?": (int, None),
        "minutes?": (int, None),
        "drawn_by_round?": bool,
        "preference_rounds?": int,
        "closest_losers?": bool,
        "repechage_deals?": (int, None),
    },
    "entries": [
        {
            "number": int,
            "pair": str,
            "club": str,
            "area": str,
            "attending": bool,
            "seed": (int, None),
            "given_bye": bool,
        }
    ],
}
# The matches of the round before a later round, in a draw round by round.
WAYS: Shape = [
    {
        "match": int,
        "pair": (int, None),
        "club": str,
        "area": str,
        "seed": (int, None),
        "had_bye": bool,
        "lost?": int,
        "between?": [{"pair": int, "lost": int}],
        "met?": [int],
    },
]
PLACES: Shape = [(int, None)]
# The places of a draw made elsewhere, which may be in sections.
PLACES_ELSEWHERE: Shape = (PLACES, [PLACES])
# The parts of a draw record by name. Only the fingerprint of the whole record covers other parts.
RECORD_PARTS: dict[str, Shape] = {
    "format": str,
    "committed": LOCKED,
    "commitments": [{"sha256": str}],
    "elsewhere": {"text": str, "places": PLACES_ELSEWHERE},
    "pairs": [{"number": int}],
    "attempts": [{"number": int, "dice": str}],
    "seed": str,
    "lots": [{"place": int, "match": str, "pair": (int, None)}],
    "first_rounds_tried": int,
    "texts_used": int,
    "swaps": [{"number": int, "one": int, "other": int}],
    "places": PLACES,
    "reasons": [{"about": str, "kept": bool, "text": str}],
    "byes": [int],
    "rounds": [{"number": int, "name": str, "matches": int, "play_by": str}],
    "drawings": [
        {
            "round": int,
            "attempt": int,
            "secret": str,
            "seed": str,
            "drawn_at": str,
            "ways": WAYS,
            "places": PLACES,
            "first_rounds_tried": int,
            "texts_used": int,
            "undone_at": (str, None),
            "reason?": str,
        }
    ],
    "sha256": str,
}


def has_shape(value: object, shape: Shape) -> bool:
    """Return True if a JSON value has this shape. A dictionary may have more keys than its shape names."""
    match shape:
        case dict():
            return isinstance(value, dict) and all(
                has_shape(value[name.rstrip("?")], part) if name.rstrip("?") in value else name.endswith("?")
                for name, part in shape.items()
            )
        case [part]:
            return isinstance(value, list) and all(has_shape(item, part) for item in value)
        case tuple():
            return any(has_shape(value, part) for part in shape)
        case None:
            return value is None
    return type(value) is shape and (not isinstance(value, str) or _is_text(value))


def _is_text(value: str) -> bool:
    """Return True if the text has no unpaired surrogates, which JSON can express and UTF-8 cannot."""
    return not any("\ud800" <= sign <= "\udfff" for sign in value)
