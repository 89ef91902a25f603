from collections.abc import Iterator

import pytest
from django.urls import URLPattern, URLResolver, get_resolver

DOORS = {"public", "pair", "link", "organiser", "signed-in"}


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, address)
        else:
            yield address, pattern


ADDRESSES = dict(addresses(get_resolver()))


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_view_stands_behind_a_door(address):
    assert getattr(ADDRESSES[address].callback, "door", None) in DOORS
