"""Settings for benchmarks: the tests' clock, more URLs, another folder for static files, and fast passwords."""

import os

from competition.config.settings import *  # noqa: F403
from tests import clock

clock.start()

ROOT_URLCONF = "tests.benchmarks.addresses"
STATIC_ROOT = os.environ["STATIC_ROOT"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
