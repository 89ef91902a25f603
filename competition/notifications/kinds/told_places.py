"""The places that pairs have in a draw, and the places that they were last told."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import NamedTuple

from competition.draw.queries.draw import PublishedDraw
from competition.notifications.models import Email, Told, Topic

# Kinds of message that tell a pair its place in the draw.
OF_A_PLACE = (Topic.DRAW, Topic.ROUND, Topic.CHANGED)
OUT, WITHDRAWN = "out", "withdrawn"


class PairPlace(NamedTuple):
    """A pair's place: the code of its match and the numbers of both pairs, with None for unknown opponents.

    A pair that waits for the draw of a round has the code of this round, such as "R3". A pair that is no longer in the
    draw has the code "out" or "withdrawn".
    """

    code: str
    pair: int
    others: int | None = None

    @property
    def is_of_a_match(self) -> bool:
        """True if the pair has a match to play."""
        return "-" in self.code

    @property
    def waits(self) -> bool:
        """True if the pair waits for the draw of a round."""
        return self.is_in_draw and not self.is_of_a_match

    @property
    def is_in_draw(self) -> bool:
        """True if the pair has a match to play, or waits for the draw of one."""
        return self.code not in (OUT, WITHDRAWN)

    @property
    def round(self) -> int:
        """The number of the round that the pair plays in or waits for. Raises ValueError if it is in neither."""
        return int(self.code[1:].split("-")[0])

    @property
    def last_drawn(self) -> int:
        """The number of the last round in which the pair knows its match or its bye."""
        return self.round - self.waits

    @property
    def has_withdrawn(self) -> bool:
        """True if the pair withdrew."""
        return self.code == WITHDRAWN

    def __str__(self) -> str:
        return f"{self.code} {self.pair}-{self.others or '?'}"

    @classmethod
    def read(cls, text: str) -> "PairPlace | None":
        """Return the place from the `about` of a message, or None if there is none."""
        try:
            code, pairs = text.split()[1:3]
            pair, others = pairs.split("-")
            return cls(code, int(pair), None if others == "?" else int(others))
        except ValueError:
            return None


@dataclass(frozen=True, slots=True)
class ToldPlace:
    """The place that a pair was last told, with the kind, key and time of that message.

    `times` has the number of messages about each place, because a pair may return to a place.
    """

    place: PairPlace
    topic: Topic
    about: str
    at: datetime
    times: Counter[PairPlace]


def waiting(pair: int, played: int) -> PairPlace:
    """Return the place of a pair that waits for the draw of the round after this one."""
    return PairPlace(f"R{played + 1}", pair)


def told_places(draw: PublishedDraw, emails: Iterable[Email], by_hand: Iterable[Told]) -> dict[int, ToldPlace]:
    """Return the place that each pair was last told, by the pair's primary key (no query)."""
    pairs = {player.pk: pair.pk for pair in draw.everybody.values() for player in pair.given("players")}
    told: list[tuple[Email | Told, int | None, datetime | None]] = [
        *((row, pairs.get(row.player_id or 0), row.sent_at) for row in emails),
        *((row, row.pair_id, row.at) for row in by_hand),
    ]
    theirs: dict[int, dict[tuple[str, str], tuple[datetime, PairPlace]]] = {}
    for row, pair, at in told:
        place = PairPlace.read(row.about) if row.topic in OF_A_PLACE and _is_of_draw(draw, row.about) else None
        if place and pair and at:
            keys = theirs.setdefault(pair, {})
            # Each player in the pair may have received an email.
            keys[row.topic, row.about] = max(keys.get((row.topic, row.about), (at, place)), (at, place))
    return {pair: _latest(keys) for pair, keys in theirs.items()}


def _latest(keys: Mapping[tuple[str, str], tuple[datetime, PairPlace]]) -> ToldPlace:
    topic, about = max(keys, key=lambda key: keys[key][0])
    at, place = keys[topic, about]
    return ToldPlace(place, Topic(topic), about, at, Counter(place for _, place in keys.values()))


def is_asked_for(draw: PublishedDraw, emails: Iterable[Email]) -> bool:
    """Return True if the organiser has requested the emails about this draw, so that later ones need no button."""
    return any(row.topic == Topic.DRAW and _is_of_draw(draw, row.about) for row in emails)


def _is_of_draw(draw: PublishedDraw, about: str) -> bool:
    return about.split(" ", 1)[0] == str(draw.row.pk)
