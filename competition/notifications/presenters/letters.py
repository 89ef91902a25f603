"""Presenters for letters to pairs, and for their data as a table for mail merge."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.safestring import SafeString

from competition.entries.models.pair import Pair
from competition.entries.private_links import pair_code
from competition.graphics.svg import qr_code
from competition.knockout.queries.states import MatchState
from competition.notifications.kinds.message import Text
from competition.web.files import csv_table
from scoring.templatetags.bridge import day

_COLUMNS = ("Pair", "Names", "Club", "Area")
_PLAYERS = [f"{what} {place}" for place in (1, 2) for what in ("Name", "Phone", "Email")]
_OTHERS = [f"Opponent’s {what}" for what in _PLAYERS]
_MATCH = ("Code", "Link", "Round", "Match", "Play by")


class Letter(NamedTuple):
    """A letter to one pair with its next match, its private link and its message. Match and message are optional."""

    pair: Pair
    match: MatchState | None
    link: str
    said: Text | None = None

    @property
    def code(self) -> str:
        """The entry code of the pair."""
        return pair_code(self.pair)

    @property
    def qr_code(self) -> SafeString:
        """The link as a QR code."""
        return qr_code(self.link)

    @property
    def opponents(self) -> Pair | None:
        """The opponents in that match, or None if they are not yet known."""
        return next((pair for pair in self.match.pairs if pair != self.pair), None) if self.match else None


def mail_merge(letters: Iterable[Letter]) -> str:
    """Return a CSV table with a row for each pair: contact details, link and code, opponents and play-by date."""
    return csv_table((*_COLUMNS, *_PLAYERS, *_MATCH, *_OTHERS), map(_make_row, letters))


def _make_row(one: Letter) -> list[object]:
    pair, match, others = one.pair, one.match, one.opponents
    when = [match.round_name, match.code, day(match.play_by)] if match else ["", "", ""]
    known = [pair.number, pair.name, pair.club, pair.area, *_list_people(pair)]
    return [*known, one.code, one.link, *when, *(_list_people(others) if others else ())]


def _list_people(pair: Pair) -> Iterator[str]:
    for player in pair.present:
        yield from (player.display_name, player.phone, player.email)
