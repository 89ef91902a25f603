"""How a pair is told what happens, as it chooses itself."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.entries.actions.entering import be_told
from competition.entries.doors import for_pair
from competition.entries.forms.pair import WayForm
from competition.entries.models.pair import Pair
from competition.log.actions import Actor
from competition.pages.posting import accepted, sent, status


@for_pair
def told(request: HttpRequest, pairs: list[Pair], competition: str) -> HttpResponse:
    """By mail, on paper or by telephone."""
    pair = next((pair for pair in pairs if pair.competition.slug == competition), None)
    if pair is None:
        raise Http404
    form = WayForm(sent(request), initial={"way": pair.way})
    if accepted(form, lambda: be_told(pair, form.cleaned_data["way"], by=Actor(pair=pair))):
        messages.success(request, "Kept: this is how you are told from now on.")
        return redirect("play:home")
    page = {"competition": pair.competition, "pair": pair, "form": form}
    return render(request, "competition/entries/told.html", page, status=status(form))
