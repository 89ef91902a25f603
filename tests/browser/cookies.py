"""Sign-in without a browser, for tests of other pages. One request replaces two page loads."""

import time

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from competition.entries.models import Pair
from competition.entries.private_links import link_key

Whose = Pair | User | Client


def cookies(whose: Whose, address: str) -> list[dict]:
    """Return the cookies of a browser in which this pair or organiser is signed in.

    For a test client, return its existing cookies.
    """
    client = whose if isinstance(whose, Client) else Client()
    if isinstance(whose, Pair):
        client.post(reverse("link:open", args=[link_key(whose)]))
    elif isinstance(whose, User):
        client.force_login(whose)
    end = time.time() + 3600
    return [
        {"name": name, "value": found.value, "url": address, "expires": end} for name, found in client.cookies.items()
    ]
