"""Views for recording attendance on the opening day."""

from urllib.parse import urlencode

from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.entries.actions.attendance import tick
from competition.entries.queries.pairs import entry, read_attendance
from competition.web.errors import or_404
from competition.web.posting import Request, by


@for_organiser
@require_safe
def attendance(request: Request, competition: Competition) -> HttpResponse:
    """List the pairs, with a tick for each pair that is present. `?find=` filters by name."""
    return _page(request, competition, request.GET.get("find", ""))


@for_organiser
@require_POST
def tick_pair(request: Request, competition: Competition, number: int) -> HttpResponse:
    """Tick a pair as present, or remove the tick."""
    tick(or_404(entry(competition, number)), here="here" in request.POST, by=by(request))
    wanted = request.POST.get("find", "")
    if request.htmx:
        return _page(request, competition, wanted)
    address = reverse("desk:attendance", args=[competition.slug])
    return redirect(f"{address}?{urlencode({'find': wanted})}#pair-{number}" if wanted else f"{address}#pair-{number}")


def _page(request: Request, competition: Competition, wanted: str) -> HttpResponse:
    wanted = " ".join(wanted[:80].split())
    page = {"competition": competition, "attendance": read_attendance(competition, wanted), "wanted": wanted}
    template = "competition/entries/_attendance.html" if request.htmx else "competition/entries/attendance.html"
    return render(request, template, page)
