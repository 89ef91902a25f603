"""Tests that systemd, Caddy and nginx accept the project's configuration files."""

import re
import socket
import ssl
import subprocess
import sys
from pathlib import Path

from competition.config.environment import SETTINGS
from tests.machine import needed
from tests.proxies import FILES, listening, nginx_file
from tests.servers import free_port

SITE = "/srv/knockout/site/.venv/bin"


def ends_well(*command: str | Path) -> None:
    """Run a program. Assert that it succeeds."""
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def test_systemd_accepts_the_service(tmp_path):
    # systemd checks that each program exists.
    service = (FILES / "knockout.service").read_text().replace(SITE, str(Path(sys.executable).parent))
    (tmp_path / "knockout.service").write_text(service)

    ends_well(needed("systemd-analyze"), "verify", tmp_path / "knockout.service")


def test_the_service_is_hardened():
    # 3.0 or less is "OK". The site can write to its data, but not to its code.
    ends_well(needed("systemd-analyze"), "security", "--offline=true", "--threshold=30", FILES / "knockout.service")
    assert "ReadWritePaths" not in re.sub("^#.*", "", (FILES / "knockout.service").read_text(), flags=re.MULTILINE)


def test_the_settings_file_lists_all_settings_of_the_site():
    named = set(re.findall(r"^(\w+)=", (FILES / "knockout.env").read_text(), re.MULTILINE))
    read = {setting.name for setting in SETTINGS}

    assert named <= read
    assert read - named == {"DEBUG", "STATIC_ROOT"}


def test_caddy_accepts_its_configuration():
    ends_well(needed("caddy"), "validate", "--adapter", "caddyfile", "--config", FILES / "Caddyfile")


def test_nginx_accepts_its_configuration_and_supports_http2(tmp_path):
    key, certificate = tmp_path / "privkey.pem", tmp_path / "fullchain.pem"
    made = ["-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=bridge.example.org"]
    made += ["-addext", "subjectAltName=DNS:bridge.example.org"]
    ends_well(needed("openssl"), "req", *made, "-keyout", key, "-out", certificate)
    theirs = (FILES / "nginx.conf").read_text().replace("/etc/letsencrypt/live/bridge.example.org", str(tmp_path))
    # nginx tests its ports by listening, and only root can listen on ports below 1024.
    theirs = re.sub(r"\blisten \d+", lambda _: f"listen 127.0.0.1:{free_port()}", theirs)

    file = nginx_file(tmp_path, theirs)

    ends_well(needed("nginx"), "-t", "-c", file)

    port = int(re.findall(r"listen 127.0.0.1:(\d+) ssl", theirs)[0])
    with listening([needed("nginx"), "-c", str(file)], port, tmp_path / "nginx.out.log"):
        assert negotiated(port, certificate) == "h2"


def negotiated(port: int, certificate: Path) -> str | None:
    """Return the protocol that a server chooses for a browser."""
    context = ssl.create_default_context(cafile=str(certificate))
    context.set_alpn_protocols(["h2", "http/1.1"])
    with (
        socket.create_connection(("127.0.0.1", port)) as plain,
        context.wrap_socket(plain, server_hostname="bridge.example.org") as safe,
    ):
        return safe.selected_alpn_protocol()
