"""The private link of a pair, the code that stands for it, and who is signed in by it on this device."""

import hashlib
from collections.abc import Callable

from django.core.signing import Signer
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from competition.entries import queries
from competition.entries.models.pair import Pair
from competition.pages.device_cookie import DeviceCookie
from competition.pages.rate_limit import Limit, RateLimit, network
from competition.pages.rules import whole_number

# A club’s own phone may hold many pairs; 60 keys fit a cookie of 4 kB.
_DEVICE = DeviceCookie("pairs", most=60)
# Guessing at this pace through a season of 300 days, somebody would find one of a thousand pairs' codes with a chance
# of 1 in 400. Beyond it a name is asked for as well, so that no pair is locked out by others of its network: a guess
# then has to hit the one pair it names, and a hundred guesses a second through the season find it with 1 in 400 too.
CODES_IN_TEN_MINUTES = 60
# So many rounds take a phone half a second; trying every code of twelve digits takes years (also in pass.js).
SEALING = 600_000


def link_key(pair: Pair) -> str:
    """The secret part of a pair's private link; another `link_secret` makes it worthless."""
    return _signed(pair, "link")


def calendar_key(pair: Pair) -> str:
    """The secret part of the address of its own calendar, which opens nothing else: calendars are read by strangers."""
    return _signed(pair, "calendar")


def _signed(pair: Pair, what: str) -> str:
    return Signer(salt=f"pair-{what} {pair.link_secret}", sep="~").sign(str(pair.pk))


def pair_for_link(key: str, made: Callable[[Pair], str] = link_key) -> Pair:
    """The pair for which this key was made; 404 where it was made for none."""
    pair = queries.pairs().filter(pk=whole_number(key.partition("~")[0]) or 0).first()
    if pair is None or not constant_time_compare(made(pair), key):
        raise Http404
    return pair


def pair_code(pair: Pair) -> str:
    """Twelve digits to type or read out in place of the private link, "4821 0937 7725"; revoked together with it."""
    digits = _digits(pair.pk, pair.link_secret)
    return " ".join(digits[at : at + 4] for at in (0, 4, 8))


def pair_for_code(digits: str) -> Pair | None:
    """The pair whose letter has these twelve digits; None when nobody's has."""
    links = Pair.objects.values_list("pk", "link_secret")
    found = [pk for pk, secret in links if constant_time_compare(_digits(pk, secret), digits)]
    return queries.pairs().get(pk=found[0]) if len(found) == 1 else None


def wrong_codes(request: HttpRequest) -> RateLimit:
    """How many codes that nobody has were typed from where this request comes from."""
    return RateLimit(Limit(f"code from {network(request)}", CODES_IN_TEN_MINUTES))


def sealed(code: str, words: str) -> str:
    """The code of a letter bound to these words: whoever finds it kept on a phone can say nothing else with it."""
    return hashlib.pbkdf2_hmac("sha256", code.replace(" ", "").encode(), words.encode(), SEALING).hex()


def _digits(pk: int, secret: str) -> str:
    mark = salted_hmac("pair-code", f"{pk} {secret}", algorithm="sha256").digest()
    return f"{int.from_bytes(mark) % 10**12:012}"


def _device_key(pair: Pair) -> str:
    """What a device keeps of a pair that is signed in on it; a renewed link makes it worthless."""
    return _signed(pair, "device")


def _pair_of(key: str) -> str:
    return key.partition("~")[0]


def remember(request: HttpRequest, response: HttpResponse, pair: Pair) -> None:
    """Sign the pair in on this device until its link is revoked; where it is signed in already, change nothing."""
    if not is_signed_in(request, pair):
        others = [key for key in _DEVICE.keys(request) if _pair_of(key) != str(pair.pk)]
        _DEVICE.store(response, [*others, _device_key(pair)])


def forget(response: HttpResponse) -> None:
    """Sign every pair out on this device."""
    _DEVICE.store(response, [])


def has_come(request: HttpRequest) -> bool:
    """Whether any pair has come in on this device by its link, were it replaced since."""
    return bool(_DEVICE.keys(request))


def is_signed_in(request: HttpRequest, pair: Pair) -> bool:
    """Whether this pair is signed in on this device (no query)."""
    good = _device_key(pair)
    return any(constant_time_compare(key, good) for key in _DEVICE.keys(request))


def pairs_of(request: HttpRequest, among: QuerySet[Pair]) -> list[Pair]:
    """Those among these pairs that are signed in on this device, whose links have not been revoked since."""
    known = {number for key in _DEVICE.keys(request) if (number := whole_number(_pair_of(key)))}
    if not known:
        return []
    found = among.filter(pk__in=known).select_related("competition__conditions")
    return [pair for pair in found if is_signed_in(request, pair)]
