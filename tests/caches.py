"""Function that clears all caches in a process."""

from django.core.cache import caches

from competition.draw.queries.draw import clear_cache
from competition.web.models import Site
from competition.web.site_name import remember


def clear_caches() -> None:
    """Clear all cached pages and draws."""
    for cache in caches.all():
        cache.clear()
    # Without this, the first page in each test would query the name of the site.
    remember(Site.NAME, None)
    clear_cache()
