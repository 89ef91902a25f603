"""The site's own name, and what was tried in vain."""

from django.db import models
from django.db.models import Q
from django.utils import timezone


class RateLimitHit(models.Model):
    """One failed try at a sign-in or a code, known by a digest of who tried what; forgotten after a while."""

    asker = models.CharField(max_length=64)
    at = models.DateTimeField(default=timezone.now)

    class Meta:
        indexes = [models.Index(fields=["asker", "at"])]

    def __str__(self) -> str:
        return f"tried {self.at}"


class Site(models.Model):
    """The site's own facts. There is one row, or none while the defaults hold."""

    NAME = "Rubber Knockout"

    name = models.CharField(max_length=40, default=NAME)

    class Meta:
        constraints = [
            models.CheckConstraint(condition=Q(pk=1), name="site_once"),
            models.CheckConstraint(condition=~Q(name=""), name="site_has_a_name"),
        ]

    def __str__(self) -> str:
        return self.name
