"""The real settings, with two more addresses, static files put elsewhere and passwords that are quick to make."""

import os

from competition.config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.addresses"
STATIC_ROOT = os.environ["STATIC_ROOT"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
