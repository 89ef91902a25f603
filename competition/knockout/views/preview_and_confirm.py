"""How every decision of the organiser is made: filled in, looked at with all it changes, then carried out."""

from collections.abc import Callable
from dataclasses import dataclass

from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.contest.models import Competition
from competition.knockout.formats.consequence import Sheet
from competition.pages.posting import status
from scoring.rules.refusal import Refused

_THEN, _NOW = "competition/knockout/decide.html", "competition/knockout/decide_now.html"


@dataclass(frozen=True)
class Decision:
    """A decision: what it is called, where it leads back to, how it is looked at and carried out.

    `look` gives its consequence sheet, `order` carries out what was shown under a mark; either may refuse. `instead`
    is the address where an earlier extension is taken back, if there is one.
    """

    competition: Competition
    title: str
    lead: str
    back: str
    form: BaseForm
    look: Callable[[], Sheet]
    order: Callable[[str], None]
    done: Callable[[], HttpResponse]
    instead: str = ""

    def page(self, request: HttpRequest, template: str, status: int, **shown: object) -> HttpResponse:
        """One of its pages."""
        context = {"decision": self, "competition": self.competition, "form": self.form, **shown}
        return render(request, template, context, status=status)

    def refusal(self, mark: str) -> str:
        """Carry the decision out; why that is refused, or nothing once it is done."""
        try:
            self.order(mark)
        except Refused as refusal:
            return str(refusal)
        return ""


def decided(request: HttpRequest, decision: Decision) -> HttpResponse:
    """The form, then the consequence sheet of what was filled in, then what comes once that is carried out."""
    form, mark, fault = decision.form, request.POST.get("mark", ""), ""
    if not form.is_valid() or "change" in request.POST:
        return decision.page(request, _THEN, status(form))
    if mark and not (fault := decision.refusal(mark)):
        return decision.done()
    try:
        sheet = decision.look()
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return decision.page(request, _THEN, 422)
    return decision.page(request, _THEN, 409 if fault else 200, sheet=sheet, fault=fault)


def decided_now(request: HttpRequest, decision: Decision) -> HttpResponse:
    """The consequence sheet above the form, then with the words for the pairs, then what comes once it is done."""
    form, mark, fault = decision.form, request.POST.get("mark", ""), ""
    is_filled_in = form.is_valid() and "change" not in request.POST
    if is_filled_in and mark and not (fault := decision.refusal(mark)):
        return decision.done()
    try:
        sheet = decision.look()
    except Refused as refusal:
        return decision.page(request, _NOW, 409, fault=fault or str(refusal))
    shown = {"sheet": sheet, "fault": fault, "is_filled_in": is_filled_in}
    return decision.page(request, _NOW, 409 if fault else status(form), **shown)
