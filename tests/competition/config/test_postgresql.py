import dj_database_url
import psycopg
import pytest
from django.db.utils import ConnectionHandler

from competition.config.postgresql import base

pytestmark = pytest.mark.postgres
# What a connection was asked last, and the end of one.
LAST = "SELECT query FROM pg_stat_activity WHERE pid = %s"
HANG_UP = "SELECT pg_terminate_backend(%s, 5000)"


@pytest.fixture
def address(postgresql) -> str:
    return postgresql()


@pytest.fixture
def connection(address, django_db_blocker):
    """A site's connection, after the first request."""
    given = dj_database_url.parse(address, conn_max_age=60, conn_health_checks=True)
    connection = ConnectionHandler({"default": given | {"ENGINE": base.__package__}})["default"]
    with django_db_blocker.unblock():
        request(connection, "SELECT 1 AS first")
        yield connection
        connection.close()


def request(connection, query: str) -> int:
    """Ask this in a request of its own; the number of the server's process that answers."""
    connection.close_if_unusable_or_obsolete()
    with connection.cursor() as cursor:
        cursor.execute(query)
    return connection.connection.info.backend_pid


def asked(address: str, query: str, *parameters: int) -> str:
    with psycopg.connect(address) as other:
        return other.execute(query, parameters).fetchone()[0]


def test_a_connection_serves_from_one_request_to_the_next(connection):
    assert request(connection, "SELECT 2") == request(connection, "SELECT 3")


def test_one_that_the_server_has_closed_is_opened_again(address, connection):
    before = connection.connection.info.backend_pid
    assert asked(address, HANG_UP, before)

    assert request(connection, "SELECT 2") != before


def test_one_that_lives_is_not_asked_whether_it_does(address, connection):
    before = connection.connection.info.backend_pid
    connection.close_if_unusable_or_obsolete()
    connection.ensure_connection()
    connection.close_if_health_check_failed()

    assert asked(address, LAST, before) == "SELECT 1 AS first"
