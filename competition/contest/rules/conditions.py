"""Rules for the conditions of a competition: usual values, limits, the reply time and presets."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import NamedTuple

from scoring.rules.conditions import ScoringConditions
from scoring.rules.words import quantity

USUAL_REPLY_HOURS, USUAL_REPORT_DAYS = 48, 7


def reply_deadline(notified_at: datetime, hours: int) -> datetime:
    """Return when an unanswered result becomes final."""
    return notified_at + timedelta(hours=hours)


def reply_time_in_words(hours: int) -> str:
    """Return the reply time in words: "48 hours"."""
    return quantity(hours, "hour")


_USUAL = ScoringConditions()


class Preset(NamedTuple):
    """A preset: its name, a description, and the values that differ from the usual conditions."""

    name: str
    sentence: str
    unlike: Mapping[str, object]


PRESETS: Mapping[str, Preset] = {
    "usual": Preset(
        "The usual conditions",
        f"{_USUAL.deals} deals. In a tie-break of {_USUAL.extra_deals} deals the unfinished rubber continues. "
        f"The only part-score scores {_USUAL.only_partscore}. The other pair confirms a result, or the result is "
        f"final after {reply_time_in_words(USUAL_REPLY_HOURS)} without a reply.",
        {},
    ),
    "fifty": Preset(
        "50 for the only part-score",
        "The usual conditions, but the only part-score scores 50 points, as in one region.",
        {"only_partscore": 50},
    ),
    "fresh": Preset(
        "A new rubber in every tie-break",
        "The usual conditions, but the unfinished rubber is scored after the last deal. Each tie-break begins a new "
        "rubber.",
        {"tie_break": "fresh"},
    ),
    "trusting": Preset(
        "The winners report",
        "The usual conditions, but a reported result is final at once. Nobody needs to confirm it.",
        {"confirmation": "final"},
    ),
    "strict": Preset(
        "Both pairs confirm",
        "The usual conditions, but a result counts only once the other pair confirms it or you decide it.",
        {"confirmation": "both"},
    ),
}


# The largest number of pairs in a draw. A larger draw would take longer than the time limit of a page.
MOST_PAIRS = 512
# The shortest and the longest time for the reply to a reported result.
REPLY_HOURS = (1, 720)
# The fewest and the most days after the play-by date until a match without a result is overdue.
REPORT_DAYS = (0, 365)
# The fewest and the most days for an offer of dates, an answer to it, and the report of a match.
OFFER_DAYS = (1, 90)
# The fewest and the most dates of an offer.
OFFER_DATES = (1, 8)
LONGEST_GRADE = 40
# The sentences that the conditions of contest can leave out, because the organiser's own rules say something else.
OPTIONAL_SENTENCES = {
    "dates": "How the pairs agree a date",
    "venue": "Who plays at home",
    "extensions": "When the organiser extends a date",
    "concession": "A pair may concede its match",
    "honours": "When honours are claimed",
    "substitutes": "Substitutes",
    "late pairs": "Late pairs",
    "withdrawals": "Withdrawals",
    "spectators": "What spectators see",
}


def split_grades(text: str) -> list[str]:
    """Return the grades of a text such as "junior, open", each once."""
    named = (" ".join(part.split()) for part in text.split(","))
    return list({grade.casefold(): grade for grade in named if grade}.values())


# The app stores contact details for three months after the last match. Then it deletes them.
CONTACTS_KEPT = timedelta(days=92)
