"""Tests that the web server starts only with complete settings."""

import os
import signal
import subprocess
import sys
import time

from competition.config.environment import SETTINGS
from competition.management.commands.serve import web_server
from tests.house.sources import ROOT
from tests.servers import free_port, kill

GIVEN = {
    "SECRET_KEY": "as-long-and-as-varied-as-a-real-one-0123456789-abcdefghij",
    "ALLOWED_HOSTS": "bridge.example.org",
    "TIME_ZONE": "Europe/London",
    "HTTPS": "1",
    "TRUSTED_PROXIES": "127.0.0.1, ::1",
}


def run(*command: str, **environment: str) -> subprocess.CompletedProcess:
    """Run a Python program with only these settings."""
    names = {"DJANGO_SETTINGS_MODULE", *(setting.name for setting in SETTINGS)}
    inherited = {name: os.environ[name] for name in os.environ if name not in names}
    return subprocess.run(
        [sys.executable, *command],
        cwd=ROOT,
        env={**inherited, **environment},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def started(**environment: str) -> tuple[int, str]:
    """Start the site in this environment. Return the exit status and the error output."""
    # Django warns about missing static files, which do not matter here.
    start = run("-W", "ignore:No directory at", "-c", "from competition.config.wsgi import application", **environment)
    return start.returncode, start.stderr


def test_the_site_starts_with_complete_settings(tmp_path):
    (tmp_path / "db.sqlite3").touch()

    assert started(**GIVEN, DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3") == (0, "")


def test_a_missing_setting_is_reported_in_one_line():
    status, said = started(**GIVEN | {"TIME_ZONE": ""})

    assert (status, said.count("\n")) == (1, 1)
    assert said.startswith("TIME_ZONE is missing")


def test_a_missing_database_is_reported_in_one_line(tmp_path):
    status, said = started(**GIVEN, DATABASE_URL=f"sqlite:///{tmp_path}/db.sqlite3")

    assert (status, said.count("\n")) == (1, 1)
    assert f"{tmp_path}/db.sqlite3, which does not exist. " in said
    assert list(tmp_path.iterdir()) == []


def test_a_worker_reports_a_wrong_setting_without_a_traceback():
    options = ["--interface", "wsgi", "--workers", "2", "--port", str(free_port()), "--no-log"]

    server = run("-m", "granian", *options, "competition.config.wsgi:application", **GIVEN | {"TIME_ZONE": "Mars"})

    assert server.returncode == 1
    assert {line for line in server.stderr.splitlines() if "TIME_ZONE" in line} == {
        'TIME_ZONE is "Mars", which is not a time zone. Write a name such as Europe/Paris.'
    }
    assert "Traceback" not in server.stderr


def test_a_server_can_be_stopped_during_startup(tmp_path):
    (tmp_path / "db.sqlite3").touch()
    given = {**os.environ, **GIVEN, "DATABASE_URL": f"sqlite:///{tmp_path}/db.sqlite3"}
    given["DJANGO_SETTINGS_MODULE"] = "competition.config.settings"
    command = [*web_server("127.0.0.1", free_port(), workers=2), "--no-log"]
    server = subprocess.Popen(command, cwd=ROOT, env=given, start_new_session=True)
    try:
        time.sleep(0.8)
        server.terminate()

        # A starting worker may ignore the signal. The server then kills it.
        assert server.wait(timeout=20) in {0, -signal.SIGTERM}
    finally:
        kill(server)
