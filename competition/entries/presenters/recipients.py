"""Recipients of a message, with links that open an email or a text message."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from competition.entries.models.pair import Pair


@dataclass(frozen=True, slots=True)
class Recipient:
    """A pair that gets a message. `mail` is a mailto link, or "" if the pair has no address."""

    pair: Pair
    mail: str


def mail(pairs: Iterable[Pair], subject: str, text: str) -> str:
    """Return a mailto link for all players of these pairs (RFC 6068), or "" if there is no address.

    Several pairs are addressed by bcc, so that they do not see each other's addresses.
    """
    pairs = list(pairs)
    to = ",".join(player.email for pair in pairs for player in pair.present if player.email)
    hidden, shown = (to, "") if len(pairs) > 1 else ("", to)
    filled_in = {"bcc": hidden} if hidden else {}
    filled_in |= {"subject": subject, "body": text.replace("\n", "\r\n")}
    return f"mailto:{quote(shown, safe='@,')}?{urlencode(filled_in, quote_via=quote)}" if to else ""


def sms(phone: str, text: str) -> str:
    """Return a link that opens a text message to this number on a phone."""
    digits = "".join(sign for sign in phone if sign in "+0123456789")
    return f"sms:{digits}?&{urlencode({'body': text}, quote_via=quote)}"
