"""Stock Firefox, driven by WebDriver BiDi."""

import json
import os
import shutil
import subprocess
import tempfile
import time
from base64 import b64decode
from pathlib import Path
from typing import Any

from tests.engines.websocket import WebSocket
from tests.engines.window import DriverError, Window
from tests.servers import kill

NAMES = ("firefox-esr", "firefox")
# Turn off list downloads, telemetry and the protection that hides the time zone.
PREFERENCES = {
    "app.normandy.enabled": False,
    "app.update.disabledForTesting": True,
    "browser.safebrowsing.downloads.enabled": False,
    "browser.safebrowsing.malware.enabled": False,
    "browser.safebrowsing.phishing.enabled": False,
    "browser.shell.checkDefaultBrowser": False,
    "browser.startup.page": 0,
    "datareporting.policy.dataSubmissionEnabled": False,
    "extensions.autoDisableScopes": 0,
    "extensions.update.enabled": False,
    "network.captive-portal-service.enabled": False,
    "network.connectivity-service.enabled": False,
    "services.settings.server": "data:,#remote-settings-dummy/v1",
    "toolkit.telemetry.reportingpolicy.firstRun": False,
    # Fewer processes and fewer drawn frames save a quarter of the processor time.
    "browser.newtab.preload": False,
    "dom.ipc.processCount": 1,
    "dom.ipc.processPrelaunch.enabled": False,
    "fission.autostart": False,
    "layout.frame_rate": 20,
    "intl.accept_languages": "en-GB, en",
    # The scroll bar takes no space, as on a phone.
    "widget.gtk.overlay-scrollbars.enabled": True,
    "ui.useOverlayScrollbars": 1,
}
A4 = {"width": 21.0, "height": 29.7}


def find() -> str | None:
    """Return the path of a Firefox that tests can drive, or None. A snap has a private /tmp, so it does not work."""
    found = (shutil.which(name) for name in NAMES)
    return next((path for path in found if path and "snap" not in Path(path).resolve().parts), None)


class Firefox:
    """A running Firefox. Each window has its own cookies, storage and workers."""

    def __init__(self, program: str) -> None:
        self.profile = tempfile.TemporaryDirectory(prefix="firefox-", ignore_cleanup_errors=True)
        folder = Path(self.profile.name)
        lines = [f"user_pref({json.dumps(name)}, {json.dumps(value)});\n" for name, value in PREFERENCES.items()]
        (folder / "user.js").write_text("".join(lines))
        command = [program, "--headless", "--no-remote", "--profile", str(folder), "--remote-debugging-port=0"]
        quiet = subprocess.DEVNULL
        quiet = subprocess.DEVNULL
        environment = {**os.environ, "MOZ_CRASHREPORTER_DISABLE": "1"}
        self.process = subprocess.Popen(command, env=environment, stdout=quiet, stderr=quiet, start_new_session=True)
        self.errors: list[str] = []
        self.socket: WebSocket | None = None
        self._number = 0
        try:
            server = json.loads(self._announced(folder / "WebDriverBiDiServer.json"))
            self.socket = WebSocket(f"ws://{server['ws_host']}:{server['ws_port']}/session")
            self.send("session.new", capabilities={})
            self.send("session.subscribe", events=["log.entryAdded"])
        except BaseException:
            self.close()
            raise

    def _announced(self, file: Path) -> str:
        """Return the address on which Firefox listens, once Firefox has printed it."""
        end = time.monotonic() + 60
        while not (file.exists() and (text := file.read_text())):
            assert time.monotonic() < end, "Firefox does not start"
            assert self.process.poll() is None, "Firefox has ended"
            time.sleep(0.05)
        return text

    def send(self, method: str, **parameters: object) -> Any:
        """Send a command and return its result."""
        self._number += 1
        self.socket.send(json.dumps({"id": self._number, "method": method, "params": parameters}))
        while True:
            answer = json.loads(self.socket.receive())
            if answer.get("method") == "log.entryAdded" and answer["params"]["level"] == "error":
                self.errors.append(f"{answer['params']['text']} {answer['params'].get('stackTrace') or ''}")
            if answer.get("id") == self._number:
                if answer["type"] == "error":
                    raise DriverError(f"{method}: {answer['error']}: {answer['message']}")
                return answer["result"]

    def open(self, width: int = 375, height: int = 667) -> Window:
        """Open a window of this size."""
        return _Window(self, width, height)

    def close(self) -> None:
        """End the browser and delete its profile."""
        kill(self.process)
        if self.socket:
            self.socket.close()
        self.profile.cleanup()


class _Window(Window):
    def __init__(self, firefox: Firefox, width: int, height: int) -> None:
        self.firefox = firefox
        self.person = firefox.send("browser.createUserContext")["userContext"]
        # A tab in the same window would hide the others, and Firefox would slow them down.
        self.tab = firefox.send("browsingContext.create", type="window", userContext=self.person)["context"]
        self._do("setViewport", viewport={"width": width, "height": height})

    def _do(self, command: str, **parameters: object) -> Any:
        return self.firefox.send(f"browsingContext.{command}", context=self.tab, **parameters)

    def load(self, url: str) -> None:
        self._do("navigate", url=url, wait="complete")

    def evaluate(self, function: str) -> str:
        target = {"context": self.tab}
        answer = self.firefox.send(
            "script.callFunction", functionDeclaration=function, target=target, awaitPromise=True
        )
        if answer["type"] == "exception":
            raise DriverError(answer["exceptionDetails"]["text"])
        return answer["result"]["value"]

    def act(self, actions: list[dict]) -> None:
        self.firefox.send("input.performActions", context=self.tab, actions=actions)

    def pdf(self, *, landscape: bool = False, margin: int = 10) -> bytes:
        margins = dict.fromkeys(("top", "bottom", "left", "right"), margin / 10)
        orientation = "landscape" if landscape else "portrait"
        paper = {"page": A4, "margin": margins, "orientation": orientation, "shrinkToFit": True}
        return b64decode(self._do("print", **paper)["data"])

    def picture(self) -> bytes:
        return b64decode(self._do("captureScreenshot")["data"])

    def complaints(self) -> list[str]:
        # Firefox may report errors between two responses to commands.
        self.firefox.send("session.status")
        errors, self.firefox.errors = self.firefox.errors, []
        return errors

    def close(self) -> None:
        self.firefox.send("browser.removeUserContext", userContext=self.person)
