"""How every page with a form takes what was sent and gives its order."""

from collections.abc import Callable
from typing import TypeVar, cast

from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails

from competition.log.actions import Actor
from competition.pages.rate_limit import TOO_MANY, RateLimit
from scoring.rules.refusal import Refused, Stale

_CLASH = "clash"
T = TypeVar("T")


def organiser(request: HttpRequest) -> User:
    """The organiser who is signed in; only behind a door that sees to it."""
    return cast(User, request.user)


def by(request: HttpRequest) -> Actor:
    """The same organiser as the log knows them."""
    return Actor(organiser=organiser(request))


def sent(request: HttpRequest) -> QueryDict | None:
    """What was sent with a form, were it nothing; None when the page is only looked at."""
    return request.POST if request.method == "POST" else None


def made(form: BaseForm, order: Callable[[], T]) -> T | None:
    """What the order of a form that was filled in well makes; None, and an error of the form, where it is refused.

    What rests on something that has changed meanwhile is a clash: the page shows it as it stands now.
    """
    if form.is_valid():
        try:
            return order()
        except Refused as fault:
            form.add_error(None, ValidationError(str(fault), code=_CLASH if isinstance(fault, Stale) else None))
    return None


def accepted(form: BaseForm, order: Callable[[], object]) -> bool:
    """Whether the form was filled in well and its order carried out."""
    made(form, order)
    return form.is_valid()


def allowed(form: BaseForm, attempts: RateLimit, refusal: str) -> bool:
    """Whether the form was filled in well and may be taken, which counts; beyond the limits its error is this one."""
    if not form.is_valid():
        return False
    if attempts.too_many():
        form.add_error(None, ValidationError(refusal, TOO_MANY))
        return False
    attempts.note()
    return True


def status(form: BaseForm) -> int:
    """The status of a page that shows this form: 422 for what was sent wrong, 409 for a clash, 429 for too much."""
    if form.has_error(NON_FIELD_ERRORS, _CLASH):
        return 409
    if any(form.has_error(name, TOO_MANY) for name in form.errors):
        return 429
    return 422 if form.errors else 200


def form_page(request: HttpRequest, template: str, form: BaseForm, **page: object) -> HttpResponse:
    """The page that shows this form, with the status that says how it was taken."""
    return render(request, template, {**page, "form": form}, status=status(form))


def taken(request: HttpRequest, answer: HttpResponse, whose: str) -> HttpResponse:
    """Let the browser know, where an answer leads on, that the form was taken: it keeps what was typed till then."""
    door = f"/{request.path.split('/')[1]}/"
    answer.set_cookie("taken", f"{whose} {request.path}", max_age=3600, path=door, samesite="Lax")
    return answer


def wants_json(request: HttpRequest) -> bool:
    """Whether a script asks that draws the page itself."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"


def faults(form: BaseForm) -> str:
    """What is wrong with a form, in one line."""
    return " ".join(str(fault) for found in form.errors.values() for fault in found)


class Request(HttpRequest):
    """A request that knows whether htmx asks."""

    htmx: HtmxDetails
