"""Sessions in the database, each with the organiser who is signed in by it."""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone


class Session(AbstractBaseSession):
    """What is stored for a browser, and the organiser who has signed in there, if one has."""

    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        """How it is read and written."""
        return SessionStore


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
    """Django's sessions, found by their organiser."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Where sessions are stored."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """The row of this session."""
        row = cast(Session, super().create_model_instance(data))
        row.organiser_id = data.get(SESSION_KEY)
        return row
