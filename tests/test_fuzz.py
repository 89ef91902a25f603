"""Whatever anybody sends to any address: no page breaks, and nobody is told what is another's.

Every role of the table of permissions sends nasty values, odd bodies and odd headers, to the addresses of the site and
to the forms that its pages offer it. What was taken in is looked at on other pages too before it is taken back, so that
a value cannot break a page that it was not sent to. `--fuzz 3600` goes on for an hour, `--fuzz-seed` repeats a run.
"""

from random import Random, SystemRandom

import pytest
from django.db import connection

from tests.fuzz.sending import Fuzz
from tests.fuzz.world import World
from tests.house.test_permissions import AUDIENCES, competition  # noqa: F401 - a fixture

pytestmark = pytest.mark.django_db
# Beside all addresses and forms, which take all seven roles half a minute on a quiet core.
TRIES, THOROUGH = 20, 200
# What is taken in breaks other pages on any database or none: PostgreSQL is asked whether it takes it.
ON_POSTGRES = {"org": pytest.mark.database}


# Whoever comes to most forms; the others send with --fuzz and --thorough.
DAILY = ("par", "org")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    every_role = metafunc.config.getoption("fuzz") or metafunc.config.getoption("thorough")
    roles = AUDIENCES if every_role else DAILY
    metafunc.parametrize("role", [pytest.param(name, marks=ON_POSTGRES.get(name, ())) for name in roles])


def test_nothing_that_is_sent_breaks_a_page_or_tells_what_is_anothers(competition, settings, pytestconfig, role):  # noqa: F811
    settings.MIDDLEWARE = [name for name in settings.MIDDLEWARE if not name.startswith("tests.")]
    seconds, seed = pytestconfig.getoption("fuzz"), pytestconfig.getoption("fuzz_seed")
    if seed is None:
        # A run of every day sends the same, so that what it finds is the doing of what was changed.
        seed = SystemRandom().randrange(10**6) if seconds else 1
    thorough = pytestconfig.getoption("thorough")
    looks_round = thorough or connection.vendor == "sqlite"
    fuzz = Fuzz(World(competition), role, Random(f"{seed} {role}"), looks_round=looks_round)

    fuzz.run(THOROUGH if thorough else TRIES, seconds and seconds / len(AUDIENCES))

    print(f"--fuzz-seed {seed}: {role} sent {fuzz.count}, {len(fuzz.offers)} forms")  # noqa: T201 - what repeats the run
    assert fuzz.offers, "no form was found to fill in"
    if fuzz.faults:
        pytest.fail("\n".join(f"{fault}\n  {sent}" for fault, sent in fuzz.faults.items()), pytrace=False)
