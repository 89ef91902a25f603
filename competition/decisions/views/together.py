"""What is done for one match, for several at once, or for a round: more time, confirming."""

from collections.abc import Callable
from datetime import date
from functools import wraps

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.decisions.actions import confirming, extending
from competition.decisions.actions.rulings import Prospect
from competition.decisions.formats import consequence
from competition.decisions.forms.rulings import DatesForm, ExtendForm, GroundsForm, UndoForm
from competition.decisions.views.preview_and_confirm import Decision
from competition.decisions.views.selection import Selection, Where, every_round, selection
from competition.pages.posting import by, sent


def _of_those_ticked(view: Callable[[HttpRequest, Selection], HttpResponse]) -> Callable[..., HttpResponse]:
    """The view with what the address names; a page that says so without any."""

    @wraps(view)
    def see(request: HttpRequest, competition: Competition) -> HttpResponse:
        those = selection(request, competition)
        if those.places:
            return view(request, those)
        return render(request, "competition/decisions/none_ticked.html", {"competition": competition})

    return see


@for_organiser
@_of_those_ticked
def extend(request: HttpRequest, those: Selection) -> HttpResponse:
    """Give the matches or the round in the address a later play-by date, having seen what that means."""
    form = ExtendForm(sent(request), season=those.competition.season)
    lead = f"Play-by date of {', '.join(those.names)}"
    has_one = extending.own(those.snapshot, those.places)
    instead = [(those.address("take-back-extension"), "Take the last extension back")] if has_one else []
    decision = Decision(request, those.competition, "Give more time", lead, those.back, form, instead)
    with decision.refusals():
        if decision.confirmed:
            until, shown = those.until(form), decision.confirmed
            extending.extend(those.competition, until, grounds=form.grounds, shown=shown, by=by(request))
            return decision.done(those.news("More time is given"))
    with decision.refusals():
        if decision.is_filled_in:
            until = those.until(form)
            _show_days(decision, those, until, consequence.EXTENSION)
    return decision.page()


@for_organiser
def dates(request: HttpRequest, competition: Competition) -> HttpResponse:
    """By when every round is played, those that are over too: another day for one or several, earlier or later."""
    all_rounds = every_round(request, competition)
    rounds = all_rounds.snapshot.rounds
    form = DatesForm(sent(request), rounds=rounds, season=competition.season)
    lead = "Of a match with more time of its own nothing changes as long as that is the later day."
    instead = [
        (all_rounds.only([round.number]).take_back, f"{round.name}: take the new day back")
        for round in rounds
        if round.deadline.extension
    ]
    decision = Decision(request, competition, "Dates of the rounds", lead, all_rounds.back, form, instead)
    those = all_rounds.only([*form.until]) if decision.is_filled_in else all_rounds
    with decision.refusals():
        if decision.confirmed:
            shown = decision.confirmed
            extending.extend(competition, form.until, grounds=form.grounds, shown=shown, by=by(request))
            return decision.done(those.news("Changed"))
    with decision.refusals():
        if decision.is_filled_in:
            _show_days(decision, those, form.until, consequence.DATES)
    return decision.page()


def _show_days(decision: Decision, those: Selection, until: dict[Where, date], way_back: str) -> None:
    ahead = Prospect([], extending.look_ahead(those.snapshot, until))
    warnings = extending.warnings(those.snapshot, until)
    days = those.days(until)
    decision.show(those.snapshot, days, ahead, pairs=those.pairs, way_back=way_back, warnings=warnings)


@for_organiser
@_of_those_ticked
def take_back_extension(request: HttpRequest, those: Selection) -> HttpResponse:
    """Take the last extension of one match or round back, having seen which day stands again."""
    where, last = those.places[0], extending.own(those.snapshot, those.places)
    form = UndoForm(sent(request), initial={"number": last.pk if last else None})
    decision = Decision(request, those.competition, "Take the new day back", those.names[0], those.back, form)
    with decision.refusals():
        if decision.confirmed:
            number = form.cleaned_data["number"]
            extending.take_back(those.competition, where, number, grounds=form.grounds, by=by(request))
            return decision.done(those.news("The day before stands again"))
    with decision.refusals():
        until = {where: extending.without_last(those.snapshot, where)}
        ahead = Prospect([], "seen")
        decision.show(those.snapshot, those.days(until), ahead, pairs=those.pairs, way_back="Give the same day again.")
    return decision.page_at_once()


@for_organiser
@_of_those_ticked
def confirm(request: HttpRequest, those: Selection) -> HttpResponse:
    """Confirm the results in the address that wait for it, having seen what that changes."""
    form = GroundsForm(sent(request), initial={"reason": "As sent in; the other pair did not object."})
    decision = Decision(request, those.competition, "Confirm results", ", ".join(those.names), those.back, form)
    with decision.refusals():
        if decision.confirmed:
            shown = decision.confirmed
            confirming.confirm(those.competition, those.codes, grounds=form.grounds, shown=shown, by=by(request))
            return decision.done(those.news("Confirmed"))
    with decision.refusals():
        if decision.is_filled_in:
            ahead = confirming.look_ahead(those.snapshot, those.codes, form.grounds)
            said = f"Confirmed as sent in: {', '.join(those.codes)}."
            decision.show(those.snapshot, said, ahead, pairs=those.pairs, way_back=consequence.RULING)
    return decision.page()
