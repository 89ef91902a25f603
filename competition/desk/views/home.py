"""An organiser's competitions, and one competition as a whole."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.desk.queries import matches
from competition.knockout.formats.listing import row
from competition.knockout.formats.overview import is_over
from competition.pages.doors import signed_in
from competition.pages.posting import organiser
from competition.post.queries import kept_until


@signed_in
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The organiser's competitions, each with what needs doing."""
    return render(request, "competition/desk/home.html", {"desks": matches.desks(organiser(request))})


@for_organiser
@require_safe
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """One competition: how far it has come, and its matches in order of urgency."""
    seen = matches.desk(competition)
    asked = matches.Filter(*(request.GET.get(name, "") for name in ("show", "round", "find")))
    rows = [(word, row(match), match) for word, match in seen.showing(asked)]
    page = {"desk": seen, "competition": competition, "asked": asked, "rows": rows, "chosen": "all" in request.GET}
    last_day = kept_until(competition, seen.snapshot)
    page |= {"contacts_until": last_day, "is_late": last_day < timezone.localdate()}
    page["is_over"] = seen.snapshot is not None and is_over(seen.snapshot)
    page["can_be_ticked"] = any(match.is_to_be_decided for _, _, match in rows)
    return render(request, "competition/desk/competition.html", page)
