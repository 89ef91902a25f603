from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

DOORS = {"public", "entrance", "pair", "link", "organiser", "owner", "pad", "invitation", "lost-password", "signed-in"}
DOORS |= {"first-run", "site-owner"}


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, address)
        else:
            yield address, pattern


def test_every_view_has_an_access_check():
    doors = {address: getattr(pattern.callback, "door", None) for address, pattern in addresses(get_resolver())}

    assert doors
    assert {address: door for address, door in doors.items() if door not in DOORS} == {}
