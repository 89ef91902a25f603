"""Coming in without a browser, for journeys that are not about it: what takes a person two pages is one request."""

import time

from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from competition.entries.models.pair import Pair
from competition.entries.private_links import link_key

Whose = Pair | User | Client


def cookies(whose: Whose, address: str) -> list[dict]:
    """What a browser keeps of a site at this address once a pair has come by its link, or an organiser signed in.

    Of a client it is what that has kept.
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
