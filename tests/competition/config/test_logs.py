import io
import logging

import pytest

from competition.entries.private_links import link_key
from tests import stories


@pytest.fixture
def printed():
    """Capture the lines that the site logs."""
    console = next(handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    lines = io.StringIO()
    usual = console.setStream(lines)
    yield lines
    console.setStream(usual)


@pytest.mark.django_db
def test_a_private_link_is_logged_without_its_key(client, printed):
    almost = link_key(stories.entered(1).pairs.get())[:-1]

    client.get(f"/p/{almost}/")

    assert printed.getvalue() == "Not Found: /p/…/\n"


def test_a_wrong_host_is_logged_in_one_line(client, printed):
    client.get("/", headers={"host": "10.0.0.7"})

    assert (
        printed.getvalue() == "Invalid HTTP_HOST header: '10.0.0.7'. You may need to add '10.0.0.7' to ALLOWED_HOSTS.\n"
    )


@pytest.mark.parametrize("start", ["/p/", "/desk/welcome/", "/desk/password/lost/", "/pads/join/", "/demo/enter/"])
def test_secrets_in_addresses_are_not_logged(start, printed):
    logging.getLogger("django.request").warning("Not Found: %s", f"{start}S3cr3t/")

    assert printed.getvalue() == f"Not Found: {start}…/\n"
