"""Views for creating and changing a competition, and for its owner, deputies and contact details."""

from copy import copy

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from competition.accounts.access import after_password
from competition.accounts.actions import choose_password, end_other_sessions
from competition.accounts.forms import FirstPasswordForm
from competition.accounts.password_limits import know_device
from competition.audit.queries import looks
from competition.contest import actions
from competition.contest.access import for_invited, for_organiser, for_owner, invitation_key
from competition.contest.forms.contest import ContestForm
from competition.contest.forms.organisers import ContactForm, DeputyForm
from competition.contest.forms.rulebook import RulesForm
from competition.contest.models import Competition
from competition.contest.queries import (
    find_deputy,
    fingerprint_of,
    is_account_for,
    organiser_row,
    organisers_of,
    own_rules,
    rules_parts,
)
from competition.contest.rules.presets import PRESETS
from competition.web.posting import bound_data, by, form_page, organiser, save_form
from competition.web.svg import qr_code
from scoring.rules.refusal import fingerprint

# Session key of the deputy whose new-password link the owner may see.
_LINK_FOR = "link_for"


@for_organiser
def conditions(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the details and the conditions of contest. POST saves them until the draw is published."""
    is_frozen = competition.is_published
    shown = fingerprint_of(competition)
    # Validating a form changes its instance, even if it is invalid, so give it a copy.
    form = (ContestForm if is_frozen else ContestForm.read)(bound_data(request), instance=copy(competition))
    if save_form(form, lambda: _change(request, form)):
        messages.success(request, "The details and conditions are saved.")
        return after_saving(form)
    page = {"competition": competition, "is_frozen": is_frozen, "shown": shown}
    return form_page(request, "competition/contest/conditions.html", form, **page)


def after_saving(form: ContestForm) -> HttpResponse:
    """Redirect to the desk, or to the rules if the chosen preset has paragraphs for them."""
    slug, preset = form.instance.slug, PRESETS.get(form.filled)
    if preset and preset.paragraphs:
        return redirect(f"{reverse('desk:rules', args=[slug])}?paragraphs={form.filled}")
    return redirect("desk:competition", slug)


def _change(request: HttpRequest, form: ContestForm) -> None:
    actions.change_competition(form.instance, form.conditions, shown=_shown(request), by=by(request))


@for_organiser
def rules(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the form for the organiser's own rules. POST saves them until the draw is published.

    After that, the page lists the parts, each with a link for changing it.
    """
    stored = own_rules(competition)
    preset = request.GET.get("paragraphs", "")
    is_proposed = preset in PRESETS and request.method != "POST"
    form = RulesForm.proposed(stored, preset) if is_proposed else RulesForm.read(bound_data(request), stored)
    if save_form(form, lambda: actions.save_rules(competition, form.rules, shown=_shown(request), by=by(request))):
        messages.success(request, "The rules are saved.")
        return redirect("desk:rules", competition.slug)
    frozen = rules_parts(competition) if competition.is_published else None
    page = {"competition": competition, "frozen": frozen, "shown": fingerprint(stored), "is_proposed": is_proposed}
    return form_page(request, "competition/contest/rules.html", form, **page)


def _shown(request: HttpRequest) -> str:
    return request.POST.get("shown", "")


def _deputy(competition: Competition, number: int) -> User:
    if deputy := find_deputy(competition, number):
        return deputy
    raise Http404


@for_organiser
@require_safe
def organisers(request: HttpRequest, competition: Competition) -> HttpResponse:
    """List the owner and the deputies. Only the owner sees buttons for managing deputies."""
    page = {
        "competition": competition,
        "organisers": organisers_of(competition),
        "is_owner": competition.owner_id == request.user.pk,
    }
    return render(request, "competition/contest/organisers.html", page)


@for_organiser
@sensitive_post_parameters()
def contact(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the form for the organiser's contact details. POST saves them.

    `?then=publish` returns to the page for publishing the draw, which asks for them.
    """
    back = "desk:publish" if request.GET.get("then") == "publish" else "desk:organisers"
    theirs = organiser_row(competition, organiser(request))
    details = {"name": theirs.name or theirs.user.get_full_name(), "own_email": theirs.user.email}
    form = ContactForm(bound_data(request), instance=theirs, initial=details)
    if save_form(form, lambda: actions.save_contact(theirs, **form.contact, by=by(request))):
        messages.success(request, "Saved. Pairs see these details when they want to ask you something.")
        return redirect(back, competition.slug)
    page = {"competition": competition, "back": reverse(back, args=[competition.slug])}
    return form_page(request, "competition/contest/contact.html", form, **page)


@for_owner
@after_password
def invite(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Show the form for inviting a deputy. POST creates the invitation and redirects to it."""
    form = DeputyForm(bound_data(request))
    if form.is_valid():
        invited = actions.invite(competition, name=form.cleaned_data["name"], by=by(request))
        return redirect("desk:invitation", competition.slug, invited.pk)
    return form_page(request, "competition/contest/invite.html", form, competition=competition)


@for_owner
@after_password
@require_safe
def invitation(request: HttpRequest, competition: Competition, deputy: int) -> HttpResponse:
    """Show the link with which a deputy chooses a password.

    Raises Http404 if the deputy has a password, unless the owner has just asked for this link in this session.
    """
    invited = _deputy(competition, deputy)
    is_asked = request.session.get(_LINK_FOR) == deputy and is_account_for(competition, invited)
    if invited.has_usable_password() and not is_asked:
        raise Http404
    link = request.build_absolute_uri(reverse("desk:welcome", args=[invitation_key(invited)]))
    page = {"competition": competition, "deputy": invited, "link": link, "square": qr_code(link)}
    return render(request, "competition/contest/invitation.html", page)


@for_owner
@after_password
def renew_password(request: HttpRequest, competition: Competition, deputy: int) -> HttpResponse:
    """Ask for confirmation. POST redirects to a link with which the deputy can choose a new password."""
    whose = _deputy(competition, deputy)
    form = Form(bound_data(request))
    if save_form(form, lambda: actions.renew_password(competition, whose, by=by(request))):
        request.session[_LINK_FOR] = deputy
        return redirect("desk:invitation", competition.slug, deputy)
    return form_page(request, "competition/contest/renew_password.html", form, competition=competition, deputy=whose)


@for_invited
@sensitive_post_parameters()
def welcome(request: HttpRequest, deputy: User) -> HttpResponse:
    """Show the form for accepting an invitation.

    POST sets a password and signs in, or accepts the invitation with the account in use.
    """
    takes_up = "take_up" in request.POST and request.user.is_authenticated and not deputy.has_usable_password()
    form = FirstPasswordForm(deputy, None if takes_up else bound_data(request))
    if takes_up:
        actions.accept_invitation(deputy, by=by(request))
        messages.success(request, "You are now a deputy.")
        return redirect("desk:home")
    if form.is_valid():
        login(request, choose_password(form))
        end_other_sessions(request, deputy)
        messages.success(request, f"Welcome. You now sign in as {deputy.get_username()}.")
        home = redirect("desk:home")
        know_device(home, deputy.get_username())
        return home
    page = {"deputy": deputy, "competitions": deputy.competitions.all()}
    return form_page(request, "competition/contest/welcome.html", form, **page)


@for_owner
@after_password
def hand_over(request: HttpRequest, competition: Competition, deputy: int) -> HttpResponse:
    """Ask for confirmation. POST makes the deputy the owner."""
    heir = _deputy(competition, deputy)
    form = Form(bound_data(request))
    if save_form(form, lambda: actions.hand_over(competition, heir, by=by(request))):
        messages.success(request, f"{heir.get_full_name() or heir.get_username()} is now the owner of the competition.")
        return redirect("desk:organisers", competition.slug)
    return form_page(request, "competition/contest/hand_over.html", form, competition=competition, deputy=heir)


@for_owner
@after_password
def dismiss(request: HttpRequest, competition: Competition, deputy: int) -> HttpResponse:
    """Ask for confirmation. POST removes the deputy.

    If the deputy saw private links, redirect to the page for renewing them.
    """
    leaving = _deputy(competition, deputy)
    seen = looks(competition, leaving)
    if request.method == "POST":
        actions.remove_deputy(competition, leaving, by=by(request))
        messages.success(request, f"{leaving.get_full_name() or leaving.get_username()} is no longer a deputy.")
        return redirect("desk:renew-links" if seen else "desk:organisers", competition.slug)
    page = {"competition": competition, "deputy": leaving, "seen": seen}
    return render(request, "competition/contest/dismiss.html", page)
