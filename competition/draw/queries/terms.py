"""Queries for the conditions and play-by dates of rounds, and for the proposed dates."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.draw.models.draw import PUBLISHED, Draw
from competition.draw.models.rounds import Extension, Round, RoundConditions
from competition.draw.rules.rehearsal import play_by_dates
from scoring.models import ConditionsOfPlay
from scoring.rules.conditions import ScoringConditions
from scoring.rules.words import corrected

_A_SEASON = timedelta(weeks=52)


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """The conditions of one round: the current and the published conditions, and the rows that correct them.

    `correction` is the correction in force, or None.
    """

    conditions: ScoringConditions
    published: ScoringConditions
    rows: Sequence[RoundConditions] = ()
    correction: RoundConditions | None = None

    @property
    def change(self) -> str:
        """The difference between the current and the published conditions in words, or "" without a difference."""
        return corrected(self.conditions, self.published)

    @classmethod
    def of(cls, round: Round, published: ConditionsOfPlay) -> "RoundTerms":
        """Return the terms of this round."""
        usual, rows = published.rules(), tuple(round.conditions.all())
        stand = not_revoked(rows)
        if not stand:
            return cls(usual, usual, rows)
        return cls(stand[-1].rules(), usual, rows, stand[-1])


@dataclass(frozen=True, slots=True)
class Deadline:
    """A play-by date, with the published date and the extension in force. `extension` is None without an extension."""

    play_by: date
    published: date
    extension: Extension | None = None
    # True if the new play-by date is earlier than the previous date.
    is_earlier: bool = False

    @property
    def is_own(self) -> bool:
        """True if the extension is for a single match."""
        return self.extension is not None and self.extension.match_id is not None


class Deadlines:
    """The play-by dates of a round and its matches."""

    def __init__(self, round: Round) -> None:
        self._rows: dict[int | None, list[Extension]] = defaultdict(list)
        for row in not_revoked(round.extensions.all()):
            self._rows[row.match.position if row.match else None].append(row)
        self._all = Deadline(round.play_by, round.play_by)
        # The last change of a round counts, even if its date is earlier.
        for row in self._rows.pop(None, ()):
            self._all = _changed(self._all, row)

    def of(self, position: int | None) -> Deadline:
        """Return the deadline of the match at this position, or of the round for None.

        A match is never due before its round.
        """
        own = self._rows.get(position, ())
        deadline = _changed(self._all, own[-1]) if own else self._all
        return deadline if deadline.play_by > self._all.play_by else self._all


def _changed(before: Deadline, row: Extension) -> Deadline:
    play_by = row.play_by or before.play_by
    return Deadline(play_by, before.published, row, is_earlier=play_by < before.play_by)


def usual_dates(competition: Competition, rounds: int, starts: date) -> Sequence[date]:
    """Return the proposed play-by dates.

    They are the dates of the last season with the same name and region, moved by 52 weeks for each year. If those
    dates do not fit, each round gets six weeks.
    """
    theirs = competition.owner_id and {"owner": competition.owner_id, "season__lt": competition.season}
    same = {"name__iexact": competition.name, "region__iexact": competition.region}
    before = Competition.objects.filter(**same, **theirs).order_by("-season", "-pk") if theirs else ()
    for season in before[:1]:
        draw = Draw.objects.filter(PUBLISHED, competition=season)
        later = (competition.season - season.season) * _A_SEASON
        days = [row.play_by + later for row in Round.objects.filter(draw__in=draw)]
        if len(days) == rounds and days[0] > starts:
            return days
    return play_by_dates(starts, rounds)
