import pytest
from django.test import Client


@pytest.fixture
def at_desk():
    """The browser of a competition's own organiser."""

    def sign_in(competition) -> Client:
        client = Client()
        client.force_login(competition.organisers.first())
        return client

    return sign_in
