"""Pages for exporting, importing and copying a competition."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from competition.accounts.access import after_password, signed_in
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.transfer.actions import copy_competition, import_competition
from competition.transfer.forms import FileForm, OpenForm, StartForm
from competition.transfer.presenters import file_of
from competition.transfer.queries.source import Start, source
from competition.transfer.rules import unpacked
from competition.web.files import download
from competition.web.posting import bound_data, by, form_page, save_and_return
from scoring.rules.words import quantity


@for_organiser
@after_password
def file(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Export the competition."""
    form = FileForm(bound_data(request))
    if form.is_valid():
        written = file_of(competition, private=form.cleaned_data["private"])
        return download(written, "application/gzip", f"{competition.slug}.json.gz")
    return form_page(request, "competition/transfer/file.html", form, competition=competition)


@signed_in
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
def start_from(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Copy this competition to a new one. `?as=` selects the kind: next season, plate or second grade."""
    asked = request.GET.get("as", "")
    kind = Start(asked) if asked in Start.values else Start.SEASON
    found = source(competition, kind)
    form = StartForm(bound_data(request), competition=competition, start=kind, source=found)
    if new := save_and_return(form, lambda: copy_competition(competition, **form.cleaned_data, by=by(request))):
        pairs = quantity(new.pairs.count(), "pair")
        messages.success(request, f"{new} is created, with {pairs} and the conditions of {competition}.")
        return redirect("desk:competition", new.slug)
    page = {"competition": competition, "kind": kind, "source": found, "kinds": Start.choices}
    return form_page(request, "competition/transfer/start.html", form, **page)
