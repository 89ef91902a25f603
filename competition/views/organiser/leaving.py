"""A pair that withdraws after the draw, and one that plays on after all."""

from collections.abc import Callable

from django.contrib import messages
from django.forms import BaseForm
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from competition.access import for_organiser
from competition.actions import entries
from competition.formats import consequence, prospect
from competition.formats.consequence import Sheet, sheet
from competition.forms.entries import ReturnForm, WithdrawForm
from competition.models import Competition, Pair
from competition.queries import Knockout, desk, drawn
from competition.rules.bracket import Consequences
from competition.views.organiser.deciding import Decision, decided_now
from competition.views.organiser.orders import by, sent

_Ahead = Callable[[Knockout, int], Consequences]


@for_organiser
def withdraw_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Withdraw a pair after the draw, having shown what that changes."""
    pair, form = _entry(competition, number), WithdrawForm(sent(request))
    return _decided(
        request,
        pair,
        form,
        "Withdraw the pair",
        "What is decided stays, and the pair loses what is not.",
        lambda: _sheet(request, pair, "has withdrawn", prospect.withdrawal, consequence.WITHDRAWAL),
        lambda mark: entries.withdraw(pair, reason=form.cleaned_data["reason"], by=by(request)),
        f"Pair {number} has withdrawn.",
    )


@for_organiser
def bring_back_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Take a withdrawal back, having shown what that changes."""
    pair, form = _entry(competition, number), ReturnForm(sent(request))
    return _decided(
        request,
        pair,
        form,
        "Bring the pair back",
        "The draw is then again what it would be without the withdrawal.",
        lambda: _sheet(request, pair, "plays on after all", prospect.return_of, consequence.RETURN),
        lambda mark: entries.bring_back(pair, reason=form.cleaned_data["reason"], by=by(request)),
        f"Pair {number} plays on.",
    )


def _entry(competition: Competition, number: int) -> Pair:
    if pair := desk.entry(competition, number):
        return pair
    raise Http404


def _decided(
    request: HttpRequest,
    pair: Pair,
    form: BaseForm,
    title: str,
    meaning: str,
    look: Callable[[], Sheet],
    order: Callable[[str], None],
    told: str,
) -> HttpResponse:
    def done() -> HttpResponse:
        messages.success(request, told)
        return redirect("desk:pair", pair.competition.slug, pair.number)

    return decided_now(
        request,
        Decision(
            competition=pair.competition,
            title=title,
            lead=f"Pair {pair.number}, {pair}. {meaning}",
            back=reverse("desk:pair", args=[pair.competition.slug, pair.number]),
            form=form,
            look=look,
            order=order,
            done=done,
        ),
    )


def _sheet(request: HttpRequest, pair: Pair, what: str, ahead: _Ahead, way_back: str) -> Sheet:
    now = drawn(pair.competition)
    return sheet(
        now,
        subject=str(now.competition),
        decision=f"{pair} {what}.",
        cases=[(None, ahead(now, pair.number))],
        pairs=[pair.number],
        way_back=way_back,
        address=request.build_absolute_uri(reverse("public:draw", args=[pair.competition.slug])),
    )
