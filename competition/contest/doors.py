"""Who may come in: the organisers of a competition, its owner, and whoever holds an invitation."""

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache

from competition.contest.models import Competition
from competition.pages.rules import whole_number
from competition.signing_in.doors import View, behind


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


class _Invitations(PasswordResetTokenGenerator):
    """Tokens that are worthless once a password is chosen or used, and once the desks of whoever has one change."""

    key_salt = "invitation"

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
        pk, _, token = invitation.partition("-")
        user = User.objects.filter(pk=whole_number(pk) or 0).first()
        if not user or not _Invitations().check_token(user, token):
            raise Http404
        return view(request, user, **rest)

    return behind("invitation", view, keep)
