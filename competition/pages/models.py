"""What was tried in vain."""

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
