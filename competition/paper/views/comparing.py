"""Views for two score sheets of one match: type in the second sheet, compare both, and resolve differences."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.match.access import at_the_table
from competition.match.queries import Table
from competition.match.views.responses import address, closed, fresh
from competition.paper.actions import pair_sheet
from competition.paper.forms.pair_sheet import AgreeForm, PaperForm, row_keys
from competition.paper.queries import empty_context, two_sheets
from competition.web.posting import Request, bound_data, form_page, refusal_as_error
from scoring.paper import shorthand
from scoring.paper.paper_sheet import Typed
from scoring.rules.refusal import Refused


@at_the_table
def own_sheet(request: Request, match: Table) -> HttpResponse:
    """Type in the score sheet that this pair kept for itself."""
    both = two_sheets(match)
    if not match.state.is_open or match.sheet is None or (both and not both.is_ours):
        why = "Nothing was saved. The other pair has typed in its own score sheet, or the match is over."
        return closed(request, match, why) if request.method == "POST" else redirect(_comparison_url(match))
    typed = {row.number: Typed(shorthand.write(row.facts())) for row in both.deals} if both else {}
    form = PaperForm(bound_data(request), request.FILES or None, ground=empty_context(match), typed=typed)
    if form.is_valid() and form.is_to_be_saved:
        with refusal_as_error(form):
            pair_sheet.type_in_own(match, deals=form.paper.deals)
            return redirect(_comparison_url(match))
    template = "competition/paper/_paper.html" if request.htmx else "competition/paper/own_sheet.html"
    return form_page(request, template, form, match=match, reader=match.opened.reader, keys=row_keys(match))


@at_the_table
def compare(request: Request, match: Table) -> HttpResponse:
    """Compare both score sheets deal by deal, and let the pairs agree on one version of each deal."""
    if match.sheet is None:
        return redirect(address(match))
    refusal = ""
    if request.method == "POST":
        try:
            return _save_agreement(request, match)
        except Refused as refused:
            match, refusal = fresh(match), str(refused)
    context = {"match": match, "reader": match.opened.reader, "both": two_sheets(match), "refusal": refusal}
    return render(request, "competition/paper/compare.html", context, status=422 if refusal else 200)


def _save_agreement(request: Request, match: Table) -> HttpResponse:
    form = AgreeForm(request.POST)
    if not form.is_valid():
        raise Refused("The app could not tell which deal you meant. Check the deal and try again.")
    agreed = pair_sheet.agree_deal(match, **form.cleaned_data)
    words = "The score sheets now agree on deal {}." if agreed else "The other pair has been asked to accept deal {}."
    messages.success(request, words.format(form.cleaned_data["number"]))
    return redirect(_comparison_url(match))


def _comparison_url(match: Table) -> str:
    return reverse("play:compare", args=[match.competition.slug, match.code])
