"""A pair that withdraws after the draw, and one that plays on after all."""

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.entries.queries import pairs
from competition.knockout.actions import withdrawing
from competition.knockout.actions.rulings import Prospect
from competition.knockout.formats import consequence
from competition.knockout.formats.consequence import Sheet, sheet
from competition.knockout.forms.rulings import GroundsForm
from competition.knockout.queries.snapshot import Snapshot, snapshot_of
from competition.knockout.views.preview_and_confirm import Decision, decided_now
from competition.pages.posting import by, sent
from scoring.rules.refusal import Refused

_Ahead = Callable[[Snapshot, int], Prospect]


@for_organiser
def withdraw_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Withdraw a pair after the draw, having shown what that changes."""
    (snapshot, pair), form = _found(competition, number), GroundsForm(sent(request))
    return _decided(
        request,
        pair,
        form,
        "Withdraw the pair",
        "What is decided stays, and the pair loses what is not.",
        lambda: _sheet(
            request, snapshot, pair, f"have withdrawn.{form.told}", withdrawing.look_ahead, consequence.WITHDRAWAL
        ),
        lambda mark: withdrawing.withdraw(pair, grounds=form.grounds, mark=mark, by=by(request)),
        f"Pair {number} has withdrawn.",
    )


@for_organiser
def bring_back_pair(request: HttpRequest, competition: Competition, number: int) -> HttpResponse:
    """Take a withdrawal back, having shown what that changes."""
    (snapshot, pair), form = _found(competition, number), GroundsForm(sent(request))
    return _decided(
        request,
        pair,
        form,
        "Bring the pair back",
        "The draw is then again what it would be without the withdrawal.",
        lambda: _sheet(
            request, snapshot, pair, f"play on after all.{form.told}", withdrawing.look_back, consequence.RETURN
        ),
        lambda mark: withdrawing.bring_back(pair, grounds=form.grounds, mark=mark, by=by(request)),
        f"Pair {number} plays on.",
    )


def _found(competition: Competition, number: int) -> tuple[Snapshot | None, Pair]:
    """The pair of this number, and the draw it is in once that is published."""
    snapshot = snapshot_of(competition)
    if pair := snapshot.pairs.get(number) if snapshot else pairs.entry(competition, number):
        return snapshot, pair
    raise Http404


def _decided(
    request: HttpRequest,
    pair: Pair,
    form: GroundsForm,
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


def _sheet(
    request: HttpRequest, snapshot: Snapshot | None, pair: Pair, what: str, ahead: _Ahead, way_back: str
) -> Sheet:
    if snapshot is None:
        raise Refused("The draw is not published yet: take the entry off instead.")
    seen = ahead(snapshot, pair.number)
    return sheet(
        snapshot,
        subject=str(snapshot.competition),
        decision=f"{pair} {what}",
        cases=seen.cases,
        pairs=[pair.number],
        way_back=way_back,
        mark=seen.mark,
        address=request.build_absolute_uri(reverse("public:draw", args=[pair.competition.slug])),
    )
