"""Who did what."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.contest import queries as contest_queries
from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.desk.formats.log_lines import log_lines
from competition.desk.forms import LogForm
from competition.desk.queries import log as log_lines_of
from competition.pages.posting import status


@for_organiser
@require_safe
def log(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Who did what, newest first; `?match=R2-M5`, `?pair=7` and `?who=` narrow it."""
    form = LogForm(request.GET, organisers=contest_queries.organisers(competition))
    lines = log_lines_of.page_of(log_lines_of.log(competition, **form.wanted), request.GET.get("page"))
    kept = request.GET.copy()
    kept.pop("page", None)
    page = {
        "competition": competition,
        "form": form,
        "page": lines,
        "lines": log_lines(lines),
        "kept": kept.urlencode(),
    }
    return render(request, "competition/desk/log.html", page, status=status(form))
