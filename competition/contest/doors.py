"""Who may come in: the organisers of a competition, its owner, and whoever holds an invitation."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import base36_to_int
from django.views.decorators.cache import never_cache

from competition.contest.models import Competition
from competition.pages.rules import whole_number
from competition.signing_in.doors import View, behind

LOST_PASSWORD_LASTS = timedelta(hours=1)


def for_organiser(view: View) -> View:
    """A view for a competition's own organisers, who get the competition in place of its address."""

    @never_cache
    def keep(request: HttpRequest, competition: str, **rest) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        try:
            theirs = request.user.competitions.select_related("conditions").get(slug=competition)
        except Competition.DoesNotExist:
            raise Http404 from None
        return view(request, theirs, **rest)

    return behind("organiser", view, keep)


def for_owner(view: View) -> View:
    """A view for the organiser who owns a competition, not for the deputies."""

    @for_organiser
    def keep(request: HttpRequest, competition: Competition, **rest) -> HttpResponse:
        if competition.owner_id != request.user.pk:
            raise Http404
        return view(request, competition, **rest)

    return behind("owner", view, keep)


class _Links(PasswordResetTokenGenerator):
    """Tokens that are worthless once a password is chosen or used, the email address changes, or time is over.

    No kind is accepted in place of another: each has its own `key_salt`.
    """

    lasts: timedelta

    def check_token(self, user: User | None, token: str | None) -> bool:
        """Return True for a token made for this user within the time that this kind of link works."""
        if user is None or not user.is_active or not token or not super().check_token(user, token):
            return False
        made = base36_to_int(token.partition("-")[0])
        return self._num_seconds(self._now()) - made <= self.lasts.total_seconds()


class _LostPasswords(_Links):
    """Tokens for a lost password."""

    key_salt = "lost password"
    lasts = LOST_PASSWORD_LASTS


class _Invitations(_Links):
    """Tokens of invitations, which are worthless also once the desks of whoever has one change."""

    key_salt = "invitation"
    lasts = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        desks = sorted(user.competitions.values_list("pk", "owner"))
        return f"{super()._make_hash_value(user, timestamp)} {desks}"


def invitation_key(user: User) -> str:
    """The secret part of the link by which a deputy chooses a password, once; until then the one they have stays."""
    return f"{user.pk}-{_Invitations().make_token(user)}"


def for_invited(view: View) -> View:
    """A view for whoever holds a deputy's invitation; it gets the deputy."""

    @never_cache
    def keep(request: HttpRequest, invitation: str, **rest) -> HttpResponse:
        user = _user_of(invitation, _Invitations())
        if user is None:
            raise Http404
        return view(request, user, **rest)

    return behind("invitation", view, keep)


def _user_of(key: str, links: _Links) -> User | None:
    pk, _, token = key.partition("-")
    user = User.objects.filter(pk=whole_number(pk) or 0).first()
    return user if links.check_token(user, token) else None


def lost_password_key(user: User) -> str:
    """The secret part of the link by which an organiser chooses a new password, once and within the hour."""
    return f"{user.pk}-{_LostPasswords().make_token(user)}"


def for_lost_password(view: View) -> View:
    """A view for whoever holds a link for a lost password; it gets the organiser, or None if the link does not work."""

    @never_cache
    def keep(request: HttpRequest, key: str, **rest) -> HttpResponse:
        return view(request, _user_of(key, _LostPasswords()), **rest)

    return behind("lost-password", view, keep)
