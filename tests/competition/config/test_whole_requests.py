"""Tests for receiving requests and sending responses in the workers of the web server."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import pytest

from competition.config.whole_requests import TOO_SLOW, WholeRequests

SCOPE = {
    "type": "http",
    "http_version": "1.1",
    "method": "POST",
    "path": "/a b/é",
    "raw_path": b"/a%20b/%C3%A9",
    "query_string": b"x=%20",
    "scheme": "http",
    "server": ("127.0.0.1", 8000),
    "client": ("192.0.2.7", 5000),
    "headers": [(b"host", b"localhost"), (b"content-length", b"5"), (b"cookie", b"a=1"), (b"cookie", b"b=2")],
}


def exchange(scope: dict, *messages: dict) -> tuple[list[dict], list[dict]]:
    """Return the requests as seen by Django, and the messages sent by the worker."""
    seen, sent, waiting = [], [], [*messages]

    def django(environ, start_response):
        seen.append(environ | {"body": environ["wsgi.input"].read()})
        start_response("201 Created", [("X-Name", "é")])
        return iter([b"a", b"b"])

    async def receive() -> dict:
        if not waiting:
            await asyncio.sleep(9)
        return waiting.pop(0)

    async def send(message: dict) -> None:
        sent.append(message)

    # Use a separate thread, because Playwright keeps a loop running in the thread of the browser tests.
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, WholeRequests(django)(scope, receive, send)).result()
    return seen, sent


def part(body: bytes, more: bool = False) -> dict:
    return {"type": "http.request", "body": body, "more_body": more}


def test_a_request_reaches_django_complete():
    (seen,), sent = exchange(SCOPE, part(b"ab", more=True), part(b"cde"))

    assert seen["body"] == b"abcde"
    assert seen["PATH_INFO"].encode("latin-1").decode() == "/a b/é"
    assert (seen["QUERY_STRING"], seen["REMOTE_ADDR"], seen["HTTP_COOKIE"]) == ("x=%20", "192.0.2.7", "a=1; b=2")
    assert sent == [
        {"type": "http.response.start", "status": 201, "headers": [(b"x-name", b"\xe9")]},
        {"type": "http.response.body", "body": b"ab"},
    ]


def test_a_slow_request_is_refused(settings):
    settings.BODY_SECONDS = 0.05

    seen, (start, body) = exchange(SCOPE, part(b"ab", more=True))

    assert (seen, start["status"], body["body"]) == ([], 408, TOO_SLOW)


def test_a_request_is_dropped_if_its_sender_has_gone():
    assert exchange(SCOPE, part(b"ab", more=True), {"type": "http.disconnect"}) == ([], [])


@pytest.mark.parametrize("length", [b"2000001", b"9" * 5000, b"-1", b"x", "٣".encode(), b""])
def test_a_refused_body_is_not_read(length):
    (seen,), _ = exchange(SCOPE | {"headers": [(b"content-length", length)]})

    assert (seen["body"], seen["CONTENT_LENGTH"]) == (b"", length.decode("latin-1"))


def test_a_header_with_underscores_cannot_replace_the_proxys():
    headers = [(b"x_forwarded_for", b"1.2.3.4"), (b"x-forwarded-for", b"5.6.7.8"), (b"x-forwarded-for", b"9.9.9.9")]

    (seen,), _ = exchange(SCOPE | {"headers": headers})

    assert seen["HTTP_X_FORWARDED_FOR"] == "5.6.7.8,9.9.9.9"
