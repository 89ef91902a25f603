"""Django's PostgreSQL backend with a faster check for a closed connection."""

from select import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that can check without a query if it is open."""

    def is_usable(self) -> bool:
        """Return True if the connection works. Django calls this before the first query of each request.

        A server sends nothing on an idle connection. Data to read may mean that the server has closed it. Only then
        does Django's own check run its query. A query before each request would double the time of a small response.
        """
        waits = self.connection is not None and not self.connection.closed and not self.errors_occurred
        return (waits and not select([self.connection], [], [], 0)[0]) or super().is_usable()
