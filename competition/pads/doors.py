"""Who may come in: whoever has opened the private link of an evening on this device."""

from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page

from competition.pads import queries
from competition.pages.device_cookie import DeviceCookie
from competition.signing_in.doors import View, behind

# The oldest is left out for a new one.
REMEMBERED = 20
_DEVICE = DeviceCookie("pads", most=REMEMBERED)


def keys_of(request: HttpRequest) -> list[str]:
    """The keys of the evenings that were joined on this device."""
    return _DEVICE.keys(request)


def remember(request: HttpRequest, response: HttpResponse, key: str) -> None:
    """Let this device write on the evening of this key."""
    if key not in keys_of(request):
        _DEVICE.store(response, [*keys_of(request), key])


def forget(request: HttpRequest, response: HttpResponse, key: str) -> None:
    """Let this device write on that evening no longer."""
    _DEVICE.store(response, [known for known in keys_of(request) if known != key])


def at_the_pad(view: View) -> View:
    """A view for those who have joined an evening; it gets the evening as it stands, and answers packed."""

    @gzip_page
    @never_cache
    def keep(request: HttpRequest, evening: int, **rest) -> HttpResponse:
        table = queries.table(evening, keys_of(request))
        if table is None:
            raise Http404
        return view(request, table, **rest)

    return behind("pad", view, keep)


def link_holder(view: View) -> View:
    """A view for whoever holds the private link of an evening; it gets the evening the link was made for."""

    @never_cache
    def keep(request: HttpRequest, secret: str, **rest) -> HttpResponse:
        table = queries.table_of(secret)
        if table is None:
            raise Http404
        return view(request, table, **rest)

    return behind("link", view, keep)
