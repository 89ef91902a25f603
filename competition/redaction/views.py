"""Taking words out for good."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.pages.posting import accepted, by, sent, status
from competition.redaction import actions, queries
from competition.redaction.forms import RedactForm


@for_organiser
def redact(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Everything somebody wrote; one of them, known by `?words=`, to be taken out after asking why."""
    key = (request.POST if request.method == "POST" else request.GET).get("words", "")
    form, found = RedactForm(sent(request), initial={"words": key}), queries.wordings(competition)
    chosen = next((one for one in found if one.key == key), None)
    if accepted(form, lambda: _take_out(request, competition, form)):
        messages.success(request, "The words are taken out. Delete the copies made earlier: they still hold them.")
        return redirect("desk:redact", competition.slug)
    page = {"competition": competition, "form": form, "chosen": chosen, "wordings": found}
    return render(request, "competition/redaction/redact.html", page, status=status(form))


def _take_out(request: HttpRequest, competition: Competition, form: RedactForm) -> None:
    data = form.cleaned_data
    actions.redact(competition, data["words"], data["why"], by=by(request))
