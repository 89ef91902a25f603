"""By when rounds and matches are played, with what the organiser added."""

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

    @property
    def is_own(self) -> bool:
        """Whether it is an extension of one match alone."""
        return self.extension is not None and self.extension.match_id is not None


class Deadlines:
    """By when a round and each of its matches are played; `without` looks away from one extension."""

    def __init__(self, round: Round, without: Extension | None = None) -> None:
        rows = not_revoked(round.extensions.all())
        # The last one of each counts.
        self._own = {row.match.position if row.match else None: row for row in rows if row != without}
        self._all = _with(Deadline(round.play_by, round.play_by), self._own.get(None))

    def of(self, position: int | None) -> Deadline:
        """By when the match at this position is played (None: the round), which never has less time than its round."""
        return _with(self._all, self._own.get(position))


def _with(deadline: Deadline, extension: Extension | None) -> Deadline:
    if extension is None or extension.play_by is None or extension.play_by <= deadline.play_by:
        return deadline
    return Deadline(extension.play_by, deadline.published, extension)
