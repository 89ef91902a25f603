"""Settings for test servers: the tests' clock, more URLs, uncompressed static files and fast password hashing."""

import os

from competition.config.settings import *  # noqa: F403
from competition.config.settings import STORAGES
from tests import clock

clock.start()

ROOT_URLCONF = "tests.benchmarks.addresses"
STATIC_ROOT = os.environ["STATIC_ROOT"]
# Compressing the files takes seconds each time, and no server test reads the copies.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.ManifestStaticFilesStorage"}}
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# No test sends a body slowly, except the test of this limit.
BODY_SECONDS = 5
