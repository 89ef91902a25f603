"""Private links and entry codes for pairs, and the pairs signed in on a device."""

import hashlib
import secrets
from collections.abc import Callable

from django.core.signing import BadSignature, Signer
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare, salted_hmac

from competition.entries.actions.pairs import end_devices
from competition.entries.models import Pair
from competition.entries.queries.pairs import pairs
from competition.web.device_cookie import DeviceCookie, clear_site_data
from competition.web.rate_limit import AN_HOUR, Limit, RateLimit, network
from competition.web.rules import whole_number

# A club's shared phone may have many pairs. 60 keys fit in a cookie of 4 kB.
_DEVICE = DeviceCookie("pairs", most=60)
# At this rate, the chance of guessing the code of any of 1,000 pairs in a season of 300 days is 1 in 400. Above the
# limit the form also asks for a name, so that attempts from one network do not lock out its pairs. A guess must then
# match the named pair, and even 100 guesses a second have a chance of 1 in 400.
MOST_CODES_IN_TEN_MINUTES = 60
# The limit for all networks together. The chance is then 1 in 200. Above it, everybody except a signed-in pair must
# also type a name.
MOST_CODES_OF_THE_SITE = 120
# Limit for wrong reply codes of one pair. Each is shown in the history of the match, so both pairs can see attempts to
# guess.
MOST_REPLIES_IN_TEN_MINUTES = 5
MOST_REPLIES_IN_AN_HOUR = 8
# Number of PBKDF2 rounds (also in pass.js). They take half a second on a phone, and trying all codes takes years.
SEALING = 600_000


def link_key(pair: Pair) -> str:
    """Return the secret part of a pair's private link. A new `link_secret` revokes it."""
    return _signed(pair, "link")


def confirmation_key(pair: Pair) -> str:
    """Return the key in the email that asks a pair to confirm its entry."""
    return Signer(salt="entry to confirm", sep="~").sign(pair.reference)


def reference_to_confirm(key: str) -> str:
    """Return the reference of the entry that this key confirms. Raises Http404 for a wrong key."""
    try:
        return Signer(salt="entry to confirm", sep="~").unsign(key)
    except BadSignature:
        raise Http404 from None


def calendar_key(pair: Pair) -> str:
    """Return the secret part of a pair's calendar link.

    It opens only the calendar, because calendar services see the link.
    """
    return _signed(pair, "calendar")


def _signed(pair: Pair, what: str) -> str:
    return Signer(salt=f"pair-{what} {pair.link_secret}", sep="~").sign(str(pair.pk))


def pair_for_link(key: str, made: Callable[[Pair], str] = link_key) -> Pair:
    """Return the pair for this key. Raises Http404 if there is none."""
    pair = pairs().filter(pk=whole_number(key.partition("~")[0]) or 0).first()
    if pair is None or not constant_time_compare(made(pair), key):
        raise Http404
    return pair


def pair_code(pair: Pair) -> str:
    """Return a pair's entry code, such as "4821 0937 7725". A new `link_secret` revokes it."""
    digits = _digits(pair.pk, pair.link_secret)
    return " ".join(digits[at : at + 4] for at in (0, 4, 8))


def pair_for_code(digits: str) -> Pair | None:
    """Return the pair with this entry code (twelve digits), or None."""
    links = Pair.objects.values_list("pk", "link_secret")
    matches = [pk for pk, secret in links if constant_time_compare(_digits(pk, secret), digits)]
    return pairs().get(pk=matches[0]) if len(matches) == 1 else None


def reply_code(pair: Pair) -> str:
    """Return the four digits with which a pair replies on its opponents' phone.

    The code does not sign in. A new `link_secret` or a change by the pair replaces it.
    """
    words = f"{pair.pk} {pair.link_secret} {pair.reply_code_changes}"
    mark = salted_hmac("reply-code", words, algorithm="sha256").digest()
    return f"{int.from_bytes(mark) % 10**4:04}"


def wrong_replies(pair: Pair) -> RateLimit:
    """Return the rate limit for this pair's wrong reply codes."""
    return RateLimit(
        Limit(f"reply code {pair.pk}", MOST_REPLIES_IN_TEN_MINUTES),
        Limit(f"reply code {pair.pk} in an hour", MOST_REPLIES_IN_AN_HOUR, AN_HOUR),
    )


def wrong_codes(request: HttpRequest) -> RateLimit:
    """Return the rate limit for wrong entry codes from this network and on the whole site.

    A device with a signed-in pair has its own limit.
    """
    if known := pairs_of(request, pairs()):
        return RateLimit(Limit(f"code from pair {known[0].pk}", MOST_CODES_IN_TEN_MINUTES))
    return RateLimit(
        Limit(f"code from {network(request)}", MOST_CODES_IN_TEN_MINUTES),
        Limit("code", MOST_CODES_OF_THE_SITE),
    )


def sealed(code: str, words: str) -> str:
    """Return a seal that binds an entry code to these words (PBKDF2, hexadecimal).

    A seal found on a phone cannot confirm any other words.
    """
    return hashlib.pbkdf2_hmac("sha256", code.replace(" ", "").encode(), words.encode(), SEALING).hex()


def _digits(pk: int, secret: str) -> str:
    mark = salted_hmac("pair-code", f"{pk} {secret}", algorithm="sha256").digest()
    return f"{int.from_bytes(mark) % 10**12:012}"


def _device_key(pair: Pair, mark: str) -> str:
    """Return the key for a device on which a pair is signed in. A new `link_secret` revokes it, as does signing out."""
    return Signer(salt=f"pair-device {pair.link_secret}", sep="~").sign(f"{pair.pk}-{mark}")


def _pair_of(key: str) -> str:
    return key.partition("-")[0]


def _mark_of(key: str) -> str:
    return key.partition("-")[2].rpartition("~")[0]


def remember(request: HttpRequest, response: HttpResponse, pair: Pair) -> None:
    """Sign the pair in on this device until its link is revoked. Do nothing if it is already signed in.

    A device can have only one pair in each competition, so that no pair sees another pair's pages. Any other pair is
    signed out.
    """
    if not is_signed_in(request, pair):
        replaced = replaced_pairs(request, pair)
        end_devices((other, mark) for other in replaced for mark in _marks(request, other))
        gone = {str(other.pk) for other in [pair, *replaced]}
        others = [key for key in _DEVICE.keys(request) if _pair_of(key) not in gone]
        _DEVICE.store(response, [*others, _device_key(pair, secrets.token_urlsafe(6))])


def replaced_pairs(request: HttpRequest, pair: Pair) -> list[Pair]:
    """Return the other pairs in the same competition that are signed in on this device."""
    return pairs_of(request, Pair.objects.filter(competition=pair.competition_id).exclude(pk=pair.pk))


def sign_out(request: HttpRequest, response: HttpResponse) -> None:
    """Sign out every pair on this device. A copy of its cookie also stops working."""
    end_devices((pair, mark) for pair in pairs_of(request, pairs()) for mark in _marks(request, pair))
    _DEVICE.store(response, [])
    clear_site_data(request, response)


def has_come(request: HttpRequest) -> bool:
    """Return True if any pair has ever signed in on this device, even if its link has been revoked."""
    return bool(_DEVICE.keys(request))


def is_signed_in(request: HttpRequest, pair: Pair) -> bool:
    """Return True if this pair is signed in on this device (one query, or none if the device never knew the pair)."""
    return bool(_marks(request, pair)) and bool(pairs_of(request, Pair.objects.filter(pk=pair.pk)))


def _marks(request: HttpRequest, pair: Pair) -> list[str]:
    """Return the marks in this device's keys for this pair, even if the pair has signed out."""
    keys = [key for key in _DEVICE.keys(request) if _pair_of(key) == str(pair.pk)]
    return [_mark_of(key) for key in keys if constant_time_compare(_device_key(pair, _mark_of(key)), key)]


def pairs_of(request: HttpRequest, among: QuerySet[Pair]) -> list[Pair]:
    """Return the pairs in `among` that are signed in on this device and have valid links (one query)."""
    keys = _DEVICE.keys(request)
    numbers = {number for key in keys if (number := whole_number(_pair_of(key)))}
    if not numbers:
        return []
    rows = among.filter(pk__in=numbers).exclude(signed_out_devices__mark__in=[*map(_mark_of, keys)])
    return [pair for pair in rows.select_related("competition__conditions") if _marks(request, pair)]
