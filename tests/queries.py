"""Function that counts a request's database queries, and a check for queries in a loop."""

import re
from collections import Counter

from django.db import connection
from django.http import HttpResponse

# A statement that one request runs more often than this is probably in a loop over rows.
OFTEN = 3


def asked(get, *given, **options) -> tuple[HttpResponse, list[str]]:
    """Return the response to a request and its SQL statements.

    Do not use CaptureQueriesContext: with it, SQLite formats thousands of values for each query.
    """
    statements: list[str] = []

    def note(execute, sql, *rest):
        statements.append(sql)
        return execute(sql, *rest)

    with connection.execute_wrapper(note):
        return get(*given, **options), statements


def in_a_loop(statements: list[str]) -> list[str]:
    """Return the statements that run too often, ignoring the number of values and what they are."""
    counts = Counter(re.sub(r"(?:%s, )+%s", "%s", statement) for statement in statements)
    return [statement for statement, times in counts.items() if times > OFTEN]
