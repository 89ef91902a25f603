"""The name of the site, as every page shows it. Each process remembers it for some seconds."""

from django.core.cache import cache
from django.db import DatabaseError

from competition.pages.models import Site

# Seconds. Another process shows a new name after so long.
_REMEMBERED = 10
_KEY = "site-name"


def site_name() -> str:
    """Return the name of the site (at most one query in ten seconds); the default if the database does not answer."""
    name: str | None = cache.get(_KEY)
    if name is None:
        try:
            name = Site.objects.values_list("name", flat=True).first() or Site.NAME
        except DatabaseError:
            return Site.NAME
        remember(name)
    return name


def last_known() -> str:
    """Return the name without a query, for the page that says that something broke."""
    return cache.get(_KEY) or Site.NAME


def remember(name: str, seconds: int | None = _REMEMBERED) -> None:
    """Let this process show the name from now on."""
    cache.set(_KEY, name, seconds)
