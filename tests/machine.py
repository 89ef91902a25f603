"""Programs besides Python that the tests need, and how to install them."""

import os
import platform
import re
import shutil
import subprocess
from collections import Counter
from functools import cache
from pathlib import Path
from typing import NoReturn

import playwright
import pytest

# Debian packages that .ci/run installs.
PACKAGES = (Path(__file__).parents[1] / ".ci/packages").read_text().split()
# Ubuntu has these only as snaps, which tests cannot control.
SNAPS = ("chromium-headless-shell", "firefox-esr")
LACKING = "Not on this machine:"
# Playwright contains its own Node.
NODE = Path(playwright.__file__).parent / "driver" / ("node.exe" if os.name == "nt" else "node")
FONTS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")


def lacks(what: str) -> NoReturn:
    """Skip the test because this machine lacks something. In CI, which may not skip tests, fail the test."""
    (pytest.fail if os.environ.get("CI") else pytest.skip)(f"{LACKING} {what}")


def needed(program: str) -> str:
    """Return the path of a program. Skip the test if it is missing."""
    return shutil.which(program, path=f"{os.environ['PATH']}:/usr/sbin:/sbin") or lacks(program)


def node() -> Path:
    """Return the path of Playwright's Node. Skip the test if it does not run here."""
    if fault := _fault_of_node():
        lacks(f"what Playwright's Node needs ({fault})")
    return NODE


@cache
def _fault_of_node() -> str:
    """Return Node's error if it does not start, such as a missing library."""
    try:
        started = subprocess.run([NODE, "--version"], capture_output=True, text=True, check=False)
    except OSError as fault:
        return str(fault)
    return started.stderr.strip() if started.returncode else ""


@cache
def has_fonts() -> bool:
    """Return True if the browser has the fonts that the tests of line breaks expect."""
    folders = (Path(folder).expanduser() for folder in FONTS)
    return platform.system() != "Linux" or any(any(one.rglob("LiberationSans-Regular.*")) for one in folders)


def is_ubuntu() -> bool:
    """Return True on Ubuntu, which has browsers only as snaps."""
    return _system().get("ID") == "ubuntu"


def _system() -> dict[str, str]:
    try:
        return platform.freedesktop_os_release()
    except OSError:
        return {}


def command() -> str:
    """Return the command that installs everything that the tests need here."""
    system = _system()
    packages, more = PACKAGES, ""
    if is_ubuntu():
        packages, more = [one for one in PACKAGES if one not in SNAPS], " && .venv/bin/playwright install chromium"
    elif not {"debian", "ubuntu"} & {system.get("ID"), *system.get("ID_LIKE", "").split()}:
        return f"(install these Debian packages, or their equivalents) {' '.join(PACKAGES)}"
    # With RUNLEVEL=1, installing the packages starts no servers.
    install = f"apt-get install -y --no-install-recommends {' '.join(packages)}"
    return f"apt-get update && RUNLEVEL=1 {install}{more}"


def last_lines(reports: list[pytest.TestReport]) -> list[str]:
    """Return lines about the tests skipped because this machine lacks something."""
    found = (re.search(f"{LACKING} (.*)", str(report.longrepr[-1])) for report in reports)
    lacking = Counter(match[1] for match in found if match)
    if not lacking:
        return []
    total = f"{lacking.total()} test{'' if lacking.total() == 1 else 's'} skipped, because this machine lacks:"
    return [
        total,
        *(f"{number:5} {what}" for what, number in lacking.items()),
        "To run them too, do this first, as root:",
        command(),
    ]
