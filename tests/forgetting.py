"""Everything a process keeps between two answers, let go of."""

from django.core.cache import caches

from competition.knockout.queries import reading


def forget() -> None:
    """Keep no page and no draw that was read before."""
    for cache in caches.all():
        cache.clear()
    reading.forget()
