"""Views for the matches on the desk: the list, one match, its two score sheets, and blank score sheets."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.desk import queries
from competition.desk.presenters.history import history, log_lines
from competition.knockout.access import match_of
from competition.knockout.actions import record_notice
from competition.knockout.models.result_entry import Notice
from competition.knockout.queries.draw import get_draw
from competition.match.presenters import listing, official_sheet, story
from competition.match.queries.privacy import open_pair_match, replaced
from competition.paper.queries import two_sheets
from competition.rulings.decisions.results import ways
from competition.web.posting import by, refusal_as_message
from competition.web.rules import whole_number
from scoring.rules.sides import Reader


@for_organiser
@require_safe
def match(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Show a match with its pairs, its score sheet, its reports and decisions, and the possible rulings."""
    draw, state = match_of(competition, code)
    lines = queries.match_log(draw, code)
    page = {
        "competition": competition,
        "state": state,
        "story": story.make_story(draw, state, open_pair_match(draw, state)),
        "replaced": replaced(draw, state),
        "history": history(draw, state, queries.result_entries(draw, code, lines)),
        "lines": log_lines(lines),
        "ways": ways(state),
    }
    return render(request, "competition/desk/match.html", page)


@for_organiser
@require_safe
def compare(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Compare both score sheets of a match deal by deal. Raises Http404 if the match has no score sheet."""
    draw, state = match_of(competition, code)
    if (match := open_pair_match(draw, state)) is None:
        raise Http404
    page = {"competition": competition, "state": state, "both": two_sheets(match), "reader": Reader()}
    return render(request, "competition/desk/compare.html", page)


@for_organiser
@require_safe
def print_blank(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Show a blank score sheet of any match for printing."""
    return render(request, "competition/desk/print.html", {"sheet": official_sheet.blank(*match_of(competition, code))})


@for_organiser
@require_POST
def told(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Record that the organiser told the pair about the result that awaits its reply."""
    outcome = whole_number(request.POST.get("outcome", "")) or 0
    with refusal_as_message(request):
        record_notice(competition, code, outcome, how=Notice.Channel.ORGANISER, by=by(request))
        messages.success(request, "Saved. Their reply time starts now.")
    return redirect("desk:competition", competition.slug)


# Compression is safe here against BREACH: the page echoes the search, but shows no phone numbers or private links. The
# CSRF token changes with each response.
@for_organiser
@require_safe
def all_matches(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List the matches that pass the filters, by round. Raises Http404 before the draw is published."""
    if (draw := get_draw(competition)) is None:
        raise Http404
    asked = listing.Filter(*(request.GET.get(name, "") for name in ("show", "round", "find")))
    ticked = "all" in request.GET
    sections = listing.sections(draw, asked, listing.ForOrganiser(ticked, competition.conditions.extensions))
    page = {"competition": competition, "draw": draw, "asked": asked, "sections": sections, "ticked": ticked}
    page |= {"filters": listing.filters(draw), "can_be_ticked": any(section.can_be_ticked for section in sections)}
    page["can_be_entered"] = any(state.is_open for state in draw.matches.values())
    return render(request, "competition/desk/all_matches.html", page)
