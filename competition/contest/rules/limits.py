"""Limits for every competition: pairs, reply times, and the storage time of contact details."""

from datetime import timedelta

# The largest number of pairs in a draw. A larger draw would take longer than the time limit of a page.
MOST_PAIRS = 512
# The shortest and the longest time for the reply to a reported result.
REPLY_HOURS = (1, 720)
# The fewest and the most days after the play-by date until a match without a result is overdue.
REPORT_DAYS = (0, 365)
# The app stores contact details for three months after the last match. Then it deletes them.
CONTACTS_KEPT = timedelta(days=92)
