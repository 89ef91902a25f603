"""How often one thing may be tried from one address."""

import hashlib
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from competition.pages.models import RateLimitHit

TEN_MINUTES, AN_HOUR = timedelta(minutes=10), timedelta(hours=1)


class RateLimit:
    """Tries at one thing from one address `within` at most an hour, counted in the database for all workers."""

    def __init__(self, request: HttpRequest, what: str, *, limit: int = 10, within: timedelta = TEN_MINUTES):
        asker = f"{request.META.get('REMOTE_ADDR', '')} {what.lower()}"
        self._asker, self._limit = hashlib.sha256(asker.encode()).hexdigest(), limit
        self._within = within

    def note(self) -> None:
        """Count one more try, and forget those of long ago, whoever's they were."""
        RateLimitHit.objects.filter(at__lt=timezone.now() - AN_HOUR).delete()
        RateLimitHit.objects.create(asker=self._asker)

    def too_many(self) -> bool:
        """Whether the limit is reached."""
        recent = RateLimitHit.objects.filter(asker=self._asker, at__gt=timezone.now() - self._within)
        return recent.count() >= self._limit
