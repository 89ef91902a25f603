"""The real settings, with two more addresses, and static files put elsewhere."""

import os

from competition.config.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.addresses"
STATIC_ROOT = os.environ["STATIC_ROOT"]
