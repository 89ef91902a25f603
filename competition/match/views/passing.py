"""Passing the phone: the other pair answers on it with the code of its own letter, and is not signed in by that."""

from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.shortcuts import redirect, render

from competition.entries.models.pair import Pair
from competition.entries.private_links import wrong_codes
from competition.match.actions.passing import answer_here
from competition.match.doors import at_the_table
from competition.match.forms.passing import AGREE, PassForm
from competition.match.queries.pair_match import PairMatch
from competition.match.queries.passing import passing
from competition.match.views.responses import address, answer, carried_out, fresh, moved_on, told, wants_card
from competition.pages.posting import Request, status
from competition.pages.rate_limit import TOO_MANY

_TOO_MANY = "Too many wrong codes have come from here. Answer on a phone of your own, or try again in ten minutes."


@at_the_table
def pass_phone(request: Request, match: PairMatch) -> HttpResponse:
    """Take the other pair's answer to the result of the sheet."""
    if request.method != "POST" or match.opponents is None:
        return redirect(f"{address(match)}#pass")
    form = PassForm(request.POST, about=f"{match.competition.slug} {match.code}")
    if form.is_valid() and _is_of(request, form, match.opponents):
        by = match.opponents
        if carried_out(form, lambda: answer_here(match, by=by, **form.order())):
            agreed = form.cleaned_data["answer"] == AGREE
            said = "the result is official." if agreed else "the organiser has been asked to look at the result."
            return moved_on(request, match, f"{by} {'agree' if agreed else 'do not agree'}: {said}")
    if wants_card(request):
        return answer(fresh(match), said=told(form), status=status(form))
    page = {"match": match, "form": form, "passing": passing(fresh(match))}
    return render(request, "competition/match/pass.html", page, status=status(form))


def _is_of(request: Request, form: PassForm, pair: Pair) -> bool:
    """Whether the code is this pair's; wrong ones are counted with those at the door."""
    wrong = wrong_codes(request)
    if wrong.too_many():
        form.add_error("code", ValidationError(_TOO_MANY, TOO_MANY))
    elif not form.is_of(pair):
        wrong.note()
        form.add_error("code", f"This is not the code in the letter of {pair}. Look at each digit again.")
    return form.is_valid()
