"""The organiser's own words in the messages of a competition."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.pages.posting import accepted, by, sent, status
from competition.post.actions.wording import reword
from competition.post.forms import WordingForm
from competition.post.models import Occasion
from competition.post.queries.occasions import OF_A_DRAW
from competition.post.queries.wordings import WORDED, wording


@for_organiser
def change_wording(request: HttpRequest, competition: Competition, occasion: str) -> HttpResponse:
    """What is said before the facts of this occasion and after them; 404 for one that is told in fixed words."""
    if occasion not in WORDED:
        raise Http404
    about = Occasion(occasion)
    of_a_draw = about in OF_A_DRAW
    back = ("desk:occasion", competition.slug, about) if of_a_draw else ("desk:post", competition.slug)
    stands = wording(competition, about)
    form = WordingForm(sent(request), initial={"before": stands.before, "after": stands.after})
    if accepted(form, lambda: reword(competition, about, **form.cleaned_data, by=by(request))):
        messages.success(request, "Kept. Every message of this occasion says so from now on.")
        return redirect(*back)
    page = {
        "competition": competition,
        "form": form,
        "title": about.heading,
        "occasion": about if of_a_draw else "",
    }
    return render(request, "competition/post/wording.html", page, status=status(form))
