"""What the environment says, and what it leaves unsaid."""

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
    """What the settings come to with this environment, name by name."""
    inherited = {name: os.environ[name] for name in os.environ if name not in (*NAMES, "DJANGO_SETTINGS_MODULE")}
    command = [sys.executable, "-c", ASK]
    asked = subprocess.run(
        command, cwd=ROOT, env={**inherited, **environment}, capture_output=True, text=True, check=True
    )
    return asked.stdout


def test_a_setting_that_is_left_empty_is_as_if_it_were_not_there():
    assert settings_of(**dict.fromkeys(NAMES, "")) == settings_of()
