"""Test that no request breaks a page or reveals another visitor's secrets.

Every visitor in the table of permissions sends bad values, bodies and headers to the site's addresses and to the forms
on its pages. After an accepted request, the test views other pages before it undoes the changes, because a value may
break another page. `--fuzz 3600` runs for an hour, and `--fuzz-seed` repeats a run.
"""

from random import Random, SystemRandom

import pytest
from django.db import connection

from tests.fuzz.sending import Fuzz
from tests.fuzz.world import World
from tests.house.test_permissions import AUDIENCES, competition  # noqa: F401 - this is a fixture

pytestmark = pytest.mark.django_db
# Random requests in addition to all addresses and forms, which take half a minute for all seven visitors.
TRIES, THOROUGH = 20, 200
# Accepted values break pages on any database. On PostgreSQL, check only if the database accepts them.
ON_POSTGRES = {"org": pytest.mark.database}


# These visitors have most forms. The others are tested with --fuzz and --thorough.
DAILY = ("par", "org")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    every_role = metafunc.config.getoption("fuzz") or metafunc.config.getoption("thorough")
    roles = AUDIENCES if every_role else DAILY
    metafunc.parametrize("role", [pytest.param(name, marks=ON_POSTGRES.get(name, ())) for name in roles])


def test_no_request_breaks_a_page_or_reveals_a_secret(competition, settings, pytestconfig, role):  # noqa: F811
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    seconds, seed = pytestconfig.getoption("fuzz"), pytestconfig.getoption("fuzz_seed")
    if seed is None:
        # Daily runs use a fixed seed, so that any failure comes from a change in the code.
        seed = SystemRandom().randrange(10**6) if seconds else 1
    thorough = pytestconfig.getoption("thorough")
    looks_round = thorough or connection.vendor == "sqlite"
    fuzz = Fuzz(World(competition), role, Random(f"{seed} {role}"), looks_round=looks_round)

    fuzz.run(THOROUGH if thorough else TRIES, seconds and seconds / len(AUDIENCES))

    print(f"--fuzz-seed {seed}: {role} sent {fuzz.count}, {len(fuzz.offers)} forms")  # noqa: T201 - this seed repeats the run
    assert fuzz.offers, "no form was found to fill in"
    if fuzz.faults:
        pytest.fail("\n".join(f"{fault}\n  {sent}" for fault, sent in fuzz.faults.items()), pytrace=False)
