"""Tests for the network under which a request is counted, with and without a proxy."""

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from competition.web.rate_limit import network

PROXY, CLIENT = "10.0.0.1", "203.0.113.7"


def counted(address: str, forwarded: str = "", trusted: tuple[str, ...] = (PROXY,)) -> str:
    """Return the network of a request as the deployed application sees it."""
    found = []
    environ = RequestFactory().post(
        "/", REMOTE_ADDR=address, **({"HTTP_X_FORWARDED_FOR": forwarded} if forwarded else {})
    )
    served = wrap_wsgi_with_proxy_headers(
        lambda environ, respond: found.append(network(WSGIRequest(environ))) or [], [*trusted]
    )
    served(environ.environ, None)
    return found[0]


@pytest.mark.parametrize(
    ("address", "one"),
    [
        (CLIENT, CLIENT),
        (f"{CLIENT}:50123", CLIENT),
        (f"::ffff:{CLIENT}", CLIENT),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("[2001:db8:1:2::9]:50123", "2001:db8:1:2::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("unix:", "unix:"),
        ("", ""),
    ],
)
def test_addresses_of_one_connection_share_a_network(address, one):
    assert counted(address) == one


def test_each_client_behind_a_trusted_proxy_counts_separately():
    assert counted(PROXY, CLIENT) == CLIENT
    assert counted(PROXY, f"198.51.100.9, {CLIENT}") == CLIENT


def test_an_untrusted_forwarded_address_is_ignored():
    assert counted(CLIENT, "198.51.100.9") == CLIENT
