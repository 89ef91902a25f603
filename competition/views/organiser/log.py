"""Who did what."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.access import for_organiser
from competition.formats.told import told
from competition.forms.log import LogForm
from competition.models import Competition
from competition.queries import desk
from competition.views.organiser.orders import status


@for_organiser
@require_safe
def log(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Who did what, newest first; `?match=R2-M5`, `?pair=7` and `?who=` narrow it."""
    form = LogForm(request.GET, organisers=desk.organisers(competition))
    lines = desk.page_of(desk.log(competition, **form.wanted), request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    page = {
        "competition": competition,
        "form": form,
        "page": lines,
        "lines": told(lines),
        "kept": kept.urlencode(),
    }
    return render(request, "competition/organiser/log.html", page, status=status(form))
