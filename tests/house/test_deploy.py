import os
import re
import secrets  # noqa: F401 - as the command in the README needs it
import subprocess
import sys

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command

from competition.config import settings as real
from competition.config.checks import is_weak
from tests.house.sources import ROOT, TEMPLATES


def test_the_deployment_check_finds_nothing():
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith("DJANGO_")}
    secret = "as-long-and-as-varied-as-a-real-one-0123456789-abcdefghij"

    check = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**inherited, "HTTPS": "1", "SECRET_KEY": secret},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (check.returncode, check.stderr) == (0, "")


KEYS = {
    "short": "as-varied-as-a-real-one-0123456789-abcdefghijkl",
    "of few characters": "abcabcabc" * 9,
    "of one": "x" * 80,
}


@pytest.mark.parametrize("key", KEYS.values(), ids=KEYS)
@pytest.mark.parametrize(
    "starts", [("manage.py", "check"), ("-c", "import competition.config.wsgi")], ids=["check", "site"]
)
def test_nothing_starts_with_a_key_that_can_be_guessed(starts, key):
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith("DJANGO_")}
    given = {"TIME_ZONE": "Europe/London", "SECRET_KEY": key}

    started = subprocess.run(
        [sys.executable, *starts], cwd=ROOT, env={**inherited, **given}, capture_output=True, text=True, check=False
    )

    assert started.returncode == 1
    assert "SECRET_KEY is too easy to guess: it must be 50 or more random characters" in started.stderr


def test_a_key_made_as_the_readme_says_is_none():
    made = re.search(r"`python3 -c \"(import secrets; print\((.*?)\))\"`", (ROOT / "README.md").read_text())

    assert made
    assert not any(is_weak(eval(made[2])) for _ in range(99))


@pytest.fixture
def collected(settings, tmp_path):
    """Static files as in production: collected, with their contents in their names."""
    settings.STATIC_ROOT = tmp_path
    settings.STORAGES = real.STORAGES
    call_command("collectstatic", verbosity=0, interactive=False)


def test_every_static_file_a_template_names_is_collected(collected):
    named = {file for path in TEMPLATES for file in re.findall(r"{% static ['\"](.*?)['\"]", path.read_text())}

    assert named
    assert {file for file in named if not re.search(r"\.[0-9a-f]{12}\.", staticfiles_storage.url(file))} == set()
