"""WebKitGTK, driven by WebKitWebDriver with the classic protocol. It is Safari's engine, without Apple's parts."""

import json
import os
import subprocess
import tempfile
import time
from base64 import b64decode
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

from tests.engines.window import DriverError, Window
from tests.proxies import is_open
from tests.servers import free_port, kill

BROWSER = Path(__file__).with_name("gtk_window.py")
# Only Debian's own Python has the WebKitGTK bindings.
PYTHON = "/usr/bin/python3"
# A screenshot waits for the next frame, but a static page never draws one.
MOVE = """() => {
  let left = 60;
  const timer = setInterval(() => {
    document.body.style.outline = `${1 + (left % 2)}px solid transparent`;
    if (!left--) clearInterval(timer);
  }, 60);
}"""


def fault() -> str:
    """Return the reason why the window cannot be opened here, such as a missing package, or ""."""
    if not Path(PYTHON).exists():
        return f"there is no {PYTHON}"
    program = "import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')"
    return subprocess.run([PYTHON, "-c", program], capture_output=True, text=True, check=False).stderr.strip()


class WebKit:
    """A display for WebKit windows. Each window is a separate browser."""

    def __init__(self) -> None:
        read, write = os.pipe()
        screen = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1600x1400x24", "-nolisten", "tcp"]
        quiet = subprocess.DEVNULL
        self.display = subprocess.Popen(screen, pass_fds=[write], stdout=quiet, stderr=quiet, start_new_session=True)
        os.close(write)
        with os.fdopen(read) as answer:
            self.name = f":{answer.readline().strip()}"

    def open(self, width: int = 375, height: int = 667) -> Window:
        """Open a window of this size."""
        return _Window(self.name, width, height)

    def close(self) -> None:
        """Close the display."""
        kill(self.display)


class _Window(Window):
    def __init__(self, display: str, width: int, height: int) -> None:
        self.folder = tempfile.TemporaryDirectory(prefix="webkit-")
        self.paper, self.errors = Path(self.folder.name, "page.pdf"), Path(self.folder.name, "errors")
        port = free_port()
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": self.folder.name,
            "LANG": "C.UTF-8",
            "DISPLAY": display,
            "SIZE": f"{width}x{height}",
            "PDF": str(self.paper),
            "ERRORS": str(self.errors),
            # Without these, each window starts a message bus that outlives it.
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "NO_AT_BRIDGE": "1",
            "GSETTINGS_BACKEND": "memory",
            "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
            # The sandbox needs permissions that a container does not have.
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1",
        }
        command, quiet = ["WebKitWebDriver", f"--port={port}"], subprocess.DEVNULL
        self.driver = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)
        self.address = f"http://127.0.0.1:{port}/session"
        self.opener = build_opener(ProxyHandler({}))
        while not is_open(port):
            assert self.driver.poll() is None, "WebKitWebDriver has ended"
            time.sleep(0.02)
        browser = {"binary": str(BROWSER), "args": ["--automation"]}
        # A script never returns if the browser leaves its page first.
        timeouts = {"script": 5_000}
        wanted = {"browserName": "MiniBrowser", "webkitgtk:browserOptions": browser, "timeouts": timeouts}
        session = self._send("POST", "", {"capabilities": {"alwaysMatch": wanted}})
        self.address += f"/{session['sessionId']}"

    def _send(self, method: str, command: str, parameters: dict | None = None) -> Any:
        data = json.dumps(parameters).encode() if parameters is not None else None
        request = Request(self.address + command, data, {"Content-Type": "application/json"}, method=method)
        try:
            with self.opener.open(request, timeout=30) as answer:
                return json.load(answer)["value"]
        except HTTPError as error:
            raise DriverError(error.read().decode()) from error
        except TimeoutError as error:
            raise DriverError(f"no answer to {command}") from error

    def load(self, url: str) -> None:
        self._send("POST", "/url", {"url": url})

    def evaluate(self, function: str) -> str:
        return self._send("POST", "/execute/sync", {"script": f"return ({function})()", "args": []})

    def act(self, actions: list[dict]) -> None:
        self._send("POST", "/actions", {"actions": actions})

    def pdf(self, *, landscape: bool = False, margin: int = 10) -> bytes:
        self.paper.unlink(missing_ok=True)
        orientation = "landscape" if landscape else "portrait"
        self.run("(paper) => webkit.messageHandlers.paper.postMessage(paper)", f"{orientation} {margin}")
        self.until(self.paper.exists, "print")
        return self.paper.read_bytes()

    def picture(self) -> bytes:
        self.run(MOVE)
        return b64decode(self._send("GET", "/screenshot"))

    def complaints(self) -> list[str]:
        lines = self.errors.read_text().splitlines() if self.errors.exists() else []
        self.errors.unlink(missing_ok=True)
        return lines

    def close(self) -> None:
        try:
            self._send("DELETE", "")
        finally:
            kill(self.driver)
            self.folder.cleanup()
