#!/usr/bin/env python3
"""Run a management command: `python manage.py help` lists them."""

import os
import sys

from competition.management.command_line import main

if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "competition.config.settings")
    main(sys.argv)
