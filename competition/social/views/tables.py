"""Views for the calculator and for scoring tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.accounts.access import public
from competition.social.forms.deals import CalculatorForm
from competition.social.presenters import duplicate_lines
from competition.web.cached_page import own_preview
from competition.web.posting import form_page
from scoring.pads.calculator import worth
from scoring.presenters.scoring_table import sections
from scoring.rules import tariff


@public
def calculator(request: HttpRequest) -> HttpResponse:
    """Show the value of one result in rubber bridge, at duplicate and in Chicago, item by item."""
    form = CalculatorForm(request.GET or None)
    context: dict = {}
    if form.is_valid():
        asked = form.asked()
        context |= {**asked, "worth": worth(**asked)}
        context["results"] = duplicate_lines.of_contract(asked["contract"], asked["vulnerable"])
    return form_page(request, "competition/social/calculator.html", form, **context, **own_preview(request))


@public
def duplicate(request: HttpRequest) -> HttpResponse:
    """Show all duplicate scores in a table that prints on one page."""
    context = {"table": duplicate_lines.lines(), "overtricks": duplicate_lines.OVERTRICKS}
    return render(request, "competition/social/duplicate.html", context | own_preview(request))


@public
def rubber(request: HttpRequest) -> HttpResponse:
    """Show the prices of rubber bridge with their Laws."""
    prices = sections(tariff.ONLY_PART_SCORE, duplicate_lines.MOST)
    return render(request, "competition/social/rubber.html", {"prices": prices} | own_preview(request))
