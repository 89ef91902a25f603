"""Ready messages: a text to copy, and for each player a way to send it."""

from collections.abc import Iterable
from dataclasses import dataclass
from urllib.parse import quote, urlencode

from competition.formats import words
from competition.models import Pair, Player
from competition.queries import Knockout, MatchState
from competition.rules.stages import Stage
from scoring.templatetags.bridge import day, moment


@dataclass(frozen=True, slots=True)
class Recipient:
    """A pair to be told: its players, and a mail to both of them with the text filled in, if it has an address."""

    pair: Pair
    players: list[Player]
    mail: str


def recipients(pairs: Iterable[Pair], subject: str, text: str) -> list[Recipient]:
    """These pairs, each with the mail that tells it."""
    return [Recipient(pair, list(pair.present), mail([pair], subject, text)) for pair in pairs]


def mail(pairs: Iterable[Pair], subject: str, text: str) -> str:
    """The address of a mail to all players of these pairs (RFC 6068); empty when nobody has an address.

    Several pairs do not read each other's addresses.
    """
    pairs = list(pairs)
    to = ",".join(player.email for pair in pairs for player in pair.present if player.email)
    hidden, shown = (to, "") if len(pairs) > 1 else ("", to)
    filled_in = {"bcc": hidden} if hidden else {}
    filled_in |= {"subject": subject, "body": text.replace("\n", "\r\n")}
    return f"mailto:{quote(shown, safe='@,')}?{urlencode(filled_in, quote_via=quote)}" if to else ""


def reminder(now: Knockout, state: MatchState, address: str) -> str:
    """What the two pairs of a match are to be reminded of, or how it was decided; `address` is its public page."""
    met = " v ".join(side.text for side in state.sides)
    return "\n".join(
        [f"{now.competition}, {state.round_name}, {state.code}: {met}", "", _what(now, state), "", address]
    )


def _what(now: Knockout, state: MatchState) -> str:
    last = state.last
    if state.outcome:
        return f"{words.sentence(state)} {words.standing(state)}"
    if state.meeting and state.meeting.plays_at and state.meeting.plays_at > now.now:
        return f"You play on {moment(state.meeting.plays_at)}. Please send in the result afterwards."
    if state.stage is Stage.SUBMITTED:
        until = f" until {moment(last.agrees_at)}" if last.agrees_at else ""
        return f"{words.sentence(state)} Please confirm or dispute the result{until}."
    if state.stage is Stage.DISPUTED:
        return words.sentence(state)
    late = "was due by" if state.overdue else "is to be played by"
    wish = "Please agree on a day and send in the result, or tell me what is in the way."
    return f"Your match {late} {day(state.play_by)}. {wish}"
