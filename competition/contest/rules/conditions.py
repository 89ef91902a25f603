"""Rules for the conditions of a competition: usual values, limits and the reply time."""

from datetime import datetime, timedelta

from scoring.rules.words import quantity

USUAL_REPLY_HOURS, USUAL_REPORT_DAYS = 48, 7


def reply_deadline(notified_at: datetime, hours: int) -> datetime:
    """Return the time when an unanswered result becomes final."""
    return notified_at + timedelta(hours=hours)


def reply_time_in_words(hours: int) -> str:
    """Return the reply time in words: "48 hours"."""
    return quantity(hours, "hour")


# The largest number of pairs in a draw. A larger draw would exceed the time limit of a page.
MOST_PAIRS = 512
# The shortest and longest reply times in hours.
REPLY_HOURS = (1, 720)
# The fewest and most days after the play-by date until a match without a result is overdue.
REPORT_DAYS = (0, 365)
# The shortest and longest time for a match in minutes, if the competition is played on one day.
MINUTES = (10, 240)
# The fewest and most rounds in which the preferences count, if each round is drawn by itself.
PREFERENCE_ROUNDS = (1, 8)
# The fewest and most deals in a repechage.
REPECHAGE_DEALS = (1, 30)
# The fewest and most days for offering dates, answering an offer and reporting a match.
OFFER_DAYS = (1, 90)
# The fewest and most dates in an offer.
OFFER_DATES = (1, 8)
LONGEST_GRADE = 40
# The sentences that the conditions of contest can leave out if the organiser's own rules differ.
OPTIONAL_SENTENCES = {
    "lengths": "Another number of deals in one match",
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
    """Return the grades in a text such as "junior, open", without repeats."""
    named = (" ".join(part.split()) for part in text.split(","))
    return list({grade.casefold(): grade for grade in named if grade}.values())


# The app stores contact details for three months after the last match and then deletes them.
CONTACTS_KEPT = timedelta(days=92)
