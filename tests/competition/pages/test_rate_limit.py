"""Whom a try is counted for: the one connection it comes from, whatever stands in front of the site."""

import pytest
from django.core.handlers.wsgi import WSGIRequest
from django.test import RequestFactory
from granian.utils.proxies import wrap_wsgi_with_proxy_headers

from competition.pages.rate_limit import network

PROXY, CLIENT = "10.0.0.1", "203.0.113.7"


def counted(address: str, forwarded: str = "", trusted: tuple[str, ...] = (PROXY,)) -> str:
    """Where a request seems to come from, handed on by the application as it is served."""
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
def test_a_connection_is_one_whatever_address_and_port_it_uses(address, one):
    assert counted(address) == one


def test_behind_a_proxy_that_is_known_each_client_counts_by_itself():
    assert counted(PROXY, CLIENT) == CLIENT
    assert counted(PROXY, f"198.51.100.9, {CLIENT}") == CLIENT


def test_nobody_else_says_where_they_come_from():
    assert counted(CLIENT, "198.51.100.9") == CLIENT
