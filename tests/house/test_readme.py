import re
import tomllib

import pytest
from django.core.management import call_command, get_commands

from competition.config import parsing
from scoring.pads.papers import PadGame
from tests.house.sources import ROOT, files, modules

README = (ROOT / "README.md").read_text()
INSTALL = "python3 -m venv --without-pip .venv && python3 -m pip --python .venv install -e"
WRITTEN_BY_THE_BUILD = "competition/build.txt"
PATH = re.compile(r"(?<![\w/.-])(?:competition|scoring|templates|static|tests|fixtures|\.ci)/[\w./-]*\w")


def test_the_readme_begins_with_the_two_agreed_commands():
    commands = [block.strip() for block in re.findall(r"^```sh\n(.*?)^```", README, re.DOTALL | re.MULTILINE)]

    assert commands[:2] == [
        f"{INSTALL} . && .venv/bin/python manage.py demo",
        f"{INSTALL} '.[test]' && .venv/bin/python -m pytest",
    ]


def test_every_file_named_in_the_readme_exists():
    assert {path for path in PATH.findall(README) if not (ROOT / path).exists()} <= {WRITTEN_BY_THE_BUILD}


def listed() -> list[str]:
    """Return the packages in the README's table."""
    return re.findall(r"^\| `competition/(\w+)` \| .+ \|$", README, re.MULTILINE)


def test_the_readme_lists_every_package_and_has_at_most_160_lines():
    packages = {path.parent.name for path in modules("competition") if path.parent.parent == ROOT / "competition"}

    assert sorted(listed()) == sorted(packages)
    assert len(README.splitlines()) <= 160


def test_the_readme_lists_the_packages_in_import_order():
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]["contracts"]
    layers = next(one["layers"] for one in contracts if one.get("containers") == ["competition"])

    # The linter lists the highest package first.
    assert listed() == layers[::-1]


@pytest.mark.parametrize("folder", ["templates", "tests"])
def test_folders_of_templates_and_tests_are_named_after_the_packages(folder):
    folders = {path.relative_to(ROOT / folder / "competition").parts[0] for path in files(f"{folder}/competition", "")}

    assert {one for one in folders if "." not in one} <= {*listed()}


def test_every_picture_in_the_readme_exists():
    pictures = re.findall(r'(?:\]\(|src=")(\.images/[^)"]+)', README)

    assert sorted(pictures) == sorted(f".images/{path.name}" for path in (ROOT / ".images").iterdir())


@pytest.mark.parametrize("game", [game.value for game in PadGame])
def test_the_readme_names_every_game_and_each_example_file_is_scored(game, capsys):
    assert f"`{game}`" in README or f"score --as {game} fixtures/pads/{game}.csv" in README

    call_command("score", "--as", game, str(ROOT / "fixtures" / "pads" / f"{game}.csv"))

    assert "Total: " in (said := capsys.readouterr().out) or "Points: " in said


def test_every_example_without_a_database_runs(monkeypatch, capsys):
    monkeypatch.chdir(ROOT)
    examples = re.findall(r"^\.venv/bin/python manage\.py (.+)$", README, re.MULTILINE)

    assert len(examples) >= 3
    for words in map(str.split, examples):
        call_command(*words)
        assert capsys.readouterr().out


def test_the_example_for_email_url_is_accepted():
    (example,) = re.findall(r"`(submission://\S+)`", README)

    assert parsing.mail_server(example).user == "desk@example.org"


def test_every_command_named_in_the_readme_exists():
    named = set(re.findall(r"manage\.py (\w+)", README))

    assert named
    assert named - set(get_commands()) == set()
