#!/usr/bin/env python3
"""Run the project's commands."""

import os
import signal
import sys


def main() -> None:
    """Run the command in `sys.argv`."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "competition.config.settings")
    if sys.argv[1:2] == ["demo"]:
        # End the process at once on Ctrl+C until the server starts. Imports can swallow a KeyboardInterrupt.
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        from competition.management import command_line
    except ModuleNotFoundError as missing:
        if missing.name != "django":
            raise
        sys.exit("Django is not installed for this Python. Run .venv/bin/python manage.py, as the README does.")
    command_line.main(sys.argv)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)
