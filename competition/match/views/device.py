"""View for the data that a device stores offline."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.accounts.access import public


@public
def on_this_phone(request: HttpRequest) -> HttpResponse:
    """Show a page with the data stored on this device, listed by a script. The device also stores the page."""
    return render(request, "competition/match/on_this_phone.html")
