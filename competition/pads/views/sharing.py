"""The pad for the other phones, and on paper."""

from django.http import HttpResponse
from django.shortcuts import render
from django.urls import reverse

from competition.pads.doors import at_the_pad
from competition.pads.queries import Table
from competition.pads.views.responses import about
from competition.pages.posting import Request
from competition.pictures.qr_code import qr_code


@at_the_pad
def share(request: Request, table: Table) -> HttpResponse:
    """The private link by which other phones join: to be sent, copied or photographed."""
    link = request.build_absolute_uri(reverse("pads:join", args=[table.row.key]))
    return render(request, "competition/pads/share.html", {"table": table, "link": link, "square": qr_code(link)})


@at_the_pad
def on_paper(request: Request, table: Table) -> HttpResponse:
    """The whole evening to be printed."""
    return render(request, "competition/pads/print.html", about(table))
