"""ASGI application that receives a whole request before Django handles it.

With Granian's own interface for WSGI, a half-received request would block a worker. Here it waits separately from the
threads that run Django, and no longer than `BODY_SECONDS`.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO
from typing import Any
from urllib.parse import unquote_to_bytes

from django.conf import settings

from competition.web.rules import FIGURES

TOO_SLOW = b"Your request took too long to arrive. Check your connection, then send it again."
Environment = dict[str, Any]
Headers = list[tuple[bytes, bytes]]
Receive = Callable[[], Awaitable[Environment]]


class WholeRequests:
    """ASGI application that runs a WSGI application in two threads: one for reading requests, one for the rest."""

    def __init__(self, respond: Callable[..., Iterable[bytes]]) -> None:
        """Set the WSGI application."""
        self._respond = respond
        # A request that waits to write must not block readers. More threads would share one processor and need more
        # connections.
        self._reading, self._writing = ThreadPoolExecutor(1), ThreadPoolExecutor(1)

    async def __call__(self, scope: Environment, receive: Receive, send: Callable[[Environment], Awaitable]) -> None:
        """Receive the request, get the site's response, and send it."""
        environ = _read_environment(scope)
        try:
            async with asyncio.timeout(settings.BODY_SECONDS):
                body = await _receive_body(environ.get("CONTENT_LENGTH", ""), receive)
        except TimeoutError:
            status = 408
            headers = [(b"content-type", b"text/plain"), (b"connection", b"close")]
            content = TOO_SLOW
        else:
            if body is None:
                return
            environ["wsgi.input"] = BytesIO(body)
            loop = asyncio.get_running_loop()
            thread = self._reading if scope["method"] in {"GET", "HEAD"} else self._writing
            status, headers, content = await loop.run_in_executor(thread, self._answer, environ)
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": content})

    def _answer(self, environ: Environment) -> tuple[int, Headers, bytes]:
        started: list[tuple[int, Headers]] = []

        def start_response(status: str, headers: list[tuple[str, str]], exc_info: object = None) -> None:
            coded = [(name.lower().encode("latin-1"), value.encode("latin-1")) for name, value in headers]
            started.append((int(status.partition(" ")[0]), coded))

        answer = self._respond(environ, start_response)
        try:
            content = b"".join(answer)
        finally:
            if hasattr(answer, "close"):
                answer.close()
        return *started[-1], content


async def _receive_body(length: str, receive: Receive) -> bytes | None:
    """Return the body of a request, or None if the sender has gone. `body_limit` rejects a length that is not read."""
    is_number = length.isascii() and length.isdigit() and len(length) <= FIGURES
    if not is_number or int(length) > settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
        return b""
    parts = []
    is_whole = int(length) == 0
    while not is_whole:
        message = await receive()
        if message["type"] != "http.request":
            return None
        parts.append(message.get("body", b""))
        is_whole = not message.get("more_body")
    return b"".join(parts)


def _read_environment(scope: Environment) -> Environment:
    """Return the request without its body, as WSGI defines it (PEP 3333)."""
    server, client = scope.get("server") or ("localhost", 80), scope.get("client") or ("", 0)
    environ = {
        "REQUEST_METHOD": scope["method"],
        "SCRIPT_NAME": "",
        "PATH_INFO": unquote_to_bytes(scope.get("raw_path") or scope["path"]).decode("latin-1"),
        "QUERY_STRING": scope["query_string"].decode("latin-1"),
        "SERVER_NAME": server[0],
        "SERVER_PORT": str(server[1]),
        "SERVER_PROTOCOL": f"HTTP/{scope['http_version']}",
        "REMOTE_ADDR": client[0],
        "wsgi.version": (1, 0),
        "wsgi.url_scheme": scope["scheme"],
        "wsgi.errors": sys.stderr,
        "wsgi.multithread": True,
        "wsgi.multiprocess": True,
        "wsgi.run_once": False,
    }
    for name, value in scope["headers"]:
        # A name with "_" could pass for one with "-", such as the name of a header from the proxy.
        if b"_" not in name:
            key = name.decode("latin-1").upper().replace("-", "_")
            key = key if key in {"CONTENT_LENGTH", "CONTENT_TYPE"} else f"HTTP_{key}"
            joint = "; " if key == "HTTP_COOKIE" else ","
            environ[key] = (
                f"{environ[key]}{joint}{value.decode('latin-1')}" if key in environ else value.decode("latin-1")
            )
    return environ
