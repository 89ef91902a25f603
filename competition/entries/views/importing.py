"""Taking in a whole list of pairs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from competition.contest.doors import for_organiser
from competition.contest.models import Competition
from competition.entries.actions import entering
from competition.entries.forms.spreadsheet import ImportForm, Preview
from competition.entries.queries.pairs import players_by_key
from competition.pages.posting import accepted, by, sent
from scoring.rules.spoken import quantity


@for_organiser
def import_pairs(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show a list of pairs with every fault; enter it once it has none and has been seen like this."""
    form = ImportForm(sent(request), request.FILES or None)
    preview = form.preview(players_by_key(competition))
    if preview and "enter" in request.POST and _entered(request, competition, form, preview):
        messages.success(request, f"{quantity(len(preview.entries), 'pair is', 'pairs are')} entered.")
        return redirect("desk:pairs", competition.slug)
    page = {"competition": competition, "form": form, "preview": preview}
    faulty = form.errors or (preview and preview.faulty)
    return render(request, "competition/entries/import_pairs.html", page, status=422 if faulty else 200)


def _entered(request: HttpRequest, competition: Competition, form: ImportForm, preview: Preview) -> bool:
    if preview.faulty or not preview.entries:
        return False
    if not form.was_seen:
        form.add_error(None, "You have changed the list since it was shown. Look at it again, then enter the pairs.")
        return False
    return accepted(form, lambda: entering.enter_all(competition, preview.entries, by=by(request)))
