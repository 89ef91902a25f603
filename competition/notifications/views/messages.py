"""Pages for messages to pairs, and for deleting contact details."""

from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.forms import Form
from django.forms.models import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import after_password
from competition.audit.actions import log_view
from competition.contest.access import for_organiser
from competition.contest.models import Competition
from competition.knockout.queries.draw import get_draw
from competition.notifications.actions import contacts, delivery
from competition.notifications.forms import AddressForm, TellForm, TryAgainForm, WordingForm
from competition.notifications.kinds.entries import OF_AN_ENTRY
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.models import Email, Told, Topic
from competition.notifications.presenters import ByChannel, by_topic, written
from competition.notifications.queries import message_states
from competition.notifications.queries.contacts import are_needed
from competition.notifications.queries.message_states import EMAIL, Notification, entry_notifications, player, wording
from competition.web.errors import or_404
from competition.web.posting import bound_data, by, faults, form_page, refusal_as_message, save_and_return, save_form
from scoring.rules.spoken import quantity


@for_organiser
@require_safe
def all_messages(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show each kind of message with the number of pairs to tell."""
    draw, entries = get_draw(competition), entry_notifications(competition)
    told = [*entries, *(message_states.notifications(draw) if draw else ())]
    found = by_topic(told)
    parked = [row for _, row, _ in message_states.returned(told) if row.parked_at]
    page = {
        "competition": competition,
        "drawn": draw,
        "to_tell": [told for told in found if told.left],
        "done": [told for told in found if not told.left],
        "entries": OF_AN_ENTRY,
        "parked": [*parked, *message_states.parked_to_organisers(competition)],
        "has_email": settings.HAS_EMAIL,
    }
    return render(request, "competition/notifications/messages.html", page)


# This page shows a private link, so each view is logged and the response is not compressed.
@for_organiser
@after_password
@require_safe
def topic(request: HttpRequest, competition: Competition, topic: str) -> HttpResponse:
    """Show the messages of one kind, grouped by channel. `?pair=7` shows the message to that pair."""
    about = _find_kind(topic)
    found, who = _find_messages(competition, about), request.GET.get("pair", "")
    chosen = min(found, key=lambda one: (one.message.who != who, not one.to_do), default=None)
    site = request.build_absolute_uri("/")[:-1]
    reads = written(chosen.message, site, wording(competition, about)) if chosen else None
    if reads and reads.is_secret:
        log_view(competition, by(request), "Looked at messages to pairs, with their private links.")
    page = {
        "competition": competition,
        "told": ByChannel(about, found),
        "returned": message_states.returned(found),
        "chosen": chosen,
        "reads": reads,
    }
    return render(request, "competition/notifications/topic.html", page)


def _find_messages(competition: Competition, about: Topic) -> list[Notification]:
    if about in OF_AN_ENTRY:
        return [one for one in entry_notifications(competition) if one.message.topic is about]
    draw = get_draw(competition)
    return [*message_states.notifications(draw, about)] if draw else []


def _find_kind(name: str) -> Topic:
    """Return the kind of message with this name. Raises Http404 unless it is a kind for pairs or entries."""
    if name in message_states.TO_PAIRS:
        return Topic(name)
    raise Http404


@for_organiser
@require_POST
def tell(request: HttpRequest, competition: Competition, topic: str) -> HttpResponse:
    """Request the emails of one kind, or record that pairs were told by hand. Letters redirect to the print page."""
    about, form = _find_kind(topic), TellForm(request.POST)
    back = redirect("desk:topic", competition.slug, about)
    if not form.is_valid():
        messages.error(request, faults(form))
        return back
    way, who = form.cleaned_data["way"], form.cleaned_data["pair"]
    with refusal_as_message(request):
        if way == EMAIL:
            emails = delivery.send(competition, about, by=by(request))
            gone = quantity(emails, "email is being sent", "emails are being sent")
            messages.success(request, f"{gone}." if emails else "There are no emails left to send.")
        else:
            pairs = delivery.told(competition, about, Told.Way(way), who=who, by=by(request))
            messages.success(request, f"Marked as told: {quantity(pairs, 'pair')}.")
    if way == Told.Way.LETTER and about in OF_A_DRAW:
        asked = {"for": about, "pair": who} if who else {"for": about}
        return redirect(f"{reverse('desk:letters', args=[competition.slug])}?{urlencode(asked)}")
    return back


@for_organiser
@require_POST
def correct(request: HttpRequest, competition: Competition, topic: str) -> HttpResponse:
    """Correct the address of a player whose email was returned. The email is then sent automatically."""
    about, form = _find_kind(topic), AddressForm(request.POST)

    def order() -> None:
        known = or_404(player(competition, form.cleaned_data["player"]))
        delivery.correct(known, form.cleaned_data["email"], by=by(request))

    if save_form(form, order):
        messages.success(request, f"The email is being sent to {form.cleaned_data['email']}.")
    else:
        messages.error(request, faults(form))
    return redirect("desk:topic", competition.slug, about)


@for_organiser
@require_POST
def try_again(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Try a parked email again."""
    form = TryAgainForm(request.POST)

    def order() -> Email:
        email = or_404(message_states.parked(competition, form.cleaned_data["email"]))
        delivery.try_again(competition, email, by=by(request))
        return email

    if email := save_and_return(form, order):
        messages.success(request, f"The app will try to email {email.addressee} again.")
    else:
        messages.error(request, faults(form))
    return redirect("desk:messages", competition.slug)


@for_organiser
def change_wording(request: HttpRequest, competition: Competition, topic: str) -> HttpResponse:
    """Change the organiser's wording for this kind of message."""
    about = _find_kind(topic)
    form = WordingForm(bound_data(request), initial=model_to_dict(wording(competition, about), ["before", "after"]))
    if save_form(form, lambda: delivery.reword(competition, about, **form.cleaned_data, by=by(request))):
        messages.success(request, "Saved. All messages of this kind now use this wording.")
        return redirect("desk:topic", competition.slug, about)
    return form_page(request, "competition/notifications/wording.html", form, competition=competition, topic=about)


@for_organiser
@after_password
def forget_contacts(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Ask for confirmation, then delete all phone numbers and email addresses."""
    form = Form(bound_data(request))
    if save_form(form, lambda: contacts.erase_contacts(competition, by=by(request))):
        messages.success(request, "The phone numbers and email addresses are deleted.")
        return redirect("desk:competition", competition.slug)
    needed = are_needed(competition, get_draw(competition))
    return form_page(
        request, "competition/notifications/forget_contacts.html", form, competition=competition, needed=needed
    )
