"""For each pair that is to be told something, a way to send it."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from competition.entries.models.application import Application
from competition.entries.models.pair import Pair


@dataclass(frozen=True, slots=True)
class Recipient:
    """A pair to be told, and a mail to both its players with the text filled in, if it has an address."""

    pair: Pair
    mail: str


def recipients(pairs: Iterable[Pair], subject: str, text: str) -> list[Recipient]:
    """These pairs, each with the mail that tells it."""
    return [Recipient(pair, mail([pair], subject, text)) for pair in pairs]


def mail(pairs: Iterable[Pair | Application], subject: str, text: str) -> str:
    """The address of a mail to all players of these pairs (RFC 6068); empty when nobody has an address.

    Several pairs do not read each other's addresses.
    """
    pairs = list(pairs)
    to = ",".join(player.email for pair in pairs for player in pair.present if player.email)
    hidden, shown = (to, "") if len(pairs) > 1 else ("", to)
    filled_in = {"bcc": hidden} if hidden else {}
    filled_in |= {"subject": subject, "body": text.replace("\n", "\r\n")}
    return f"mailto:{quote(shown, safe='@,')}?{urlencode(filled_in, quote_via=quote)}" if to else ""


def sms(phone: str, text: str) -> str:
    """The address that opens a telephone's messages to this number with the text."""
    digits = "".join(sign for sign in phone if sign in "+0123456789")
    return f"sms:{digits}?&{urlencode({'body': text}, quote_via=quote)}"
