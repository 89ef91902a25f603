"""Models for the site's own name, for rate limits, and for the nightly tasks shared by all servers."""

from django.db import models
from django.db.models import Q
from django.utils import timezone

from scoring.models import MomentField


class RateLimitHit(models.Model):
    """One attempt at a rate-limited action, stored for an hour. The asker is stored as a hash."""

    asker = models.CharField(max_length=64)
    at = MomentField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["asker", "at"])]

    def __str__(self) -> str:
        return f"tried {self.at}"


class Site(models.Model):
    """The site's own settings. The table has one row, or none while the defaults apply."""

    NAME = "Rubber Knockout"

    name = models.CharField(max_length=40, default=NAME)
    # The settings with which the site first used this database: a fingerprint of SECRET_KEY, and the time zone.
    key_fingerprint = models.CharField(max_length=64, default="")
    time_zone = models.CharField(max_length=64, default="")

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="site_once"),
            models.CheckConstraint(condition=~Q(name=""), name="site_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name


class NightlyTask(models.Model):
    """A nightly task, done by one server at a time."""

    name = models.CharField(max_length=40, unique=True)
    done_at = MomentField(null=True)
    # Until this time, a server is working on the task, or the task has failed and waits for a retry.
    taken_until = MomentField(null=True)
    # Name of the machine that last did the task.
    done_by = models.CharField(max_length=80, default="")

    def __str__(self) -> str:
        return self.name


class EmailTest(models.Model):
    """The latest test email. The site's sender sends it, and stores the mail server's response."""

    address = models.EmailField()
    asked_at = MomentField(default=timezone.now)
    # The state, sentence and remedy for the reply. They are empty while the email waits.
    state = models.CharField(max_length=7, blank=True)
    sentence = models.TextField(blank=True)
    remedy = models.TextField(blank=True)

    def __str__(self) -> str:
        return self.state or "test email to send"
