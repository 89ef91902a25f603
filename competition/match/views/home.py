"""My matches, and the script that opens them without signal."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.entries.doors import for_pair
from competition.entries.models.pair import Pair
from competition.match.queries.path import path
from competition.pages.doors import public


@for_pair
def home(request: HttpRequest, pairs: list[Pair]) -> HttpResponse:
    """Every competition of the reader: the match to play, those played, what comes after."""
    return render(request, "competition/match/home.html", {"paths": [path(pair) for pair in pairs]})


@public
def worker(request: HttpRequest) -> HttpResponse:
    """The script that opens a match without signal, from an address that lets it stand before the pairs' pages."""
    script = (settings.BASE_DIR / "static" / "js" / "worker.js").read_text(encoding="utf-8")
    return HttpResponse(script, content_type="text/javascript; charset=utf-8", headers={"Cache-Control": "no-cache"})
