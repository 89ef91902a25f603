"""What the README tells whoever puts the site on a machine: every file of it is taken by the program it is for."""

import re
import subprocess
import sys
from pathlib import Path

from competition.config.environment import SETTINGS
from tests.machine import needed
from tests.proxies import FILES, nginx_file
from tests.servers import free_port

SITE = "/srv/knockout/site/.venv/bin"


def ends_well(*command: str | Path) -> None:
    """The program takes what it is given and finds nothing to say against it."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_systemd_accepts_the_service(tmp_path):
    # It looks whether each program is there.
    service = (FILES / "knockout.service").read_text().replace(SITE, str(Path(sys.executable).parent))
    (tmp_path / "knockout.service").write_text(service)

    ends_well(needed("systemd-analyze"), "verify", tmp_path / "knockout.service")


def test_the_services_name_the_settings_that_the_site_reads():
    named = set(re.findall(r"^(\w+)=", (FILES / "knockout.env").read_text(), re.MULTILINE))
    read = {setting.name for setting in SETTINGS}

    assert named <= read
    assert read - named == {"DEBUG", "STATIC_ROOT"}


def test_caddy_takes_its_file():
    ends_well(needed("caddy"), "validate", "--adapter", "caddyfile", "--config", FILES / "Caddyfile")


def test_nginx_takes_its_file(tmp_path):
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=bridge.example.org"]
    ends_well(needed("openssl"), "req", *made, "-keyout", key, "-out", certificate)
    theirs = (FILES / "nginx.conf").read_text().replace("/etc/letsencrypt/live/bridge.example.org", str(tmp_path))
    # It tries to listen, which only root may on ports below 1024.
    theirs = re.sub(r"\blisten \d+", lambda _: f"listen 127.0.0.1:{free_port()}", theirs)

    ends_well(needed("nginx"), "-t", "-c", nginx_file(tmp_path, theirs))
