"""View for what a device keeps without a connection."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.accounts.access import public


@public
def on_this_phone(request: HttpRequest) -> HttpResponse:
    """Show the page on which a script lists what this device keeps. The device itself stores the page."""
    return render(request, "competition/match/on_this_phone.html")
