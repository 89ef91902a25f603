"""Views for the site itself: first run, health and name."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_safe

from competition.accounts.access import after_password
from competition.accounts.actions import allow_creating
from competition.accounts.forms import CreatorForm
from competition.accounts.password_limits import know_device
from competition.accounts.queries import accounts as every_account
from competition.desk import actions
from competition.desk.access import for_doctor, for_first_run, for_site_owner
from competition.desk.forms import FirstRunForm, SiteNameForm, TestEmailForm
from competition.desk.queries import site_checks
from competition.desk.rules.checks import CheckState, summary
from competition.web.posting import bound_data, by, form_page, is_allowed, organiser, save_and_return, save_form
from competition.web.rate_limit import Limit, RateLimit, network
from competition.web.site_name import read_site_name

_TOO_MANY = "Too many attempts. Try again in ten minutes."


@for_first_run
@sensitive_post_parameters()
def first_run(request: HttpRequest) -> HttpResponse:
    """Create the first account, name the site and sign in."""
    form = FirstRunForm(bound_data(request), initial={"site_name": read_site_name()})
    tries = RateLimit(Limit(f"first run from {network(request)}", 10), Limit("first run", 30))
    if is_allowed(form, tries, _TOO_MANY):
        details = form.cleaned_data
        user = save_and_return(form, lambda: actions.set_up(form.save(commit=False), details["site_name"]))
        if user:
            login(request, user)
            onward = redirect("desk:site-ready")
            know_device(onward, user.get_username())
            return onward
    return form_page(request, "competition/desk/first_run.html", form)


@for_site_owner
def ready(request: HttpRequest) -> HttpResponse:
    """Show the next steps on a new site, and send a test email."""
    return _with_test_email(request, "competition/desk/ready.html", "desk:site-ready")


@for_site_owner
def health(request: HttpRequest) -> HttpResponse:
    """Show the health of the site, and send a test email."""
    checks = site_checks.health(request)
    site_checks.remember_alarm(any(check.state is CheckState.BAD for check in checks))
    page = {
        "points": [check for check in checks if check.state is not CheckState.OK],
        "in_order": [check for check in checks if check.state is CheckState.OK],
        "summary": summary(checks),
    }
    return _with_test_email(request, "competition/desk/health.html", "desk:site", **page)


@for_site_owner
@after_password
def accounts(request: HttpRequest) -> HttpResponse:
    """List the accounts and the permissions to create competitions. POST gives or removes a permission."""
    form = CreatorForm(bound_data(request))
    if form.is_valid():
        user = form.cleaned_data["account"]
        allow_creating(user, is_allowed=form.cleaned_data["is_allowed"], by=by(request))
        messages.success(request, f"The account {user.get_username()} is changed.")
        return redirect("desk:site-accounts")
    return form_page(request, "competition/desk/accounts.html", form, accounts=every_account())


@for_doctor
def proxy(request: HttpRequest) -> HttpResponse:
    """Return the check of the proxy that forwarded this request, as a JSON list."""
    check = site_checks.check_proxy(request)
    return JsonResponse([check.title, check.state, check.sentence, check.remedy], safe=False)


def _with_test_email(request: HttpRequest, template: str, here: str, **page: object) -> HttpResponse:
    page["has_email"] = settings.HAS_EMAIL
    form = TestEmailForm(bound_data(request), initial={"address": organiser(request).email})
    if is_allowed(form, RateLimit(Limit(f"test email of {organiser(request).pk}", 10)), _TOO_MANY):
        actions.ask_for_test_email(form.cleaned_data["address"])
        return redirect(f"{reverse(here)}#test-email")
    return form_page(request, template, form, test_email=site_checks.latest_test_email(), **page)


@for_site_owner
@require_safe
def test_email(request: HttpRequest) -> HttpResponse:
    """Show the mail server's response to the latest test email. The page polls until there is one."""
    return render(request, "competition/desk/_test_email_answer.html", {"test_email": site_checks.latest_test_email()})


@for_site_owner
def name(request: HttpRequest) -> HttpResponse:
    """Rename the site."""
    form: BaseForm = SiteNameForm(bound_data(request), initial={"name": read_site_name()})
    if save_form(form, lambda: actions.rename(form.cleaned_data["name"], by(request))):
        messages.success(request, "The name of the site is changed.")
        return redirect("desk:site")
    return form_page(request, "competition/desk/site_name.html", form)
