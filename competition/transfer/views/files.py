"""A competition as one file, and from such a file."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.pages.files import download
from competition.pages.posting import accepted, by, sent, status
from competition.signing_in.doors import after_password, signed_in
from competition.transfer.actions.opening import open_from_file
from competition.transfer.formats.file import file_of
from competition.transfer.forms import FileForm, OpenForm
from competition.transfer.rules.file_format import unpacked


@for_organiser
@after_password
def file(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Everything of the competition as one file."""
    form = FileForm(sent(request))
    if form.is_valid():
        written = file_of(competition, private=form.cleaned_data["private"])
        return download(written, "application/gzip", f"{competition.slug}.json.gz")
    page = {"competition": competition, "form": form}
    return render(request, "competition/transfer/file.html", page, status=status(form))


@signed_in
def open_file(request: HttpRequest) -> HttpResponse:
    """Open a competition from its file."""
    form = OpenForm(sent(request), request.FILES or None)
    made: list[Competition] = []
    if accepted(form, lambda: made.append(open_from_file(unpacked(form.cleaned_data["file"].read()), by=by(request)))):
        [new] = made
        messages.success(request, f"{new} is opened. Its pairs have new private links: hand them out.")
        return redirect("desk:competition", new.slug)
    return render(request, "competition/transfer/open.html", {"form": form}, status=status(form))
