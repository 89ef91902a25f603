"""Views for creating a competition and changing its details and conditions."""

from copy import copy

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from competition.accounts.access import signed_in
from competition.contest.access import for_organiser
from competition.contest.actions import creating
from competition.contest.forms.conditions import ContestForm
from competition.contest.models import Competition
from competition.contest.queries import fingerprint_of
from competition.web.posting import bound_data, by, form_page, save_form


@signed_in
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new competition. POST creates it."""
    form = ContestForm.read(bound_data(request))
    if save_form(form, lambda: creating.create_competition(form.instance, form.conditions, by=by(request))):
        messages.success(request, "The competition is created. Now add the pairs.")
        return redirect("desk:competition", form.instance.slug)
    return form_page(request, "competition/contest/new.html", form)


@for_organiser
def conditions(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the details and the conditions of contest. POST saves them until the draw is published."""
    is_frozen, shown = competition.is_published, fingerprint_of(competition)
    # A form changes its instance even if it is invalid, so give it a copy.
    form = (ContestForm if is_frozen else ContestForm.read)(bound_data(request), instance=copy(competition))
    if save_form(form, lambda: _change(request, form)):
        messages.success(request, "The details and conditions are saved.")
        return redirect("desk:competition", form.instance.slug)
    page = {"competition": competition, "is_frozen": is_frozen, "shown": shown}
    return form_page(request, "competition/contest/conditions.html", form, **page)


def _change(request: HttpRequest, form: ContestForm) -> None:
    creating.change_competition(form.instance, form.conditions, shown=request.POST.get("shown", ""), by=by(request))
