"""Deleting the contacts of a competition that is over, or was cancelled."""

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.queries.reading import snapshot_of
from competition.pages.posting import accepted, by, sent, status
from competition.post.actions import contacts
from competition.post.queries.contacts import are_needed
from competition.signing_in.doors import after_password


@for_organiser
@after_password
def forget_contacts(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Ask, then delete every telephone number and e-mail address."""
    form = Form(sent(request))
    if accepted(form, lambda: contacts.forget(competition, by=by(request))):
        messages.success(request, "The telephone numbers and e-mail addresses are deleted.")
        return redirect("desk:competition", competition.slug)
    needed = are_needed(competition, snapshot_of(competition))
    page = {"competition": competition, "form": form, "needed": needed}
    return render(request, "competition/post/forget_contacts.html", page, status=status(form))
