"""Views that settle a match and take a ruling back."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.doors import match_of
from competition.knockout.formats import words
from competition.knockout.formats.result_notes import signed
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.results import has_gone_on, stays_on
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.outcome import Kind, LetStand
from competition.knockout.rules.outcome import Outcome as Result
from competition.pages.posting import bound_data, by
from competition.rulings.actions import results
from competition.rulings.actions.results import Ruling
from competition.rulings.formats import consequences
from competition.rulings.formats.consequences import Sheet, Standing, hearings, sheet
from competition.rulings.forms import WAYS, RuleForm, UndoForm, ways
from competition.rulings.queries import Preview
from competition.rulings.views.decision import Decision, let_stand


def sheet_of_match(
    request: HttpRequest,
    draw: PublishedDraw,
    state: MatchState,
    decision: str,
    ahead: Preview,
    way_back: str,
    standing: Standing | None = None,
) -> Sheet:
    """The consequence sheet of a decision about one match."""
    address = request.build_absolute_uri(reverse("public:match", args=[draw.competition.slug, state.code]))
    about, change, rest = f"{draw.competition}, {subject(state)}", ahead.consequences, {}
    if len(ahead.cases) == 1 and consequences.touches_results(change):
        why = f"{decision}\n\n{address}"
        told = hearings(draw, state.code, change, subject=about, why=why)
        rest = {"heading": consequences.heading(draw, state.code, change), "hearings": told}
    return sheet(
        draw,
        subject=about,
        decision=decision,
        cases=ahead.cases,
        pairs=state.numbers,
        way_back=way_back,
        fingerprint=ahead.fingerprint,
        standing=standing,
        address=address,
        **rest,
    )


def subject(state: MatchState) -> str:
    """What a decision about this match is headed by."""
    return f"{state.code}, {' v '.join(side.text for side in state.sides)}"


def _sentence(state: MatchState, ruling: Ruling) -> str:
    """A ruling as everybody is told of it."""
    if ruling.kind is None:
        return f"{state.code} is played anew." if ruling.replay else f"{state.code} is open again, without a result."
    if ruling.kind is Kind.LOTS:
        return f"{state.code} is decided by lot."
    names = [side.text for side in state.sides]
    penalties = "".join(
        f" Penalty points of {name}: {signed(n)}." for name, n in zip(names, ruling.penalty, strict=True) if n
    )
    stays = stays_on(state, ruling.winner) if ruling.let_stand else None
    ended = Result(state.code, state.numbers, ruling.kind, ruling.winner, ruling.totals, stays, ruling.margin)
    return f"{words.result(ended, *names)}{penalties}"


@for_organiser
def rule(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Choose how a match ends, fill in what that needs, see what it changes, then do it."""
    draw, state = match_of(competition, code)
    way = (request.POST if request.method == "POST" else request.GET).get("kind", "")
    if not state.has_two_pairs or (request.method != "POST" and way not in WAYS):
        stands = words.sentence(state) if state.last else ""
        page = {"competition": competition, "state": state, "ways": ways(state), "stands": stands}
        return render(request, "competition/rulings/ways.html", page)
    form = RuleForm(bound_data(request), state=state, way=way)
    title = f"Settle {code}: {WAYS[way][0].lower()}" if way in WAYS else f"Settle {code}"
    back = reverse("desk:match", args=[competition.slug, code])
    decision = Decision(request, competition, title, subject(state), back, form)
    with decision.refusals():
        if decision.confirmed:
            ruling = replace(form.ruling(), let_stand=let_stand(request))
            results.rule(competition, code, ruling, shown=decision.confirmed, by=by(request))
            return decision.done(_sentence(state, ruling))
    with decision.refusals():
        if decision.is_filled_in:
            ruling = form.ruling()
            said, ahead = f"{_sentence(state, ruling)}{form.reason_line}", results.preview_rule(draw, code, ruling)
            standing = _standing(draw, state, ruling)
            decision.sheet = sheet_of_match(request, draw, state, said, ahead, consequences.RULING, standing)
    return decision.page()


def _standing(draw: PublishedDraw, state: MatchState, ruling: Ruling) -> Standing | None:
    """The other way to correct a result, where somebody else would go on by it."""
    if ruling.kind is not Kind.PLAYED or not has_gone_on(state, ruling.winner):
        return None
    ahead = results.preview_rule(draw, state.code, replace(ruling, let_stand=LetStand.RULED))
    return consequences.standing(draw, state, ruling.winner, ahead.fingerprint)


@for_organiser
def undo(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Take the last ruling of a match back, having seen what that changes."""
    draw, state = match_of(competition, code)
    form = UndoForm(bound_data(request), initial={"number": state.last.number if state.last else None})
    lead, back = f"{subject(state)}. {words.standing(state)}", reverse("desk:match", args=[competition.slug, code])
    keyed_in = bool(state.last and state.last.source)
    title = "Take back what you keyed in" if keyed_in else "Take the ruling back"
    done = "The result that was keyed in is taken back." if keyed_in else "The ruling is taken back."
    decision = Decision(request, competition, title, lead, back, form)
    with decision.refusals():
        if decision.confirmed:
            results.undo(competition, code, number=form.cleaned_data["number"], **decision.order)
            return decision.done(done)
    with decision.refusals():
        said, ahead = f"{done}{form.reason_line}", results.preview_undo(draw, code)
        decision.sheet = sheet_of_match(request, draw, state, said, ahead, consequences.UNDONE)
    return decision.page_at_once()
