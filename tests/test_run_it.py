"""What the README tells whoever puts the site on a machine: every file of it is taken by the program it is for."""

import re
import subprocess
import sys
from pathlib import Path

import pytest
from django.core.management import call_command

from competition.signing_in.models import Session
from tests.proxies import FILES, needed, nginx_file
from tests.servers import ROOT

SERVICES = ("knockout.service", "knockout-nightly.service", "knockout-nightly.timer", "knockout-mail.service")
SITE = "/srv/knockout/site/.venv/bin"


def ends_well(*command: str | Path) -> None:
    """The program takes what it is given and finds nothing to say against it."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_systemd_takes_the_services(tmp_path):
    # It looks whether each program is there.
    for name in SERVICES:
        (tmp_path / name).write_text((FILES / name).read_text().replace(SITE, str(Path(sys.executable).parent)))

    ends_well(needed("systemd-analyze"), "verify", *(tmp_path / name for name in SERVICES))


def test_the_services_name_the_settings_that_the_site_reads():
    named = set(re.findall(r"^(\w+)=", (FILES / "knockout.env").read_text(), re.MULTILINE))
    read = set(re.findall(r"(?:_given|_flag)\(\"(\w+)\"", (ROOT / "competition/config/settings.py").read_text()))

    assert named <= read
    assert read - named == {"DEBUG"}


@pytest.mark.django_db
def test_every_night_the_contacts_that_are_due_sessions_that_are_over_and_a_copy():
    nightly = re.findall(r"manage\.py (\w+)", (FILES / "knockout-nightly.service").read_text())
    for day, key in (("2020-01-01", "over"), ("2100-01-01", "open")):
        Session.objects.create(session_key=key, session_data="", expire_date=f"{day}T00:00Z")

    assert nightly == ["forget_contacts", "forget_evenings", "clearsessions", "backup"]
    for command in nightly[:-1]:
        call_command(command)

    assert [session.session_key for session in Session.objects.all()] == ["open"]


def test_caddy_takes_its_file():
    ends_well(needed("caddy"), "validate", "--adapter", "caddyfile", "--config", FILES / "Caddyfile")


def test_nginx_takes_its_file(tmp_path):
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=bridge.example.org"]
    ends_well(needed("openssl"), "req", *made, "-keyout", key, "-out", certificate)
    theirs = (FILES / "nginx.conf").read_text().replace("/etc/letsencrypt/live/bridge.example.org", str(tmp_path))

    ends_well(needed("nginx"), "-t", "-c", nginx_file(tmp_path, theirs))
