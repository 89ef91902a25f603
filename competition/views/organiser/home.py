"""Signing in and out, an organiser's competitions, and one competition as a whole."""

from copy import copy

from django.contrib import messages
from django.contrib.auth import login, logout
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.views.decorators.debug import sensitive_post_parameters
from django.views.decorators.http import require_POST

from competition.access import Attempts, entrance, for_organiser, signed_in
from competition.actions import contest
from competition.formats.listing import row
from competition.forms.contest import ContestForm
from competition.forms.organiser import SignInForm
from competition.models import Competition
from competition.queries import desk
from competition.views.organiser.orders import accepted, by, organiser, sent, status


@entrance
@sensitive_post_parameters()
def sign_in(request: HttpRequest) -> HttpResponse:
    """Let an organiser in by name and password, then on to where they were going."""
    if request.user.is_authenticated:
        return HttpResponseRedirect(_onward(request))
    if request.method != "POST":
        return _sign_in_page(request, SignInForm(request))
    attempts = Attempts(request, f"sign in {request.POST.get('username', '')}")
    if attempts.too_many():
        return _sign_in_page(request, SignInForm(request), is_locked=True, status=429)
    form = SignInForm(request, request.POST)
    if not form.is_valid():
        attempts.note()
        return _sign_in_page(request, form, status=422)
    login(request, form.get_user())
    return HttpResponseRedirect(_onward(request))


def _sign_in_page(
    request: HttpRequest, form: SignInForm, *, is_locked: bool = False, status: int = 200
) -> HttpResponse:
    page = {"form": form, "is_locked": is_locked, "next": request.POST.get("next") or request.GET.get("next", "")}
    return render(request, "competition/organiser/sign_in.html", page, status=status)


def _onward(request: HttpRequest) -> str:
    wanted = request.POST.get("next") or request.GET.get("next", "")
    ours = url_has_allowed_host_and_scheme(wanted, {request.get_host()}, require_https=request.is_secure())
    return wanted if ours and wanted.startswith("/") else reverse("desk:home")


@entrance
@require_POST
def sign_out(request: HttpRequest) -> HttpResponse:
    """Sign the organiser out on this device."""
    logout(request)
    return redirect("public:home")


@signed_in
def home(request: HttpRequest) -> HttpResponse:
    """The organiser's competitions, each with what needs doing."""
    return render(request, "competition/organiser/home.html", {"desks": desk.desks(organiser(request))})


@signed_in
def new(request: HttpRequest) -> HttpResponse:
    """Found a competition."""
    form = ContestForm(sent(request))
    if accepted(form, lambda: contest.found(form.instance, form.conditions, by=by(request))):
        messages.success(request, "The competition is founded. Now enter the pairs.")
        return redirect("desk:competition", form.instance.slug)
    return render(request, "competition/organiser/new.html", {"form": form}, status=status(form))


@for_organiser
def competition(request: HttpRequest, competition: Competition) -> HttpResponse:
    """One competition: how far it has come, and its matches in order of urgency."""
    seen = desk.desk(competition)
    show = request.GET.get("show", "")
    rows = [(desk.urgency(match), row(match)) for match in seen.showing(show)]
    page = {"desk": seen, "competition": competition, "show": show, "rows": rows}
    return render(request, "competition/organiser/competition.html", page)


@for_organiser
def conditions(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Change the particulars and the conditions of contest, or read them once they are frozen."""
    # A form writes on what it is given, even what it then finds wrong; the page keeps the competition as it is.
    form = ContestForm(sent(request), instance=copy(competition))
    if accepted(form, lambda: contest.change(form.instance, form.conditions, by=by(request))):
        messages.success(request, "The particulars and conditions are saved.")
        return redirect("desk:competition", form.instance.slug)
    page = {"form": form, "competition": competition, "is_frozen": desk.is_published(competition)}
    return render(request, "competition/organiser/conditions.html", page, status=status(form))


@for_organiser
def log(request: HttpRequest, competition: Competition) -> HttpResponse:
    """Who did what, newest first."""
    page = {"lines": desk.log(competition, request.GET.get("page")), "competition": competition}
    return render(request, "competition/organiser/log.html", page)
