"""Views for entries made by pairs."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import entrance
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.contest.queries import competitions_to_enter, find_competition, organiser_names
from competition.entries.actions import applications as actions
from competition.entries.forms.pair import AcceptForm, ApplicationForm, DeclineForm
from competition.entries.models import Pair
from competition.entries.presenters import THIS, duplicate_warnings, names_entered, names_waiting
from competition.entries.private_links import reference_to_confirm
from competition.entries.queries.applications import (
    UNCONFIRMED_FOR,
    entries_to_confirm,
    find_application,
    is_unconfirmed,
    waiting_applications,
)
from competition.entries.queries.pairs import beside, known_places, players_by_key
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
    """Show the entry that a pair made. POST accepts or declines it."""
    entry = or_404(find_application(competition.slug, reference))
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
    page["kept_until"] = entry.sent_at + UNCONFIRMED_FOR if entry.sent_at and is_unconfirmed(entry) else None
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


# Limit for one network, high enough for a club where all members enter on the same evening.
MOST_ENTRIES_IN_AN_HOUR = 40
# More entries than a competition is likely to get on the last evening before its closing date.
MOST_OF_COMPETITION_IN_AN_HOUR, MOST_OF_SITE_IN_AN_HOUR = 120, 400
_TOO_MANY = "Too many entries came in. Try again in an hour. You can also ask the organiser to enter you."


@entrance
def enter(request: HttpRequest, competition: str) -> HttpResponse:
    """Show the entry form, or the names of the organisers if entries are closed.

    POST creates a waiting pair.
    """
    entered = or_404(find_competition(competition))
    ask = _contact_names(entered)
    drawn = entered.is_published
    if drawn or not entered.takes_entries:
        others = [other for other in competitions_to_enter() if other != entered]
        page = {"competition": entered, "ask": ask, "drawn": drawn, "is_open": entered.is_open and not drawn}
        page["others"] = others
        code = 422 if request.method == "POST" else 200
        return render(request, "competition/entries/entries_closed.html", page | own_preview(request), status=code)
    form = ApplicationForm(bound_data(request), competition=entered)

    def order() -> Pair:
        return actions.apply(entered, form.entry(), wishes=form.cleaned_data["wishes"], away=form.away.spans)

    if is_allowed(form, _limit(request, competition), _TOO_MANY):
        if new := save_and_return(form, order):
            return redirect("entry:sent", competition, new.reference)
    elif form_status(form) == 429:
        actions.report_limit(entered)
    page = {"competition": entered, "known": known_places(entered), **own_preview(request)}
    return form_page(request, "competition/entries/enter.html", form, **page)


def _limit(request: HttpRequest, competition: str) -> RateLimit:
    # An internet customer may have 65,536 networks, but gets only the limit of two.
    customer = f"enter {competition} from customer {network(request, CUSTOMER)}"
    return RateLimit(
        Limit(f"enter {competition} from {network(request)}", MOST_ENTRIES_IN_AN_HOUR, AN_HOUR),
        Limit(customer, 2 * MOST_ENTRIES_IN_AN_HOUR, AN_HOUR),
        Limit(f"enter {competition}", MOST_OF_COMPETITION_IN_AN_HOUR, AN_HOUR),
        Limit("enter", MOST_OF_SITE_IN_AN_HOUR, AN_HOUR),
    )


@entrance
def confirm(request: HttpRequest, competition: str, key: str) -> HttpResponse:
    """Ask the reader of the email if they made the entry. POST confirms or deletes one entry.

    Also list the other unconfirmed entries with exactly the same email addresses, because only one email is sent.
    """
    sent = or_404(find_application(competition, reference_to_confirm(key)))
    alike = entries_to_confirm(sent)
    if request.method == "POST":
        chosen = or_404(next((entry for entry in alike if entry.reference == request.POST.get("entry")), None))
        with refusal_as_message(request):
            _confirm_or_delete(request, chosen)
        return redirect(request.path)
    page = {"competition": sent.competition, "sent": sent, "entries": alike}
    return render(request, "competition/entries/confirm.html", page)


def _confirm_or_delete(request: HttpRequest, entry: Pair) -> None:
    name = entry.name
    if "delete" in request.POST:
        actions.disown(entry)
        messages.success(request, f"The entry of {name} is deleted.")
    else:
        actions.confirm(entry)
        messages.success(request, f"Thank you. The entry of {name} is confirmed.")


@entrance
@require_safe
def entered(request: HttpRequest, competition: str, reference: str) -> HttpResponse:
    """Show a pair the status of its entry, without contact details."""
    sent = or_404(find_application(competition, reference))
    page = {
        "competition": sent.competition,
        "sent": sent,
        "ask": _contact_names(sent.competition),
        "to_confirm": is_unconfirmed(sent),
    }
    return render(request, "competition/entries/entered.html", page)


def _contact_names(competition: Competition) -> str:
    """Return the organisers' names, or "the organiser" if none is known."""
    return " or ".join(organiser_names(competition)) or "the organiser"
