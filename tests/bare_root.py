"""Run the commands in the documents on a minimal Debian: python -m tests.bare_root debian12 [--cache FOLDER].

The parts `demo`, `script`, `server` and `tests` follow the README. The part `guide` follows `.deploy/README.md`. Each
part begins with a new minimal root. `--cache` keeps the root for the next run. The module needs root, Linux and port
8000. The parts `script` and `server` run systemd in their own namespaces. The part `guide` also needs ports 80, 443
and 5432. Each part prints a line, and the command exits with status 1 if one of them is BAD.
"""

import argparse
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.bare_debian import SUITES, Failed, Root, blocks, is_there, make, prepare_server, say, set_up_server, unpack
from tests.bare_guide import guide


def demo(root: Root, readme: str) -> None:
    """Run the README's first command and check that the demo starts."""
    root.run("apt-get -q update && apt-get -qy install --no-install-recommends python3 python3-pip")
    with root.serving(blocks(readme)[0], "http://127.0.0.1:8000/demo/", "/project"):
        pass


def suite(root: Root, readme: str) -> None:
    """Run the README's second command and check that the tests pass."""
    root.run("apt-get -q update && apt-get -qy install --no-install-recommends python3 python3-pip")
    (command,) = (block for block in blocks(readme) if "pytest" in block)
    told = root.run(command, "/project")
    say("its last lines", *told.splitlines()[-8:])


def server(root: Root, readme: str) -> None:
    """Set up a server and run it under systemd, with every command in the README. Then stop and break it."""
    lines = set_up_server(root, readme)
    root.run("caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile")
    root.run("systemd-analyze verify /etc/systemd/system/knockout.service")
    root.run("systemd-analyze security --offline=true --threshold=30 /etc/systemd/system/knockout.service")
    # The root has no public certificate and no DNS. Its own certificate authority and its hosts file replace them.
    file = root.folder / "etc/caddy/Caddyfile"
    file.write_text(file.read_text().replace("{\n", "{\n\tlocal_certs\n", 1))
    (root.folder / "etc/hosts").write_text("127.0.0.1 localhost bridge.example.org\n")
    with root.booted():
        for line in lines:
            root.run(line)
            if "restart caddy" in line:
                root.run("until caddy trust; do sleep 1; done", "/root")
        check_unit(root)
        check_commands(root)


def script(root: Root, readme: str) -> None:
    """Set up a server with the README's script, first without systemd, and finish under systemd."""
    prepare_server(root)
    (command,) = blocks(readme.partition("### Install\n")[2].partition("### Install step by step")[0])
    root.run(command, typed="bridge.example.org\nEurope/London\n")
    before = (root.folder / "etc/knockout.env").read_text()
    # Caddy looks up this name, but the booted root cannot reach a name server.
    (root.folder / "etc/hosts").write_text("127.0.0.1 localhost bridge.example.org\n")
    with root.booted():
        told = root.run("/srv/knockout/site/.deploy/install bridge.example.org Pacific/Auckland")
        if "Set it up here" not in told or (root.folder / "etc/knockout.env").read_text() != before:
            raise Failed(f"The second run prints no link or has changed the settings:\n{told}")
        root.run("curl --fail --silent --header 'Host: bridge.example.org' http://127.0.0.1:8000/healthz")
        root.run("systemctl is-active caddy && grep bridge.example.org /etc/caddy/Caddyfile")
        check_unit(root)


def check_unit(root: Root) -> None:
    """Check that the service can write to its data but not to its code. Raises Failed."""
    enter = "nsenter --mount --target $(systemctl show --property MainPID --value knockout) setpriv --reuid knockout"
    root.run(f"{enter} touch /var/lib/knockout/probe && rm /var/lib/knockout/probe")
    for place in ("/srv/knockout/site", "/srv/knockout/site/competition", "/etc", "/srv/knockout"):
        root.run(f"! {enter} touch {place}/probe")


def check_commands(root: Root) -> None:
    """Check the output of the commands for a site that is healthy, stopped or without its proxy. Raises Failed."""
    running = "systemctl show --property MainPID --value knockout"
    before = root.run(running)
    told = root.run("knockout upgrade")
    if "The site was not restarted" not in told or root.run(running) != before:
        raise Failed(f"An upgrade with nothing new restarted the site:\n{told}")
    told = root.run("! knockout backup mine.sqlite3", "/root")
    if "/var/lib/knockout/backups/mine.sqlite3" not in told:
        raise Failed(f"A backup into the home of root gives no remedy:\n{told}")
    for service, fault in (("caddy", "Public address"), ("knockout", "Running site")):
        told = root.run(f"systemctl stop {service}; ! knockout doctor; systemctl start {service}")
        if not re.search(f"^FAULT +{fault}: ", told, re.MULTILINE):
            raise Failed(f"doctor does not see that {service} is stopped:\n{told}")
    root.run("knockout doctor")


PARTS: dict[str, Callable[[Root, str], None]] = {
    "demo": demo,
    "script": script,
    "server": server,
    "tests": suite,
    "guide": guide,
}


def main(arguments: list[str]) -> int:
    """Run the requested parts, each on a new root."""
    parser = argparse.ArgumentParser(prog="python -m tests.bare_root", description=__doc__)
    parser.add_argument("system", choices=SUITES)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"{', '.join(PARTS)}; all unless said")
    parser.add_argument("--cache", type=Path, help="folder that keeps the minimal roots")
    asked = parser.parse_args(arguments)
    if unknown := {*asked.parts} - {*PARTS}:
        parser.error(f"There is no part {', '.join(sorted(unknown))}.")
    if os.geteuid() != 0 or not shutil.which("mmdebstrap"):
        parser.error("Run this as root, with the packages mmdebstrap and git.")
    if is_there("http://127.0.0.1:8000/healthz", "127.0.0.1"):
        parser.error("Port 8000 is taken. End the server that listens there.")
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        tar = (asked.cache or Path(scratch)) / f"{asked.system}.tar"
        make(SUITES[asked.system], tar)
        for part in asked.parts or PARTS:
            with tempfile.TemporaryDirectory() as folder:
                bad += not succeeds(part, asked.system, unpack(tar, Path(folder)))
    return int(bad > 0)


def succeeds(part: str, system: str, root: Root) -> bool:
    """Run a part and print the result. Return True if it succeeded."""
    begun = time.monotonic()
    try:
        PARTS[part](root, (root.folder / "project/README.md").read_text())
    except Failed as fault:
        say(f"{system}, {part}: BAD ({time.monotonic() - begun:.0f} s)", str(fault))
        return False
    say(f"{system}, {part}: good ({time.monotonic() - begun:.0f} s)")
    return True


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
