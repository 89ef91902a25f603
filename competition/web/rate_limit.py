"""Rate limits, counted in the database for all workers and servers."""

import hashlib
from datetime import timedelta
from ipaddress import IPv4Address, ip_address, ip_network
from typing import NamedTuple

from django.http import HttpRequest
from django.utils import timezone

from competition.web.models import RateLimitHit

TEN_MINUTES, AN_HOUR = timedelta(minutes=10), timedelta(hours=1)
# Error code for a form that exceeds a rate limit. The page has status 429.
TOO_MANY = "too_many"


class Limit(NamedTuple):
    """The number of attempts allowed `within` a time limit of up to an hour. `counted` is their counter's name."""

    counted: str
    most: int
    within: timedelta = TEN_MINUTES

    @property
    def asker(self) -> str:
        """The hash of the name, so that the database does not show names or addresses."""
        return hashlib.sha256(self.counted.encode()).hexdigest()


class RateLimit:
    """A rate-limited action. Each attempt counts towards all the limits."""

    def __init__(self, *limits: Limit) -> None:
        self._limits = limits
        self._noted: list[RateLimitHit] = []

    def take(self) -> bool:
        """Count an attempt, and return True if it is within the limits. An attempt above them does not count.

        It is counted before the limits are checked, so that parallel attempts on several servers all count.
        """
        self.note()
        if not self._is_exceeded():
            return True
        self.refund()
        return False

    def note(self) -> None:
        """Count an attempt, and delete all attempts older than an hour."""
        RateLimitHit.objects.filter(at__lt=timezone.now() - AN_HOUR).delete()
        self._noted = RateLimitHit.objects.bulk_create([RateLimitHit(asker=limit.asker) for limit in self._limits])

    def refund(self) -> None:
        """Remove the latest attempt from the count, because it succeeded."""
        RateLimitHit.objects.filter(pk__in=[hit.pk for hit in self._noted]).delete()

    def _is_exceeded(self) -> bool:
        now = timezone.now()
        hits = RateLimitHit.objects
        counts = ((limit, hits.filter(asker=limit.asker, at__gt=now - limit.within).count()) for limit in self._limits)
        return any(count > limit.most for limit, count in counts)


# The number of leading bits of an IPv6 address that identify one connection, and one customer.
CONNECTION, CUSTOMER = 64, 48


def network(request: HttpRequest, bits: int = CONNECTION) -> str:
    """Return the network of a request: the IPv4 address, or the first `bits` of the IPv6 address."""
    sender = request.META.get("REMOTE_ADDR", "")
    try:
        address = ip_address(_remove_port(sender))
        address = getattr(address, "ipv4_mapped", None) or address
        return str(address if isinstance(address, IPv4Address) else ip_network((address, bits), strict=False))
    except ValueError:
        return sender


def _remove_port(sender: str) -> str:
    """Return the address without the port that some proxies add: "192.0.2.1:50123" or "[2001:db8::1]:50123"."""
    if sender.startswith("["):
        return sender[1:].partition("]")[0]
    return sender.partition(":")[0] if sender.count(":") == 1 else sender
