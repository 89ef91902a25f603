"""How often something may be tried, counted in the database for all workers and servers."""

import hashlib
from datetime import timedelta
from ipaddress import IPv4Address, ip_address, ip_network
from typing import NamedTuple

from django.http import HttpRequest
from django.utils import timezone

from competition.pages.models import RateLimitHit

TEN_MINUTES, AN_HOUR = timedelta(minutes=10), timedelta(hours=1)
# The code of a form's error that tells of a limit; a page that shows it is answered 429.
TOO_MANY = "too_many"


class Limit(NamedTuple):
    """So many tries `within` at most an hour, of whatever is counted by this name."""

    counted: str
    most: int
    within: timedelta = TEN_MINUTES

    @property
    def asker(self) -> str:
        """A digest, so that nothing kept tells who tried what."""
        return hashlib.sha256(self.counted.encode()).hexdigest()


class RateLimit:
    """Tries at one thing, each counted under all these limits."""

    def __init__(self, *limits: Limit) -> None:
        self._limits = limits
        self._noted: list[RateLimitHit] = []

    def note(self) -> None:
        """Count one more try, and forget those of long ago, whoever's they were."""
        RateLimitHit.objects.filter(at__lt=timezone.now() - AN_HOUR).delete()
        self._noted = RateLimitHit.objects.bulk_create([RateLimitHit(asker=limit.asker) for limit in self._limits])

    def take_back(self) -> None:
        """Count the try noted last no longer: it was a good one."""
        RateLimitHit.objects.filter(pk__in=[hit.pk for hit in self._noted]).delete()

    def too_many(self) -> bool:
        """Whether one of the limits is reached."""
        now, hits = timezone.now(), RateLimitHit.objects
        return any(hits.filter(asker=one.asker, at__gt=now - one.within).count() >= one.most for one in self._limits)


def network(request: HttpRequest) -> str:
    """Where a request comes from: its IPv4 address, or the 2^64 addresses of IPv6 that one connection has at least."""
    given = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(_without_port(given))
        address = getattr(address, "ipv4_mapped", None) or address
        return str(address if isinstance(address, IPv4Address) else ip_network((address, 64), strict=False))
    except ValueError:
        return given


def _without_port(given: str) -> str:
    """An address as some proxies write it, "192.0.2.1:50123" or "[2001:db8::1]:50123"; each connection has its port."""
    if given.startswith("["):
        return given[1:].partition("]")[0]
    return given.partition(":")[0] if given.count(":") == 1 else given
