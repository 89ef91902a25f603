"""Views for the matches on the desk: the list, one match, its two score sheets, and blank score sheets."""

from functools import lru_cache

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.loader import render_to_string
from django.views.decorators.http import require_POST, require_safe

from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.desk import queries
from competition.desk.presenters.history import history, log_lines
from competition.knockout.access import match_of
from competition.knockout.actions.notices import record_notice
from competition.knockout.models.result_entry import Notice
from competition.knockout.presenters.listing import Row, row
from competition.match.presenters import official_sheet, story
from competition.match.queries.privacy import open_pair_match, replaced
from competition.paper.queries.paper import two_sheets
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
    """Compare both score sheets of a match deal by deal. Raise Http404 if the match has no score sheet."""
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
    """List the matches that pass the filters, most urgent first. Raise Http404 before the draw is published."""
    seen = queries.desk(competition)
    if seen.draw is None:
        raise Http404
    asked = queries.Filter(*(request.GET.get(name, "") for name in ("show", "round", "find")))
    shown, chosen, extensions = seen.showing(asked), "all" in request.GET, competition.conditions.extensions
    rows = [_row_html(word, row(match), match.is_to_be_decided, chosen, extensions) for word, match in shown]
    page = {"desk": seen, "competition": competition, "asked": asked, "rows": rows, "chosen": chosen}
    page["can_be_entered"] = seen.can_be_entered
    page["can_be_ticked"] = any(match.is_to_be_decided for _, match in shown)
    return render(request, "competition/desk/all_matches.html", page)


# Cache the rows, because a change of one match leaves all other rows the same.
@lru_cache(maxsize=2048)
def _row_html(word: str, row: Row, is_to_be_decided: bool, chosen: bool, extensions: bool) -> str:
    its = {"word": word, "row": row, "is_to_be_decided": is_to_be_decided, "chosen": chosen, "extensions": extensions}
    return render_to_string("competition/desk/_matches_row.html", its)
