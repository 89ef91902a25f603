"""Middleware that gives a second press of a button the same response as the first, and deletes old keys."""

import hashlib
import json
import time
from collections.abc import Callable, Iterable
from datetime import timedelta
from typing import cast

from django.contrib import messages
from django.contrib.messages.storage.base import BaseStorage
from django.core.files.uploadedfile import UploadedFile
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.utils import timezone
from django.utils.http import url_has_allowed_host_and_scheme

from competition.audit.form_keys import AlreadyPressedError, Press, current_press
from competition.audit.models import UsedFormKey
from competition.web.errors import refused
from competition.web.posting import mark_as_saved, wants_json
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import moment

FORM_KEY = "form_key"
_CSRF_TOKEN = "csrfmiddlewaretoken"  # noqa: S105 - this is the name of a field
KEPT = timedelta(days=1)
# A second press within this time is a double press. A later press comes from an old page, so the response says so.
_DOUBLE = timedelta(minutes=1)
# Seconds to wait for another worker's response to the first press, and between checks. Its action is saved by then.
_PATIENCE, _PAUSE = 5, 0.05


class FormKeys:
    """Middleware that uses up a form's key when its action succeeds.

    A second press of the same button with the same form data gets the response to the first. A press with other data
    is a different press. A refused form does not use up its key. A form without a key gets no protection from double
    presses.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self._respond = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        """Return the view's response, and store it for a second press if an action used up the key."""
        try:
            response = self._respond(request)
            press = current_press.get()
            return _settle(request, response, press) if press else response
        finally:
            current_press.set(None)

    def process_view(self, request: HttpRequest, *view: object) -> HttpResponse | None:
        """Return the response to an earlier press, or None if there is none, so that the view responds.

        Django has already checked the CSRF token. Scripts that want JSON have their own protection.
        """
        key = request.POST.get(FORM_KEY) if request.method == "POST" else None
        if not key or wants_json(request):
            return None
        digest = _make_digest(request, key)
        if used := _wait_for_response(digest):
            return _repeat_response(request, used)
        current_press.set(Press(digest))
        return None

    def process_exception(self, request: HttpRequest, fault: Exception) -> HttpResponse | None:
        """Return the response to a press saved at the same moment, or None for any other error."""
        if not isinstance(fault, AlreadyPressedError):
            return None
        current_press.set(None)
        used = _wait_for_response(fault.digest)
        if used:
            return _repeat_response(request, used)
        return refused(request, Refused("The form was refused when you pressed the button before this."))


def _make_digest(request: HttpRequest, key: str) -> str:
    """Return the hash of the key with the address, the browser and the form data."""
    form_data = {name: values for name, values in request.POST.lists() if name != _CSRF_TOKEN}
    files = []
    for file in cast(Iterable[UploadedFile], request.FILES.values()):
        files.append(hashlib.sha256(file.read()).hexdigest())
        file.seek(0)
    browser = request.META.get("CSRF_COOKIE", "")
    return hashlib.sha256(json.dumps([key, request.path, browser, form_data, files]).encode()).hexdigest()


def _wait_for_response(digest: str) -> UsedFormKey | None:
    """Return the used key with its response, or None if the key has not been used.

    The response stays empty if the server was killed after the action.
    """
    until = time.monotonic() + _PATIENCE
    while (used := UsedFormKey.objects.filter(digest=digest).first()) and used.answer is None:
        if time.monotonic() > until:
            break
        time.sleep(_PAUSE)
    return used


def _settle(request: HttpRequest, response: HttpResponse, press: Press) -> HttpResponse:
    """Store the response to a saved press, or release the key if the view refused the form.

    A form may be refused because the same press has just been saved. In that case, return the response to that press.
    """
    if response.status_code < 400:
        if press.used_at:
            mark_as_saved(request, response)
            _own_row(press).update(answer=_read_response(request, response))
        return response
    if response.status_code >= 500 or _own_row(press).delete()[0]:
        return response
    used = _wait_for_response(press.digest)
    return _repeat_response(request, used) if used else response


def _own_row(press: Press) -> QuerySet[UsedFormKey]:
    """Return the key as used by this press. Another press has another time, and a rolled-back press has no row."""
    keys = UsedFormKey.objects
    return keys.filter(digest=press.digest, at=press.used_at) if press.used_at else keys.none()


def _read_response(request: HttpRequest, response: HttpResponse) -> dict[str, object]:
    """Return a response's address, messages and cookies. A page that does not redirect is at its own address."""
    news = cast(BaseStorage, messages.get_messages(request))
    are_shown = news.used
    told = [[message.level, str(message)] for message in news]
    # Reading the messages here is not showing them, so the next page must still show them.
    news.used = are_shown
    address = response.get("Location") or response.get("Content-Location") or request.get_full_path()
    return {"address": address, "messages": told, "cookies": [row.OutputString() for row in response.cookies.values()]}


def _repeat_response(request: HttpRequest, used: UsedFormKey) -> HttpResponse:
    """Return the response to the press that used this key.

    After a longer time or without a stored response, return a message about the current state instead.
    """
    answer = used.answer or {"address": _form_address(request), "messages": [], "cookies": []}
    response = HttpResponseRedirect(answer["address"])
    for cookie in answer["cookies"]:
        response.cookies.load(cookie)
    if used.answer and timezone.now() < used.at + _DOUBLE:
        for level, text in answer["messages"]:
            messages.add_message(request, level, text)
    else:
        messages.info(request, f"You sent this form already, at {moment(used.at)}. This is how things stand now.")
    return response


def _form_address(request: HttpRequest) -> str:
    """Return the address of the page with the form, or that of the home page."""
    address = request.headers.get("Referer", "")
    return address if url_has_allowed_host_and_scheme(address, {request.get_host()}) else "/"


def forget_form_keys() -> None:
    """Delete the keys used more than a day ago."""
    UsedFormKey.objects.filter(at__lt=timezone.now() - KEPT).delete()
