"""Access checks for score pads. A device has access after it has opened the pad's private link."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from competition.accounts.access import View, behind
from competition.pads import queries
from competition.web.device_cookie import DeviceCookie
from competition.web.posting import set_form_owner

# Maximum number of keys in the cookie. A new key then replaces the oldest key.
REMEMBERED = 20
_DEVICE = DeviceCookie("pads", most=REMEMBERED)


def keys_of(request: HttpRequest) -> list[str]:
    """Return the keys of the score pads that this device has joined."""
    return _DEVICE.keys(request)


def remember(request: HttpRequest, response: HttpResponse, key: str) -> None:
    """Give this device access to the score pad with this key."""
    if key not in keys_of(request):
        _DEVICE.store(response, [*keys_of(request), key])


def clear_cookie(request: HttpRequest, response: HttpResponse, key: str) -> None:
    """Remove this device's access to the score pad with this key."""
    _DEVICE.store(response, [other for other in keys_of(request) if other != key])


def at_the_pad(view: View) -> View:
    """Restrict a view to devices that have joined the pad, and pass the pad to the view."""

    @never_cache
    def check_access(request: HttpRequest, pad: int, **rest) -> HttpResponse:
        table = queries.table(pad, keys_of(request))
        if table is None:
            raise Http404
        set_form_owner(request, "pad", pad)
        return view(request, table, **rest)

    return behind("pad", view, check_access)


def link_holder(view: View) -> View:
    """Restrict a view to people with the private link, and pass its pad to the view."""

    @never_cache
    def check_access(request: HttpRequest, secret: str, **rest) -> HttpResponse:
        table = queries.table_of(secret)
        if table is None:
            raise Http404
        return view(request, table, **rest)

    return behind("link", view, check_access)
