"""Tests for `.deploy/install`, which sets up a server. `tests.bare_root` runs it on a minimal Debian."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from competition.config import parsing
from tests.servers import ROOT

pytestmark = pytest.mark.skipif(os.geteuid() != 0, reason="needs root")

# Substitutes for programs that change the machine. "dpkg" reports a missing package.
PROGRAMS = {
    "adduser": "",
    "apt-get": "",
    "chown": "",
    "dpkg": "exit 1",
    "knockout": "echo knockout $*",
    "runuser": 'shift 3; [ "$1" = git ] && echo "a1b2c3d4e5 2026-11-28" >"$ROOT_OF_TEST/build"',
    "systemctl": 'echo "systemctl $*"',
    "python3": '[ "$1" = -m ] || exec /usr/bin/env -S PATH=/usr/bin:/bin python3 "$@"',
}


class Machine:
    """A machine in a folder, with a clone of the project."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.settings, self.caddyfile = folder / "etc/knockout.env", folder / "etc/caddy/Caddyfile"
        self.site = folder / "srv/knockout/site"
        shutil.copytree(ROOT / ".deploy", self.site / ".deploy")
        (self.site / ".venv/bin").mkdir(parents=True)
        (self.site / ".venv/bin/python").symlink_to(ROOT / ".venv/bin/python")
        (folder / "run/systemd/system").mkdir(parents=True)
        (folder / "bin").mkdir()
        for name, text in PROGRAMS.items():
            (folder / "bin" / name).write_text(f"#!/bin/sh\n{text}\n")
            (folder / "bin" / name).chmod(0o755)

    def install(self, *words: str, typed: str = "") -> subprocess.CompletedProcess[str]:
        given = {
            "PATH": f"{self.folder}/bin:/usr/sbin:/usr/bin:/sbin:/bin",
            "KNOCKOUT_ROOT": str(self.folder),
            "ROOT_OF_TEST": str(self.folder),
        }
        command = [self.site / ".deploy/install", *words]
        return subprocess.run(command, env=given, input=typed, capture_output=True, text=True, check=False)

    def setting(self, name: str) -> str:
        (value,) = re.findall(rf"^{name}=(.*)$", self.settings.read_text(), re.MULTILINE)
        return value


@pytest.fixture
def machine(tmp_path) -> Machine:
    return Machine(tmp_path)


def test_the_script_asks_two_questions_and_writes_the_domain_in_both_files(machine):
    done = machine.install(typed="bridge.lakes.example\nPacific/Auckland\n")

    assert done.returncode == 0, done.stderr
    assert (machine.setting("ALLOWED_HOSTS"), machine.setting("TIME_ZONE")) == (
        "bridge.lakes.example",
        "Pacific/Auckland",
    )
    assert parsing.secret_key(machine.setting("SECRET_KEY"))
    assert machine.settings.stat().st_mode & 0o777 == 0o600
    assert "{$SITE:bridge.lakes.example} {" in machine.caddyfile.read_text()
    assert (machine.folder / "etc/systemd/system/knockout.service").exists()
    assert os.access(machine.folder / "usr/local/bin/knockout", os.X_OK)
    assert "systemctl enable --quiet --now knockout\nsystemctl restart caddy\n" in done.stdout
    assert machine.setting("SECRET_KEY") not in done.stdout + done.stderr


def test_a_second_run_keeps_settings_and_edited_files(machine):
    machine.install("bridge.lakes.example", "Pacific/Auckland")
    machine.settings.write_text(machine.settings.read_text().replace("EMAIL_FROM=", "EMAIL_FROM=desk@lakes.example"))
    for edited in (machine.caddyfile, machine.folder / "etc/systemd/system/knockout.service"):
        edited.write_text(f"{edited.read_text()}# Mine\n")
    files = {path: path.read_text() for path in (machine.folder / "etc").rglob("*") if path.is_file()}

    done = machine.install("cup.lakes.example", "Europe/London")

    assert done.returncode == 0, done.stderr
    assert {path: path.read_text() for path in (machine.folder / "etc").rglob("*") if path.is_file()} == files
    for kept in ("SECRET_KEY", "ALLOWED_HOSTS", "TIME_ZONE"):
        assert f"Kept {kept} in " in done.stdout
    assert f"Kept {machine.caddyfile}.\n" in done.stdout
    assert "knockout.service, which differs from" in done.stdout
    assert "restart caddy" not in done.stdout


def test_a_second_run_asks_nothing(machine):
    machine.install("bridge.lakes.example", "Pacific/Auckland")

    done = machine.install()

    assert (done.returncode, done.stderr) == (0, "")


def test_the_caddyfile_of_debian_is_put_aside(machine):
    machine.caddyfile.parent.mkdir(parents=True)
    machine.caddyfile.write_text(":80 {\n}\n")

    machine.install("bridge.lakes.example", "Pacific/Auckland")

    assert machine.caddyfile.with_name("Caddyfile.before").read_text() == ":80 {\n}\n"
    assert "bridge.lakes.example" in machine.caddyfile.read_text()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["https://lakes.example/", "Europe/London"], "is not a domain. Give a name such as bridge.example.org.\n"),
        (["bridge.lakes.example", "Europe/Londn"], "There is no time zone “Europe/Londn”. Run the script again"),
        (["bridge.lakes.example"], "There is no answer. Run: .deploy/install DOMAIN TIME_ZONE\n"),
    ],
)
def test_a_wrong_answer_writes_no_settings(machine, words, told):
    done = machine.install(*words)

    assert (done.returncode, machine.settings.exists()) == (1, False)
    assert told in done.stderr


def test_the_site_is_not_started_without_systemd(machine):
    (machine.folder / "run/systemd/system").rmdir()

    done = machine.install("bridge.lakes.example", "Pacific/Auckland")

    assert done.returncode == 0, done.stderr
    assert "so the site is not started" in done.stdout
    assert "systemctl" not in done.stdout
