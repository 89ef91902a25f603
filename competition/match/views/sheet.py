"""Opening the sheet and writing deals on it."""

from django.http import HttpResponse
from django.shortcuts import redirect, render

from competition.match.actions import play
from competition.match.doors import at_the_table
from competition.match.forms.pair import SeatsForm, as_next, moved_to
from competition.match.queries.pair_match import PairMatch
from competition.match.views.responses import address, answer, fresh, moved_on, posted, refused, show
from competition.pages.posting import Request, bound_data, form_page, save_form, wants_json
from scoring.actions import Clash
from scoring.forms import NextDealForm
from scoring.rules.refusal import Refused
from scoring.rules.words import question


@at_the_table
def open_sheet(request: Request, match: PairMatch) -> HttpResponse:
    """Say who sits where and who deals first."""
    if match.opponents is None or match.row:
        return redirect(address(match))
    form = SeatsForm(bound_data(request), ours=match.pair, theirs=match.opponents)
    if save_form(form, lambda: play.open_sheet(match, **form.order())):
        return moved_on(request, match)
    return form_page(request, "competition/match/open_sheet.html", form, match=match)


@at_the_table
@posted
def start_over(request: Request, match: PairMatch) -> HttpResponse:
    """Put the empty sheet away and ask again who sits where."""
    play.start_over(match)
    return redirect("play:open", match.competition.slug, match.code)


@at_the_table
@posted
def record(request: Request, match: PairMatch) -> HttpResponse:
    """Write the next deal; the same deal again is the same deal, another under its number is shown beside it."""
    form = NextDealForm(request.POST, **match.seating)
    if not form.is_valid():
        return show(request, match, form=form, status=422)
    if asked := request.POST.get("asks") and _question(match, form):
        return answer(match, said=asked, again={**form.said_again(), "asks": ""}, status=409)
    try:
        written = play.record_deal(match, **form.order())
    except Clash as clash:
        return _clash(request, match, clash)
    except play.OtherSheet as other:
        return _other_sheet(request, match, other)
    except Refused as refusal:
        return refused(request, match, refusal, form)
    return moved_on(request, match, now=written)


def _question(match: PairMatch, form: NextDealForm) -> str:
    """What a phone that can ask is to ask before this deal is written; elsewhere the page asks once it stands."""
    said = form.order()
    asked = question(said["deal"])
    return asked if asked and said["number"] == match.next_deal else ""


def _clash(request: Request, seen: PairMatch, clash: Clash) -> HttpResponse:
    """The deal that stands beside the one that was sent, and the two ways on (409)."""
    match = fresh(seen)
    if wants_json(request):
        return answer(match, said=str(clash), status=409)
    context = {"match": match, "clash": clash, "again": as_next(match, request.POST)}
    return render(request, "competition/match/clash.html", context, status=409)


def _other_sheet(request: Request, seen: PairMatch, other: play.OtherSheet) -> HttpResponse:
    """The deal that was made for another sheet, who sits where on this one, and the two ways on (409)."""
    match = fresh(seen)
    form = moved_to(match, request.POST) if match.next_deal else None
    again = form if form and form.is_valid() else None
    if wants_json(request):
        return answer(match, said=str(other), again=again.said_again() if again else None, status=409)
    context = {"match": match, "other": other, "again": again}
    return render(request, "competition/match/other_sheet.html", context, status=409)
