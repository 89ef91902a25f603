"""One match: its story, and settling it."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.access import for_organiser
from competition.actions import rulings
from competition.formats import prospect, story
from competition.formats.history import history
from competition.forms.organiser import RuleForm
from competition.models import Competition
from competition.queries import Knockout, desk
from competition.queries.table import open_table
from competition.views.organiser.orders import by, sent, status
from scoring.rules.refusal import Refused


def _running(competition: Competition, code: str) -> Knockout:
    now = desk.running(competition)
    if now is None or code not in now.by_code:
        raise Http404
    return now


@for_organiser
def match(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """A match with its pairs, its sheet, all that was sent in or decided, and the form that settles it."""
    now = _running(competition, code)
    state = now.by_code[code]
    page = {
        "competition": competition,
        "state": state,
        "story": story.tell(now, state, open_table(now, state)),
        "history": history(now, state, desk.outcomes(now, state)),
        "lines": desk.match_log(now, code),
        "form": RuleForm(state=state),
    }
    return render(request, "competition/organiser/match.html", page)


@for_organiser
def rule(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Show what a ruling changes further on; carry it out once exactly that has been seen."""
    now = _running(competition, code)
    form = RuleForm(sent(request), state=now.by_code[code])
    if not form.is_valid() or "change" in request.POST:
        return _page(request, now, code, form, status=status(form))
    fault = ""
    if mark := request.POST.get("mark"):
        try:
            rulings.rule(competition, code, form.ruling(), mark=mark, by=by(request))
        except Refused as refusal:
            fault = str(refusal)
        else:
            messages.success(request, f"{code} is settled.")
            return redirect("desk:match", competition.slug, code)
    return _consequences(request, now, code, form, fault)


def _consequences(request: HttpRequest, now: Knockout, code: str, form: RuleForm, fault: str) -> HttpResponse:
    try:
        ahead = rulings.look_ahead(now, code, form.ruling())
    except Refused as refusal:
        form.add_error(None, str(refusal))
        return _page(request, now, code, form, status=422)
    shown = {
        "fault": fault,
        "mark": ahead.mark,
        "ahead": prospect.told(now, ahead.consequences),
        "decision": rulings.words(now, form.ruling()),
    }
    return _page(request, now, code, form, status=409 if fault else 200, **shown)


def _page(request: HttpRequest, now: Knockout, code: str, form: RuleForm, *, status: int, **shown) -> HttpResponse:
    page = {"competition": now.competition, "state": now.by_code[code], "form": form, **shown}
    return render(request, "competition/organiser/rule.html", page, status=status)
