"""Views for starting a score sheet and recording deals."""

from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render

from competition.match.access import at_the_table
from competition.match.actions import play
from competition.match.forms.pair import SeatsForm, as_next, moved_to
from competition.match.presenters import bridge_file, official_sheet
from competition.match.queries.table import Table
from competition.match.views.responses import address, answer, fresh, moved_on, posted, refused, show
from competition.web.files import download
from competition.web.posting import Request, bound_data, form_page, save_form, wants_json
from scoring.actions import Clash
from scoring.forms import NextDealForm
from scoring.rules.refusal import Refused
from scoring.rules.words import question


@at_the_table
def open_sheet(request: Request, match: Table) -> HttpResponse:
    """Choose the seats and the first dealer, and start the score sheet."""
    if match.opponents is None or match.sheet:
        return redirect(address(match))
    form = SeatsForm(bound_data(request), ours=match.pair, theirs=match.opponents)
    if save_form(form, lambda: play.open_sheet(match, **form.order())):
        return moved_on(request, match)
    return form_page(request, "competition/match/open_sheet.html", form, match=match)


@at_the_table
@posted
def start_over(request: Request, match: Table) -> HttpResponse:
    """Delete the empty score sheet and ask for the seats again."""
    play.start_over(match)
    return redirect("play:open", match.competition.slug, match.code)


@at_the_table
@posted
def record(request: Request, match: Table) -> HttpResponse:
    """Record the next deal. If another deal has its number, show both deals."""
    form = NextDealForm(request.POST, **match.opened.seating)
    if not form.is_valid():
        return show(request, match, form=form, status=422)
    if asked := request.POST.get("asks") and _question(match, form):
        return answer(request, match, said=asked, again={**form.said_again(), "asks": ""}, status=409)
    try:
        written = play.record_deal(match, **form.order())
    except Clash as clash:
        return _show_clash(request, match, clash)
    except play.OtherSheet as other:
        return _show_other_sheet(request, match, other)
    except Refused as refusal:
        return refused(request, match, refusal, form)
    return moved_on(request, match, now=written)


def _question(match: Table, form: NextDealForm) -> str:
    """Return the question that the page asks before it records an unusual deal, or ""."""
    said = form.order()
    asked = question(said["deal"])
    return asked if asked and said["number"] == match.next_deal else ""


def _show_clash(request: Request, seen: Table, clash: Clash) -> HttpResponse:
    """Return both deals with the same number and the two ways to continue (409)."""
    match = fresh(seen)
    if wants_json(request):
        return answer(request, match, said=str(clash), status=409)
    context = {"match": match, "clash": clash, "again": as_next(match, request.POST)}
    return render(request, "competition/match/clash.html", context, status=409)


def _show_other_sheet(request: Request, seen: Table, other: play.OtherSheet) -> HttpResponse:
    """Return the deal for another score sheet, the current seats and the two ways to continue (409)."""
    match = fresh(seen)
    form = moved_to(match, request.POST) if match.next_deal else None
    again = form if form and form.is_valid() else None
    if wants_json(request):
        return answer(request, match, said=str(other), again=again.said_again() if again else None, status=409)
    context = {"match": match, "other": other, "again": again}
    return render(request, "competition/match/other_sheet.html", context, status=409)


@at_the_table
def print_sheet(request: Request, match: Table) -> HttpResponse:
    """Show the score sheet for printing. Redirect to a blank sheet if the match has none."""
    if match.sheet is None:
        return redirect("play:print-blank", match.competition.slug, match.code)
    return render(request, "competition/match/print.html", {"sheet": official_sheet.filled(match, match.opened.reader)})


@at_the_table
def print_blank(request: Request, match: Table) -> HttpResponse:
    """Show a blank score sheet for printing."""
    sheet = official_sheet.blank(match.draw, match.state, match)
    return render(request, "competition/match/print.html", {"sheet": sheet})


@at_the_table
def pbn(request: Request, match: Table) -> HttpResponse:
    """Download the deals for bridge programs. Raises Http404 if the match has no score sheet."""
    if match.sheet is None:
        raise Http404
    return deals_file(match)


def deals_file(match: Table) -> HttpResponse:
    """Return the deals of a match as a download for bridge programs. Raises Refused without a score sheet."""
    name = f"{match.competition.slug}-{match.code}.pbn"
    return download(bridge_file.of_match(match), "text/x-pbn", name, charset="iso-8859-1")
