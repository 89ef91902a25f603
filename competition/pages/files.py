"""Answers that are files."""

from collections.abc import Callable

from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect

from competition.pictures.png import NotDrawnError


def download(text: str | bytes, kind: str, name: str, *, charset: str = "utf-8") -> HttpResponse:
    """A file to be kept under this name."""
    return _file(text, f"{kind}; charset={charset}", f'attachment; filename="{name}"')


def inline(text: str, kind: str, name: str = "") -> HttpResponse:
    """A file for the browser to show; the name is for those who keep it all the same."""
    return _file(text, f"{kind}; charset=utf-8", f'inline; filename="{name}"' if name else "inline")


def drawn(make: Callable[[], HttpResponse], instead: str) -> HttpResponse:
    """A picture that is drawn by this; the way to another address where it cannot be drawn."""
    try:
        return make()
    except NotDrawnError:
        return redirect(instead)


def data(facts: object, **look: object) -> JsonResponse:
    """Facts for other programs, those in pages of other sites among them; nothing in them is anybody's own."""
    return JsonResponse(facts, safe=False, json_dumps_params=look, headers={"Access-Control-Allow-Origin": "*"})


def _file(text: str | bytes, kind: str, disposition: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": disposition})
