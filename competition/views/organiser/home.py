"""An organiser's competitions, and one competition as a whole."""

from copy import copy

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from competition.access import for_organiser, signed_in
from competition.actions import contest
from competition.formats.contacts import kept_until
from competition.formats.listing import row
from competition.forms.contest import ContestForm
from competition.models import Competition
from competition.queries import desk
from competition.views.organiser.orders import accepted, by, organiser, sent, status


@signed_in
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The organiser's competitions, each with what needs doing."""
    return render(request, "competition/organiser/home.html", {"desks": desk.desks(organiser(request))})


@signed_in
def new(request: HttpRequest) -> HttpResponse:
    """Found a competition."""
    form = ContestForm.read(sent(request))
    if accepted(form, lambda: contest.found(form.instance, form.conditions, by=by(request))):
        messages.success(request, "The competition is founded. Now enter the pairs.")
        return redirect("desk:competition", form.instance.slug)
    return render(request, "competition/organiser/new.html", {"form": form}, status=status(form))


@for_organiser
@require_safe
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """One competition: how far it has come, and its matches in order of urgency."""
    seen = desk.desk(competition)
    asked = desk.Filter(*(request.GET.get(name, "") for name in ("show", "round", "find")))
    rows = [(word, row(match), match) for word, match in seen.showing(asked)]
    page = {"desk": seen, "competition": competition, "asked": asked, "rows": rows, "chosen": "all" in request.GET}
    if seen.knockout and (last_day := kept_until(seen.knockout)):
        page |= {"contacts_until": last_day, "is_late": last_day < timezone.localdate()}
    page["can_be_ticked"] = any(match.is_to_be_decided for _, _, match in rows)
    return render(request, "competition/organiser/competition.html", page)


@for_organiser
def conditions(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Change the particulars and the conditions of contest, or read them once they are frozen."""
    is_frozen, mark = desk.is_published(competition), contest.mark(competition)
    # A form writes on what it is given, even what it then finds wrong; the page keeps the competition as it is.
    form = (ContestForm if is_frozen else ContestForm.read)(sent(request), instance=copy(competition))
    if accepted(form, lambda: _change(request, form)):
        messages.success(request, "The particulars and conditions are saved.")
        return redirect("desk:competition", form.instance.slug)
    page = {"form": form, "competition": competition, "is_frozen": is_frozen, "mark": mark}
    return render(request, "competition/organiser/conditions.html", page, status=status(form))


def _change(request: HttpRequest, form: ContestForm) -> None:
    contest.change(form.instance, form.conditions, mark=request.POST.get("mark", ""), by=by(request))
