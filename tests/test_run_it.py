"""What the README tells whoever puts the site on a machine: every file of it is taken by the program it is for."""

import os
import re
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

import pytest
from django.core.management import call_command

from competition.signing_in.models import Session
from tests.machine import needed
from tests.servers import ROOT, answers, environment, free_port, running, server

FILES = ROOT / ".deploy"
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
    # It tries to listen, which only root may on ports below 1024.
    theirs = re.sub(r"\blisten \d+", lambda _: f"listen 127.0.0.1:{free_port()}", theirs)

    ends_well(needed("nginx"), "-t", "-c", nginx_file(tmp_path, theirs))


def nginx_file(folder: Path, servers: str) -> Path:
    """A whole configuration of nginx with these servers, which writes nowhere but in this folder."""
    kept = " ".join(
        f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    program = f"daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}"
    whole = f"{program} http {{ access_log off; {kept} {servers} }}"
    (folder / "whole.conf").write_text(whole)
    return folder / "whole.conf"


@contextmanager
def caddy(folder: Path, port: int, site: int) -> Iterator[object]:
    text = (FILES / "Caddyfile").read_text().replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1)
    text = text.replace("bridge.example.org {", f"http://127.0.0.1:{port} {{").replace(":8000", f":{site}")
    (folder / "Caddyfile").write_text(text)
    command = [needed("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    with running(command, port, {**os.environ, "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}):
        yield


@contextmanager
def nginx(folder: Path, port: int, site: int) -> Iterator[object]:
    _, _, secure = (FILES / "nginx.conf").read_text().partition("\nserver {")
    text = "server {" + secure.replace("listen 443 ssl", f"listen 127.0.0.1:{port}").replace(":8000", f":{site}")
    text = re.sub(r"^ +ssl_.*\n", "", text, flags=re.MULTILINE)
    with running([needed("nginx"), "-c", str(nginx_file(folder, text))], port):
        yield


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[int]:
    """The port of a site with nothing in it yet."""
    folder, port = tmp_path_factory.mktemp("site"), free_port()
    settings = environment(f"sqlite:///{folder}/db.sqlite3", folder / "static")
    for command in ("migrate", "collectstatic --no-input"):
        subprocess.run(
            [sys.executable, "manage.py", *command.split(), "--verbosity", "0"], cwd=ROOT, env=settings, check=True
        )
    with server(settings, port):
        yield port


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_half_sent_requests_do_not_stop_the_site(proxy, site, tmp_path):
    with ExitStack() as open_until_the_end:
        open_until_the_end.enter_context(proxy(tmp_path, port := free_port(), site))
        for _ in range(40):
            phone = open_until_the_end.enter_context(socket.create_connection(("127.0.0.1", port)))
            phone.sendall(b"POST /p/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\ncode=")

        assert [answers(port), answers(site)] == [True, True]


@pytest.mark.parametrize("proxy", [caddy, nginx])
def test_what_is_far_too_large_never_reaches_the_site(proxy, site, tmp_path):
    with proxy(tmp_path, port := free_port(), site), socket.create_connection(("127.0.0.1", port), timeout=10) as phone:
        phone.sendall(b"POST /p/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000000\r\n\r\n")
        with suppress(OSError):
            phone.sendall(b"x" * 4_000_000)

        assert phone.recv(12) == b"HTTP/1.1 413"
