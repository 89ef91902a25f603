"""What is done for one match, for several at once, or for a round: more time, confirming, reminding."""

from collections.abc import Callable
from functools import wraps

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.actions import confirming, extending
from competition.knockout.formats import consequence
from competition.knockout.formats.consequence import Sheet
from competition.knockout.forms.rulings import ExtendForm, GroundsForm, UndoForm
from competition.knockout.views.preview_and_confirm import Decision, decided, decided_now
from competition.knockout.views.selection import Selection, selection
from competition.pages.posting import by, sent


def _of_those_ticked(view: Callable[[HttpRequest, Selection], HttpResponse]) -> Callable[..., HttpResponse]:
    """The view with what the address names; a page that says so without any."""

    @wraps(view)
    def see(request: HttpRequest, competition: Competition) -> HttpResponse:
        those = selection(request, competition)
        if those.places:
            return view(request, those)
        return render(request, "competition/knockout/none_ticked.html", {"competition": competition})

    return see


def _done(request: HttpRequest, those: Selection, told: str) -> Callable[[], HttpResponse]:
    def done() -> HttpResponse:
        messages.success(request, f"{told}: {', '.join(those.names)}.")
        return redirect(those.back)

    return done


@for_organiser
@_of_those_ticked
def extend(request: HttpRequest, those: Selection) -> HttpResponse:
    """Give the matches or the round in the address a later play-by date, having seen what that means."""
    form = ExtendForm(sent(request))

    def look() -> Sheet:
        until = those.until(form)
        return those.sheet(
            those.told(until) + form.told,
            way_back=consequence.EXTENSION,
            mark=extending.look_ahead(those.snapshot, until),
            warnings=extending.warnings(those.snapshot, until),
        )

    def order(mark: str) -> None:
        extending.extend(those.competition, those.until(form), grounds=form.grounds, mark=mark, by=by(request))

    return decided(
        request,
        Decision(
            competition=those.competition,
            title="Give more time",
            lead=f"Play-by date of {', '.join(those.names)}",
            back=those.back,
            form=form,
            look=look,
            order=order,
            done=_done(request, those, "More time is given"),
            instead=those.address("take-back-extension") if extending.own(those.snapshot, those.places) else "",
        ),
    )


@for_organiser
@_of_those_ticked
def take_back_extension(request: HttpRequest, those: Selection) -> HttpResponse:
    """Take the last extension of one match or round back, having seen which day stands again."""
    where, last = those.places[0], extending.own(those.snapshot, those.places)
    form = UndoForm(sent(request), initial={"number": last.pk if last else None})

    def look() -> Sheet:
        days = {where: extending.without_last(those.snapshot, where)}
        return those.sheet(those.told(days) + form.told, way_back="Give more time again.", mark="seen")

    def order(mark: str) -> None:
        key = form.cleaned_data["number"]
        extending.take_back(those.competition, where, key, grounds=form.grounds, by=by(request))

    return decided_now(
        request,
        Decision(
            competition=those.competition,
            title="Take the extension back",
            lead=those.names[0],
            back=those.back,
            form=form,
            look=look,
            order=order,
            done=_done(request, those, "The extension is taken back"),
        ),
    )


@for_organiser
@_of_those_ticked
def confirm(request: HttpRequest, those: Selection) -> HttpResponse:
    """Confirm the results in the address that wait for it, having seen what that changes."""
    form = GroundsForm(sent(request), initial={"reason": "As sent in; the other pair did not object."})

    def look() -> Sheet:
        ahead = confirming.look_ahead(those.snapshot, those.codes, form.grounds)
        decision = f"Confirmed as sent in: {', '.join(those.codes)}.{form.told}"
        return those.sheet(decision, cases=ahead.cases, way_back=consequence.RULING, mark=ahead.mark)

    def order(mark: str) -> None:
        confirming.confirm(those.competition, those.codes, grounds=form.grounds, mark=mark, by=by(request))

    return decided(
        request,
        Decision(
            competition=those.competition,
            title="Confirm results",
            lead=", ".join(those.names),
            back=those.back,
            form=form,
            look=look,
            order=order,
            done=_done(request, those, "Confirmed"),
        ),
    )
