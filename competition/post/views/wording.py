"""The organiser's own words in the messages of a competition."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.pages.posting import accepted, by, sent, status
from competition.post.actions.wording import reword
from competition.post.forms import WordingForm
from competition.post.queries.wordings import wording
from competition.post.views.post import as_occasion


@for_organiser
def change_wording(request: HttpRequest, competition: Competition, occasion: str) -> HttpResponse:
    """What is said before the facts of this occasion and after them."""
    about = as_occasion(occasion)
    stands = wording(competition, about)
    form = WordingForm(sent(request), initial={"before": stands.before, "after": stands.after})
    if accepted(form, lambda: reword(competition, about, **form.cleaned_data, by=by(request))):
        messages.success(request, "Kept. Every message of this occasion says so from now on.")
        return redirect("desk:occasion", competition.slug, about)
    page = {"competition": competition, "form": form, "occasion": about}
    return render(request, "competition/post/wording.html", page, status=status(form))
