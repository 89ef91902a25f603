"""The doors. Every view stands behind exactly one of them; a stranger gets 404, never a hint."""

import hashlib
from collections.abc import Callable
from datetime import timedelta
from functools import wraps

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.contrib.auth.views import redirect_to_login
from django.core import signing
from django.http import Http404, HttpRequest, HttpResponse
from django.utils import timezone
from django.utils.crypto import constant_time_compare, salted_hmac
from django.views.decorators.cache import never_cache
from django.views.decorators.gzip import gzip_page
from django.views.decorators.http import require_safe

from competition import queries
from competition.models import Competition, FailedTry, Pair

View = Callable[..., HttpResponse]
_SESSION_KEY = "pairs"
_TEN_MINUTES = timedelta(minutes=10)
# All behind one proxy share it, so it must do for an opening day. Guessing at this pace through a season of 300 days,
# somebody would find one of a thousand pairs' codes with a chance of 1 in 400.
CODES_IN_TEN_MINUTES = 60


def _behind(door: str, view: View, keep: View) -> View:
    guarded = wraps(view)(keep)
    setattr(guarded, "door", door)  # noqa: B010 - a function has no place for it that types know
    return guarded


def public(view: View) -> View:
    """A view for everybody; it is the same for everybody, and only to be looked at."""
    return _behind("public", view, require_safe(view))


def entrance(view: View) -> View:
    """A view by which anybody may come in or go out."""
    return _behind("entrance", view, never_cache(view))


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

    return _behind("organiser", view, keep)


def for_owner(view: View) -> View:
    """A view for the organiser who owns a competition, not for the deputies."""

    @for_organiser
    def keep(request: HttpRequest, competition: Competition, **rest) -> HttpResponse:
        if competition.owner_id != request.user.pk:
            raise Http404
        return view(request, competition, **rest)

    return _behind("owner", view, keep)


def signed_in(view: View) -> View:
    """A view for anybody with an organiser's sign-in, whatever competitions are theirs."""

    @never_cache
    def keep(request: HttpRequest, **rest) -> HttpResponse:
        if not request.user.is_authenticated:
            return redirect_to_login(request.get_full_path())
        return view(request, **rest)

    return _behind("signed-in", view, keep)


def for_pair(view: View) -> View:
    """A view for somebody who came by a private link; it gets the pairs whose links are good."""

    @never_cache
    def keep(request: HttpRequest, **rest) -> HttpResponse:
        pairs = pairs_of(request)
        if not pairs:
            raise Http404
        return view(request, pairs, **rest)

    return _behind("pair", view, keep)


def at_the_table(view: View) -> View:
    """A view for one of the two pairs of a match; it gets the match as this pair sees it, and answers packed."""

    @gzip_page
    @never_cache
    def keep(request: HttpRequest, competition: str, code: str, **rest) -> HttpResponse:
        for pair in pairs_of(request):
            if pair.competition.slug == competition and (table := queries.table(pair, code)):
                return view(request, table, **rest)
        raise Http404

    return _behind("pair", view, keep)


def link_holder(view: View) -> View:
    """A view for whoever holds a private link; it gets the pair the link was made for."""

    @never_cache
    def keep(request: HttpRequest, key: str, **rest) -> HttpResponse:
        return view(request, _pair_for(key), **rest)

    return _behind("link", view, keep)


def link_key(pair: Pair) -> str:
    """The secret part of a pair's private link; raising `link_version` makes it worthless."""
    return _signer().sign(f"{pair.pk}-{pair.link_version}")


def _signer() -> signing.Signer:
    return signing.Signer(salt="pair-link", sep="~")


def _pair_for(key: str) -> Pair:
    try:
        pk, version = _signer().unsign(key).split("-")
        return queries.pairs().get(pk=pk, link_version=version)
    except (signing.BadSignature, ValueError, Pair.DoesNotExist):
        raise Http404 from None


def pair_code(pair: Pair) -> str:
    """Twelve digits to type or read out in place of the private link, "4821 0937 7725"; revoked together with it."""
    digits = _digits(pair.pk, pair.link_version)
    return " ".join(digits[at : at + 4] for at in (0, 4, 8))


def pair_for_code(digits: str) -> Pair | None:
    """The pair whose letter has these twelve digits; None when nobody's has."""
    links = Pair.objects.values_list("pk", "link_version")
    found = [pk for pk, version in links if constant_time_compare(_digits(pk, version), digits)]
    return queries.pairs().get(pk=found[0]) if len(found) == 1 else None


def _digits(pk: int, version: int) -> str:
    mark = salted_hmac("pair-code", f"{pk}-{version}", algorithm="sha256").digest()
    return f"{int.from_bytes(mark) % 10**12:012}"


def remember(request: HttpRequest, pair: Pair) -> None:
    """Sign the pair in on this device until its link is revoked."""
    request.session.cycle_key()
    request.session[_SESSION_KEY] = {**request.session.get(_SESSION_KEY, {}), str(pair.pk): pair.link_version}


def forget(request: HttpRequest) -> None:
    """Sign every pair out on this device."""
    request.session.pop(_SESSION_KEY, None)


def pairs_of(request: HttpRequest) -> list[Pair]:
    """The pairs signed in on this device whose links have not been revoked since."""
    known = request.session.get(_SESSION_KEY, {})
    if not known:
        return []
    return [pair for pair in queries.pairs().filter(pk__in=known) if pair.link_version == known[str(pair.pk)]]


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
        user = User.objects.filter(pk=int(pk) if pk.isdecimal() else 0).first()
        if not user or not _Invitations().check_token(user, token):
            raise Http404
        return view(request, user, **rest)

    return _behind("invitation", view, keep)


class Attempts:
    """Tries at one thing from one address in the last ten minutes, counted in the database for all workers."""

    def __init__(self, request: HttpRequest, what: str, *, limit: int = 10):
        asker = f"{request.META.get('REMOTE_ADDR', '')} {what.lower()}"
        self._asker, self._limit = hashlib.sha256(asker.encode()).hexdigest(), limit

    def note(self) -> None:
        """Count one more try, and forget those of long ago, whoever's they were."""
        FailedTry.objects.filter(at__lt=timezone.now() - _TEN_MINUTES).delete()
        FailedTry.objects.create(asker=self._asker)

    def too_many(self) -> bool:
        """Whether the limit is reached."""
        recent = FailedTry.objects.filter(asker=self._asker, at__gt=timezone.now() - _TEN_MINUTES)
        return recent.count() >= self._limit
