"""Tests for `knockout`, the server command that runs commands as the site and upgrades it."""

import getpass
import json
import os
import re
import subprocess
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path
from shutil import which
from threading import Thread

import pytest

from tests.servers import ROOT

pytestmark = pytest.mark.skipif(not which("git") or sys.platform != "linux", reason="needs git and Linux")

# Stub for the site's programs. It logs its calls, and fails where the test asks it to.
PROGRAM = """#!{python}
import os, sys
from pathlib import Path
called = " ".join([Path(sys.argv[0]).name, *sys.argv[1:]])
with open("{folder}/called", "a") as calls:
    print(called, os.environ.get("SECRET_KEY", ""), sep=" | ", file=calls)
wrong = Path("{folder}/fails").read_text()
if wrong and wrong in called:
    sys.exit("It went wrong.")
if "backup" in called:
    Path(sys.argv[-1]).write_text("a copy")
"""


class Site:
    """A site like the README's in a folder, with the repository from which it was cloned."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.origin, self.checkout = folder, folder / "origin", folder / "site"
        self.settings = folder / "knockout.env"
        (folder / "fails").touch()
        (folder / "bin").mkdir()
        program = PROGRAM.format(python=sys.executable, folder=folder)
        for name in ("systemctl", "python3"):
            (folder / "bin" / name).write_text(program)
            (folder / "bin" / name).chmod(0o755)
        (self.origin / ".deploy").mkdir(parents=True)
        self.write("manage.py", program)
        self.write("competition/__init__.py", '__version__ = "1.0.0"\n')
        self.write(".deploy/knockout.env", "SECRET_KEY=\nOLD=\n")
        self.write(".deploy/requirements.txt", "")
        self.git("init", "--quiet", "--initial-branch", "main")
        self.commit()
        self.git("clone", "--quiet", self.origin, self.checkout, within=folder)
        (self.checkout / ".venv" / "bin").mkdir(parents=True)
        (self.checkout / ".venv" / "bin" / "python").symlink_to(sys.executable)
        (self.checkout / ".git" / "info" / "exclude").write_text(".venv\n")
        self.settings.write_text(
            f"# A comment\n SECRET_KEY = it's $ecret \"and\" 100% \nOLD='1'\nDATABASE_URL=sqlite:///{folder}/db.sqlite3\n"
        )

    def write(self, name: str, text: str) -> None:
        (self.origin / name).parent.mkdir(parents=True, exist_ok=True)
        (self.origin / name).write_text(text)

    def git(self, *words: object, within: Path | None = None) -> str:
        known = ["-c", "user.name=Ann", "-c", "user.email=ann@knockout.example"]
        where = within or self.origin
        return subprocess.check_output(["git", *known, *map(str, words)], cwd=where, text=True).strip()

    def commit(self) -> str:
        self.git("add", "--all")
        self.git("commit", "--quiet", "--message", "A change")
        return self.git("rev-parse", "HEAD")

    def release(self, version: str = "1.0.1") -> str:
        """Publish the changes as this version. Return the commit."""
        self.write("competition/__init__.py", f'__version__ = "{version}"\n')
        commit = self.commit()
        self.git("tag", f"v{version}")
        return commit

    @property
    def head(self) -> str:
        return self.git("rev-parse", "HEAD", within=self.checkout)

    @property
    def calls(self) -> list[str]:
        return (self.folder / "called").read_text().splitlines()

    @property
    def copies(self) -> list[Path]:
        return [*(self.folder / "state" / "backups").glob("*")]

    def knockout(
        self, *words: str, address: str = "http://127.0.0.1:1", user: str = ""
    ) -> subprocess.CompletedProcess[str]:
        given = {
            **{name: value for name, value in os.environ.items() if name != "SECRET_KEY"},
            "KNOCKOUT_SITE": str(self.checkout),
            "KNOCKOUT_SETTINGS": str(self.settings),
            "KNOCKOUT_STATE": str(self.folder / "state"),
            "KNOCKOUT_USER": getpass.getuser(),
            "KNOCKOUT_ADDRESS": address,
            "PATH": f"{self.folder}/bin:{os.environ['PATH']}",
        }
        command = [sys.executable, ROOT / ".deploy" / "knockout", *words]
        return subprocess.run(command, cwd=self.folder, env=given, capture_output=True, text=True, check=False)


class _Well(BaseHTTPRequestHandler):
    def do_GET(self) -> None:
        self.send_response(200)
        self.end_headers()

    def log_message(self, *given) -> None:
        pass


@pytest.fixture
def well():
    """Yield the address of a site that responds."""
    with ThreadingHTTPServer(("127.0.0.1", 0), _Well) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


@pytest.fixture
def site(tmp_path) -> Site:
    return Site(tmp_path)


def test_a_command_runs_with_the_sites_settings(site):
    done = site.knockout("backup", "copy.sqlite3")

    assert (done.returncode, (site.folder / "copy.sqlite3").exists()) == (0, True)
    assert site.calls == ['manage.py backup copy.sqlite3 | it\'s $ecret "and" 100%']
    (site.folder / "fails").write_text("check")
    assert site.knockout("check_integrity").returncode == 1


def test_settings_are_read_in_the_same_way_as_by_systemd(site):
    written = {"a b": "a b", '"a \\" b"': 'a " b', "'a \\ b'": "a \\ b", "a\\\\b": "a\\b", "it's": "it's", "": ""}
    for value, read in written.items():
        site.settings.write_text(f"; nothing\nSECRET_KEY={value}\n")
        site.knockout("help")

        assert site.calls[-1] == f"manage.py help | {read}"


def test_an_upgrade_runs_every_step_in_order(site, well):
    before = site.head
    site.write(".deploy/knockout.env", "SECRET_KEY=\nNEW=\n")
    site.write("competition/migrations/0002_more.py", "")
    after = site.release()

    done = site.knockout("upgrade", address=well)

    assert done.returncode == 0, done.stderr
    assert site.head == after
    called = [call.partition(" |")[0] for call in site.calls]
    (copy,) = site.copies
    assert called == [
        f"manage.py backup {copy}",
        f"python3 -m pip --disable-pip-version-check --python {site.checkout}/.venv install --quiet --require-hashes "
        f"-r {site.checkout}/.deploy/requirements.txt",
        "manage.py check_settings",
        "manage.py migrate --no-input -v0",
        "systemctl restart knockout",
        "manage.py check_integrity",
    ]
    day = site.git("log", "-1", "--format=%cs")
    assert (site.checkout / "competition" / "build.txt").read_text() == f"{after[:10]} {day}\n"
    assert "New settings, explained in" in done.stdout
    assert re.search(r"knockout\.env: NEW\.\nRemove these settings, which no longer exist, .*: OLD\.", done.stdout)
    back = done.stdout.partition("To go back to ")[2]
    assert f"reset --quiet --hard {before}" in back
    assert f"--output={site.checkout}/competition/build.txt\n" in back
    assert f"knockout migrate\n  knockout restore {copy}\n" in back
    assert "mv $file $file.before-" in back
    assert "SECRET_KEY" not in done.stdout
    assert "$ecret" not in done.stdout + done.stderr


def test_a_second_upgrade_changes_nothing(site, well):
    site.write("new.txt", "")
    after = site.release()

    first, calls = site.knockout("upgrade", address=well), site.calls
    second = site.knockout("upgrade", address=well)

    assert (first.returncode, second.returncode, site.head) == (0, 0, after)
    assert "Nothing is lost: both versions have the same tables." in first.stdout
    assert second.stdout == f"- fetch the new code\n\n{NOTHING_NEW} {after[:10]}.\n"
    assert (site.calls, len(site.copies)) == (calls, 1)


NOTHING_NEW = "There was nothing new: the newest release is v1.0.1. The site was not restarted. Its version is"


def test_an_upgrade_without_a_release_changes_nothing(site, well):
    before = site.head
    site.write("new.txt", "")
    site.commit()
    site.git("tag", "v2")
    site.git("tag", "v2.0.0-rc1")

    done = site.knockout("upgrade", address=well)

    assert (done.returncode, site.head, site.copies) == (0, before, [])
    assert "Nothing has been released yet: the repository has no tag such as v1.0.0. The site was not" in done.stdout


def test_an_upgrade_takes_the_newest_release_and_no_later_commit(site, well):
    site.write("old.txt", "")
    site.release("1.9.0")
    site.write("new.txt", "")
    newest = site.release("1.10.0")
    site.write("unfinished.txt", "")
    site.commit()

    done = site.knockout("upgrade", address=well)

    assert (done.returncode, site.head) == (0, newest), done.stderr


def test_an_upgrade_takes_the_release_of_a_version_installed_before_its_release(site, well):
    site.write("new.txt", "")
    after = site.release("1.0.0")

    assert site.knockout("upgrade", address=well).returncode == 0
    assert site.head == after


def test_an_upgrade_leaves_a_later_version_alone(site, well):
    site.git("tag", "v0.9.0")
    site.git("tag", "v1.0.0")
    site.write("new.txt", "")
    after = site.commit()
    site.git("pull", "--quiet", within=site.checkout)

    done = site.knockout("upgrade", address=well)

    assert (done.returncode, site.head) == (0, after)
    assert "There was nothing new: the newest release is v1.0.0. The site was not restarted." in done.stdout


def test_an_upgrade_survives_the_loss_of_a_remembered_commit(site, well):
    site.write("new.txt", "")
    site.release()
    (site.folder / "fails").write_text("migrate")
    site.knockout("upgrade", address=well)
    (site.folder / "fails").write_text("")
    (copy,), lost = site.copies, "0123456789" * 4
    memory = site.settings.with_name("knockout.upgrade")
    memory.write_text(json.dumps(json.loads(memory.read_text()) | {"from": lost}))

    done = site.knockout("upgrade", address=well)

    assert (done.returncode, "Traceback" in done.stderr, memory.exists()) == (0, False, False)
    assert f"does not contain the old version {lost}, so git cannot bring it back." in done.stdout
    assert f"and restore its backup {copy}." in done.stdout


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"from": 7}'])
def test_an_upgrade_survives_a_damaged_memory_file(site, well, text):
    site.settings.with_name("knockout.upgrade").write_text(text)
    site.write("new.txt", "")
    after = site.release()

    done = site.knockout("upgrade", address=well)

    assert (done.returncode, done.stderr, site.head) == (0, "", after)


@pytest.mark.skipif(os.geteuid() != 0, reason="needs root")
def test_a_file_unreadable_for_the_service_user_is_reported_with_a_remedy(monkeypatch, tmp_path):
    loader = SourceFileLoader("knockout", str(ROOT / ".deploy" / "knockout"))
    program = module_from_spec(spec_from_loader(loader.name, loader))
    loader.exec_module(program)
    monkeypatch.setattr(program, "USER", "nobody")
    (tmp_path / "home").mkdir(mode=0o700)
    (file := tmp_path / "home" / "draw.csv").write_text("round")
    monkeypatch.chdir(tmp_path / "home")

    for named in ("draw.csv", str(file)):
        assert program.unreadable(["--owner", named, "none.csv"]) == [
            f"The user nobody, who runs this command, cannot read {file}. Copy it, and name the copy: "
            f"install -o nobody -m 600 {file} /var/lib/knockout/\n"
        ]


STEPS = {
    "backup": ("write a backup", "Nothing has changed, and the site runs as before."),
    "pip": ("install its packages", "Do not restart it."),
    "check_settings": ("check the settings", "Do not restart it."),
    "migrate": ("update the database", "Do not restart it."),
    "restart": ("restart the site", "The new version is in place."),
    "check_integrity": ("check the stored data", "The new version is in place."),
}


@pytest.mark.parametrize("fails", ["backup", "check_integrity"])
def test_an_upgrade_can_be_repeated_after_a_failed_step(site, well, fails):
    before = site.head
    site.write("new.txt", "")
    after = site.release()
    (site.folder / "fails").write_text(fails)
    step, state = STEPS[fails]

    done = site.knockout("upgrade", address=well)

    assert done.returncode == 1
    assert f"The upgrade stopped at the step “{step}”.\nIt went wrong.\n" in done.stderr
    assert state in done.stderr
    assert (site.head == before) == (f"reset --quiet --hard {before}" not in done.stderr) == (fails == "backup")
    # The next run continues, and still prints how to go back.
    (site.folder / "fails").write_text("")
    again = site.knockout("upgrade", address=well)
    assert (again.returncode, site.head, len(site.copies)) == (0, after, 1)
    assert f"reset --quiet --hard {before}" in again.stdout


def test_an_upgrade_restarts_after_a_rollback(site, well):
    before = site.head
    site.write("new.txt", "")
    after = site.release()
    (site.folder / "fails").write_text("migrate")
    site.knockout("upgrade", address=well)
    site.git("reset", "--quiet", "--hard", before, within=site.checkout)
    (site.folder / "fails").write_text("")

    done = site.knockout("upgrade", address=well)

    assert (done.returncode, site.head) == (0, after)
    assert sum("backup" in call for call in site.calls) == 2
    assert "was not finished" not in done.stdout


def test_files_changed_by_hand_stop_an_upgrade(site, well):
    (site.checkout / "manage.py").write_text("# mine")

    done = site.knockout("upgrade", address=well)

    assert done.returncode == 1
    assert "were changed by hand" in done.stderr
    assert site.copies == []
