"""The link that sets up a new site. `serve` and `doctor` print it."""

from urllib.parse import urlsplit

from django.conf import settings

from competition.accounts.queries import has_accounts
from competition.site.access import first_run_path

_OF_THIS_MACHINE = {"localhost", "127.0.0.1", "::1"}


def first_run_link(port: int = 8000) -> str:
    """Return the setup link, or "" if the site has an account. `port` applies only on a local address."""
    if has_accounts():
        return ""
    is_here = urlsplit(settings.SITE_ADDRESS).hostname in _OF_THIS_MACHINE and not settings.HTTPS
    return f"{settings.SITE_ADDRESS}{f':{port}' if is_here else ''}{first_run_path()}"
