"""Rules for the days that the pairs keep when they arrange a match. Nobody enforces them."""

from dataclasses import dataclass
from datetime import date, timedelta


@dataclass(frozen=True, slots=True)
class OfferDays:
    """The numbers of days and dates in the conditions. None means that the conditions do not say.

    `is_from_end` is set if the days to the first offer are counted back from the play-by date.
    """

    first_offer: int | None = None
    dates: int | None = None
    answer: int | None = None
    report: int | None = None
    is_from_end: bool = False

    def offer_by(self, known_on: date, play_by: date) -> date | None:
        """Return the last day for the first offer. `known_on` is the day on which both opponents were known."""
        if self.first_offer is None:
            return None
        days = timedelta(days=self.first_offer)
        return max(known_on, play_by - days) if self.is_from_end else known_on + days

    def answer_by(self, offered_on: date) -> date | None:
        """Return the last day for a reply to an offer."""
        return _after(offered_on, self.answer)

    def report_by(self, played_on: date) -> date | None:
        """Return the last day for the report of a match."""
        return _after(played_on, self.report)

    def missing(self, offered: int) -> int:
        """Return the number of dates that an offer still needs."""
        return max(0, (self.dates or 0) - offered)


def _after(day: date, days: int | None) -> date | None:
    return None if days is None else day + timedelta(days=days)
