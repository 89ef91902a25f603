import os
import re
import secrets  # noqa: F401 - the command in the README uses it
import subprocess
import sys
import tomllib
from importlib.metadata import requires

import pytest
from django.contrib.staticfiles.storage import staticfiles_storage
from django.core.management import call_command
from django.test import override_settings
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from competition.config import parsing
from competition.config.settings import STORAGES
from tests.house.sources import ROOT, TEMPLATES


def test_the_deployment_check_finds_nothing():
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith("DJANGO_")}
    secret = "as-long-and-as-varied-as-a-real-one-0123456789-abcdefghij"

    check = subprocess.run(
        [sys.executable, "manage.py", "check", "--deploy", "--fail-level", "WARNING"],
        cwd=ROOT,
        env={**inherited, "HTTPS": "1", "SECRET_KEY": secret},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (check.returncode, check.stderr) == (0, "")


def test_nothing_starts_with_a_weak_key():
    inherited = {name: os.environ[name] for name in os.environ if not name.startswith("DJANGO_")}
    given = {"TIME_ZONE": "Europe/London", "ALLOWED_HOSTS": "bridge.example.org", "SECRET_KEY": "abcabcabc" * 9}

    for starts in (("manage.py", "check"), ("-c", "import competition.config.wsgi")):
        started = subprocess.run(
            [sys.executable, *starts], cwd=ROOT, env={**inherited, **given}, capture_output=True, text=True, check=False
        )

        assert started.returncode == 1
        assert started.stderr.startswith("SECRET_KEY is too easy to guess. Use 50 or more random characters")
        assert started.stderr.count("\n") == 1


def test_a_key_from_the_readmes_command_is_accepted():
    made = re.search(r"`python3 -c \"(import secrets; print\((.*?)\))\"`", (ROOT / "README.md").read_text())

    assert made
    for _ in range(99):
        key = eval(made[2])
        assert parsing.secret_key(key) == key


@pytest.fixture(scope="module")
def collected(tmp_path_factory):
    """Collect static files as in production, with hashes in their names. Yield their folder."""
    folder = tmp_path_factory.mktemp("static")
    with override_settings(STATIC_ROOT=folder, STORAGES=STORAGES):
        call_command("collectstatic", verbosity=0, interactive=False)
        yield folder


def test_every_static_file_in_a_template_is_collected(collected):
    named = {file for path in TEMPLATES for file in re.findall(r"{% static ['\"](.*?)['\"]", path.read_text())}

    assert named
    assert {file for file in named if not re.search(r"\.[0-9a-f]{12}\.", staticfiles_storage.url(file))} == set()


def test_styles_and_scripts_are_collected_with_smaller_brotli_copies(collected):
    copies = [path.with_name(f"{path.name}.br") for kind in ("css", "js") for path in collected.rglob(f"*.{kind}")]

    assert copies
    assert [copy.name for copy in copies if copy.stat().st_size >= copy.with_suffix(".gz").stat().st_size] == []


LOCK = (ROOT / ".deploy" / "requirements.txt").read_text()
LOCKED = dict(re.findall(r"^([\w.-]+)==(\S+)(?: \\\n +--hash=sha256:[0-9a-f]{64})+$", LOCK, re.MULTILINE))


def test_the_deployed_packages_match_those_of_the_project():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = project["optional-dependencies"]
    named = [*project["dependencies"], *extras["postgres"], *extras["pictures"]]
    pinned = [re.sub(r"\[.*?\]", "", one).split("==") for one in named]

    assert {name: LOCKED.get(name) for name, _ in pinned} == dict(pinned)
    assert [*LOCKED] == re.findall(r"^[a-z][\w.-]*", LOCK, re.MULTILINE)


def test_the_deployed_packages_need_no_other_package():
    needed = [Requirement(one) for name in LOCKED for one in requires(name) or ()]
    here = {canonicalize_name(one.name) for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})}

    assert here <= {*LOCKED}


def test_the_first_command_installs_only_pinned_packages():
    named = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["dependencies"]
    pinned = {canonicalize_name(Requirement(one).name) for one in named if "==" in one}
    needed = [Requirement(one) for name in pinned for one in requires(name) or ()]
    here = {canonicalize_name(one.name) for one in needed if one.marker is None or one.marker.evaluate({"extra": ""})}

    assert len(pinned) == len(named)
    assert here - pinned == set()


@pytest.mark.parametrize(
    ("says", "good", "told"),
    [
        ("echo No known vulnerabilities found", True, "No known vulnerabilities found"),
        ("echo Found 1 known vulnerability in 1 package; echo django 5.2.0; exit 1", False, "django 5.2.0"),
        ("echo ConnectionError: api.osv.dev; exit 1", True, "NOT LOOKED UP"),
    ],
)
def test_ci_fails_on_an_advisory_and_warns_without_network(tmp_path, says, good, told):
    looks = re.search(r"^look_up_advisories.*?^}", (ROOT / ".ci" / "run").read_text(), re.MULTILINE | re.DOTALL)
    audit = tmp_path / ".venv" / "bin" / "pip-audit"
    audit.parent.mkdir(parents=True)
    audit.write_text(f"#!/bin/sh\n{says}\n")
    audit.chmod(0o755)

    done = subprocess.run(
        ["bash", "-uc", f"unknown=(); {looks and looks[0]}; look_up_advisories"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode == 0, told in done.stdout) == (good, True)
