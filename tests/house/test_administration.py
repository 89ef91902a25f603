"""Tests that the administrators' guide and the container files agree with the project."""

import re
import subprocess
from pathlib import Path
from shutil import which

import pytest
from django.core.management import get_commands

from competition.config import environment
from tests.house.sources import ROOT

DEPLOY = ROOT / ".deploy"
GUIDE = (DEPLOY / "README.md").read_text()
COMPOSE = (DEPLOY / "compose.yaml").read_text()
CONTAINERFILE = (DEPLOY / "Containerfile").read_text()
BLOCKS = re.findall(r"^ *```sh\n(.*?)^ *```", GUIDE, re.DOTALL | re.MULTILINE)
# The administrator creates these files by following the guide.
MADE = {".deploy/.env", ".deploy/knockout.private.env"}


def settings(file: str) -> set[str]:
    return set(re.findall(r"^(\w+)=", (DEPLOY / file).read_text(), re.MULTILINE))


def test_every_file_named_in_the_guide_exists():
    named = set(re.findall(r"(?<![\w/.-])\.(?:deploy|ci)/[\w./-]*\w", GUIDE))

    assert named >= MADE
    assert {name for name in named - MADE if not (ROOT / name).exists()} == set()
    assert not [name for name in MADE if name not in (ROOT / ".gitignore").read_text().split()]


def test_every_command_named_in_the_guide_exists():
    code = "\n".join(
        [*re.findall(r"`([^`\n]+)`", GUIDE), *BLOCKS, *re.findall(r"^ +ExecStart=.+", GUIDE, re.MULTILINE)]
    )
    named = set(re.findall(r"(?:^ *knockout|manage\.py) (\w+)", code, re.MULTILINE))

    assert named >= {"upgrade", "backup", "restore", "migrate", "check_integrity", "doctor"}
    assert named - {*get_commands(), "upgrade"} == set()


def test_every_setting_named_in_the_guide_exists():
    named = set(re.findall(r"`([A-Z][A-Z_]{3,})[=`]", GUIDE))
    # The last three are a build argument and placeholders for printed values.
    known = {one.name for one in environment.SETTINGS} | {"SITE", "POSTGRES_PASSWORD", "BASE"}
    known |= {"BUILD", "BACKUP", "COMMIT"}

    assert named
    assert named - known == set()


def test_every_link_in_the_guide_has_a_target():
    headings = {heading.lower().replace(" ", "-") for heading in re.findall(r"^#+ (.+)$", GUIDE, re.MULTILINE)}
    links = re.findall(r"\]\(([^)]+)\)", GUIDE)

    assert links
    assert [link for link in links if link.startswith("#") and link[1:] not in headings] == []
    assert [link for link in links if not link.startswith("#") and not (DEPLOY / link).exists()] == []


def test_every_command_in_the_guide_is_valid_shell():
    subprocess.run(["bash", "-n"], input="\n".join(BLOCKS), text=True, check=True)


def test_compose_sets_only_settings_that_the_site_reads():
    app = COMPOSE.partition("  app:\n")[2].partition("  caddy:\n")[0]
    given = set(re.findall(r"^      ([A-Z_]+):", app, re.MULTILINE))

    assert given == {"HTTPS", "TRUSTED_PROXIES", "BACKUP_FOLDER"}
    assert given <= settings("knockout.env")


def test_compose_trusts_the_network_that_it_creates():
    assert re.search(r"TRUSTED_PROXIES: (\S+)", COMPOSE)[1] == re.search(r"subnet: (\S+)", COMPOSE)[1]


def test_compose_and_the_image_agree_on_the_folders_and_the_port():
    volume, folder, port = (
        re.search(rf"^{word} (\S+)$", CONTAINERFILE, re.MULTILINE)[1] for word in ("VOLUME", "WORKDIR", "EXPOSE")
    )

    assert f"data:{volume}\n" in COMPOSE
    assert re.search(r"tmpfs:\n +- /tmp\n +- (\S+)", COMPOSE)[1] == f"{folder}/.static"
    assert f"APP: app:{port}\n" in COMPOSE
    assert f'"--port", "{port}"]' in CONTAINERFILE
    assert f"127.0.0.1:{port}/healthz" in CONTAINERFILE
    assert f"{volume}/" in (DEPLOY / "knockout.env").read_text()


def test_the_image_has_every_folder_that_the_site_reads():
    copied = set(re.findall(r"^COPY (\w+) \1$", CONTAINERFILE, re.MULTILINE))

    assert copied == {"competition", "scoring", "static", "templates"}


def test_caddy_uses_the_variables_that_compose_sets():
    used = set(re.findall(r"\{\$(\w+):", (DEPLOY / "Caddyfile").read_text()))

    assert used == {"SITE", "APP"}
    assert all(re.search(rf"^      {name}: ", COMPOSE, re.MULTILINE) for name in used)


def test_the_ci_scripts_are_valid_and_executable():
    for file in (ROOT / ".ci" / "run", ROOT / ".ci" / "container"):
        assert file.stat().st_mode & 0o111
        subprocess.run(["bash", "-n", file], check=True)


def test_the_container_check_installs_what_is_missing(tmp_path):
    shell, apt = Path(which("bash") or ""), tmp_path / "apt-get"
    for name in ("dirname", "mktemp", "rm"):
        (tmp_path / name).symlink_to(which(name) or "")
    apt.write_text(f'#!{shell}\necho "$@"\n[[ $* != *install* ]]\n')
    apt.chmod(0o755)

    done = subprocess.run(
        [shell, ROOT / ".ci" / "container"], env={"PATH": str(tmp_path)}, capture_output=True, text=True, check=False
    )

    assert done.returncode == 1
    assert done.stdout.splitlines()[-1].endswith(" buildah mmdebstrap iproute2 python3")


@pytest.mark.parametrize(("arguments", "status"), [(["quick"], 2), (["--all"], 2), ([""], 2), (["--help"], 0)])
def test_the_ci_script_refuses_arguments_before_doing_anything(tmp_path, arguments, status):
    # Without other programs in the PATH, the script cannot do anything else.
    done = subprocess.run(
        [which("bash") or "", ROOT / ".ci" / "run", *arguments],
        env={"PATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stdout) == (status, "")
    assert done.stderr.startswith("usage: bash .ci/run\nIt takes no arguments.")


def test_the_service_and_the_command_use_the_same_folder_for_static_files():
    (folder,) = re.findall(r"^Environment=STATIC_ROOT=(.+)$", (DEPLOY / "knockout.service").read_text(), re.MULTILINE)

    assert folder == "/var/lib/knockout/static"
    assert '"STATIC_ROOT": str(STATE / "static")' in (DEPLOY / "knockout").read_text()
