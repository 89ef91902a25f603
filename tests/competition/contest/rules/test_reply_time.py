from datetime import UTC, datetime

import pytest

from competition.contest.rules import reply_time


@pytest.mark.parametrize(
    ("hours", "until", "said"),
    [
        (48, datetime(2030, 6, 1, 19, 30, tzinfo=UTC), "48 hours"),
        (1, datetime(2030, 5, 30, 20, 30, tzinfo=UTC), "1 hour"),
    ],
)
def test_reply_time_starts_when_the_pair_is_told(hours, until, said):
    told_at = datetime(2030, 5, 30, 19, 30, tzinfo=UTC)

    assert (reply_time.reply_deadline(told_at, hours), reply_time.in_words(hours)) == (until, said)
