"""The real settings, changed only where a test run needs it."""

import os
from pathlib import Path

from tests import clock
from tests.scratch import folder

for name in ("ALLOWED_HOSTS", "DEBUG", "EMAIL_FROM", "EMAIL_URL", "HTTPS", "SECURITY_CONTACT", "TIME_ZONE"):
    os.environ.pop(name, None)
os.environ["SECRET_KEY"] = "a-key-for-the-test-suite-and-nothing-else-1234567890"

from competition.config.settings import *  # noqa: E402, F403
from competition.config.settings import DATABASES, MIDDLEWARE, STORAGES  # noqa: E402

clock.start()

scratch = folder("knockout-tests-")
STATIC_ROOT = Path(scratch.name) / "static"
STATIC_ROOT.mkdir()
# The manifest storage needs collectstatic first; one test runs that for real.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # A file: an in-memory database shares one cache between threads and locks as production never would.
    # Nothing here outlives a test, so nothing need survive a power cut.
    DATABASES["default"]["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"
    DATABASES["default"]["TEST"] = {"NAME": str(Path(scratch.name) / "test.sqlite3")}
    # The pages are the same on any database, and judging them is dear: here it is done, on the other it need not be.
    MIDDLEWARE = ["tests.valid_html.valid_html", *MIDDLEWARE]
SECURITY_CONTACT = ["mailto:security@example.org"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
