"""By when rounds and matches are played, with what the organiser changed."""

from collections import defaultdict
from dataclasses import dataclass
from datetime import date

from competition.knockout.models.draw import Round
from competition.knockout.models.extension import Extension
from competition.log.rules import not_revoked


@dataclass(frozen=True, slots=True)
class Deadline:
    """The last day to play, the day as it was published, and the extension between the two; None without any."""

    play_by: date
    published: date
    extension: Extension | None = None
    # Whether the day that stood before was a later one.
    is_earlier: bool = False

    @property
    def is_own(self) -> bool:
        """Whether it is an extension of one match alone."""
        return self.extension is not None and self.extension.match_id is not None


class Deadlines:
    """By when a round and each of its matches are played; `without` looks away from one extension."""

    def __init__(self, round: Round, without: Extension | None = None) -> None:
        self._rows: dict[int | None, list[Extension]] = defaultdict(list)
        for row in not_revoked(round.extensions.all()):
            if row != without:
                self._rows[row.match.position if row.match else None].append(row)
        self._all = Deadline(round.play_by, round.play_by)
        # Of a round the last one counts, be its day earlier or later.
        for row in self._rows.pop(None, ()):
            self._all = _changed(self._all, row)

    def of(self, position: int | None) -> Deadline:
        """By when the match at this position is played (None: the round), which never has less time than its round."""
        own = self._rows.get(position, ())
        deadline = _changed(self._all, own[-1]) if own else self._all
        return deadline if deadline.play_by > self._all.play_by else self._all


def _changed(before: Deadline, row: Extension) -> Deadline:
    play_by = row.play_by or before.play_by
    return Deadline(play_by, before.published, row, is_earlier=play_by < before.play_by)
