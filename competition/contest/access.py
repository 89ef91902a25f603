"""Access checks for organisers, owners, invited deputies and lost-password links."""

from datetime import timedelta

from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.http import base36_to_int
from django.views.decorators.cache import never_cache

from competition.accounts.access import View, behind
from competition.contest.models import Competition
from competition.web.posting import organiser, set_form_owner
from competition.web.rules import whole_number

LOST_PASSWORD_LASTS = timedelta(hours=1)


def for_organiser(view: View) -> View:
    """Restrict a view to the organisers of a competition, and pass the competition to the view.

    Redirect to the sign-in page if nobody is signed in. Raises Http404 for anyone else.
    """

    @never_cache
    def check_access(request: HttpRequest, competition: str, **rest) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        try:
            theirs = request.user.competitions.select_related("conditions").get(slug=competition)
        except Competition.DoesNotExist:
            raise Http404 from None
        set_form_owner(request, "organiser", organiser(request).pk)
        return view(request, theirs, **rest)

    return behind("organiser", view, check_access)


def for_owner(view: View) -> View:
    """Restrict a view to the owner of a competition. Raises Http404 for deputies."""

    @for_organiser
    def check_access(request: HttpRequest, competition: Competition, **rest) -> HttpResponse:
        if competition.owner_id != request.user.pk:
            raise Http404
        return view(request, competition, **rest)

    return behind("owner", view, check_access)


class _Links(PasswordResetTokenGenerator):
    """Tokens that expire when the password, the email address or the last sign-in changes.

    They also expire after the time in `lasts`. Each kind has its own `key_salt`, so that a token is valid only for its
    own kind.
    """

    lasts: timedelta

    def check_token(self, user: User | None, token: str | None) -> bool:
        """Return True if the token belongs to this user and has not expired."""
        if user is None or not user.is_active or not token or not super().check_token(user, token):
            return False
        made = base36_to_int(token.partition("-")[0])
        return self._num_seconds(self._now()) - made <= self.lasts.total_seconds()


class _LostPasswords(_Links):
    """Tokens for a lost password."""

    key_salt = "lost password"
    lasts = LOST_PASSWORD_LASTS


class _Invitations(_Links):
    """Tokens of invitations. They also expire when the user joins or leaves a competition, or if its owner changes."""

    key_salt = "invitation"
    lasts = timedelta(seconds=settings.PASSWORD_RESET_TIMEOUT)

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        desks = sorted(user.competitions.values_list("pk", "owner"))
        return f"{super()._make_hash_value(user, timestamp)} {desks}"


def invitation_key(user: User) -> str:
    """Return the secret part of a link with which a deputy can choose a password once.

    Any existing password stays valid until then.
    """
    return f"{user.pk}-{_Invitations().make_token(user)}"


def for_invited(view: View) -> View:
    """Restrict a view to people with an invitation, and pass the invited user to the view.

    Raises Http404 if the invitation is invalid or has expired.
    """

    @never_cache
    def check_access(request: HttpRequest, invitation: str, **rest) -> HttpResponse:
        user = _user_of(invitation, _Invitations())
        if user is None:
            raise Http404
        return view(request, user, **rest)

    return behind("invitation", view, check_access)


def _user_of(key: str, links: _Links) -> User | None:
    pk, _, token = key.partition("-")
    user = User.objects.filter(pk=whole_number(pk) or 0).first()
    return user if links.check_token(user, token) else None


def lost_password_key(user: User) -> str:
    """Return the secret part of a link with which an organiser can choose a new password once.

    The link expires after `LOST_PASSWORD_LASTS`.
    """
    return f"{user.pk}-{_LostPasswords().make_token(user)}"


def for_lost_password(view: View) -> View:
    """Pass the organiser of a lost-password link to a view, or None if the link is invalid."""

    @never_cache
    def check_access(request: HttpRequest, key: str, **rest) -> HttpResponse:
        return view(request, _user_of(key, _LostPasswords()), **rest)

    return behind("lost-password", view, check_access)
