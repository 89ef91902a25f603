"""Helpers for views with a form: form data, actions, refusals and the status of the page."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from functools import wraps
from typing import Any, TypeVar, cast
from urllib.parse import quote

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.models import User
from django.core.exceptions import NON_FIELD_ERRORS, ValidationError
from django.forms import BaseForm
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django_htmx.middleware import HtmxDetails

from competition.audit.actions import Actor
from competition.web.rate_limit import TOO_MANY, RateLimit
from scoring.rules.refusal import Refused, Stale

_CLASH = "clash"
# A browser keeps the input of a form for a week.
_DRAFTS_LAST = timedelta(days=7)
T = TypeVar("T")
View = Callable[..., HttpResponse]


class Request(HttpRequest):
    """A request with the attributes that the htmx middleware adds."""

    htmx: HtmxDetails


def organiser(request: HttpRequest) -> User:
    """Return the signed-in organiser. Use it only in views for organisers."""
    return cast(User, request.user)


def by(request: HttpRequest) -> Actor:
    """Return the signed-in organiser as an actor for the log."""
    return Actor(organiser=organiser(request))


def bound_data(request: HttpRequest) -> QueryDict | None:
    """Return the data of a submitted form, even if it is empty, or None if the page is only viewed."""
    return request.POST if request.method == "POST" else None


def save_form(form: BaseForm, action: Callable[[], object]) -> bool:
    """Run the action if the form is valid. Return False if the form has errors or the action is refused.

    A refusal becomes an error of the form.
    """
    save_and_return(form, action)
    return form.is_valid()


def save_and_return(form: BaseForm, action: Callable[[], T]) -> T | None:
    """Run the action if the form is valid, and return its value.

    Return None if the form has errors or the action is refused. A refusal becomes an error of the form.
    """
    if form.is_valid():
        with refusal_as_error(form):
            return action()
    return None


@contextmanager
def refusal_as_error(form: BaseForm) -> Iterator[None]:
    """Turn a refusal into a form error. Mark it as a clash if the data has changed since the form was shown."""
    try:
        yield
    except Refused as refusal:
        form.add_error(None, ValidationError(str(refusal), code=_CLASH if isinstance(refusal, Stale) else None))


@contextmanager
def refusal_as_message(request: HttpRequest) -> Iterator[None]:
    """Show a refusal as a message on the next page."""
    try:
        yield
    except Refused as refusal:
        messages.warning(request, str(refusal))


def refusal_shown_by(answer: Callable[[Any, Any, Refused], HttpResponse]) -> Callable[[View], View]:
    """Return a decorator that passes the refusal of a submitted form to `answer`.

    `answer` shows the page with the reason. For other requests, the middleware shows the refusal on an error page.
    """

    def decorate(view: View) -> View:
        @wraps(view)
        def respond(request: HttpRequest, seen: object, **rest: object) -> HttpResponse:
            try:
                return view(request, seen, **rest)
            except Refused as refusal:
                if request.method != "POST":
                    raise
                return answer(request, seen, refusal)

        return respond

    return decorate


def is_allowed(form: BaseForm, attempts: RateLimit, refusal: str) -> bool:
    """Return True if the form is valid and within the limits, and count the attempt.

    Above the limits, `refusal` becomes an error of the form.
    """
    if not form.is_valid():
        return False
    if not attempts.take():
        form.add_error(None, ValidationError(refusal, TOO_MANY))
        return False
    return True


def form_status(form: BaseForm) -> int:
    """Return the status for a page with this form: 422 for errors, 409 for a clash, 429 above a limit, else 200."""
    if form.has_error(NON_FIELD_ERRORS, _CLASH):
        return 409
    if any(form.has_error(name, TOO_MANY) for name in form.errors):
        return 429
    return 422 if form.errors else 200


def form_page(request: HttpRequest, template: str, form: BaseForm, **page: object) -> HttpResponse:
    """Return the page with this form. The status is 422 if the form has errors."""
    return render(request, template, {**page, "form": form}, status=form_status(form))


def faults(form: BaseForm) -> str:
    """Return the errors of a form on one line."""
    return " ".join(str(fault) for errors in form.errors.values() for fault in errors)


def set_form_owner(request: HttpRequest, kind: str, *pks: int) -> None:
    """Set the owner of this page, such as "pair 7". A browser stores each owner's input separately (drafts.js)."""
    request.form_owner = " ".join([kind, *map(str, pks)])  # type: ignore[attr-defined]


def form_owner(request: HttpRequest) -> str:
    """Return the owner of the forms on this page, or "" for a page that everybody shares."""
    return getattr(request, "form_owner", "")


def mark_as_saved(request: HttpRequest, response: HttpResponse) -> None:
    """Set a cookie that says which form was saved, so that the browser's script deletes its copy of the input."""
    saved = quote(f"{form_owner(request)} {request.get_full_path()}", safe="")
    response.set_cookie(
        "saved_form", saved, max_age=_DRAFTS_LAST, secure=settings.SESSION_COOKIE_SECURE, samesite="Lax"
    )


def wants_json(request: HttpRequest) -> bool:
    """Return True if a script sent the request and wants JSON."""
    return request.get_preferred_type(["text/html", "application/json"]) == "application/json"
