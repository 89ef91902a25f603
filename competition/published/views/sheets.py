"""The summary sheet of a match as everybody may print it, or take it to a bridge program."""

from django.http import HttpResponse

from competition.knockout.queries.snapshot import Snapshot
from competition.match.formats import official_sheet
from competition.match.views.printing import deals_file
from competition.pages.cached_page import page
from competition.published.cached_draw import cached_draw_page
from competition.published.views.named import sheet_at
from competition.signing_in.doors import public
from scoring.rules.sides import Reader


@public
@cached_draw_page()
def match_print(snapshot: Snapshot, code: str) -> HttpResponse:
    """The summary sheet of one match on one page of paper; 404 while there is none to read."""
    return page("competition/published/print.html", sheet=official_sheet.filled(sheet_at(snapshot, code), Reader()))


@public
@cached_draw_page()
def match_pbn(snapshot: Snapshot, code: str) -> HttpResponse:
    """The deals of one match for bridge programs; 404 while there is none to read."""
    return deals_file(sheet_at(snapshot, code))
