from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver

CHECKS = {"public", "entrance", "pair", "link", "organiser", "owner", "pad", "invitation", "lost-password", "signed-in"}
CHECKS |= {"doctor", "first-run", "site-owner"}


def addresses(resolver: URLResolver, before: str = "/") -> Iterator[tuple[str, URLPattern]]:
    for pattern in resolver.url_patterns:
        address = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from addresses(pattern, address)
        else:
            yield address, pattern


def test_every_view_has_an_access_check():
    found = {address: getattr(one.callback, "access_check", None) for address, one in addresses(get_resolver())}

    assert found
    assert {address: check for address, check in found.items() if check not in CHECKS} == {}
