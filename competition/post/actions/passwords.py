"""Asking for a new password by mail."""

from django.conf import settings
from django.utils import timezone

from competition.post.actions.mailing import ask_for
from competition.post.models import Occasion
from competition.post.queries.mails import Due
from competition.post.queries.news import with_sign_in


def ask_for_password(name: str) -> None:
    """Have a link sent to whoever signs in by this name or has this address, if that is anybody."""
    if settings.HAS_MAIL:
        ask_for([Due(user, Occasion.PASSWORD, f"{timezone.now():%Y-%m-%d %H:%M}") for user in with_sign_in(name)])
