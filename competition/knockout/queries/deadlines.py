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


def of_round(round: Round, without: Extension | None = None) -> Deadline:
    """By when the matches of a round are played that have no extension of their own."""
    return _with(Deadline(round.play_by, round.play_by), _standing(round, None, without))


def of_match(round: Round, position: int, without: Extension | None = None) -> Deadline:
    """By when this match of a round is played: a match never has less time than its round."""
    return _with(of_round(round), _standing(round, position, without))


def _standing(round: Round, position: int | None, without: Extension | None) -> Extension | None:
    rows = (row for row in not_revoked(round.extensions.all()) if (row.match and row.match.position) == position)
    return max((row for row in rows if row != without), key=lambda row: row.pk, default=None)


def _with(deadline: Deadline, extension: Extension | None) -> Deadline:
    if extension is None or extension.play_by is None or extension.play_by <= deadline.play_by:
        return deadline
    return Deadline(extension.play_by, deadline.published, extension)
