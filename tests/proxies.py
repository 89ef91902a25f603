"""Caddy and nginx with the project's configuration, in front of the app or a stand-in."""

import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

from tests.machine import needed
from tests.servers import ROOT, free_port, kill

FILES = ROOT / ".deploy"


@contextmanager
def listening(command: list[str], port: int, log: Path, environment: dict[str, str] | None = None) -> Iterator[None]:
    """Run a program until the block ends. First wait until its port is open. It writes to `log`."""
    with log.open("w") as output:
        process = subprocess.Popen(command, env=environment, stdout=output, stderr=output, start_new_session=True)
    try:
        deadline = time.monotonic() + 20
        while not is_open(port):
            assert process.poll() is None, log.read_text()
            assert time.monotonic() < deadline, log.read_text()
            time.sleep(0.02)
        # Another program may have opened the port.
        assert process.poll() is None, log.read_text()
        yield
    finally:
        kill(process)


def is_open(port: int) -> bool:
    """Return True if something listens on this port."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


@contextmanager
def caddy(folder: Path, port: int, *apps: int, wait: str = "2s") -> Iterator[None]:
    """Run Caddy on this port, in front of the apps on those ports. `wait` shortens its wait for an app."""
    text = (FILES / "Caddyfile").read_text().replace("{\n", "{\n\tadmin off\n\tauto_https off\n", 1)
    text = text.replace("lb_try_duration 10s", f"lb_try_duration {wait}")
    (folder / "Caddyfile").write_text(text)
    command = [needed("caddy"), "run", "--adapter", "caddyfile", "--config", str(folder / "Caddyfile")]
    settings = {
        **os.environ,
        "XDG_DATA_HOME": str(folder),
        "XDG_CONFIG_HOME": str(folder),
        "SITE": f"http://127.0.0.1:{port}",
        "APP": " ".join(f"127.0.0.1:{app}" for app in apps),
    }
    with listening(command, port, folder / "caddy.log", settings):
        yield


@contextmanager
def nginx(folder: Path, port: int, *apps: int, plain: int | None = None) -> Iterator[None]:
    """Run nginx on this port, in front of the apps on those ports. `plain` is the port without https."""
    text = (FILES / "nginx.conf").read_text()
    machine = re.search(r"^ +server 127\.0\.0\.1:8000(.*\n)", text, re.MULTILINE)
    assert machine
    text = text.replace(machine[0], "".join(f"server 127.0.0.1:{app}{machine[1]}" for app in apps))
    text = text.replace("listen 443 ssl http2", f"listen 127.0.0.1:{port}").replace(
        "listen 80", f"listen 127.0.0.1:{plain or free_port()}"
    )
    text = re.sub(r"^ +ssl_.*\n", "", text, flags=re.MULTILINE)
    with listening([needed("nginx"), "-c", str(nginx_file(folder, text))], port, folder / "nginx.out.log"):
        yield


def nginx_file(folder: Path, servers: str) -> Path:
    """Write a complete nginx configuration with these servers. nginx then writes only to this folder."""
    kept = " ".join(
        f"{name}_temp_path {folder / name};" for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    )
    # Debian's nginx.conf logs every request, unless the site's own file prevents this.
    debian = f"access_log {folder}/access.log; error_log {folder}/error.log;"
    servers = servers.replace("/var/log/nginx", str(folder))
    whole = f"daemon off; pid {folder}/pid; events {{}} http {{ {debian} {kept} {servers} }}"
    # The nginx workers write to this folder, which belongs to the user who runs the tests.
    user = "user root; " if os.geteuid() == 0 else ""
    (folder / "whole.conf").write_text(f"{user}error_log {folder}/main.log; {whole}")
    return folder / "whole.conf"


class App(ThreadingHTTPServer):
    """A stand-in for the app. It stores each request and responds with `reply`."""

    daemon_threads = True
    request_queue_size = 128

    def __init__(self, port: int, reply: Callable[[BaseHTTPRequestHandler], None] | None = None) -> None:
        super().__init__(("127.0.0.1", port), _Handler)
        self.seen: list[tuple[str, str, bytes, dict[str, str]]] = []
        self.reply = reply or _answer
        self.thread = Thread(target=self.serve_forever, args=(0.02,), daemon=True)

    def __enter__(self) -> "App":
        self.thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()

    def handle_error(self, *_: object) -> None:
        """Print nothing if a proxy has closed a connection."""


def _answer(request: BaseHTTPRequestHandler) -> None:
    request.send_response(200)
    request.send_header("Content-Length", "2")
    request.end_headers()
    request.wfile.write(b"ok")


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: App

    def do_GET(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        headers = {name.lower(): value for name, value in self.headers.items()}
        self.server.seen.append((self.command, self.path, body, headers))
        self.server.reply(self)

    do_POST = do_GET  # noqa: N815

    def log_message(self, *_: object) -> None:
        """Print nothing."""
