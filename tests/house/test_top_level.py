from fnmatch import fnmatch

from tests.house.sources import ROOT, ignored

FILES = {"manage.py", "pyproject.toml", "README.md"}
FOLDERS = {"competition", "scoring", "templates", "static", "tests", "fixtures"}


def test_the_top_level_is_what_was_agreed():
    names = {path.name for path in ROOT.iterdir() if not path.name.startswith(".")}
    unknown_to_git = {name for name in names for pattern in ignored() if fnmatch(name, pattern)}

    assert names - unknown_to_git == FILES | FOLDERS
