import re

from django.core.management import get_commands

from tests.house.sources import ROOT, modules

README = (ROOT / "README.md").read_text()
INSTALL = "python3 -m venv --without-pip .venv && python3 -m pip --python .venv install -e"
PATH = re.compile(r"(?<![\w/.-])(?:competition|scoring|templates|static|tests|fixtures|\.ci)/[\w./-]*\w")


def test_the_readme_begins_with_the_two_agreed_commands():
    commands = [block.strip() for block in re.findall(r"^```sh\n(.*?)^```", README, re.DOTALL | re.MULTILINE)]

    assert commands[:2] == [
        f"{INSTALL} . && .venv/bin/python manage.py demo",
        f"{INSTALL} '.[test]' && .venv/bin/python -m pytest",
    ]


def test_every_file_that_the_readme_names_exists():
    assert {path for path in PATH.findall(README) if not (ROOT / path).exists()} == set()


def test_the_readme_names_every_package_within_150_lines():
    packages = {path.parent.name for path in modules("competition") if path.parent.parent == ROOT / "competition"}

    assert set(re.findall(r"`competition/(\w+)`", README)) == packages
    assert len(README.splitlines()) <= 150


def test_every_command_that_the_readme_names_exists():
    named = set(re.findall(r"manage\.py (\w+)", README))

    assert named
    assert named - set(get_commands()) == set()
