"""Views for agreeing a different number of deals."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect

from competition.draw.rules.result import Stage
from competition.match.access import at_the_table
from competition.match.actions import deals
from competition.match.actions.arranging import PairInMatch
from competition.match.forms.deals import DealsAnswerForm, DealsOfferForm
from competition.match.models import DealsOffer
from competition.match.queries.play import PairView
from competition.web.posting import Request, bound_data, faults, form_page, save_form
from scoring.rules.refusal import Refused

_ACTIONS = {
    DealsOffer.Answer.ACCEPTED: (deals.accept_deals, "The number of deals is agreed."),
    DealsOffer.Answer.DECLINED: (deals.decline_deals, "The other number of deals is declined."),
    DealsOffer.Answer.WITHDRAWN: (deals.withdraw_deals, "Your offer is withdrawn."),
}


@at_the_table
def number_of_deals(request: Request, match: PairView) -> HttpResponse:
    """Show the number of deals and an open offer. POST offers another number."""
    if match.state.stage is not Stage.READY:
        raise Refused("This match has begun or has a result, so its number of deals can no longer change.")
    form = DealsOfferForm(bound_data(request), initial={"deals": match.state.conditions.deals})
    place = PairInMatch(match.pair, match.code)
    if save_form(form, lambda: deals.offer_deals(place, **form.cleaned_data)):
        messages.success(request, "Saved. The other pair can see it now.")
        return redirect("play:match", match.competition.slug, match.code)
    return form_page(request, "competition/match/deals.html", form, match=match)


@at_the_table(post_only=True)
def answer_deals(request: Request, match: PairView) -> HttpResponse:
    """Accept or decline the other pair's number of deals, or withdraw this pair's own offer."""
    form = DealsAnswerForm(request.POST)
    if not form.is_valid():
        raise Refused(faults(form))
    action, news = _ACTIONS[DealsOffer.Answer(form.cleaned_data["answer"])]
    action(PairInMatch(match.pair, match.code), offered=form.cleaned_data["offered"])
    messages.success(request, news)
    return redirect("play:match", match.competition.slug, match.code)
