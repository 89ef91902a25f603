"""View for creating a competition."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse

from competition.accounts.access import for_creator, signed_in
from competition.contest import actions
from competition.contest.forms.new import NewContestForm
from competition.contest.views import after_saving
from competition.draw.forms import ExpectedForm
from competition.draw.rules.bracket_picture import BracketPicture, bracket_picture
from competition.draw.rules.rehearsal import SeasonPlan
from competition.web.posting import bound_data, by, form_page, save_form


@signed_in
@for_creator
def new(request: HttpRequest) -> HttpResponse:
    """Show the form for a new competition, and the resulting rounds. POST creates the competition.

    If the organiser asks only for the rounds, nothing is saved.
    """
    form = NewContestForm.submitted(bound_data(request))
    if "show" in request.POST:
        form = form.unsaved()
    elif save_form(form, lambda: actions.create_competition(form.instance, form.conditions, by=by(request))):
        messages.success(request, "The competition is created. Now add the pairs.")
        return after_saving(form)
    expected = ExpectedForm.of(request.POST, starts=form["closing_date"].value())
    plan = expected.plan(form.plate_rules, form.division, on_one_day=bool(form["minutes"].value()))
    context = {"expected": expected, "plan": plan, "pictures": _pictures(plan) if plan else []}
    return form_page(request, "competition/contest/new.html", form, **context)


def _pictures(plan: SeasonPlan) -> list[BracketPicture | None]:
    """Return the pictures of the planned draw and of its plate, if it has one."""
    plate = [bracket_picture(1 << len(plan.plate.rounds))] if plan.plate else []
    return [bracket_picture(plan.pairs, plan.division), *plate]
