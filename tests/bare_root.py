"""The README's commands, run word for word on a bare Debian: python -m tests.bare_root debian12 [--cache FOLDER].

mmdebstrap makes a minimal root, which `--cache` keeps for the next time. Each command runs in it by chroot, in mount
and process namespaces of its own, so this needs root and Linux. systemd cannot be process 1 there: units are verified,
and the service is started by hand with the commands, the user and the settings that its unit names. Every step prints
one line, and the script ends with 1 if any is BAD.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

TOP = Path(__file__).parents[1]
SUITES = {"debian12": "bookworm", "debian13": "trixie"}
SECRET_KEY = "only-for-a-bare-root-0123456789-abcdefghijklmnopqrstuvwxyz"
# The last line of a script in the root: the commands that systemd or the internet would have to answer.
ELSEWHERE = re.compile(r"^(systemctl|curl .*https://|systemd-run) ?")


class Failed(Exception):  # noqa: N818
    """A step that failed. The message is the end of what it printed."""


class Root:
    """A bare root file system in which commands are run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.environment |= {"DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8"}
        shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
        if certificates := os.environ.get("PIP_CERT"):
            shutil.copy(certificates, folder / "etc/pip-certificates.pem")
            self.environment["PIP_CERT"] = "/etc/pip-certificates.pem"

    def command(self, script: str, where: str = "/") -> list[str]:
        """Return the command that runs a shell script in the root. When it is killed, all that it started is too."""
        mounts = 'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; mount -t tmpfs tmpfs "$1/run"; '
        enter = f'{mounts} exec chroot "$1" /bin/sh -ec "cd {where}\n$2"'
        given = [f"{name}={value}" for name, value in self.environment.items()]
        namespaces = ["unshare", "--mount", "--pid", "--fork", "--kill-child"]
        return ["env", "-i", *given, *namespaces, "sh", "-ec", enter, "sh", str(self.folder), script]

    def run(self, script: str, where: str = "/") -> str:
        """Run a shell script; return what it prints. Raises Failed if it fails."""
        done = subprocess.run(
            self.command(script, where),
            text=True,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            check=False,
            stdin=subprocess.DEVNULL,
        )
        if done.returncode:
            raise Failed("\n".join(done.stdout.splitlines()[-300:]))
        return done.stdout

    @contextmanager
    def serving(self, script: str, page: str, where: str = "/", host: str = "127.0.0.1") -> Iterator[None]:
        """Run a server until the block ends. It has begun when this page is there. Raises Failed if it never is."""
        with tempfile.TemporaryFile("w+") as output:
            process = subprocess.Popen(
                self.command(script, where), stdin=subprocess.DEVNULL, stdout=output, stderr=output, text=True
            )
            try:
                end = time.monotonic() + 600
                while not is_there(page, host):
                    if process.poll() is not None or time.monotonic() > end:
                        output.seek(0)
                        raise Failed("\n".join(output.read().splitlines()[-300:]))
                    time.sleep(0.5)
                yield
            finally:
                process.send_signal(signal.SIGKILL)
                process.wait()


def is_there(page: str, host: str) -> bool:
    """Return True if a page is answered with 200."""
    asked = Request(page, headers={"Host": host, "X-Forwarded-Proto": "https"})
    try:
        with build_opener(ProxyHandler({})).open(asked, timeout=5) as answer:
            return answer.status == 200
    except (HTTPError, OSError):
        return False


def blocks(text: str) -> list[str]:
    """Return the shell commands of a Markdown text, block by block."""
    return re.findall(r"^```sh\n(.*?)^```", text, re.DOTALL | re.MULTILINE)


def server_set_up(readme: str) -> list[str]:
    """Return the lines that set a server up."""
    section = readme.partition("**Put it on a machine.**")[2].partition("**A first competition")[0]
    return [line for block in blocks(section) for line in block.splitlines() if line.strip()]


def make(suite: str, file: Path) -> None:
    """Make a minimal root as a tar file, unless it is there."""
    if not file.exists():
        file.parent.mkdir(parents=True, exist_ok=True)
        part = file.with_suffix(".part.tar")
        subprocess.run(["mmdebstrap", "--quiet", "--variant=minbase", suite, str(part)], check=True)
        part.rename(file)


def unpack(file: Path, folder: Path) -> Root:
    """Unpack a root, with a clean clone of the project in it."""
    subprocess.run(["tar", "-xf", str(file), "-C", str(folder), "--exclude=./dev/*"], check=True)
    subprocess.run(["git", "clone", "--quiet", "--bare", f"file://{TOP}", str(folder / "project.git")], check=True)
    subprocess.run(["git", "clone", "--quiet", str(folder / "project.git"), str(folder / "project")], check=True)
    # The clone stands for a server elsewhere, so git need not ask whose files they are.
    (folder / "etc/gitconfig").write_text("[safe]\n\tdirectory = /project.git\n")
    return Root(folder)


def demo(root: Root, readme: str) -> None:
    """The first command of the README: the demo is there."""
    root.run("apt-get -q update && apt-get -qy install --no-install-recommends python3 python3-pip")
    with root.serving(blocks(readme)[0], "http://127.0.0.1:8000/demo/", "/project"):
        pass


def suite(root: Root, readme: str) -> None:
    """The second command of the README: the tests are green."""
    root.run("apt-get -q update && apt-get -qy install --no-install-recommends python3 python3-pip")
    told = root.run(blocks(readme)[1], "/project")
    say("its last lines", *told.splitlines()[-8:])


def server(root: Root, readme: str) -> None:
    """The set-up of a server: every line of it that needs neither systemd as process 1 nor a public name."""
    # A bare machine runs systemd and has git's server reachable; the minimal root has neither.
    root.run("apt-get -q update && apt-get -qy install --no-install-recommends systemd")
    root.environment["ADDRESS_OF_THIS_PROJECT"] = "file:///project.git"
    lines = server_set_up(readme)
    begins = next(at for at, line in enumerate(lines) if ELSEWHERE.match(line))
    root.run("\n".join(lines[:begins]))
    fill_in(root.folder / "etc/knockout.env")
    root.run("caddy validate --adapter caddyfile --config /etc/caddy/Caddyfile")
    units = sorted((root.folder / "etc/systemd/system").glob("knockout*"))
    root.run(f"systemd-analyze verify {' '.join(f'/etc/systemd/system/{unit.name}' for unit in units)}")
    with root.serving(by_hand(root), "http://127.0.0.1:8000/healthz", host="bridge.example.org"):
        for line in lines[begins:]:
            if ELSEWHERE.match(line):
                say(f"not run: {line}")
            else:
                root.run(line)


def fill_in(file: Path) -> None:
    """Fill in the settings as an administrator does."""
    text = file.read_text()
    for name, value in {"SECRET_KEY": SECRET_KEY, "TIME_ZONE": "Europe/London"}.items():
        text = re.sub(rf"^{name}=.*", f"{name}={value}", text, flags=re.MULTILINE)
    file.write_text(text)


def by_hand(root: Root) -> str:
    """Return a script that starts the service as its unit says: with its user, settings, folder and commands."""
    unit = (root.folder / "etc/systemd/system/knockout.service").read_text()
    given = dict(re.findall(r"^(User|WorkingDirectory|EnvironmentFile|StateDirectory)=(.+)$", unit, re.MULTILINE))
    commands = [
        *re.findall(r"^ExecStartPre=(.+)$", unit, re.MULTILINE),
        *re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE),
    ]
    state = f"/var/lib/{given['StateDirectory']}"
    script = f"umask 077\nset -a\n. {given['EnvironmentFile']}\nset +a\ncd {given['WorkingDirectory']}\n"
    return f"install -d -o {given['User']} -g {given['User']} -m 755 {state}\n{script}" + "\n".join(
        f"setpriv --reuid {given['User']} --regid {given['User']} --clear-groups {one}" for one in commands
    )


def say(*lines: str) -> None:
    """Print these lines now."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()


PARTS: dict[str, Callable[[Root, str], None]] = {"demo": demo, "server": server, "tests": suite}


def main(arguments: list[str]) -> int:
    """Run the parts that are asked for, each on a root of its own."""
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
    """Run a part, and say how it went."""
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
