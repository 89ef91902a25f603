"""Views for messages and letters to pairs, for deleting contact details, and for a new password by email."""

from urllib.parse import urlencode

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.forms import Form
from django.forms.models import model_to_dict
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST, require_safe

from competition.accounts.access import after_password, entrance
from competition.accounts.actions import choose_password, end_other_sessions
from competition.accounts.forms import FirstPasswordForm
from competition.accounts.password_limits import know_device
from competition.audit.actions import log_view
from competition.contest.access import for_lost_password, for_organiser
from competition.contest.models import Competition
from competition.contest.queries import competitions_to_ask_about
from competition.draw.queries.draw import get_draw
from competition.entries.actions import pairs as actions
from competition.entries.models import Pair
from competition.entries.private_links import link_key
from competition.notifications.actions import delivery
from competition.notifications.actions.delivery import erase_contacts
from competition.notifications.actions.sending import ask_for_link, ask_for_password
from competition.notifications.forms import (
    AddressForm,
    LostLinkForm,
    LostPasswordForm,
    NewMatchesForm,
    TellForm,
    TryAgainForm,
    WordingForm,
)
from competition.notifications.kinds.entries import OF_AN_ENTRY
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.models import Email, Told, Topic
from competition.notifications.presenters import ByChannel, Letter, by_topic, mail_merge, message_text, write_message
from competition.notifications.queries import message_states
from competition.notifications.queries.message_states import (
    EMAIL,
    Notification,
    addressees,
    are_needed,
    by_letter,
    entry_notifications,
    player,
    round_names,
    wording,
)
from competition.web.errors import or_404
from competition.web.files import download
from competition.web.posting import (
    bound_data,
    by,
    faults,
    form_page,
    is_allowed,
    refusal_as_message,
    save_and_return,
    save_form,
)
from competition.web.rate_limit import AN_HOUR, Limit, RateLimit, network
from competition.web.rules import whole_number
from scoring.rules.words import quantity

# Other pages with a button for telling pairs, by the value of `back`.
_PLACES = {"desk": "desk:competition", "messages": "desk:messages"}


@for_organiser
@require_safe
def all_messages(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show each kind of message with the number of pairs to tell."""
    draw = get_draw(competition)
    current = message_states.all_notifications(competition, draw)
    kinds = by_topic(current)
    to_tell = [kind for kind in kinds if kind.left]
    own = message_states.wordings(competition) if to_tell else {}
    parked = [row for _, row, _ in message_states.returned_emails(current) if row.parked_at]
    page = {
        "competition": competition,
        "drawn": draw,
        "to_tell": [(kind, kind.texts(own.get(kind.topic))) for kind in to_tell],
        "done": [current for current in kinds if not current.left],
        "entries": OF_AN_ENTRY,
        "parked": [*parked, *message_states.parked_to_organisers(competition)],
        "has_email": settings.HAS_EMAIL,
        "open_messages": len({row.message.pair for row in current if row.to_do}),
        "waiting": len({row.message.pair for row in current if row.waits}),
        "waiting_since": message_states.waiting_since(current),
    }
    return render(request, "competition/notifications/messages.html", page)


# This page shows a private link, so each view is logged and the response is not compressed.
@for_organiser
@after_password
@require_safe
def topic(request: HttpRequest, competition: Competition, topic: str) -> HttpResponse:
    """Show the messages of one kind, grouped by channel. `?pair=7` shows the message to that pair."""
    about = _find_kind(topic)
    notifications = _find_messages(competition, about)
    who = request.GET.get("pair", "")
    chosen = min(notifications, key=lambda row: (row.message.who != who, not row.to_do), default=None)
    site = request.build_absolute_uri("/")[:-1]
    reads = write_message(chosen.message, site, wording(competition, about)) if chosen else None
    if reads and reads.is_secret:
        log_view(competition, by(request), "Looked at messages to pairs, with their private links.")
    told = ByChannel(about, notifications)
    # The button for one pair is below its message, unless it opens the emails or letters of all pairs.
    together = [
        group
        for group in reversed(told.groups)
        if group.to_press and (group.way in {EMAIL, Told.Way.LETTER} or group.to_press != [chosen])
    ]
    page = {
        "competition": competition,
        "told": told,
        "title": told.title(chosen),
        "together": together,
        "leads": not any(group.way in {EMAIL, Told.Way.LETTER} for group in together),
        "returned": message_states.returned_emails(notifications),
        "chosen": chosen,
        "reads": reads,
        "has_email": settings.HAS_EMAIL,
    }
    return render(request, "competition/notifications/topic.html", page)


def _find_messages(competition: Competition, about: Topic) -> list[Notification]:
    if about in OF_AN_ENTRY:
        return [row for row in entry_notifications(competition) if row.message.topic is about]
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
    """Request the emails of one kind, or record that pairs were told by hand.

    For letters, redirect to the print page.
    """
    about = _find_kind(topic)
    form = TellForm(request.POST)
    back = _back(request, competition, about)
    if not form.is_valid():
        messages.error(request, faults(form))
        return back
    way, who = form.cleaned_data["way"], form.cleaned_data["pair"]
    with refusal_as_message(request):
        if way == EMAIL:
            emails = delivery.send(competition, about, by=by(request))
            queued = quantity(emails, "email is being sent", "emails are being sent")
            messages.success(request, f"{queued}." if emails else "There are no emails left to send.")
        else:
            pairs = delivery.record_told(competition, about, Told.Way(way), who=who, by=by(request))
            messages.success(request, f"Marked as told: {quantity(pairs, 'pair')}.")
    if way == Told.Way.LETTER and about in OF_A_DRAW:
        query = {"for": about, "pair": who} if who else {"for": about}
        return redirect(f"{reverse('desk:letters', args=[competition.slug])}?{urlencode(query)}")
    return back


def _back(request: HttpRequest, competition: Competition, about: Topic) -> HttpResponse:
    """Return to the desk or the list of messages if the button was there, otherwise to this kind of message."""
    if place := _PLACES.get(request.POST.get("back", "")):
        return redirect(place, competition.slug)
    return redirect("desk:topic", competition.slug, about)


@for_organiser
@require_POST
def correct(request: HttpRequest, competition: Competition, topic: str) -> HttpResponse:
    """Correct the address of a player with a returned email. The app then sends the email again."""
    about = _find_kind(topic)
    form = AddressForm(request.POST)

    def correct_address() -> None:
        addressee = or_404(player(competition, form.cleaned_data["player"]))
        delivery.correct(addressee, form.cleaned_data["email"], by=by(request))

    if save_form(form, correct_address):
        messages.success(request, f"The email is being sent to {form.cleaned_data['email']}.")
    else:
        messages.error(request, faults(form))
    return _back(request, competition, about)


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
    initial = model_to_dict(wording(competition, about), ["before", "after"])
    if about is Topic.ROUND and settings.HAS_EMAIL:
        initial["sends_new_matches"] = competition.sends_new_matches
        form: WordingForm = NewMatchesForm(bound_data(request), initial=initial)
    else:
        form = WordingForm(bound_data(request), initial=initial)
    if save_form(form, lambda: delivery.reword(competition, about, **form.cleaned_data, by=by(request))):
        messages.success(request, "Saved. All messages of this kind now use this wording.")
        return redirect("desk:topic", competition.slug, about)
    return form_page(request, "competition/notifications/wording.html", form, competition=competition, topic=about)


@for_organiser
@after_password
def forget_contacts(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Ask for confirmation. POST deletes all phone numbers and email addresses."""
    form = Form(bound_data(request))
    if save_form(form, lambda: erase_contacts(competition, by=by(request))):
        messages.success(request, "The phone numbers and email addresses are deleted.")
        return redirect("desk:competition", competition.slug)
    draw = get_draw(competition)
    current = message_states.all_notifications(competition, draw)
    page = {
        "competition": competition,
        "needed": are_needed(competition, draw),
        "untold": dict.fromkeys(row.message.pair for row in current if row.to_do or row.waits),
    }
    return form_page(request, "competition/notifications/forget_contacts.html", form, **page)


# The page is compressed although it contains private links and phone numbers. It repeats no input from the request, so
# its length cannot reveal them (BREACH).
@for_organiser
@after_password
@require_safe
def letters(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the letters to the pairs that are still in.

    `?pair=7` selects one pair, `?to=paper` the pairs without email, and `?round=2` the pairs in that round. `?for=draw`
    adds the message about the draw and selects the pairs that get it by letter.
    """
    number, to, round_text, topic = (request.GET.get(name, "") for name in ("pair", "to", "round", "for"))
    rounds = round_names(competition)
    round = next((at for at, _ in rounds if at == whole_number(round_text)), None)
    recipients = addressees(competition, number=whole_number(number), on_paper=to == "paper", round=round)
    by_hand = by_letter(competition, topic) if topic else []
    own = wording(competition, by_hand[0].topic) if by_hand else None
    texts = {message.pair: message_text(message, own) for message in by_hand}
    recipients = [recipient for recipient in recipients if not topic or recipient.pair in texts]
    what = f"the letter of pair {recipients[0].pair.number}" if number and recipients else "the letters of all pairs"
    log_view(competition, by(request), f"Looked at {what}, with the private link and the entry code.")
    page = {
        "competition": competition,
        "letters": [Letter(*row, _make_link(request, row.pair), texts.get(row.pair)) for row in recipients],
        "number": number,
        "to": to or topic,
        "round": round,
        "rounds": rounds,
        "site": request.build_absolute_uri(reverse("link:code")),
    }
    return render(request, "competition/notifications/letters.html", page)


def _make_link(request: HttpRequest, pair: Pair) -> str:
    return request.build_absolute_uri(reverse("link:open", args=[link_key(pair)]))


@for_organiser
@after_password
@require_POST
def merge(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Export contact details, codes and private links for mail merge. Every export is logged."""
    recipients = addressees(competition)
    count = quantity(len(recipients), "pair")
    log_view(
        competition, by(request), f"Exported the contact details, entry codes and private links of {count}.", each=True
    )
    table = mail_merge(Letter(*row, _make_link(request, row.pair)) for row in recipients)
    return download(table, "text/csv", f"{competition.slug}-SECRET-links.csv")


@for_organiser
@after_password
def renew_links(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Ask for confirmation. POST gives every pair a new private link."""
    if request.method == "POST":
        actions.renew_links(competition, by=by(request))
        messages.success(request, "Every pair has a new link. The old links no longer work. Give out the new letters.")
        return redirect("desk:letters", competition.slug)
    return render(request, "competition/notifications/renew_links.html", {"competition": competition})


_MOST_LINKS_IN_AN_HOUR = 10
_MANY = "Too many requests. Try again in an hour."


@entrance
def lost_link(request: HttpRequest) -> HttpResponse:
    """Explain how a pair gets its link again, or email it. The response does not reveal whether a player exists."""
    form = LostLinkForm(bound_data(request))
    tries = RateLimit(Limit(f"private link from {network(request)}", _MOST_LINKS_IN_AN_HOUR, AN_HOUR))
    is_asked = is_allowed(form, tries, _MANY)
    if is_asked:
        ask_for_link(form.cleaned_data["email"])
    page = {"asked": is_asked, "has_email": settings.HAS_EMAIL, "competitions": competitions_to_ask_about()}
    return form_page(request, "competition/notifications/lost.html", form, **page)


@entrance
def lost_password(request: HttpRequest) -> HttpResponse:
    """Request a link by email, if the site sends email. The response does not reveal whether an account exists."""
    form = LostPasswordForm(bound_data(request))
    name = form.cleaned_data["name"] if form.is_valid() else ""
    tries = RateLimit(Limit(f"password from {network(request)}", _MOST_LINKS_IN_AN_HOUR, AN_HOUR))
    is_asked = is_allowed(form, tries, _MANY)
    if is_asked:
        ask_for_password(name)
    return form_page(
        request, "competition/notifications/lost_password.html", form, asked=is_asked, has_email=settings.HAS_EMAIL
    )


@for_lost_password
@sensitive_post_parameters()
def new_password(request: HttpRequest, user: User | None) -> HttpResponse:
    """Set a new password, sign the organiser in and sign out every other device."""
    if user is None:
        return render(request, "competition/notifications/lost_link.html", status=404)
    form = FirstPasswordForm(user, bound_data(request))
    if form.is_valid():
        login(request, choose_password(form))
        end_other_sessions(request, user)
        messages.success(request, "Your password is changed. Other devices are signed out.")
        home = redirect("desk:home")
        know_device(home, user.get_username())
        return home
    return form_page(request, "competition/notifications/new_password.html", form, user=user)
