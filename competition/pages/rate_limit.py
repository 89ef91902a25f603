"""How often one thing may be tried from one address."""

import hashlib
from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone

from competition.pages.models import RateLimitHit

_TEN_MINUTES = timedelta(minutes=10)


class RateLimit:
    """Tries at one thing from one address in the last ten minutes, counted in the database for all workers."""

    def __init__(self, request: HttpRequest, what: str, *, limit: int = 10):
        asker = f"{request.META.get('REMOTE_ADDR', '')} {what.lower()}"
        self._asker, self._limit = hashlib.sha256(asker.encode()).hexdigest(), limit

    def note(self) -> None:
        """Count one more try, and forget those of long ago, whoever's they were."""
        RateLimitHit.objects.filter(at__lt=timezone.now() - _TEN_MINUTES).delete()
        RateLimitHit.objects.create(asker=self._asker)

    def too_many(self) -> bool:
        """Whether the limit is reached."""
        recent = RateLimitHit.objects.filter(asker=self._asker, at__gt=timezone.now() - _TEN_MINUTES)
        return recent.count() >= self._limit
