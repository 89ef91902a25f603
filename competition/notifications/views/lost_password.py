"""Pages for a new password by email."""

from django.contrib import messages
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.debug import sensitive_post_parameters

from competition.accounts.access import entrance
from competition.accounts.actions import choose_password, end_other_sessions
from competition.accounts.forms import FirstPasswordForm
from competition.accounts.password_limits import know_device
from competition.contest.access import for_lost_password
from competition.notifications.actions.sending import ask_for_password
from competition.notifications.forms import LostPasswordForm
from competition.web.posting import bound_data, form_page, is_allowed
from competition.web.rate_limit import AN_HOUR, Limit, RateLimit, network

_IN_AN_HOUR = 10
_MANY = "Too many requests. Try again in an hour."


@entrance
def lost_password(request: HttpRequest) -> HttpResponse:
    """Request a link by email. The response does not reveal if an account exists."""
    form = LostPasswordForm(bound_data(request))
    name = form.cleaned_data["name"] if form.is_valid() else ""
    tries = RateLimit(
        Limit(f"password from {network(request)}", _IN_AN_HOUR, AN_HOUR),
        Limit(f"password of {name.casefold()}", 3, AN_HOUR),
    )
    asked = is_allowed(form, tries, _MANY)
    if asked:
        ask_for_password(name)
    return form_page(request, "competition/notifications/lost_password.html", form, asked=asked)


@for_lost_password
@sensitive_post_parameters()
def new_password(request: HttpRequest, user: User | None) -> HttpResponse:
    """Set a new password and sign the organiser in. Sign out every other device."""
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
