from tests.house.sources import FILES, name

AGREED = {"manage.py", "pyproject.toml", "README.md"}
AGREED |= {"competition", "scoring", "templates", "static", "tests", "fixtures"}


def test_the_top_level_has_only_the_agreed_files():
    names = {name(path).partition("/")[0] for path in FILES}

    assert {top for top in names if not top.startswith(".")} == AGREED
