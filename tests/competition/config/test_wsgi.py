"""What the site does not guess: it does not start."""

import os
import subprocess
import sys

import pytest

from tests.house.sources import ROOT

GIVEN = {
    "SECRET_KEY": "as-long-and-as-varied-as-a-real-one-0123456789-abcdefghij",
    "TIME_ZONE": "Europe/London",
    "HTTPS": "1",
    "TRUSTED_PROXIES": "127.0.0.1, ::1",
}


def started(**environment: str) -> str:
    """The last line of what is said when the site starts with this environment."""
    names = (*GIVEN, "DEBUG", "DJANGO_SETTINGS_MODULE")
    inherited = {name: os.environ[name] for name in os.environ if name not in names}
    # Where no site has been started yet its static files are not collected, which is told and no fault.
    command = [sys.executable, "-W", "ignore:No directory at", "-c", "from competition.config.wsgi import application"]
    start = subprocess.run(
        command, cwd=ROOT, env={**inherited, **environment}, capture_output=True, text=True, check=False
    )
    return start.stderr.strip().rpartition("\n")[2]


def test_the_site_starts_with_all_it_needs():
    assert started(**GIVEN) == ""


@pytest.mark.parametrize("name", ["SECRET_KEY", "TIME_ZONE", "TRUSTED_PROXIES"])
def test_what_matters_is_not_guessed(name):
    assert f"ImproperlyConfigured: Set {name} in the environment: " in started(**GIVEN | {name: ""})
