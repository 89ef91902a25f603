"""The real settings on the clock of the tests, with two more addresses, static files elsewhere and quick passwords."""

import os

from competition.config.settings import *  # noqa: F403
from tests import clock

clock.start()

ROOT_URLCONF = "tests.benchmarks.addresses"
STATIC_ROOT = os.environ["STATIC_ROOT"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
