"""Views for the entries that pairs send."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import entrance
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.contest.queries import find_competition, organiser_names
from competition.entries import queries
from competition.entries.actions import applications as actions
from competition.entries.forms.pair import AcceptForm, ApplicationForm, DeclineForm
from competition.entries.models import Pair
from competition.entries.presenters import THIS, duplicate_warnings, names_entered, names_waiting
from competition.entries.queries import beside, known_places, players_by_key, waiting_applications
from competition.web.cached_page import own_preview
from competition.web.errors import or_404
from competition.web.posting import (
    bound_data,
    by,
    form_page,
    form_status,
    is_allowed,
    refusal_as_message,
    save_and_return,
    save_form,
)
from competition.web.rate_limit import AN_HOUR, CUSTOMER, Limit, RateLimit, network
from scoring.rules.words import quantity


@for_organiser
def application(request: HttpRequest, competition: Competition, reference: str) -> HttpResponse:
    """Show the entry that a pair sent. POST accepts or declines it."""
    entry = or_404(queries.application(competition.slug, reference))
    if "accept" in request.POST:
        return _accept(request, entry)
    form = DeclineForm(bound_data(request))
    if save_form(form, lambda: actions.decline(entry, reason=form.cleaned_data["word"], by=by(request))):
        messages.success(request, f"The entry of {entry.name} is declined.")
        return redirect("desk:application", competition.slug, reference)
    return _application_page(request, entry, form)


def _accept(request: HttpRequest, entry: Pair) -> HttpResponse:
    form = AcceptForm(request.POST, pair=entry, beside=beside(entry.competition))
    if pair := save_and_return(form, lambda: actions.accept(entry, names=form.names, by=by(request))):
        messages.success(request, f"{pair.name} are entered as pair {pair.number}.")
        return redirect("desk:application", entry.competition.slug, entry.reference)
    return _application_page(request, entry, DeclineForm(), form)


def _application_page(
    request: HttpRequest, entry: Pair, form: DeclineForm, accept: AcceptForm | None = None
) -> HttpResponse:
    accept = accept or AcceptForm(pair=entry, beside=beside(entry.competition))
    # Do not warn about players for whom the form already has a question.
    asked = {namesake.key for namesake in accept.found}
    names = names_entered(player for player in players_by_key(entry.competition).values() if player.key not in asked)
    names += names_waiting(entry, waiting_applications(entry.competition))
    warnings = [] if entry.answer else duplicate_warnings(names, of=[THIS])
    page = {"competition": entry.competition, "entry": entry, "form": form, "accept": accept, "warnings": warnings}
    code = max(form_status(form), form_status(accept))
    return render(request, "competition/entries/application.html", page, status=code)


@for_organiser
@require_POST
def accept_all(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Accept every waiting pair without namesakes."""
    with refusal_as_message(request):
        entered = actions.accept_all(competition, by=by(request))
        messages.success(request, f"{quantity(entered, 'pair')} entered.")
    return redirect("desk:pairs", competition.slug)


# Limit for one network, high enough for a club whose members all enter on the same evening.
MOST_ENTRIES_IN_AN_HOUR = 40
_TOO_MANY = "Too many entries came from your network. Try again in an hour."


@entrance
def enter(request: HttpRequest, competition: str) -> HttpResponse:
    """Show the entry form, or the names of the organisers if entries are closed.

    POST creates a waiting pair.
    """
    entered = or_404(find_competition(competition))
    ask = _contact_names(entered)
    drawn = entered.is_published
    if drawn or not entered.takes_entries:
        page = {"competition": entered, "ask": ask, "drawn": drawn, "is_open": entered.is_open and not drawn}
        code = 422 if request.method == "POST" else 200
        return render(request, "competition/entries/entries_closed.html", page | own_preview(request), status=code)
    form = ApplicationForm(bound_data(request), competition=entered)
    # A customer with 65,536 networks may send as much as two.
    attempts = RateLimit(
        Limit(f"enter {competition} from {network(request)}", MOST_ENTRIES_IN_AN_HOUR, AN_HOUR),
        Limit(f"enter {competition} from customer {network(request, CUSTOMER)}", 2 * MOST_ENTRIES_IN_AN_HOUR, AN_HOUR),
    )

    def order() -> Pair:
        return actions.apply(entered, form.entry(), wishes=form.cleaned_data["wishes"], away=form.away.spans)

    if is_allowed(form, attempts, _TOO_MANY) and (new := save_and_return(form, order)):
        return redirect("entry:sent", competition, new.reference)
    page = {"competition": entered, "known": known_places(entered), **own_preview(request)}
    return form_page(request, "competition/entries/enter.html", form, **page)


@entrance
@require_safe
def entered(request: HttpRequest, competition: str, reference: str) -> HttpResponse:
    """Show a pair the state of its entry, without contact details."""
    sent = or_404(queries.application(competition, reference))
    page = {"competition": sent.competition, "sent": sent, "ask": _contact_names(sent.competition)}
    return render(request, "competition/entries/entered.html", page)


def _contact_names(competition: Competition) -> str:
    """Return the organisers' names, or "the organiser" if none is known."""
    return " or ".join(organiser_names(competition)) or "the organiser"
