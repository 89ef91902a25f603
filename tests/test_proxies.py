"""Tests for Caddy and nginx with the project's files: logs, headers, retries, compression and limits."""

import gzip
import http.client
import re
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http.server import BaseHTTPRequestHandler
from pathlib import Path

import pytest

from tests import fresh
from tests.proxies import App, caddy, nginx
from tests.servers import ROOT, answers, environment, free_port, server

both = pytest.mark.parametrize("proxy", [caddy, nginx])
# Every kind of secret address on the site, with its secret.
SECRETS = {
    "/p/7~S3cr3tLink/": "S3cr3tLink",
    "/p/7~S3cr3tAnswer/answer/": "S3cr3tAnswer",
    "/p/7~S3cr3tCalendar/calendar.ics": "S3cr3tCalendar",
    "/pads/join/S3cr3tPad/": "S3cr3tPad",
    "/desk/welcome/S3cr3tWelcome/": "S3cr3tWelcome",
    "/demo/enter/S3cr3tEntry/": "S3cr3tEntry",
    "/static/x.css?S3cr3tQuery": "S3cr3tQuery",
}


def ask(port: int, method: str, path: str, body: bytes | None = None, **headers: str) -> http.client.HTTPResponse:
    """Send one request. The response has its body in `content`."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=20)) as connection:
        connection.request(method, path, body, {"Host": "127.0.0.1", **named})
        with connection.getresponse() as response:
            response.content = response.read()  # type: ignore[attr-defined]
            return response


def logs(folder: Path) -> str:
    """Return everything that the proxy has written."""
    return "".join(path.read_text() for path in sorted(folder.rglob("*.log")))


def hang_up(request: BaseHTTPRequestHandler) -> None:
    request.connection.shutdown(socket.SHUT_RDWR)


def stop_half_way(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "1000")
    request.end_headers()
    request.wfile.write(b"half")
    hang_up(request)


def visit_all_secrets(port: int) -> list[int]:
    """Request every secret address, each with another secret in the Referer header."""

    def visit(path: str) -> int:
        with suppress(http.client.HTTPException, OSError):
            return ask(port, "GET", path, Referer="http://127.0.0.1/p/7~S3cr3tReferer/").status
        return 0

    with ThreadPoolExecutor(len(SECRETS)) as visitors:
        return [*visitors.map(visit, SECRETS)]


@both
def test_no_log_contains_a_private_link_while_the_site_is_down(proxy, tmp_path):
    with proxy(tmp_path, port := free_port(), free_port()):
        statuses = visit_all_secrets(port)

    assert {*statuses} <= {502, 503}
    assert "S3cr3t" not in logs(tmp_path)
    # The administrator must still see that something failed.
    assert re.search("50[23]", logs(tmp_path))


@both
@pytest.mark.parametrize("reply", [hang_up, stop_half_way])
def test_no_log_contains_a_private_link_when_the_app_dies(proxy, reply, tmp_path):
    with App(app := free_port(), reply), proxy(tmp_path, port := free_port(), app):
        visit_all_secrets(port)

    assert "S3cr3t" not in logs(tmp_path)


@both
def test_no_log_contains_a_private_link_that_works(proxy, tmp_path):
    with App(app := free_port()), proxy(tmp_path, port := free_port(), app):
        statuses = visit_all_secrets(port)

    assert {*statuses} == {200}
    assert "S3cr3t" not in logs(tmp_path)


def test_nginx_does_not_log_a_private_link_opened_without_https(tmp_path):
    with nginx(tmp_path, free_port(), free_port(), plain=(port := free_port())):
        statuses = visit_all_secrets(port)

    assert {*statuses} == {301}
    assert "S3cr3t" not in logs(tmp_path)


@both
def test_every_request_succeeds_while_one_of_two_machines_is_down(proxy, tmp_path):
    with App(app := free_port()) as alive, proxy(tmp_path, port := free_port(), free_port(), app):
        bodies = [b"%d" % number * 20_000 for number in range(10, 22)]
        with ThreadPoolExecutor(6) as visitors:
            sent = [*visitors.map(lambda body: ask(port, "POST", "/deals/", body).status, bodies)]
            read = [*visitors.map(lambda _: ask(port, "GET", "/").status, range(12))]

    assert (sent, read) == ([200] * 12, [200] * 12)
    assert sorted(body for method, _, body, _ in alive.seen if method == "POST") == bodies


def test_caddy_holds_requests_while_the_app_restarts(tmp_path):
    bodies = [b"%d" % number * 20_000 for number in range(10, 18)]
    with caddy(tmp_path, port := free_port(), site := free_port(), wait="10s"), ThreadPoolExecutor(16) as visitors:
        sent = [visitors.submit(ask, port, "POST", "/deals/", body) for body in bodies]
        read = [visitors.submit(ask, port, "GET", "/") for _ in bodies]
        time.sleep(1)
        with App(site) as app:
            statuses = {future.result().status for future in (*sent, *read)}

    assert statuses == {200}
    assert sorted(body for method, _, body, _ in app.seen if method == "POST") == bodies


@both
def test_a_form_that_may_have_been_saved_is_not_sent_twice(proxy, tmp_path):
    with (
        App(first := free_port(), hang_up) as one,
        App(second := free_port(), hang_up) as other,
        proxy(tmp_path, port := free_port(), first, second),
    ):
        response = ask(port, "POST", "/report/", b"we=won")

    assert len(one.seen) + len(other.seen) == 1
    assert response.status == 502
    assert b"check whether it was saved before you send it again" in response.content


@both
def test_proxies_replace_forwarded_headers_sent_by_visitors(proxy, tmp_path):
    with App(app := free_port()) as site, proxy(tmp_path, port := free_port(), app):
        claims = {"X_Forwarded_For": "6.6.6.6", "X_Forwarded_Proto": "https", "X_Original_Content_Length": "3000000"}
        ask(port, "GET", "/", **claims)

    _, _, _, headers = site.seen[0]
    told = headers["host"], headers["x-forwarded-for"], headers["x-forwarded-proto"]
    assert told == ("127.0.0.1", "127.0.0.1", "http")
    assert "x-original-content-length" not in headers


@pytest.fixture(scope="module")
def site(tmp_path_factory) -> Iterator[int]:
    """Run a site with an empty database. Yield its port."""
    folder, port = tmp_path_factory.mktemp("site"), free_port()
    settings = environment(f"sqlite:///{folder}/db.sqlite3", folder / "static")
    settings |= {"DJANGO_SETTINGS_MODULE": "competition.config.settings"}
    fresh.copy_to(folder / "db.sqlite3")
    command = [sys.executable, "manage.py", "collectstatic", "--no-input", "--verbosity", "0"]
    subprocess.run(command, cwd=ROOT, env=settings, check=True)
    with server(settings, port):
        yield port


@pytest.mark.parametrize("host", ["", "Host: 10.88.0.2:8000\r\n", "Host: balancer_1\r\n"])
def test_a_health_check_can_use_any_host_name(site, host):
    for request_line in ("GET /healthz HTTP/1.0", "GET /healthz HTTP/1.1", "HEAD /healthz HTTP/1.1"):
        with socket.create_connection(("127.0.0.1", site), timeout=10) as probe:
            probe.sendall(f"{request_line}\r\n{host}Connection: close\r\n\r\n".encode())

            assert probe.recv(12)[8:] == b" 200"


@both
def test_half_sent_requests_do_not_stop_the_site(proxy, site, tmp_path):
    with ExitStack() as open_until_the_end:
        open_until_the_end.enter_context(proxy(tmp_path, port := free_port(), site))
        for _ in range(40):
            phone = open_until_the_end.enter_context(socket.create_connection(("127.0.0.1", port)))
            phone.sendall(b"POST /p/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 1000\r\n\r\ncode=")

        assert [answers(port), answers(site)] == [True, True]


@both
@pytest.mark.parametrize("size", [2_000_001, 10_000_000])
def test_the_app_explains_that_a_body_is_too_large(proxy, size, site, tmp_path):
    with proxy(tmp_path, port := free_port(), site):
        response = ask(port, "POST", "/p/", b"x" * size)

    assert response.status == 413
    assert "too large. The limit is 2 MB." in response.content.decode()
    assert "Show competitions" in response.content.decode()


@both
def test_a_body_at_the_limit_reaches_the_app(proxy, tmp_path):
    with App(app := free_port()) as alive, proxy(tmp_path, port := free_port(), app):
        response = ask(port, "POST", "/", b"x" * 2_000_000)

    assert (response.status, [len(body) for _, _, body, _ in alive.seen]) == (200, [2_000_000])


@both
def test_a_body_that_is_far_too_large_is_not_read(proxy, site, tmp_path):
    with proxy(tmp_path, port := free_port(), site), socket.create_connection(("127.0.0.1", port), timeout=10) as phone:
        phone.sendall(b"POST /p/ HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 200000000\r\n\r\n")

        # A proxy that read the body would wait for it, longer than the phone does.
        assert phone.recv(12) == b"HTTP/1.1 413"


@both
def test_pages_and_static_files_are_compressed_once(proxy, site, tmp_path):
    with proxy(tmp_path, port := free_port(), site):
        page = ask(port, "GET", "/pads/", Accept_Encoding="gzip")
        style = page_file(gzip.decompress(page.content).decode())
        passed_on = ask(port, "GET", style, Accept_Encoding="gzip")
        direct = ask(site, "GET", style, Accept_Encoding="gzip")

    assert page.headers["Content-Encoding"] == passed_on.headers["Content-Encoding"] == "gzip"
    assert passed_on.content == direct.content


def page_file(page: str) -> str:
    """Return the address of a page's first style sheet."""
    return page.split('rel="stylesheet" href="')[1].split('"')[0]
