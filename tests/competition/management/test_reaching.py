"""Tests for checking that the running site can be reached, with stand-ins for the site and its proxy."""

import json
import socket
import ssl
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler

import pytest
from django.utils import timezone

from competition.desk.access import proxy_path
from competition.desk.rules.checks import Check, CheckState
from competition.management import reaching
from tests.proxies import App
from tests.servers import free_port

GOOD = ["Proxy and https", "ok", "This page came by https.", ""]
BAD = ["Proxy and https", "bad", "The proxy does not send X-Forwarded-For.", "Let it do so."]
WELL = "ok\nwriting: ok"


def site(check: object = GOOD, *, status: int = 200, health: str = WELL) -> Callable[[BaseHTTPRequestHandler], None]:
    """Return a stand-in for the site, with this health and this answer about the proxy."""

    def reply(request: BaseHTTPRequestHandler) -> None:
        is_health = request.path == "/healthz"
        text = (health if is_health else json.dumps(check)).encode()
        request.send_response(503 if is_health and not health.startswith("ok") else 200 if is_health else status)
        request.send_header("Location", f"https://{request.headers['Host']}{request.path}")
        request.send_header("Content-Length", str(len(text)))
        request.end_headers()
        request.wfile.write(text)

    return reply


@contextmanager
def running(reply: Callable[[BaseHTTPRequestHandler], None]) -> Iterator[int]:
    with App(free_port(), reply) as app:
        yield app.server_port


def as_text(check: Check) -> str:
    return f"{check.state} {check.title}: {check.sentence} {check.remedy}".strip()


def test_a_running_site_is_in_order():
    with running(site()) as port:
        assert reaching.check_running_site("127.0.0.1", port).state is CheckState.OK


def test_a_stopped_site_is_a_fault():
    found = as_text(reaching.check_running_site("127.0.0.1", port := free_port()))

    assert found.startswith(f"bad Running site: The site does not answer at 127.0.0.1:{port}: Connection refused.")
    assert "systemctl restart knockout" in found


def test_a_silent_site_is_a_fault(monkeypatch):
    monkeypatch.setattr(reaching, "_PATIENCE", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        found = as_text(reaching.check_running_site("127.0.0.1", silent.getsockname()[1]))

    assert "no answer in 0.2 seconds" in found


def test_an_unhealthy_site_is_a_fault():
    with running(site(health="The database is not responding.")) as port:
        found = as_text(reaching.check_running_site("127.0.0.1", port))

    assert f"The site at 127.0.0.1:{port} answers with status 503: “The database is not responding.”." in found


@pytest.mark.parametrize(("check", "status"), [("x", 404), ("x", 200), ([], 200), (None, 500)])
def test_another_site_or_version_on_the_port_is_a_fault(check, status):
    with running(site(check, status=status)) as port:
        found = as_text(reaching.check_running_site("127.0.0.1", port))

    assert "has other settings or another version than this command. Restart it: systemctl restart" in found


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("headers", "told"),
    [
        ({}, "The proxy does not send X-Forwarded-For"),
        ({"HTTP_X_FORWARDED_FOR": "127.0.0.1"}, "This page came by https."),
    ],
)
def test_the_command_gets_the_proxy_check_from_the_site(client, settings, headers, told):
    settings.HTTPS = True

    title, _, sentence, _ = client.get(proxy_path(), **headers).json()

    assert (title, sentence.startswith(told)) == ("Proxy and https", True)


@pytest.mark.django_db
def test_the_site_answers_only_commands_that_have_its_key(client, settings):
    address = proxy_path()
    settings.SECRET_KEY = "another-key-0123456789-abcdefghijklmnopqrstuvwxyz-0123456789"

    assert client.get(address).status_code == 404


@pytest.fixture
def visited(settings, monkeypatch) -> Callable[..., list[str]]:
    """Return a function that checks the public address, which leads to a stand-in for the proxy."""
    settings.SITE_ADDRESS, settings.HTTPS = "http://bridge.example.org", True

    def visit(reply: Callable[[BaseHTTPRequestHandler], None]) -> list[str]:
        with running(reply) as port:
            monkeypatch.setattr(
                reaching, "HTTPConnection", lambda host, timeout: HTTPConnection("127.0.0.1", port, timeout=timeout)
            )
            return [as_text(check) for check in reaching.check_public_address()]

    return visit


def test_the_public_address_returns_the_proxy_check(visited):
    assert visited(site()) == [
        "ok Public address: The site answers at http://bridge.example.org.",
        "ok Proxy and https: This page came by https.",
    ]
    assert visited(site(BAD))[1].startswith("bad Proxy and https: The proxy does not send X-Forwarded-For.")


@pytest.mark.parametrize(
    ("status", "told"),
    [
        (502, "The proxy at http://bridge.example.org does not reach the site (status 502)."),
        (301, "redirects to https://bridge.example.org again and again. Let the proxy set X-Forwarded-Proto"),
        (404, "Another site answers at http://bridge.example.org, or this one with other settings (status 404)."),
    ],
)
def test_a_wrong_answer_at_the_public_address_is_a_fault(visited, status, told):
    (found,) = visited(site(status=status))

    assert found.startswith("bad Public address: ")
    assert told in found


@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "does not answer: Connection refused. Start the proxy"),
        (socket.gaierror(-2, "Name or service not known"), "The name bridge.example.org leads to no machine."),
        (TimeoutError("timed out"), "no answer in 10 seconds. Open ports 80 and 443"),
        (ssl.SSLError(1, "internal error"), "does not answer: internal error. Start the proxy"),
    ],
)
def test_no_answer_at_the_public_address_is_a_fault(settings, monkeypatch, fault, told):
    settings.SITE_ADDRESS, settings.HTTPS = "https://bridge.example.org", True

    def connect(connection) -> None:
        raise fault

    monkeypatch.setattr(reaching.HTTPSConnection, "connect", connect)

    (check,) = reaching.check_public_address()

    assert check.state is CheckState.BAD
    assert told in as_text(check)


@pytest.mark.parametrize(
    ("total", "left", "state", "told"),
    [
        (90, 60, CheckState.OK, "for 60 more days, until"),
        (90, 9, CheckState.WARNING, "for 9 more days, until"),
        (90, 1, CheckState.BAD, "for 1 more day, until"),
        # Caddy's own certificates are valid for twelve hours.
        (0.5, 0.4, CheckState.OK, "for less than a day, until"),
    ],
)
def test_a_certificate_close_to_expiry_is_reported(total, left, state, told):
    class Connected:
        @staticmethod
        def getpeercert() -> dict[str, str]:
            end = timezone.now() + timedelta(days=left, hours=1)
            times = {"notBefore": end - timedelta(days=total), "notAfter": end}
            return {name: f"{at:%b %d %H:%M:%S %Y} GMT" for name, at in times.items()}

    check = reaching._check_certificate(Connected())

    assert (check.state, told in check.sentence) == (state, True)


def test_a_local_site_has_no_public_address(settings):
    settings.SITE_ADDRESS, settings.HTTPS = "http://localhost", False

    assert [check.title for check in reaching.check_public_address()] == ["Proxy and https"]
