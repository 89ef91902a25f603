"""Function that clears all caches of a process."""

from django.core.cache import caches

from competition.knockout.queries.draw import clear_cache
from competition.pages.models import Site
from competition.pages.site_name import remember


def forget() -> None:
    """Clear all cached pages and draws."""
    for cache in caches.all():
        cache.clear()
    # Without this, the first page of each test would query the name of the site.
    remember(Site.NAME, None)
    clear_cache()
