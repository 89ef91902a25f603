"""Settling a match and taking a ruling back."""

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.knockout.actions import rulings, undoing
from competition.knockout.formats import consequence, words
from competition.knockout.formats.consequence import Sheet, sheet
from competition.knockout.forms.rulings import WAYS, RuleForm, UndoForm, ways
from competition.knockout.queries.snapshot import Snapshot, snapshot_of
from competition.knockout.queries.states import MatchState
from competition.knockout.views.preview_and_confirm import Decision, decided, decided_now
from competition.pages.posting import by, sent


def found(competition: Competition, code: str) -> tuple[Snapshot, MatchState]:
    """The published draw and its match of this code; 404 where there is none."""
    snapshot = snapshot_of(competition)
    if snapshot is None or code not in snapshot.by_code:
        raise Http404
    return snapshot, snapshot.by_code[code]


def subject(state: MatchState) -> str:
    """What a decision about this match is headed by."""
    return f"{state.code}, {' v '.join(side.text for side in state.sides)}"


@for_organiser
def rule(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Choose how a match ends, fill in what that needs, see what it changes, then do it."""
    snapshot, state = found(competition, code)
    way = (request.POST if request.method == "POST" else request.GET).get("kind", "")
    if len(state.pairs) != 2 or (request.method != "POST" and way not in WAYS):
        page = {"competition": competition, "state": state, "ways": ways(state) if len(state.pairs) == 2 else []}
        return render(request, "competition/knockout/ways.html", page)
    form = RuleForm(sent(request), state=state, way=way)
    back = reverse("desk:match", args=[competition.slug, code])
    public = request.build_absolute_uri(reverse("public:match", args=[competition.slug, code]))

    def done() -> HttpResponse:
        messages.success(request, f"{code} is settled.")
        return redirect(back)

    decision = Decision(
        competition=competition,
        title=f"Settle {code}: {WAYS.get(way, ('', ''))[0].lower()}" if way in WAYS else f"Settle {code}",
        lead=subject(state),
        back=back,
        form=form,
        look=lambda: _looked_at(snapshot, state, form, public),
        order=lambda mark: rulings.rule(competition, code, form.ruling(), mark=mark, by=by(request)),
        done=done,
    )
    return decided(request, decision)


def _looked_at(snapshot: Snapshot, state: MatchState, form: RuleForm, address: str) -> Sheet:
    ruling = form.ruling()
    ahead = rulings.look_ahead(snapshot, state.code, ruling)
    return sheet(
        snapshot,
        subject=f"{snapshot.competition}, {subject(state)}",
        decision=rulings.words(snapshot, ruling),
        cases=ahead.cases,
        pairs=state.numbers,
        way_back=consequence.RULING,
        mark=ahead.mark,
        address=address,
    )


@for_organiser
def undo(request: HttpRequest, competition: Competition, code: str) -> HttpResponse:
    """Take the last ruling of a match back, having seen what that changes."""
    snapshot, state = found(competition, code)
    form = UndoForm(sent(request), initial={"number": state.last.number if state.last else None})
    back = reverse("desk:match", args=[competition.slug, code])
    public = request.build_absolute_uri(reverse("public:match", args=[competition.slug, code]))

    def look() -> Sheet:
        ahead = undoing.look_back(snapshot, code)
        return sheet(
            snapshot,
            subject=f"{snapshot.competition}, {subject(state)}",
            decision=f"The ruling is taken back.{form.told}",
            cases=ahead.cases,
            pairs=state.numbers,
            way_back=consequence.UNDONE,
            mark=ahead.mark,
            address=public,
        )

    def order(mark: str) -> None:
        number = form.cleaned_data["number"]
        undoing.undo(competition, code, number=number, grounds=form.grounds, mark=mark, by=by(request))

    def done() -> HttpResponse:
        messages.success(request, "The ruling is taken back.")
        return redirect(back)

    decision = Decision(
        competition=competition,
        title="Take the ruling back",
        lead=f"{subject(state)}. {words.standing(state)}",
        back=back,
        form=form,
        look=look,
        order=order,
        done=done,
    )
    return decided_now(request, decision)
