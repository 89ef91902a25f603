"""The organiser's press that tells pairs."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.pages.posting import by, faults
from competition.post.actions import telling
from competition.post.forms import AddressForm, TellForm
from competition.post.models import Told
from competition.post.queries.occasions import OF_A_DRAW
from competition.post.queries.tellings import MAIL, player
from competition.post.views.post import as_occasion
from scoring.rules.refusal import Refused


@for_organiser
@require_POST
def tell(request: HttpRequest, competition: Competition, occasion: str) -> HttpResponse:
    """Have the mails of an occasion sent, or keep that pairs were told by hand; letters then lead to their print."""
    about, form = as_occasion(occasion), TellForm(request.POST)
    back = redirect("desk:occasion", competition.slug, about)
    if not form.is_valid():
        messages.error(request, faults(form))
        return back
    way, who = form.cleaned_data["way"], form.cleaned_data["pair"]
    try:
        if way == MAIL:
            mails = telling.send(competition, about, by=by(request))
            messages.success(request, f"{mails} mails are on their way." if mails else "Nobody is left to be sent one.")
        else:
            pairs = telling.told(competition, about, Told.Way(way), who=who, by=by(request))
            messages.success(request, f"Noted for {pairs} pair{'' if pairs == 1 else 's'}.")
    except Refused as refusal:
        messages.warning(request, str(refusal))
    if way == Told.Way.LETTER and about in OF_A_DRAW:
        asked = {"for": about, "pair": who} if who else {"for": about}
        return redirect(f"{reverse('desk:letters', args=[competition.slug])}?{urlencode(asked)}")
    return back


@for_organiser
@require_POST
def correct(request: HttpRequest, competition: Competition, occasion: str) -> HttpResponse:
    """Give a player whose mail came back another address; the mail goes there by itself."""
    about, form = as_occasion(occasion), AddressForm(request.POST)
    known = player(competition, form.cleaned_data["player"]) if form.is_valid() else None
    if form.is_valid() and known is None:
        raise Http404
    try:
        if known is None:
            raise Refused(faults(form))
        telling.correct(known, form.cleaned_data["email"], by=by(request))
        messages.success(request, f"The mail goes to {form.cleaned_data['email']} now.")
    except Refused as refusal:
        messages.error(request, str(refusal))
    return redirect("desk:occasion", competition.slug, about)
