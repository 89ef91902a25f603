import io
import logging
import re
from collections.abc import Iterator

import pytest
from django.urls import get_resolver

from competition.entries.private_links import link_key
from tests import stories


@pytest.fixture
def printed():
    """Capture the lines logged by the site."""
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


def addresses(patterns, before: str = "/") -> Iterator[str]:
    """Yield every address of the site, with its parameters in angle brackets."""
    for pattern in patterns:
        whole = f"{before}{pattern.pattern}"
        yield from addresses(pattern.url_patterns, whole) if hasattr(pattern, "url_patterns") else [whole]


# Parameters that are not secret.
KNOWN = {"competition", "book", "chapter", "game", "one", "other", "others", "partner", "player", "topic"}
SPELLINGS = [str, str.upper, lambda address: address.replace("/", "//"), lambda address: address.replace("/", "%2F")]


@pytest.mark.parametrize("spelling", SPELLINGS, ids=["plain", "capitals", "slashes", "encoded"])
def test_no_secret_from_an_address_is_logged(spelling, printed):
    texts = [
        (address, parameter)
        for address in addresses(get_resolver().url_patterns)
        for parameter in re.findall(r"<(?:str|slug|uuid):(\w+)>", address)
        if parameter not in KNOWN
    ]
    assert {parameter for _, parameter in texts} >= {"key", "token", "invitation", "secret", "reference"}
    for address, parameter in texts:
        sent = re.sub(r"<\w+:\w+>", "demo", re.sub(rf"<\w+:{parameter}>", "S3cr3t", address))
        logging.getLogger("django.request").warning("Not Found: %s", spelling(sent))

    assert "s3cr3t" not in printed.getvalue().lower()
