"""Django's own backend, but for how it finds out that the server has hung up."""

from select import select

from django.db.backends.postgresql import base


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that is known to be alive without a question to the server."""

    def is_usable(self) -> bool:
        """Whether it can be used for another request, which is asked before the first query of each.

        The server says nothing of itself on a connection that waits: only where there is something to read may it have
        hung up. A question each time would double what a small answer takes.
        """
        waits = self.connection is not None and not self.connection.closed and not self.errors_occurred
        return (waits and not select([self.connection], [], [], 0)[0]) or super().is_usable()
