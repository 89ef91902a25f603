import dj_database_url
import psycopg
import pytest
from django.db.utils import ConnectionHandler

from competition.config.postgresql import base

pytestmark = pytest.mark.postgres
# LAST returns the latest query of a connection. HANG_UP ends a connection.
LAST = "SELECT query FROM pg_stat_activity WHERE pid = %s"
HANG_UP = "SELECT pg_terminate_backend(%s, 5000)"


@pytest.fixture
def address(postgresql) -> str:
    return postgresql()


@pytest.fixture
def connection(address, django_db_blocker):
    """Yield a connection of the site after its first request."""
    given = dj_database_url.parse(address, conn_max_age=60, conn_health_checks=True)
    connection = ConnectionHandler({"default": given | {"ENGINE": base.__package__}})["default"]
    with django_db_blocker.unblock():
        request(connection, "SELECT 1 AS first")
        yield connection
        connection.close()


def request(connection, query: str) -> int:
    """Run a query as a separate request. Return the process number of the database server."""
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute(query)
    return connection.connection.info.backend_pid


def asked(address: str, query: str, *parameters: int) -> str:
    with psycopg.connect(address) as other:
        return other.execute(query, parameters).fetchone()[0]


def test_requests_share_a_connection(connection):
    assert request(connection, "SELECT 2") == request(connection, "SELECT 3")


def test_a_connection_closed_by_the_server_is_reopened(address, connection):
    before = connection.connection.info.backend_pid
    assert asked(address, HANG_UP, before)

    assert request(connection, "SELECT 2") != before


def test_checking_an_open_connection_takes_no_query(address, connection):
    before = connection.connection.info.backend_pid
    connection.close_if_unusable_or_obsolete()
    connection.ensure_connection()
    connection.close_if_health_check_failed()

    assert asked(address, LAST, before) == "SELECT 1 AS first"
