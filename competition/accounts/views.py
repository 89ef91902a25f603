"""Views for signing in and out, and for passwords."""

from django.contrib import messages
from django.contrib.auth import login, update_session_auth_hash
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from competition.accounts import queries
from competition.accounts.access import entrance, signed_in
from competition.accounts.actions import (
    choose_password,
    end_other_sessions,
    end_session,
    extend_session,
    record_confirmation,
)
from competition.accounts.forms import PasswordAgainForm, PasswordForm, SignInForm
from competition.accounts.password_limits import know_device
from competition.audit.queries import site_log
from competition.web.posting import bound_data, form_page, organiser


@entrance
@sensitive_post_parameters()
def sign_in(request: HttpRequest) -> HttpResponse:
    """Sign an organiser in, then redirect to the page that they requested."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(_find_next_url(request))
    form = SignInForm(request, bound_data(request))
    if form.is_valid():
        login(request, form.get_user())
        if form.cleaned_data["keep"]:
            extend_session(request)
        onward = HttpResponseRedirect(_find_next_url(request))
        know_device(onward, form.name)
        return onward
    return form_page(request, "competition/accounts/sign_in.html", form, next=_get_next(request))


def _get_next(request: HttpRequest) -> str:
    return request.POST.get("next") or request.GET.get("next", "")


def _find_next_url(request: HttpRequest) -> str:
    url = _get_next(request)
    ours = url_has_allowed_host_and_scheme(url, {request.get_host()}, require_https=request.is_secure())
    return url if ours and url.startswith("/") else reverse("desk:home")


@entrance
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign the organiser out on this device."""
    onward = redirect("public:home")
    end_session(request, onward)
    return onward


@signed_in
@sensitive_post_parameters()
def password_again(request: HttpRequest) -> HttpResponse:
    """Ask for the password, then redirect to the page that requires it."""
    form = PasswordAgainForm(organiser(request), bound_data(request))
    if form.is_valid():
        record_confirmation(request)
        return HttpResponseRedirect(_find_next_url(request))
    onward = _get_next(request)
    page = {"next": onward, "action": queries.sensitive_action(onward)}
    return form_page(request, "competition/accounts/password_again.html", form, **page)


@signed_in
def where(request: HttpRequest) -> HttpResponse:
    """Show the devices on which the organiser is signed in. POST signs out on all of them."""
    if request.method == "POST":
        end_other_sessions(request, organiser(request))
        onward = redirect("public:home")
        end_session(request, onward)
        messages.success(request, "You are signed out everywhere.")
        return onward
    who = organiser(request)
    page = {"sign_ins": queries.sign_ins(request, who), "site_log": site_log(who)}
    return render(request, "competition/accounts/sign_ins.html", page)


@signed_in
@sensitive_post_parameters()
def password(request: HttpRequest) -> HttpResponse:
    """Change the organiser's password. Sign out every other device."""
    form = PasswordForm(organiser(request), bound_data(request))
    if form.is_valid():
        update_session_auth_hash(request, choose_password(form))
        end_other_sessions(request, organiser(request))
        messages.success(request, "Your password is changed. Other devices are signed out.")
        return redirect("desk:home")
    return form_page(request, "competition/accounts/password.html", form)
