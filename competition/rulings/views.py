"""Views for the organiser's decisions: one view for all decisions with a preview, and a few others."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.accounts.access import after_password
from competition.contest.access import for_organiser, for_owner
from competition.contest.models import Competition
from competition.draw.access import draw_of, match_of
from competition.draw.presenters.overview import places_to_join
from competition.draw.queries import places
from competition.entries.queries.applications import waiting_applications
from competition.entries.queries.pairs import entries
from competition.rulings import actions, queries
from competition.rulings.decisions.decision import Decision
from competition.rulings.decisions.results import RULES, Rule
from competition.rulings.forms.decisions import DeleteForm, RedactForm
from competition.rulings.presenters.records import placings
from competition.web.posting import bound_data, by, form_page, form_status, save_form
from scoring.rules.refusal import Refused


@for_organiser
def decide(request: HttpRequest, competition: Competition, kind: type[Decision], **where: Any) -> HttpResponse:
    """Show the form of a decision and a preview, and make the decision after confirmation."""
    return _decide(request, competition, kind, where)


@for_organiser
@after_password
def decide_after_password(
    request: HttpRequest, competition: Competition, kind: type[Decision], **where: Any
) -> HttpResponse:
    """Ask for the password, then continue as in `decide`."""
    return _decide(request, competition, kind, where)


def _decide(
    request: HttpRequest, competition: Competition, kind: type[Decision], where: dict[str, Any]
) -> HttpResponse:
    decision = kind.find(request, competition, **where)
    if isinstance(decision, HttpResponse):
        return decision
    form = decision.form(bound_data(request))
    page = decision.page()
    sheet = None
    fault = ""
    is_filled_in = form.is_valid() and "change" not in request.POST
    shown = (request.POST.get("stand") or request.POST.get("shown", "")) if is_filled_in else ""
    if shown:
        try:
            decision.content = decision.content_of(form)
            decision.confirm(request.POST)
            actions.decide(decision, grounds=form.grounds, shown=shown, by=by(request))
            messages.success(request, decision.page().news or decision.sentence())
            return redirect(page.back)
        except Refused as refusal:
            fault = str(refusal)
    try:
        if is_filled_in:
            decision.content = decision.content_of(form)
        if is_filled_in or kind.is_at_once:
            sheet = decision.sheet(form, request.build_absolute_uri)
    except Refused as refusal:
        fault = str(refusal)
    if fault and not sheet and not kind.is_at_once:
        form.add_error(None, fault)
    context = {"competition": competition, "form": form, "decision": decision, "page": page}
    context |= {"is_filled_in": is_filled_in, "sheet": sheet, "fault": fault}
    code = 409 if fault and (sheet or kind.is_at_once) else 200 if sheet and not kind.is_at_once else form_status(form)
    return render(request, "competition/rulings/decide.html", context, status=code)


@for_organiser
def rule(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Decide a match in one way. If no way is given, redirect to the match page, which lists the ways."""
    _, state = match_of(competition, code)
    if state.has_two_pairs and (request.method == "POST" or request.GET.get("kind") in RULES):
        return _decide(request, competition, Rule, {"code": code})
    return redirect(f"{reverse('desk:match', args=[competition.slug, state.code])}#ways")


@for_organiser
@require_safe
def late(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the pairs without a place in the draw, and the changes to places."""
    draw = draw_of(competition)
    page = {
        "competition": competition,
        "waiting": places.stand_nowhere(draw, entries(competition)),
        "applications": waiting_applications(competition),
        "changes": [*placings(draw)][::-1],
        "byes": len(places.free_byes(draw)),
        "plate_places": len(places.free_plate_places(draw)) if places.is_plate_open(draw) else None,
        "plate_until": competition.conditions.plate_open_until,
        "joins": places_to_join(draw),
        "awarded": len(places.awarded_byes(draw)),
    }
    return render(request, "competition/rulings/late.html", page)


@for_owner
@after_password
def delete(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Delete a practice competition, or one in which nothing was played, after the owner types its name."""
    form = DeleteForm(bound_data(request), name=competition.name)
    if save_form(form, lambda: actions.delete(competition, by=by(request))):
        messages.success(request, f"{competition} is deleted.")
        return redirect("desk:home")
    page = {"competition": competition, "may_be_deleted": queries.may_be_deleted(competition)}
    return form_page(request, "competition/rulings/delete.html", form, **page)


@for_organiser
@after_password
def redact(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List every text, or remove the text with the key `?words=` after asking for the reason."""
    key = (request.POST if request.method == "POST" else request.GET).get("words", "")
    form = RedactForm(bound_data(request), initial={"words": key})
    wordings = queries.wordings(competition)
    chosen = next((wording for wording in wordings if wording.key == key), None)
    if save_form(form, lambda: actions.redact(competition, **form.cleaned_data, by=by(request))):
        messages.success(request, "The text is removed. Delete older backups, because they still contain it.")
        return redirect("desk:redact", competition.slug)
    page = {"competition": competition, "chosen": chosen, "wordings": wordings}
    return form_page(request, "competition/rulings/redact.html", form, **page)
