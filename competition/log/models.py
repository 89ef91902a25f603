"""Who did what, and when."""

from django.conf import settings
from django.db import models
from django.utils import timezone


class LogEntry(models.Model):
    """One thing somebody did: a plain sentence, with what stood before and after where that matters."""

    competition = models.ForeignKey("competition.Competition", models.CASCADE, related_name="log")
    at = models.DateTimeField(default=timezone.now)
    organiser = models.ForeignKey(settings.AUTH_USER_MODEL, models.PROTECT, null=True, related_name="+")
    pair = models.ForeignKey("competition.Pair", models.RESTRICT, null=True, related_name="+")
    match = models.CharField(max_length=10, blank=True)
    verb = models.CharField(max_length=40)
    text = models.TextField()
    detail = models.JSONField(default=dict)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["competition", "match"])]

    def __str__(self) -> str:
        return self.text
