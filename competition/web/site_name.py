"""The name of the site. Each process caches it for ten seconds."""

from email.utils import formataddr, parseaddr

from django.conf import settings
from django.core.cache import cache
from django.db import DatabaseError

from competition.web.models import Site

# Seconds until another process shows a new name.
_REMEMBERED = 10
_KEY = "site-name"


def read_site_name() -> str:
    """Return the name of the site (at most one query in ten seconds).

    Return the default name if the database does not respond.
    """
    name: str | None = cache.get(_KEY)
    if name is None:
        try:
            name = Site.objects.values_list("name", flat=True).first() or Site.NAME
        except DatabaseError:
            return Site.NAME
        remember(name)
    return name


def last_known() -> str:
    """Return the cached name without a query, for the error page."""
    return cache.get(_KEY) or Site.NAME


def remember(name: str, seconds: int | None = _REMEMBERED) -> None:
    """Store the name in this process's cache."""
    cache.set(_KEY, name, seconds)


def sender() -> str:
    """Return the sender for emails: EMAIL_FROM, with the name of the site unless it already contains a name."""
    name, address = parseaddr(settings.EMAIL_FROM)
    return formataddr((name or read_site_name(), address))
