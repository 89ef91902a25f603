"""The sentence about a draw that was made elsewhere."""

from datetime import date

NOT_PROVEN = "This site did not draw it and cannot prove it."


def sentence(day: date | None, place: str = "", how: str = "", by: str = "", witnesses: str = "") -> str:
    """Return how a draw was made elsewhere, as far as it is known, and that this site cannot prove it."""
    parts = [
        f"on {day:%A} {day.day} {day:%B %Y}" if day else "",
        f"at {place}" if place else "",
        how,
        f"by {by}" if by else "",
    ]
    known = " ".join(part for part in parts if part) or "elsewhere"
    seen = f", witnessed by {witnesses}" if witnesses else ""
    return f"Drawn {known}{seen}. {NOT_PROVEN}"
