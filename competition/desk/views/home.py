"""An organiser's competitions, and one competition as a whole."""

from functools import lru_cache

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.utils import timezone
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.desk.queries import matches
from competition.knockout.formats.listing import Row, row
from competition.knockout.formats.overview import is_over
from competition.pages.doors import signed_in
from competition.pages.posting import organiser
from competition.post.queries.contacts import kept_until
from competition.post.queries.mails import troubles


@signed_in
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The organiser's competitions, each with what needs doing."""
    return render(request, "competition/desk/home.html", {"desks": matches.desks(organiser(request))})


# Packed: where what is looked for comes back with it, nobody's link or telephone number is on this page, whose secret a
# length could betray (BREACH); the token of a form is another each time.
@for_organiser
@gzip_page
@require_safe
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """One competition: how far it has come, and its matches in order of urgency."""
    seen = matches.desk(competition)
    asked = matches.Filter(*(request.GET.get(name, "") for name in ("show", "round", "find")))
    shown, chosen, extensions = seen.showing(asked), "all" in request.GET, competition.conditions.extensions
    rows = [_written(word, row(match), match.is_to_be_decided, chosen, extensions) for word, match in shown]
    page = {"desk": seen, "competition": competition, "asked": asked, "rows": rows, "chosen": chosen}
    last_day = kept_until(competition, seen.snapshot)
    page |= {"contacts_until": last_day, "is_late": last_day < timezone.localdate()}
    page["is_over"] = seen.snapshot is not None and is_over(seen.snapshot)
    page["untold"] = not request.GET and bool(seen.untold)
    page["troubles"] = troubles(seen.snapshot) if seen.snapshot and not request.GET else ()
    page["can_be_ticked"] = any(match.is_to_be_decided for _, match in shown)
    return render(request, "competition/desk/competition.html", page)


# After a change all rows but one say what they said before.
@lru_cache(maxsize=2048)
def _written(word: str, row: Row, is_to_be_decided: bool, chosen: bool, extensions: bool) -> str:
    its = {"word": word, "row": row, "is_to_be_decided": is_to_be_decided, "chosen": chosen, "extensions": extensions}
    return render_to_string("competition/desk/_matches_row.html", its)
