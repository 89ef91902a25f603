"""Responses of the views for score pads."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.social.forms.deals import NextEveningDealForm
from competition.social.presenters import standing
from competition.social.presenters.games import ABOUT
from competition.social.presenters.parts import parts
from competition.social.queries import Table, fresh
from competition.web.posting import Request, faults, refusal_shown_by, wants_json
from scoring.rules.refusal import Refused


def about(table: Table) -> dict:
    """Return the template context for all pages of a score pad."""
    found = parts(table)
    return {
        "table": table,
        "about": ABOUT[table.game],
        "parts": found,
        "part": found[-1],
        "coming": standing.coming(table, found[-1]),
        "score": standing.score(table.played, found[-1]),
        "standings": standing.standings(table),
        "awards": standing.awards(table),
        "last": next((part.rows[-1] for part in reversed(found) if part.rows), None),
    }


def next_form(table: Table, data=None) -> NextEveningDealForm:
    """Return the form for the next deal, bound to `data` if given."""
    found, initial = parts(table), {"number": table.next_number}
    return NextEveningDealForm(data, initial=initial, game=table.game, names=found[-1].names, rubber=len(found))


def show(
    request: Request, table: Table, *, form: Form | None = None, refusal: str = "", status: int = 200
) -> HttpResponse:
    """Return the page of the pad, or JSON for scripts, with a submitted form and the refusal."""
    if wants_json(request):
        return answer(table, said=refusal or (faults(form) if form else ""), status=status)
    form = form or next_form(table)
    context = {**about(table), "form": form, "refusal": refusal, "card": card(table)}
    return render(request, "competition/social/evening.html", context, status=status)


def card(table: Table) -> dict:
    """Return the data for the page's script: the version and the deals in words."""
    deals = [row.said for part in parts(table) for row in part.rows]
    return {"shown": str(table.row.version), "page": str(table.row.version), "sheet": "evening", "deals": deals}


def answer(table: Table, *, said: str = "", status: int = 200) -> JsonResponse:
    """Return the pad as JSON with a message about the request."""
    return JsonResponse({**card(table), "writable": True, "said": said}, status=status)


def moved_on(request: Request, seen: Table, message: str = "") -> HttpResponse:
    """Return the pad after a successful change: JSON for scripts, otherwise a redirect."""
    if message:
        messages.success(request, message)
    if wants_json(request):
        return answer(fresh(seen))
    return redirect(f"{reverse('pads:evening', args=[seen.row.pk])}#table")


def refused(request: Request, seen: Table, refusal: Refused, form: Form | None = None) -> HttpResponse:
    """Return the pad as stored now, with the reason for the refusal (422)."""
    return show(request, fresh(seen), form=form, refusal=str(refusal), status=422)


shows_refusals = refusal_shown_by(refused)
