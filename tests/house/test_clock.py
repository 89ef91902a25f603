"""Tests that the site and its tests read the time only from the tests' clock."""

import re
from datetime import timedelta

from django.utils import timezone

from tests import clock
from tests.house.sources import modules, name

WALL_CLOCK = re.compile(r"\b(?:datetime\.(?:now|today|utcnow)|date\.today|time\.time)\(|\bfrom time import.*\btime\b")
# The clock itself, the time in Django's password reset tokens, and the expiry of a browser's cookie.
MAY_READ_IT = {
    "tests/clock.py",
    "tests/competition/notifications/actions/test_account_emails.py",
    "tests/browser/cookies.py",
}


def test_every_test_run_begins_at_the_same_time():
    assert timedelta() <= timezone.now() - clock.BEGINS < timedelta(hours=13)


def test_only_listed_modules_read_the_real_clock():
    asks = {name(path) for path in modules("competition", "scoring", "tests") if WALL_CLOCK.search(path.read_text())}

    assert asks - MAY_READ_IT == set()
