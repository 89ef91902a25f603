import pytest
from django.test import Client
from django.urls import reverse

from competition.access import link_key


@pytest.fixture
def phone():
    """A phone that has come by this pair's private link."""

    def come(pair) -> Client:
        client = Client()
        client.post(reverse("link:open", args=[link_key(pair)]))
        return client

    return come
