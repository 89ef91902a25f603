"""What every test begins with, and what a run ends with."""

import pytest
from django.db import connection
from hypothesis import settings as hypothesis_settings

from competition.log import append_only
from tests import settings
from tests.forgetting import forget

# How fast a machine is, is no fault of the code.
hypothesis_settings.register_profile("unhurried", deadline=None)
hypothesis_settings.load_profile("unhurried")


@pytest.fixture(autouse=True)
def nothing_kept():
    """Nothing kept by the test before: its competition may have had this one's address and version."""
    forget()


@pytest.fixture(autouse=True, scope="session")
def tables_can_be_emptied():
    """Tests in which several write at once are cleared up after by emptying every table, then guarded anew."""
    ops = type(connection.ops)
    with pytest.MonkeyPatch.context() as patch:
        empty = ops.sql_flush
        patch.setattr(ops, "sql_flush", lambda *given, **rest: append_only.lifting(connection) + empty(*given, **rest))
        yield


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put the longest first, so that of two workers none is left alone with them at the end."""
    items.sort(key=lambda item: [item.get_closest_marker(name) is None for name in ("postgres", "browser")])


def pytest_unconfigure():
    """Remove the run's scratch folder: a worker of a run spread over several ends too abruptly to do it itself."""
    settings.scratch.cleanup()
