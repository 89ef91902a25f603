"""Keep a copy of this version among those that must come back for ever: python -m tests.keep_release.

Of a version that is not released yet it is taken again whenever the schema changes; of a released one never.
"""

import os
import tempfile
from pathlib import Path

import django
from django.core.management import call_command


def main() -> None:
    """Make an empty database, and keep a copy of what is played in it."""
    with tempfile.TemporaryDirectory(prefix="release-") as folder:
        os.environ |= {"DATABASE_URL": f"sqlite:///{folder}/site.sqlite3", "DJANGO_SETTINGS_MODULE": "tests.settings"}
        django.setup()
        from tests import releases

        call_command("migrate", verbosity=0)
        releases.keep(Path(folder) / "copy.sqlite3")


if __name__ == "__main__":
    main()
