"""One match as its organiser sees it: the two pairs, the sheet, and all that was ever sent in or decided."""

from dataclasses import dataclass
from datetime import datetime

from django.contrib.auth.models import User

from competition.models import Competition, LogEntry, Outcome, Pair
from competition.models.match import Slot
from competition.queries.knockout import Knockout, knockout, stands
from competition.queries.states import MatchState
from competition.rules.outcome import Kind
from scoring import queries as sheets
from scoring.rules.sheet import Sheet
from scoring.rules.sides import Seat


@dataclass(frozen=True, slots=True)
class Chapter:
    """One outcome of the story: who said what, what the other pair answered, and whether it counts."""

    at: datetime
    who: str
    what: str
    reason: str
    answer: str
    counts: bool
    pairs: str


@dataclass
class Story:
    """A match with its whole history."""

    knockout: Knockout
    state: MatchState
    sheet: Sheet | None
    chapters: list[Chapter]
    log: list[LogEntry]

    @property
    def seats(self) -> dict[str, str]:
        """Who sits where, by the seat; empty before the sheet is opened."""
        meeting = self.state.meeting
        if meeting is None or meeting.sheet is None:
            return {}
        names = {player.pk: player.name for pair in self.state.pairs for player in pair.players.all()}
        holders = (meeting.north_id, meeting.east_id, meeting.south_id, meeting.west_id)
        return {seat.word: names[holder] for seat, holder in zip(Seat, holders, strict=True) if holder}


def running(competition: Competition) -> Knockout | None:
    """The competition's published draw as it stands, in six queries; None before publication."""
    draw = competition.draws.filter(published_at__isnull=False).first()
    if draw is None:
        return None
    draw.competition = competition
    return knockout(draw)


def story(now: Knockout, state: MatchState) -> Story:
    """A match of this draw with its history, in three more queries."""
    sheet = sheets.read(state.meeting.sheet) if state.meeting and state.meeting.sheet else None
    return Story(now, state, sheet, _chapters(now, state), _log(now, state.code))


def _log(now: Knockout, code: str) -> list[LogEntry]:
    lines = list(LogEntry.objects.filter(competition=now.competition, match=code).select_related("organiser"))
    pairs = _pairs(now)
    for line in lines:
        line.pair = pairs.get(line.pair_id)
    return lines


def name_of(organiser: User | None) -> str:
    """An organiser as the pages call them."""
    return (organiser.get_full_name() or organiser.get_username()) if organiser else ""


def _pairs(now: Knockout) -> dict[int | None, Pair]:
    return {pair.pk: pair for pair in now.pairs.values()}


def _chapters(now: Knockout, state: MatchState) -> list[Chapter]:
    rows = Outcome.objects.filter(
        meeting__match__round__draw=now.draw,
        meeting__match__round__number=state.round,
        meeting__match__position=state.position,
    )
    last = state.last.pk if state.last else None
    names = {pk: pair.name for pk, pair in _pairs(now).items()}
    return [
        _chapter(names, row, counts=row.pk == last and stands(row, now.now))
        for row in rows.select_related("meeting", "decided_by").order_by("at", "pk")
    ]


def _chapter(names: dict[int | None, str], row: Outcome, *, counts: bool) -> Chapter:
    return Chapter(
        at=row.at,
        who=names[row.by_id] if row.by_id else name_of(row.decided_by),
        what=_what(names, row),
        reason=row.reason,
        answer=_answer(names, row, counts=counts) if row.by_id else "",
        counts=counts,
        pairs=f"{names[row.meeting.first_id]} v {names[row.meeting.second_id]}",
    )


def _what(names: dict[int | None, str], row: Outcome) -> str:
    totals = f", {row.total_first:,} to {row.total_second:,}" if row.total_first is not None else ""
    if row.kind == Outcome.REOPENED:
        return "reopened the match"
    if row.by_id:
        return f"sent in the result{totals}{'' if row.from_sheet else ' (totals only)'}"
    if row.kind == Kind.DOUBLE_DEFAULT:
        return "settled it as a double default: neither pair goes on"
    winner = row.meeting.first_id if row.winner == Slot.FIRST else row.meeting.second_id
    return f"settled it as {row.kind}{totals}: {names[winner]} go on"


def _answer(names: dict[int | None, str], row: Outcome, *, counts: bool) -> str:
    meeting = row.meeting
    others = names[meeting.second_id if row.by_id == meeting.first_id else meeting.first_id]
    if row.answer == Outcome.Answer.TAKEN_BACK:
        return "They took it back."
    if row.answer:
        return f"{others} {row.answer} it." + (f" “{row.answer_reason}”" if row.answer_reason else "")
    if row.agrees_at == row.at:
        return "It was final as sent in."
    return f"{others} did not answer in time, so it stands." if counts else f"{others} have not answered."
