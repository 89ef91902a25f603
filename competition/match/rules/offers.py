"""Rules for the deadlines and numbers of dates when pairs arrange a match. They are not enforced."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class OfferDays:
    """The deadlines (in days) and numbers of dates in the conditions, or None if the conditions set none.

    `is_from_end` is True if the days for the first offer are counted back from the play-by date.
    """

    first_offer: int | None = None
    dates: int | None = None
    answer: int | None = None
    report: int | None = None
    is_from_end: bool = False

    def offer_by(self, known_on: date, play_by: date) -> date | None:
        """Return the last day for the first offer. `known_on` is the day when both opponents became known."""
        if self.first_offer is None:
            return None
        days = timedelta(days=self.first_offer)
        return max(known_on, play_by - days) if self.is_from_end else known_on + days

    def answer_by(self, offered_on: date) -> date | None:
        """Return the last day for a reply to an offer."""
        return _after(offered_on, self.answer)

    def report_by(self, played_on: date) -> date | None:
        """Return the last day for reporting a match."""
        return _after(played_on, self.report)

    def missing(self, offered: int) -> int:
        """Return the number of dates that an offer still needs."""
        return max(0, (self.dates or 0) - offered)


def _after(day: date, days: int | None) -> date | None:
    return None if days is None else day + timedelta(days=days)
