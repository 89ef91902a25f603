"""File responses, and CSV tables for spreadsheets."""

import csv
import io
from collections.abc import Callable, Iterable, Sequence
from functools import wraps

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect
from django.urls import reverse

from competition.web.png import NotDrawnError

View = Callable[..., HttpResponse]


def download(text: str | bytes, kind: str, name: str, *, charset: str = "utf-8") -> HttpResponse:
    """Return a file for the browser to save under this name."""
    return _make_response(text, f"{kind}; charset={charset}", f'attachment; filename="{name}"')


def inline(text: str, kind: str, name: str = "") -> HttpResponse:
    """Return a file for the browser to show. The name applies if the reader saves it."""
    return _make_response(text, f"{kind}; charset=utf-8", f'inline; filename="{name}"' if name else "inline")


def picture_view(instead: str) -> Callable[[View], View]:
    """Return a decorator for a view that draws a picture.

    If the picture cannot be drawn, the view redirects to the URL `instead`.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def respond(request: HttpRequest, **named: str) -> HttpResponse:
            try:
                return view(request, **named)
            except NotDrawnError:
                return redirect(reverse(instead, kwargs=named))

        return respond

    return decorate


def data(facts: object, **look: object) -> JsonResponse:
    """Return public facts as JSON for other programs. Scripts on other sites may read them."""
    return JsonResponse(facts, safe=False, json_dumps_params=look, headers={"Access-Control-Allow-Origin": "*"})


def _make_response(text: str | bytes, kind: str, disposition: str) -> HttpResponse:
    return HttpResponse(text, content_type=kind, headers={"Content-Disposition": disposition})


# A spreadsheet may treat a cell that starts with one of these as a formula and run it.
_FORMULA = ("=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠")


def csv_table(columns: Sequence[str], rows: Iterable[Iterable[object]]) -> str:
    """Return a CSV table with a byte order mark, which spreadsheets need to read accents. No cell is a formula."""
    text = io.StringIO("\ufeff")
    text.seek(0, io.SEEK_END)
    writer = csv.writer(text)
    writer.writerow(columns)
    writer.writerows(map(_escape_cell, row) for row in rows)
    return text.getvalue()


def _escape_cell(cell: object) -> object:
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
