"""Tests for settings that come from the environment."""

import os
import subprocess
import sys

from tests.house.sources import ROOT

NAMES = ("ALLOWED_HOSTS", "DATABASE_URL", "DEBUG", "HTTPS", "TIME_ZONE", "TRUSTED_PROXIES")
ASK = f"""
from competition.config import settings
for name in {(*NAMES, "DATABASES")}:
    print(name, getattr(settings, name, None))
"""


def settings_of(**environment: str) -> str:
    """Return the settings in this environment, one per line."""
    inherited = {name: os.environ[name] for name in os.environ if name not in (*NAMES, "DJANGO_SETTINGS_MODULE")}
    command = [sys.executable, "-c", ASK]
    asked = subprocess.run(
        command, cwd=ROOT, env={**inherited, **environment}, capture_output=True, text=True, check=True
    )
    return asked.stdout


def test_an_empty_setting_has_its_default():
    assert settings_of(**dict.fromkeys(NAMES, "")) == settings_of()
