"""Keys that did not fit, and who came in."""

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone


class RateLimitHit(models.Model):
    """One failed try at a sign-in or a code, known by a digest of who tried what; forgotten after a while."""

    asker = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["asker", "at"])]

    def __str__(self) -> str:
        return f"tried {self.at}"


class Session(AbstractBaseSession):
    """What is remembered of a browser, and the organiser who has signed in there, if one has."""

    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, null=True, related_name="+")

    @classmethod
    def get_session_store_class(cls):
        """How it is read and written."""
        from competition.pages.sessions import SessionStore

        return SessionStore
