"""Sessions in the database, each with the organiser who is signed in by it.

A pair stays signed in as long as the session lives, an organiser on the same device for much less.
"""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import connection, models
from django.utils import timezone

SIGN_IN, UNTIL = "sign_in", "until"


class Session(AbstractBaseSession):
    """What is remembered of a browser, and the organiser who has signed in there, if one has."""

    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        """How it is read and written."""
        return SessionStore


# In plain SQL: it is asked for with every request of a pair, and Django takes longer to compose it than to run it.
_DATA = f"SELECT session_data FROM {Session._meta.db_table} WHERE session_key = %s AND expire_date > %s"  # noqa: S608


class AccountChange(models.Model):
    """A change of an organiser's password or email address, of which `address` is told by email.

    `address` is the account's address before the change. It is deleted once it has been told.
    """

    class What(models.TextChoices):
        PASSWORD = "password", "password"
        EMAIL = "email", "email address"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    what = models.CharField(max_length=8, choices=What.choices)
    at = models.DateTimeField(default=timezone.now)
    address = models.EmailField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="account_change", condition=models.Q(what__in=["password", "email"])),
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()} changed"


class SessionStore(DatabaseStore):
    """A session whose organiser is signed in no longer than was said at the door."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Where sessions are kept."""
        return Session

    def load(self) -> dict[str, Any]:
        """What was kept, without a sign-in that is over."""
        data = self._data()
        if data.get(SIGN_IN, {}).get(UNTIL, 0) <= timezone.now().timestamp():
            for key in (SESSION_KEY, BACKEND_SESSION_KEY, HASH_SESSION_KEY, SIGN_IN):
                data.pop(key, None)
        return data

    def _data(self) -> dict[str, Any]:
        at = connection.ops.adapt_datetimefield_value(timezone.now())
        with connection.cursor() as cursor:
            cursor.execute(_DATA, [self.session_key, at])
            row = cursor.fetchone()
        if row is None:
            # As in Django: what is not there is never begun under a name of somebody else's choosing.
            self._session_key = None
            return {}
        return self.decode(row[0])

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row of this session, found by its organiser."""
        row = cast(Session, super().create_model_instance(data))
        row.organiser_id = data.get(SESSION_KEY)
        return row
