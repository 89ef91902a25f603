"""Letters to pairs, and what is in them as a table for letters of one's own."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from django.utils.safestring import SafeString

from competition.entries.models.pair import Pair
from competition.entries.private_links import pair_code
from competition.knockout.queries.states import MatchState
from competition.pages.files import csv_table
from competition.pictures.qr_code import qr_code
from competition.post.formats.texts import Text
from scoring.templatetags.bridge import day

_COLUMNS = ("Pair", "Names", "Club", "Area")
_PLAYERS = [f"{what} {place}" for place in (1, 2) for what in ("Name", "Telephone", "Email")]
_OTHERS = [f"Opponent’s {what}" for what in _PLAYERS]
_MATCH = ("Code", "Link", "Round", "Match", "Play by")


class Letter(NamedTuple):
    """A letter to one pair: the match it plays next, if any, its private link, and what it is told."""

    pair: Pair
    match: MatchState | None
    link: str
    said: Text | None = None

    @property
    def code(self) -> str:
        """The digits that stand for the link."""
        return pair_code(self.pair)

    @property
    def qr_code(self) -> SafeString:
        """The link as a square."""
        return qr_code(self.link)

    @property
    def opponents(self) -> Pair | None:
        """The other pair of that match, once it is known."""
        return next((pair for pair in self.match.pairs if pair != self.pair), None) if self.match else None


def mail_merge(letters: Iterable[Letter]) -> str:
    """A row a pair: how to reach it, what opens its matches, and whom it meets by when."""
    return csv_table((*_COLUMNS, *_PLAYERS, *_MATCH, *_OTHERS), map(_row, letters))


def _row(one: Letter) -> list[object]:
    pair, match, others = one.pair, one.match, one.opponents
    when = [match.round_name, match.code, day(match.play_by)] if match else ["", "", ""]
    known = [pair.number, pair.name, pair.club, pair.area, *_people(pair)]
    return [*known, one.code, one.link, *when, *(_people(others) if others else ())]


def _people(pair: Pair) -> Iterator[str]:
    for player in pair.present:
        yield from (player.display_name, player.phone, player.email)
