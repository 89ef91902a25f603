"""Version of the app, with the commit and date of its build."""

from datetime import date
from pathlib import Path

from django.utils.dateformat import format as format_date

from competition import __version__

# The build writes one line to this file, such as "a1b2c3d4e5 2026-11-28". Git may not be available at run time.
_BUILD = Path(__file__).parents[1] / "build.txt"


def read_version(file: Path) -> str:
    """Return the version with the build from this file, or only the version if the file is missing or damaged."""
    try:
        commit, day = file.read_text(encoding="ascii").split()
        return f"{__version__} ({commit}, {format_date(date.fromisoformat(day), 'j M Y')})"
    except (OSError, ValueError):
        return __version__


# Read the file once, because an upgrade replaces it while the old version still runs.
_VERSION = read_version(_BUILD)


def app_version() -> str:
    """Return the version of the running code, such as "1.0.0 (a1b2c3d4e5, 28 Nov 2026)"."""
    return _VERSION
