import re
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.house.sources import ROOT

MOVES_DATA = re.compile(r"\bRun(Python|SQL)\b")


def moving(root: Path) -> list[Path]:
    """Return the migrations that change data and not only tables."""
    return [path for path in sorted(root.glob("*/migrations/*.py")) if MOVES_DATA.search(path.read_text())]


def untested(root: Path) -> list[str]:
    """Return the names of the migrations that change data and have no test."""
    tests = {path: root / "tests" / path.parent.relative_to(root) / f"test_{path.name}" for path in moving(root)}
    return [path.name for path, test in tests.items() if not test.exists()]


@pytest.mark.django_db
def test_the_migrations_match_the_models():
    call_command("makemigrations", check=True, dry_run=True)


def test_data_migrations_use_the_connection_they_run_on():
    # A backup is migrated on a second connection, beside the site's own database.
    assert [path.name for path in moving(ROOT) if "connection.alias" not in path.read_text()] == []


def test_every_data_migration_has_a_test():
    # The test of a migration compares the draws before and after it.
    assert untested(ROOT) == []


def test_untested_data_migrations_are_found(tmp_path):
    folder, tests = tmp_path / "competition" / "migrations", tmp_path / "tests" / "competition" / "migrations"
    folder.mkdir(parents=True)
    tests.mkdir(parents=True)
    for name, does in {"0002_a": "AddField", "0003_b": "RunPython", "0004_c": "RunSQL", "0005_d": "RunPython"}.items():
        (folder / f"{name}.py").write_text(f"operations = [migrations.{does}()]")
    (tests / "test_0005_d.py").touch()

    assert untested(tmp_path) == ["0003_b.py", "0004_c.py"]
