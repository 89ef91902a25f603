"""Form keys. The first action of a request uses up the key of its form, so that a second press has no further effect.

A key belongs to one form, one address, one browser and one set of form data. `digest` is the hash of all of them.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from datetime import datetime

from django.db import IntegrityError

from competition.audit.models import UsedFormKey


class AlreadyPressedError(Exception):
    """Error for a form with a button that was pressed before, if that press is saved."""

    def __init__(self, digest: str) -> None:
        super().__init__("The button of this form was pressed before.")
        self.digest = digest


@dataclass
class Press:
    """A press of a form's button. `used_at` is set once an action has used up the key."""

    digest: str
    used_at: datetime | None = None


# The press that sent this thread's request. None for a page that is only viewed, and for a form without a key.
current_press: ContextVar[Press | None] = ContextVar("current_press", default=None)


def use_form_key() -> None:
    """Use up the form key in this transaction. Only the first action of a request does so.

    If another request is using the same key, wait for its transaction. Raises AlreadyPressedError if the key is used.
    """
    press = current_press.get()
    if press is None or press.used_at:
        return
    try:
        press.used_at = UsedFormKey.objects.create(digest=press.digest).at
    except IntegrityError:
        raise AlreadyPressedError(press.digest) from None
