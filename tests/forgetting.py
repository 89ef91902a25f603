"""Everything a process keeps between two answers, let go of."""

from django.core.cache import caches

from competition.knockout.queries.draw import clear_cache
from competition.pages.models import Site
from competition.pages.site_name import remember


def forget() -> None:
    """Keep no page and no draw that was read before."""
    for cache in caches.all():
        cache.clear()
    # Or the first page of each test would ask for it.
    remember(Site.NAME, None)
    clear_cache()
