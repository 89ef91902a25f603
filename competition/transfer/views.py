"""Views for exporting, importing and copying a competition, and for bringing a running season to the site."""

from collections.abc import Sequence
from dataclasses import replace
from functools import partial

from django.contrib import messages
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from competition.accounts.access import after_password, for_creator, signed_in
from competition.audit.actions import Actor, log_view
from competition.audit.events import Event
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.draw.queries.results import largest_margin
from competition.draw.rules.layout import round_names
from competition.draw.rules.sections import rounds_for
from competition.entries.queries.pairs import entries
from competition.match.forms.results import RoundForm
from competition.match.queries.paper import next_round, rounds_to_enter
from competition.match.rules.match_result import RoundFixture
from competition.transfer.actions import adopting
from competition.transfer.actions.importing import copy_competition, import_competition
from competition.transfer.forms import (
    AdoptedDatesForm,
    ByesForm,
    FactsForm,
    FileForm,
    HatForm,
    LinesForm,
    OpenForm,
    RunningForm,
    StartForm,
)
from competition.transfer.presenters import reading
from competition.transfer.presenters.file import file_of
from competition.transfer.presenters.hat import Hat, Screen
from competition.transfer.presenters.steps import count_done, first_steps, steps_of
from competition.transfer.queries import drafts
from competition.transfer.queries.source import Start, source
from competition.transfer.rules.file import unpacked
from competition.transfer.rules.places import fault_of_division, fault_of_places
from competition.web.cached_page import numbers
from competition.web.files import download
from competition.web.posting import (
    Request,
    bound_data,
    by,
    form_page,
    form_status,
    save_and_return,
    save_form,
)
from scoring.rules.refusal import Refused
from scoring.rules.words import quantity


@for_organiser
@after_password
def file(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Export the competition."""
    form = FileForm(bound_data(request))
    if form.is_valid():
        is_private = form.cleaned_data["private"]
        content = file_of(competition, private=is_private)
        if is_private:
            text = "Exported the competition with contact details and private notes."
            log_view(competition, by(request), text, event=Event.EXPORTED, each=True)
        return download(content, "application/gzip", f"{competition.slug}.json.gz")
    return form_page(request, "competition/transfer/file.html", form, competition=competition)


@signed_in
@for_creator
def open_file(request: HttpRequest) -> HttpResponse:
    """Import a competition from its file."""
    form = OpenForm(bound_data(request), request.FILES or None)
    if new := save_and_return(
        form, lambda: import_competition(unpacked(form.cleaned_data["file"].read()), by=by(request))
    ):
        messages.success(request, f"{new} is imported. Its pairs have new private links. Send them to the pairs.")
        return redirect("desk:competition", new.slug)
    return form_page(request, "competition/transfer/open.html", form)


@for_organiser
@for_creator
def start_from(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Copy this competition to a new one. `?as=` selects the kind: next season or second grade."""
    kind_text = request.GET.get("as", "")
    kind = Start(kind_text) if kind_text in Start.values else Start.SEASON
    origin = source(competition, kind)
    form = StartForm(bound_data(request), competition=competition, start=kind, source=origin)
    if new := save_and_return(form, lambda: copy_competition(competition, **form.cleaned_data, by=by(request))):
        pairs = quantity(new.pairs.count(), "pair")
        messages.success(request, f"{new} is created, with {pairs} and the conditions of {competition}.")
        return redirect("desk:competition", new.slug)
    page = {"competition": competition, "kind": kind, "source": origin, "kinds": Start.choices}
    return form_page(request, "competition/transfer/start_from.html", form, **page)


@signed_in
@for_creator
@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """Ask the organiser if the new competition begins now or is already running."""
    return render(request, "competition/transfer/start.html")


@signed_in
@for_creator
@require_safe
def start_running(request: HttpRequest) -> HttpResponse:
    """Ask the same question, with the steps for a running season."""
    return render(request, "competition/transfer/start.html", {"steps": first_steps()})


@signed_in
@for_creator
def create(request: HttpRequest) -> HttpResponse:
    """Show the form for a competition that is already running. POST creates it with an empty draft.

    If the organiser only chooses a different preset, nothing is saved.
    """
    form = RunningForm.submitted(bound_data(request))
    if "show" in request.POST:
        form = form.unsaved()
    elif save_form(form, lambda: adopting.create_running(form.instance, form.conditions, by=by(request))):
        messages.success(request, "The competition is created. Now add the pairs.")
        return redirect("desk:adopt", form.instance.slug)
    return form_page(request, "competition/contest/new.html", form)


@for_organiser
@require_safe
def steps(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the steps for a running season, with the progress so far."""
    if competition.is_published:
        return _is_published(request, competition)
    draft = drafts.draft_of(competition)
    pairs = entries(competition)
    setup_steps = steps_of(draft, pairs)
    page = {"competition": competition, "steps": setup_steps, "publishes": draft.is_drawn}
    page["done"] = count_done(setup_steps)
    page["fault"] = fault_of_division(competition.conditions.division)
    page["is_next"] = all(step.state == "done" for step in setup_steps)
    return render(request, "competition/transfer/start.html", page)


def _is_published(request: HttpRequest, competition: Competition) -> HttpResponse:
    messages.info(request, "The draw is already published. Make later changes here, on the desk.")
    return redirect("desk:competition", competition.slug)


@for_organiser
def draw(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the written draw with its faults and questions. POST saves its lines, or uses a complete draw."""
    if competition.is_published:
        return _is_published(request, competition)
    form = LinesForm(bound_data(request))
    if draft := save_and_return(form, lambda: adopting.save_written(competition, **form.written, by=by(request))):
        if not (form.uses and drafts.reading_of(draft, entries(competition)).places):
            return redirect("desk:adopt-draw", competition.slug)
        if results_used := save_and_return(form, lambda: adopting.use_written(competition, by=by(request))):
            messages.success(
                request, f"{reading.message_after_use(results_used)} Now enter when and where it was made."
            )
            return redirect("desk:adopt-facts", competition.slug)
    draft = drafts.draft_of(competition)
    pairs = entries(competition)
    if form.is_bound:
        draft.lines = form.written["lines"]
    read = drafts.reading_of(draft, pairs)
    sheet = reading.sheet(read, pairs)
    page = {"competition": competition, "form": form, "read": read, "sheet": sheet}
    page["results"] = reading.results(drafts.results_in_list(draft, pairs))
    form.initial["later"] = sheet.later
    page["picture"] = reading.picture_of(read.seats, pairs)
    page["remarks"] = drafts.remarks_on(competition, read.seats, pairs) if page["picture"] else []
    page["sentence"] = drafts.elsewhere_of(draft).sentence
    return render(request, "competition/transfer/draw.html", page, status=form_status(form))


@for_organiser
def hat(request: Request, competition: Competition) -> HttpResponse:
    """Show the draw so far with the names in the hat. POST places the next pair, or puts a pair back in the hat.

    `?place=` chooses the next place to fill.
    """
    if refusal := _without_hat(request, competition):
        return refusal
    form = HatForm(bound_data(request))
    chosen = form.cleaned_data.get("place") if form.is_valid() else numbers(request, ("place",)).get("place")
    current = _hat(competition, chosen or 0)
    if save_form(form, lambda: _move(competition, form, current, by(request))):
        if not request.htmx and not current.find:
            return redirect("desk:adopt-hat", competition.slug)
        current = replace(_hat(competition, chosen or 0), find=current.find)
    page = {"competition": competition, "form": form, "hat": current, "picture": current.picture()}
    template = "competition/transfer/_hat.html" if request.htmx else "competition/transfer/hat.html"
    return render(request, template, page, status=form_status(form))


def _without_hat(request: HttpRequest, competition: Competition) -> HttpResponse | None:
    if competition.is_published:
        return _is_published(request, competition)
    if competition.pairs.count() > 1:
        return None
    messages.warning(request, "Add at least two pairs first.")
    return redirect("desk:adopt", competition.slug)


def _hat(competition: Competition, chosen: int = 0) -> Hat:
    return Hat(drafts.hat_of(competition), entries(competition), chosen)


def _move(competition: Competition, form: HatForm, current: Hat, actor: Actor) -> None:
    """Carry out the action in the form.

    If the typed letters fit one pair, place it. If they fit several, suggest them.
    """
    form_data = form.cleaned_data
    if form_data["undo"]:
        adopting.undo_name(competition, number=form_data["undo"], by=actor)
        return
    current.find = "" if form_data["pair"] else form_data["find"]
    numbers = [name.number for name in current.suggestions]
    if not form_data["pair"] and not numbers:
        raise Refused("No pair in the hat has such a name. Check the letters, or tap the name below.")
    if form_data["pair"] or len(numbers) == 1:
        current.find = ""
        adopting.draw_name(competition, number=form_data["pair"] or numbers[0], place=current.next, by=actor)


@for_organiser
def byes(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the matches of round 1 with their byes. POST moves the byes, or puts all names back in the hat."""
    if refusal := _without_hat(request, competition):
        return refusal
    current = _hat(competition)
    form = ByesForm(bound_data(request), matches=current.matches, initial={"byes": current.matches_with_byes})
    if save_form(form, lambda: adopting.set_byes(competition, matches=_chosen_byes(request, form), by=by(request))):
        messages.success(request, "The byes are saved.")
        return redirect("desk:adopt-hat", competition.slug)
    return form_page(request, "competition/transfer/byes.html", form, competition=competition, hat=current)


def _chosen_byes(request: HttpRequest, form: ByesForm) -> list[int] | None:
    return None if request.POST.get("do") == "spread" else form.cleaned_data["byes"]


@for_organiser
@require_safe
def screen(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the draw from the hat on a large screen. The page updates itself."""
    return _without_hat(request, competition) or _screen(request, competition, "competition/transfer/screen.html")


@for_organiser
@require_safe
def screen_live(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Return the large screen, or 204 if it is up to date or the draw is published."""
    if competition.is_published:
        return HttpResponse(status=204)
    return _screen(request, competition, "competition/transfer/_screen.html")


def _screen(request: HttpRequest, competition: Competition, template: str) -> HttpResponse:
    screen = Screen(_hat(competition))
    if request.GET.get("shown") == screen.version:
        return HttpResponse(status=204)
    poll = f"{reverse('desk:adopt-screen-live', args=[competition.slug])}?shown={screen.version}"
    return render(request, template, {"competition": competition, "screen": screen, "poll": poll})


@for_organiser
def facts(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the form for how, when and where the draw was made. POST saves it."""
    if competition.is_published:
        return _is_published(request, competition)
    draft = drafts.draft_of(competition)
    form = FactsForm(bound_data(request), instance=draft, season=competition.season)
    if save_form(form, lambda: adopting.save_facts(competition, **form.cleaned_data, by=by(request))):
        messages.success(request, "Saved. The draw record will say this.")
        return redirect("desk:adopt", competition.slug)
    return form_page(request, "competition/transfer/facts.html", form, competition=competition)


@for_organiser
def results(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Enter and correct the results of a round, all or none. `?round=` chooses the round.

    Pasted results fill in the rows.
    """
    if competition.is_published:
        return _is_published(request, competition)
    draft = drafts.draft_of(competition)
    if not draft.is_drawn:
        return _without_draw(request, competition)
    drawn = drafts.draw_of(draft, entries(competition))
    number_asked = numbers(request, ("round",)).get("round", 0)
    round = next((row for row in drawn.rounds if row.number == number_asked), next_round(drawn) or drawn.rounds[0])
    deals = competition.conditions.deals
    record = partial(largest_margin, competition.slug, deals)
    fixtures = drafts.fixtures_of(draft, drawn, round)
    form = RoundForm(bound_data(request), fixtures=fixtures, deals=deals, record=record, is_from_paper=True)
    if form.is_bound and "paste" in request.POST:
        form.fill()
        form.is_valid()
    elif fault := _lost_rows(request, fixtures):
        form.add_error(None, fault)
    elif save_form(form, lambda: _save_results(competition, form, by(request))):
        changed = len(form.results) + len(form.removed)
        messages.success(request, f"{quantity(changed, 'result is', 'results are')} saved.")
        return redirect("desk:adopt-results", competition.slug)
    address = reverse("desk:adopt-results", args=[competition.slug])
    page = {"competition": competition, "form": form, "round": round, "action": f"{address}?round={round.number}"}
    page["rounds"] = [(*counted, f"{address}?round={counted[0].number}") for counted in rounds_to_enter(drawn)]
    status = 422 if form.faulty or form.pasted.faults else form_status(form)
    return render(request, "competition/transfer/results.html", page, status=status)


def _lost_rows(request: HttpRequest, fixtures: Sequence[RoundFixture]) -> str:
    """Return a sentence about typed rows with pairs that are no longer known, or ""."""
    sent = {code for name in request.POST if (code := name.removesuffix("-seen")) != name}
    codes_gone = sorted(sent - {fixture.code for fixture in fixtures})
    typed = [f"{code}: {_typed(request, code)}" for code in codes_gone if _typed(request, code)]
    if not typed:
        return ""
    return (
        "Somebody changed the pairs or an earlier result after you opened this page, so these matches are left out. "
        f"You typed {'; '.join(typed)}. Check the other rows, then save again."
    )


def _typed(request: HttpRequest, code: str) -> str:
    return " to ".join(filter(None, (request.POST.get(f"{code}-{name}", "") for name in ("winners", "losers"))))


def _save_results(competition: Competition, form: RoundForm, actor: Actor) -> None:
    if not form.results and not form.removed:
        raise Refused("Enter or change at least one result.")
    matches = {fixture.code: fixture for fixture in form.fixtures}
    facts = {code: drafts.facts_of(result, matches[code]) for code, result in form.results.items()}
    adopting.save_results(competition, results=facts | dict.fromkeys(form.removed), by=actor)


def _without_draw(request: HttpRequest, competition: Competition) -> HttpResponse:
    messages.warning(request, "Enter the draw first.")
    return redirect("desk:adopt", competition.slug)


@for_organiser
def dates(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the form for the play-by dates of the rounds. POST saves them."""
    draft = drafts.draft_of(competition)
    if competition.is_published:
        return _is_published(request, competition)
    if not draft.is_drawn:
        return _without_draw(request, competition)
    names = round_names(rounds_for(len(draft.places)))
    form = AdoptedDatesForm(
        bound_data(request), rounds=names, dates=drafts.dates_of(draft, len(names)), season=competition.season
    )
    if save_form(form, lambda: adopting.save_dates(competition, play_by=form.play_by, by=by(request))):
        messages.success(request, "The play-by dates are saved.")
        return redirect("desk:adopt", competition.slug)
    return form_page(request, "competition/transfer/dates.html", form, competition=competition)


@for_organiser
def publish(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the whole season as it would be published, with remarks. POST publishes it."""
    if competition.is_published:
        return _is_published(request, competition)
    draft = drafts.draft_of(competition)
    form = Form(bound_data(request))
    if not draft.is_drawn:
        return _without_draw(request, competition)
    if save_form(form, lambda: adopting.publish_adopted(competition, by=by(request))):
        messages.success(request, "The draw is published. Nobody gets a message about the results so far.")
        return redirect("desk:competition", competition.slug)
    pairs = entries(competition)
    drawn = drafts.draw_of(draft, pairs)
    page: dict = {"competition": competition, "picture": reading.of_draw(drawn)}
    page["results"] = len(drafts.counted_results(draft, drawn))
    page["sentence"] = drafts.elsewhere_of(draft).sentence
    page["fault"] = fault_of_places(draft.places, {pair.number for pair in pairs})
    page["remarks"] = [
        *drafts.remarks_on(competition, draft.places, pairs),
        *drafts.remarks_on_results(draft, drawn),
        *drafts.remarks_on_dates(draft, drawn),
    ]
    return form_page(request, "competition/transfer/publish.html", form, **page)
