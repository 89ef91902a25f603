"""All matches of a competition, to be looked through and decided several at once."""

from functools import lru_cache

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.desk.queries import matches
from competition.knockout.formats.listing import Row, row


# Packed: where what is looked for comes back with it, nobody's link or telephone number is on this page, whose secret a
# length could betray (BREACH); the token of a form is another each time.
@for_organiser
@gzip_page
@require_safe
def all_matches(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The matches asked for, most urgent first; 404 before the draw is published."""
    seen = matches.desk(competition)
    if seen.snapshot is None:
        raise Http404
    asked = matches.Filter(*(request.GET.get(name, "") for name in ("show", "round", "find")))
    shown, chosen, extensions = seen.showing(asked), "all" in request.GET, competition.conditions.extensions
    rows = [_written(word, row(match), match.is_to_be_decided, chosen, extensions) for word, match in shown]
    page = {"desk": seen, "competition": competition, "asked": asked, "rows": rows, "chosen": chosen}
    page["can_be_ticked"] = any(match.is_to_be_decided for _, match in shown)
    return render(request, "competition/desk/all_matches.html", page)


# After a change all rows but one say what they said before.
@lru_cache(maxsize=2048)
def _written(word: str, row: Row, is_to_be_decided: bool, chosen: bool, extensions: bool) -> str:
    its = {"word": word, "row": row, "is_to_be_decided": is_to_be_decided, "chosen": chosen, "extensions": extensions}
    return render_to_string("competition/desk/_matches_row.html", its)
