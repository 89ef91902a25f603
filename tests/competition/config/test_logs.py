import io
import logging

import pytest

from competition.entries.private_links import link_key
from tests import stories


@pytest.fixture
def printed():
    """What the site prints from here on."""
    console = next(handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    lines = io.StringIO()
    usual = console.setStream(lines)
    yield lines
    console.setStream(usual)


@pytest.mark.django_db
def test_the_key_of_a_private_link_is_never_printed(client, printed):
    almost = link_key(stories.entered(1).pairs.get())[:-1]

    client.get(f"/p/{almost}/")

    assert printed.getvalue() == "Not Found: /p/…/\n"


@pytest.mark.parametrize("start", ["/p/", "/desk/welcome/", "/pads/join/", "/demo/enter/"])
def test_no_secret_of_an_address_is_printed(start, printed):
    logging.getLogger("django.request").warning("Not Found: %s", f"{start}S3cr3t/")

    assert printed.getvalue() == f"Not Found: {start}…/\n"
