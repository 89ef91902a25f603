"""The summary sheet of a match as everybody may print it, or take it to a bridge program."""

from django.http import Http404, HttpResponse

from competition.access import public
from competition.formats import official
from competition.queries import Knockout, Table
from competition.queries.privacy import public_table
from competition.views.files import pbn
from competition.views.public.kept import kept, page
from scoring.rules.pad import Reader


@public
@kept()
def match_print(now: Knockout, code: str) -> HttpResponse:
    """The summary sheet of one match on one page of paper; 404 while there is none to read."""
    return page("print.html", sheet=official.filled(_open(now, code), Reader()))


@public
@kept()
def match_pbn(now: Knockout, code: str) -> HttpResponse:
    """The deals of one match for bridge programs; 404 while there is none to read."""
    return pbn(_open(now, code))


def _open(now: Knockout, code: str) -> Table:
    state = now.by_code.get(code)
    if state is None or (table := public_table(now, state)) is None:
        raise Http404
    return table
