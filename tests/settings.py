"""Settings for tests, equal to the real settings where possible."""

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
# The manifest storage needs collectstatic first. One test uses it.
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    # Use a file, because an in-memory database shares one cache between threads and locks differently. The data need
    # not survive a power cut.
    DATABASES["default"]["OPTIONS"]["init_command"] += "; PRAGMA synchronous=OFF"
    DATABASES["default"]["TEST"] = {"NAME": str(Path(scratch.name) / "test.sqlite3")}
    # Pages are the same on any database, and validating them is slow. So validate them only on SQLite.
    MIDDLEWARE = ["tests.valid_html.valid_html", *MIDDLEWARE]
MAIL_SERVER_BACKEND = "tests.outbox.Outbox"
SECURITY_CONTACT = ["mailto:security@example.org"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
