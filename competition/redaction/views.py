"""Taking words out for good."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.pages.posting import bound_data, by, form_page, save_form
from competition.redaction import actions, queries
from competition.redaction.forms import RedactForm


@for_organiser
def redact(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Everything somebody wrote; one of them, known by `?words=`, to be taken out after asking why."""
    key = (request.POST if request.method == "POST" else request.GET).get("words", "")
    form, found = RedactForm(bound_data(request), initial={"words": key}), queries.wordings(competition)
    chosen = next((one for one in found if one.key == key), None)
    if save_form(form, lambda: actions.redact(competition, **form.cleaned_data, by=by(request))):
        messages.success(request, "The words are taken out. Delete the copies made earlier: they still hold them.")
        return redirect("desk:redact", competition.slug)
    page = {"competition": competition, "chosen": chosen, "wordings": found}
    return form_page(request, "competition/redaction/redact.html", form, **page)
