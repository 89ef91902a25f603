"""How pairs reach an organiser."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.actions import deputies
from competition.contest.doors import for_organiser
from competition.contest.forms.contact import ContactForm
from competition.contest.models import Competition
from competition.contest.queries import as_organiser
from competition.pages.posting import accepted, by, organiser, sent, status


@for_organiser
def contact(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Say by what name, telephone and mail whoever signs in here can be asked."""
    theirs = as_organiser(competition, organiser(request))
    known = {"name": theirs.name or theirs.user.get_full_name(), "own_email": theirs.user.email}
    form = ContactForm(sent(request), instance=theirs, initial=known)
    if accepted(form, lambda: deputies.be_reached(theirs, **form.cleaned_data, by=by(request))):
        messages.success(request, "Kept. This is what pairs read when they want to ask you.")
        return redirect("desk:organisers", competition.slug)
    page = {"competition": competition, "form": form}
    return render(request, "competition/contest/contact.html", page, status=status(form))
