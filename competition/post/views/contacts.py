"""Deleting the contacts of a competition that is over."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.pages.posting import by
from competition.post import actions as contacts
from scoring.rules.refusal import Refused


@for_organiser
def forget_contacts(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Ask, then delete every telephone number and e-mail address."""
    fault = ""
    if request.method == "POST":
        try:
            contacts.forget(competition, by=by(request))
        except Refused as refusal:
            fault = str(refusal)
        else:
            messages.success(request, "The telephone numbers and e-mail addresses are deleted.")
            return redirect("desk:competition", competition.slug)
    page = {"competition": competition, "fault": fault}
    return render(request, "competition/post/forget_contacts.html", page, status=422 if fault else 200)
