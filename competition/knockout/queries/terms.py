"""Under what and by when a round is played, with what the organiser changed; and which days are proposed for it."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from competition.contest.models import Competition
from competition.knockout.models.draw import Extension, Round, RoundConditions
from competition.log.rules import not_revoked
from competition.lots.models import PUBLISHED, Draw
from competition.lots.rules.rehearsal import play_by_dates
from scoring.models import ConditionsOfPlay
from scoring.rules.conditions import Conditions
from scoring.rules.words import corrected

_A_SEASON = timedelta(weeks=52)


@dataclass(frozen=True, slots=True)
class RoundTerms:
    """The conditions a round is played under, those that were published, and every correction between the two.

    `correction` is the one that stands, None where there is none.
    """

    conditions: Conditions
    published: Conditions
    rows: Sequence[RoundConditions] = ()
    correction: RoundConditions | None = None

    @property
    def change(self) -> str:
        """What of them is other than was published; empty where nothing is."""
        return corrected(self.conditions, self.published)

    @classmethod
    def of(cls, round: Round, published: ConditionsOfPlay) -> "RoundTerms":
        """Those of this round, where these were published."""
        usual, rows = published.rules(), tuple(round.conditions.all())
        stand = not_revoked(rows)
        if not stand:
            return cls(usual, usual, rows)
        return cls(stand[-1].rules(), usual, rows, stand[-1])


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
    """By when a round and each of its matches are played."""

    def __init__(self, round: Round) -> None:
        self._rows: dict[int | None, list[Extension]] = defaultdict(list)
        for row in not_revoked(round.extensions.all()):
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


def usual_dates(competition: Competition, rounds: int, starts: date) -> Sequence[date]:
    """Those of the last season of the same name and region, moved by whole weeks; six weeks a round where none fits."""
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
