"""Tests for what the site and its tests need from a machine."""

import re
from types import SimpleNamespace

import hypothesis
import pytest

from tests import machine
from tests.house.sources import ROOT, modules, name

# Python modules that do not exist on Windows.
ONLY_UNIX = re.compile(r"^(?:import|from) (?:fcntl|grp|posix|pty|pwd|resource|syslog|termios|tty)\b", re.MULTILINE)
# Programs that a minimal Debian does not have. Tests that need other programs call `tests.machine.needed`.
TOOLS = re.compile(r"""\[\s*["'](?:pgrep|pkill|ps|kill|killall|lsof|ss|netstat|curl|wget|free|uptime)["']""")


def test_the_site_can_be_imported_on_windows():
    assert {name(path) for path in modules("competition", "scoring") if ONLY_UNIX.search(path.read_text())} == set()


def test_no_test_runs_a_program_that_a_minimal_debian_lacks():
    assert {name(path) for path in modules("tests") if TOOLS.search(path.read_text(encoding="utf-8"))} == set()


def test_ci_installs_the_packages_that_the_message_names(monkeypatch):
    monkeypatch.setattr("platform.freedesktop_os_release", lambda: {"ID": "debian"})

    assert "done <.ci/packages" in (ROOT / ".ci/run").read_text()
    assert machine.command().split()[-len(machine.PACKAGES) :] == (ROOT / ".ci/packages").read_text().split()


def test_the_install_command_suits_the_operating_system(monkeypatch):
    for system, begins, ends in (
        ({"ID": "raspbian", "ID_LIKE": "debian"}, "apt-get update && ", " xvfb"),
        ({"ID": "ubuntu", "ID_LIKE": "debian"}, "apt-get update && ", " && .venv/bin/playwright install chromium"),
        ({"ID": "fedora"}, "(install these Debian packages, or their equivalents) ", " xvfb"),
    ):
        monkeypatch.setattr("platform.freedesktop_os_release", lambda system=system: system)

        command = machine.command()

        assert (command.startswith(begins), command.endswith(ends)) == (True, True)
        for browser in ("chromium-headless-shell", "firefox-esr"):
            assert (browser in command) == (system["ID"] != "ubuntu")


@pytest.mark.parametrize(("ci", "outcome"), [("", pytest.skip.Exception), ("true", pytest.fail.Exception)])
def test_a_missing_program_skips_a_test_but_fails_in_ci(monkeypatch, ci, outcome):
    monkeypatch.setenv("CI", ci)

    with pytest.raises(outcome, match=r"^Not on this machine: no-such-program$"):
        machine.needed("no-such-program")


def test_a_broken_node_gives_the_reason(monkeypatch, tmp_path):
    broken = tmp_path / "node"
    broken.write_text("#!/bin/sh\necho libatomic.so.1 is missing >&2\nexit 127\n")
    broken.chmod(0o755)
    monkeypatch.setattr(machine, "NODE", broken)
    monkeypatch.setattr(machine, "_fault_of_node", machine._fault_of_node.__wrapped__)
    monkeypatch.delenv("CI", raising=False)

    with pytest.raises(pytest.skip.Exception, match="libatomic.so.1 is missing"):
        machine.node()


def lines(*reasons: str) -> list[str]:
    return machine.last_lines([SimpleNamespace(longrepr=("test.py", 1, f"Skipped: {why}")) for why in reasons])


def test_the_last_lines_of_a_run_count_skipped_tests(monkeypatch):
    monkeypatch.setattr(machine, "command", lambda: "apt-get install nginx caddy")
    nginx, caddy, other = f"{machine.LACKING} nginx", f"{machine.LACKING} caddy", "a server keeps its files elsewhere"

    assert lines(other) == []
    assert lines(nginx, other, caddy, nginx) == [
        "3 tests skipped, because this machine lacks:",
        "    2 nginx",
        "    1 caddy",
        "To run them too, do this first, as root:",
        "apt-get install nginx caddy",
    ]


def test_a_slow_machine_does_not_fail_a_property_based_test():
    chosen = hypothesis.settings()
    kept = r"suppress_health_check=(?!\[\*settings\(\)\.suppress_health_check, )|deadline=(?!None)"
    written = {name(path) for path in modules("tests") if re.search(kept, path.read_text(encoding="utf-8"))}

    assert (chosen.deadline, hypothesis.HealthCheck.too_slow in chosen.suppress_health_check) == (None, True)
    assert written - {"tests/house/test_machine.py"} == set()
