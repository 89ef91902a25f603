"""Views for a pair that replies on its opponents' phone. The entry code does not sign the pair in there."""

from django.contrib import messages
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.entries.access import link_holder
from competition.entries.models import Pair
from competition.entries.private_links import is_signed_in, wrong_codes
from competition.match.access import at_the_table
from competition.match.actions.play import answer_here
from competition.match.forms.pass_phone import AGREE, AnswerHereForm, PassForm
from competition.match.queries.pass_phone import passing
from competition.match.queries.table import Table, match_in, path_of
from competition.match.views.responses import address, answer, fresh, moved_on
from competition.web.posting import Request, bound_data, faults, form_page, form_status, save_form, wants_json
from competition.web.rate_limit import TOO_MANY

_TOO_MANY = "Too many wrong codes. Reply on your own phone, or try again in ten minutes."


@at_the_table
def pass_phone(request: Request, match: Table) -> HttpResponse:
    """Save the other pair's reply to the result of the score sheet."""
    if request.method != "POST" or match.opponents is None:
        return redirect(f"{address(match)}#pass")
    form = PassForm(request.POST, about=f"{match.competition.slug} {match.code}")
    if form.is_valid() and _check_code(request, form, match.opponents) and _save_reply(match, match.opponents, form):
        return moved_on(request, match, _reply_message(match.opponents, form))
    if wants_json(request):
        return answer(request, fresh(match), said=faults(form), status=form_status(form))
    return form_page(request, "competition/match/pass.html", form, match=match, passing=passing(fresh(match)))


@link_holder
def answer_by_link(request: HttpRequest, pair: Pair) -> HttpResponse:
    """Save the reply of a pair that opened its private link on its opponents' phone, without signing it in."""
    match = _match_to_answer(request, pair)
    asked = passing(match) if match else None
    if match is None or asked is None or not asked.is_known:
        return render(request, "competition/match/pass.html", {"pair": pair})
    form = AnswerHereForm(bound_data(request))
    if form.is_valid() and _save_reply(match, pair, form):
        messages.success(request, _reply_message(pair, form))
        return redirect(address(match))
    page = {"match": match, "form": form if form.is_bound else None, "passing": asked, "by_link": True}
    return render(request, "competition/match/pass.html", page, status=form_status(form))


def _match_to_answer(request: HttpRequest, pair: Pair) -> Table | None:
    """Return the match of this pair as its opponents see it, if they are signed in on this phone."""
    match = path_of(pair).current
    if match is None or match.opponents is None:
        return None
    return match_in(match.draw, match.opponents, match.code) if is_signed_in(request, match.opponents) else None


def _save_reply(match: Table, by: Pair, form: AnswerHereForm) -> bool:
    return save_form(form, lambda: answer_here(match, by=by, **form.order()))


def _reply_message(by: Pair, form: AnswerHereForm) -> str:
    if form.cleaned_data["answer"] == AGREE:
        return f"{by} confirmed the result. It is final."
    return f"{by} disputed the result. The organiser has been asked to look at it."


def _check_code(request: Request, form: PassForm, pair: Pair) -> bool:
    """Return True if the entry code is this pair's. Wrong codes count towards the sign-in limit."""
    wrong = wrong_codes(request)
    if wrong.too_many():
        form.add_error("code", ValidationError(_TOO_MANY, TOO_MANY))
    elif not form.is_of(pair):
        wrong.note()
        form.add_error("code", f"This is not the entry code of {pair}. Check each digit in the letter.")
    return form.is_valid()
