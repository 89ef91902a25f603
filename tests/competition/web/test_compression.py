"""Tests that pages are compressed for browsers that accept it."""

import pytest

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/tables/", "/guide/", "/pads/", "/players/?find=Ada", "/desk/sign-in/"])
def test_every_page_is_compressed(client, address):
    answer = client.get(address, headers={"accept-encoding": "gzip"})

    assert (answer.status_code, answer["Content-Encoding"], "Accept-Encoding" in answer["Vary"]) == (200, "gzip", True)
