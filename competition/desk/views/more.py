"""Every page of a competition's desk that is not needed each day."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from competition.calling_off.queries import was_played
from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.formats.overview import is_over
from competition.knockout.queries.reading import snapshot_of
from competition.pages.posting import organiser
from competition.post.queries.contacts import kept_until


@for_organiser
@require_safe
def more(request: HttpRequest, competition: Competition) -> HttpResponse:
    """The way to all of them, each with what it is for."""
    snapshot = snapshot_of(competition)
    page = {"competition": competition, "is_published": snapshot is not None}
    page |= {"contacts_until": kept_until(competition, snapshot), "is_over": bool(snapshot and is_over(snapshot))}
    page["may_cancel"] = not (competition.is_cancelled or page["is_over"])
    page["may_delete"] = competition.owner_id == organiser(request).pk and not was_played(competition)
    return render(request, "competition/desk/more.html", page)
