import re
from hashlib import sha256
from pathlib import Path

import pytest
from django.core.management import call_command

from tests.house.sources import ROOT

MOVES_DATA = re.compile(r"\bRun(Python|SQL)\b")


def moving(root: Path) -> list[Path]:
    """Return the migrations that change data, not only tables."""
    return [path for path in sorted(root.glob("*/migrations/*.py")) if MOVES_DATA.search(path.read_text())]


@pytest.mark.django_db
def test_the_migrations_match_the_models():
    call_command("makemigrations", check=True, dry_run=True)


def test_data_migrations_use_the_connection_that_they_run_on():
    # A backup is migrated on a second connection, while the site's own database stays open.
    assert [path.name for path in moving(ROOT) if "connection.alias" not in path.read_text()] == []


# The released migrations, each with its fingerprint.
RELEASED = ROOT / "tests" / "house" / "released_migrations.txt"


def test_released_migrations_never_change():
    # A site never runs the same migration twice.
    files = [path for path in sorted(ROOT.glob("*/migrations/*.py")) if path.name != "__init__.py"]
    lines = [f"{sha256(path.read_bytes()).hexdigest()} {path.relative_to(ROOT).as_posix()}" for path in files]
    changed = {*RELEASED.read_text().splitlines()} - {*lines}

    assert not changed, "\n".join(
        [
            "A released migration was changed or removed. Put it back, and add a migration instead.",
            f"Only before a release, {RELEASED.name} may be replaced by these lines:",
            *lines,
        ]
    )
