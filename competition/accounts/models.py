"""Models for sessions and for changes to accounts."""

from typing import Any, cast

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone

from scoring.models import MomentField


class Session(AbstractBaseSession):
    """A browser session, with the organiser who has signed in there, if any."""

    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")

    @classmethod
    def get_session_store_class(cls) -> "type[SessionStore]":
        """Return the class that reads and writes sessions."""
        return SessionStore


# Migrations would import the choices, so the constraint lists their values.
_IS_CHANGE = models.Q(what__in=["password", "email", "allowed", "stopped"])


class AccountChange(models.Model):
    """A change to an organiser's password, email address or permission, reported by email to `address`.

    `address` is the account's address before the change. It is deleted once the email has been sent.
    """

    class What(models.TextChoices):
        PASSWORD = "password", "password"
        EMAIL = "email", "email address"
        ALLOWED = "allowed", "permission to create competitions, given"
        STOPPED = "stopped", "permission to create competitions, taken away"

    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, related_name="+")
    what = models.CharField(max_length=8, choices=What.choices)
    at = MomentField(default=timezone.now)
    address = models.EmailField(blank=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(name="account_change", condition=_IS_CHANGE),
        ]

    def __str__(self) -> str:
        return f"{self.get_what_display()} changed"


class SessionStore(DatabaseStore):
    """Django's session store with a column for the organiser."""

    @classmethod
    def get_model_class(cls) -> type[Session]:
        """Return the model for sessions."""
        return Session

    def create_model_instance(self, data: dict[str, Any]) -> Session:
        """Return the row of this session."""
        row = cast(Session, super().create_model_instance(data))
        row.organiser_id = data.get(SESSION_KEY)
        return row
