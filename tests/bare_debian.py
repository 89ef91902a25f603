"""A minimal Debian system for running the commands in the documents, with a server set up as in the README.

mmdebstrap makes a minimal root file system. Each command runs in it with chroot, in separate mount and process
namespaces. `booted` runs systemd as process 1, in namespaces with their own network and cgroups. Without it, the tests
start the service with the commands, user and settings from its unit.
"""

import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from textwrap import dedent
from urllib.error import HTTPError
from urllib.request import ProxyHandler, Request, build_opener

TOP = Path(__file__).parents[1]
SUITES = {"debian12": "bookworm", "debian13": "trixie"}
SECRET_KEY = "only-for-a-bare-root-0123456789-abcdefghijklmnopqrstuvwxyz"
# Starts systemd as process 1. $1 is the root, and $2 names a new cgroup. The network has only the loopback device.
BOOT = """
mount -t cgroup2 cgroup2 "$1/mnt"
mkdir -p "$1/mnt/$2"
echo $$ >"$1/mnt/$2/cgroup.procs"
umount "$1/mnt"
exec unshare --cgroup --mount --net --ipc --uts --pid --fork --kill-child sh -ec '
    mount --bind "$1" "$1"
    cd "$1"
    mount -t proc proc proc
    mount -t sysfs sysfs sys
    mount -t cgroup2 cgroup2 sys/fs/cgroup
    mount -t tmpfs -o mode=755 tmpfs run
    mount -t tmpfs -o mode=755 tmpfs dev
    mkdir dev/pts dev/shm
    mount -t devpts -o newinstance,ptmxmode=666 devpts dev/pts
    ln -s pts/ptmx dev/ptmx
    ln -s /proc/self/fd dev/fd
    for device in null:3 zero:5 full:7 random:8 urandom:9; do mknod -m 666 dev/${device%:*} c 1 ${device#*:}; done
    pivot_root . mnt
    umount -l /mnt
    exec env -i container=bare-root /lib/systemd/systemd' sh "$1"
"""


class Failed(Exception):  # noqa: N818
    """A step that failed. The message is the end of the step's output."""


class Root:
    """A minimal root file system in which commands run."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environment = {"PATH": "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/root"}
        self.environment |= {"DEBIAN_FRONTEND": "noninteractive", "LANG": "C.UTF-8"}
        # The process whose namespaces the commands share, if there is one, and whether it is systemd.
        self.first: int | None = None
        self.has_systemd = False
        shutil.copy("/etc/resolv.conf", folder / "etc/resolv.conf")
        if certificates := os.environ.get("PIP_CERT"):
            shutil.copy(certificates, folder / "etc/pip-certificates.pem")
            self.environment["PIP_CERT"] = "/etc/pip-certificates.pem"

    def command(self, script: str, where: str = "/") -> list[str]:
        """Return the command that runs a shell script in the root. Killing it also kills all its children."""
        enter = f'exec chroot "$1" /bin/sh -ec "cd {where}\n$2"'
        given = [f"{name}={value}" for name, value in self.environment.items()]
        if self.has_systemd:
            spaces = ["--mount", "--net", "--ipc", "--uts", "--pid", "--cgroup", "--root", "--wd=/"]
            enter = ["nsenter", "--target", str(self.first), *spaces, "/bin/sh", "-ec"]
            return ["env", "-i", *given, *enter, f"cd {where}\n{script}"]
        if self.first is None:
            mounts = 'mount -t proc proc "$1/proc"; mount --rbind /dev "$1/dev"; mount -t tmpfs tmpfs "$1/run"; '
            namespaces, enter = ["unshare", "--mount", "--pid", "--fork", "--kill-child"], f"{mounts} {enter}"
        else:
            namespaces = ["nsenter", "--target", str(self.first), "--mount", "--pid"]
        return ["env", "-i", *given, *namespaces, "sh", "-ec", enter, "sh", str(self.folder), script]

    def run(self, script: str, where: str = "/", typed: str = "") -> str:
        """Run a shell script with this input. Return its output. Raises Failed."""
        # Use a file rather than a pipe, because a service started by the script keeps it open.
        with tempfile.TemporaryFile("w+") as output:
            # Without a terminal, a command that asks for a password reads it from standard input.
            done = subprocess.run(
                self.command(script, where),
                text=True,
                stdout=output,
                stderr=output,
                check=False,
                input=typed,
                start_new_session=True,
            )
            output.seek(0)
            told = output.read()
        if done.returncode:
            raise Failed("\n".join(told.splitlines()[-300:]))
        return told

    @contextmanager
    def running(self) -> Iterator[None]:
        """Keep one set of namespaces until the block ends, so that a service outlives the command that started it."""
        # Process 1 must reap processes that end. A shell waiting for a command does so.
        holder = subprocess.Popen(self.command("while sleep 1; do :; done"), stdin=subprocess.DEVNULL)
        try:
            while not (first := self._inside(holder.pid)):
                if holder.poll() is not None:
                    raise Failed("The namespaces could not be made.")
                time.sleep(0.1)
            self.first = first
            yield
        finally:
            self.first = None
            holder.kill()
            holder.wait()

    @contextmanager
    def booted(self) -> Iterator[None]:
        """Run systemd as process 1 until the block ends. Wait until it has started everything."""
        group = f"bare-root-{os.getpid()}"
        holder = subprocess.Popen(
            ["unshare", "--mount", "--pid", "--fork", "--kill-child", "sh", "-ec", BOOT, "sh", str(self.folder), group],
            stdin=subprocess.DEVNULL,
        )
        try:
            while not (first := next((pid for pid in descendants(holder.pid) if name_of(pid) == "systemd"), None)):
                if holder.poll() is not None:
                    raise Failed("systemd could not be started.")
                time.sleep(0.1)
            self.first, self.has_systemd = first, True
            self.run(
                "until [ -S /run/systemd/private ]; do sleep 0.1; done; systemctl is-system-running --wait || true"
            )
            yield
        finally:
            self.first, self.has_systemd = None, False
            holder.kill()
            holder.wait()
            # The processes end slightly later.
            remove = 'mount -t cgroup2 cgroup2 "$1/mnt"; while [ -d "$1/mnt/$2" ]; do '
            remove += 'find "$1/mnt/$2" -depth -type d -exec rmdir {} + 2>/dev/null || sleep 0.2; done'
            subprocess.run(["unshare", "--mount", "sh", "-c", remove, "sh", str(self.folder), group], check=False)

    def _inside(self, pid: int) -> int | None:
        """Return the child of this process once it is in the root, or None."""
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
        return next((int(one) for one in children if Path(f"/proc/{one}/root").samefile(self.folder)), None)

    @contextmanager
    def serving(self, script: str, page: str, where: str = "/", host: str = "127.0.0.1") -> Iterator[None]:
        """Run a server until the block ends, after waiting for this page. Raises Failed if the page takes too long."""
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


def descendants(pid: int) -> Iterator[int]:
    """Yield all descendants of a process."""
    try:
        children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    except OSError:
        return
    for child in map(int, children):
        yield child
        yield from descendants(child)


def name_of(pid: int) -> str:
    """Return the name of the program that a process runs, or ""."""
    try:
        return Path(f"/proc/{pid}/comm").read_text().strip()
    except OSError:
        return ""


def is_there(page: str, host: str) -> bool:
    """Return True if a page responds with status 200."""
    asked = Request(page, headers={"Host": host, "X-Forwarded-Proto": "https"})
    try:
        with build_opener(ProxyHandler({})).open(asked, timeout=5) as answer:
            return answer.status == 200
    except (HTTPError, OSError):
        return False


def blocks(text: str) -> list[str]:
    """Return the blocks of shell commands in a Markdown text."""
    return [dedent(block) for block in re.findall(r"^ *```(?:ba)?sh\n(.*?)^ *```", text, re.DOTALL | re.MULTILINE)]


def make(suite: str, file: Path) -> None:
    """Save a minimal root as a tar file, unless the file exists."""
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
    # The clone stands for a remote server, so git need not check its files' owner.
    (folder / "etc/gitconfig").write_text("[safe]\n\tdirectory = /project.git\n")
    return Root(folder)


def prepare_server(root: Root) -> None:
    """Install what a real machine has and the root lacks: systemd, and a git server within reach."""
    root.run("apt-get -q update && apt-get -qy install --no-install-recommends systemd")
    root.environment["ADDRESS_OF_THIS_PROJECT"] = "file:///project.git"


def set_up_server(root: Root, readme: str) -> list[str]:
    """Run the README's steps for setting up a server, and fill in the settings. Return the commands that start it."""
    prepare_server(root)
    section = readme.partition("### Install step by step")[2].partition("## Change it")[0]
    lines = [line for block in blocks(section) for line in block.splitlines() if line.strip()]
    # The settings must be right before the first of these commands.
    begins = next(at for at, line in enumerate(lines) if line.startswith("knockout "))
    root.run("\n".join(lines[:begins]))
    set_settings(root, SECRET_KEY=SECRET_KEY, TIME_ZONE="Europe/London")
    return lines[begins:]


def set_settings(root: Root, **values: str) -> None:
    """Fill in settings of the site, as an administrator does in an editor."""
    file = root.folder / "etc/knockout.env"
    text = file.read_text()
    for name, value in values.items():
        text = re.sub(rf"^{name}=.*", f"{name}={value}", text, flags=re.MULTILINE)
    file.write_text(text)


def by_hand(root: Root) -> str:
    """Return a script that starts the service as in its unit: with the same user, settings, folder and commands."""
    unit = (root.folder / "etc/systemd/system/knockout.service").read_text()
    given = dict(re.findall(r"^(User|WorkingDirectory|EnvironmentFile|StateDirectory)=(.+)$", unit, re.MULTILINE))
    commands = [
        *re.findall(r"^ExecStartPre=(.+)$", unit, re.MULTILINE),
        *re.findall(r"^ExecStart=(.+)$", unit, re.MULTILINE),
    ]
    state = f"/var/lib/{given['StateDirectory']}"
    set_here = "\n".join(re.findall(r"^Environment=(.+)$", unit, re.MULTILINE))
    script = f"umask 077\nset -a\n{set_here}\n. {given['EnvironmentFile']}\nset +a\ncd {given['WorkingDirectory']}\n"
    return f"install -d -o {given['User']} -g {given['User']} -m 755 {state}\n{script}" + "\n".join(
        f"setpriv --reuid {given['User']} --regid {given['User']} --clear-groups {one}" for one in commands
    )


def say(*lines: str) -> None:
    """Print these lines immediately."""
    sys.stdout.write("".join(f"{line}\n" for line in lines))
    sys.stdout.flush()
