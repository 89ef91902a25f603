"""All that was ever sent in or decided in one match, as its organiser reads it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from competition.decisions.formats.decisions import decisions
from competition.knockout.formats import words
from competition.knockout.models.meeting import Outcome
from competition.knockout.queries.encounters import stands
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.stages import Answer
from scoring.templatetags.bridge import moment, points


@dataclass(frozen=True, slots=True)
class Chapter:
    """One thing sent in or decided: by whom, the other pair's answer, and whether it is what counts now."""

    at: datetime
    who: str
    what: str
    reason: str
    answer: str
    counts: bool
    note: str = ""


def history(snapshot: Snapshot, state: MatchState, outcomes: Sequence[Outcome]) -> list[Chapter]:
    """The outcomes of a match told one after the other, also those of pairs who no longer meet in it.

    What was decided beside, and bears on it, is told among them: more time, withdrawals of its pairs.
    """
    names = {pair.pk: pair.name for pair in snapshot.everybody.values()}
    last = state.last.pk if state.last else None
    told = [_chapter(names, row, counts=row.pk == last and stands(row, snapshot.now)) for row in outcomes]
    return sorted([*told, *_beside(snapshot, state.code)], key=lambda chapter: chapter.at)


def _beside(snapshot: Snapshot, code: str) -> Iterator[Chapter]:
    for one in decisions(snapshot):
        if code in one.matches:
            row, counts = one.row, code in one.counts
            yield Chapter(row.at, "The organiser", one.text, row.reason, "", counts, row.note)


def _chapter(names: Mapping[int, str], row: Outcome, *, counts: bool) -> Chapter:
    if row.decided_by is not None:
        who = row.decided_by.get_full_name() or row.decided_by.get_username()
        said = words.decision(row.meeting, row, dict(names))
        return Chapter(row.at, who, said, row.reason, "", counts, row.note)
    who = names[row.by_id] if row.by_id else ""
    if not row.asks_for_answer:
        return Chapter(row.at, who, words.decision(row.meeting, row, dict(names)), row.reason, "", counts)
    return Chapter(row.at, who, _sent(names, row), "", _answer(names, row, counts=counts), counts)


def _sent(names: Mapping[int, str], row: Outcome) -> str:
    totals = f"{names[row.meeting.upper_id]} {points(row.total_upper)}, "
    totals += f"{names[row.meeting.lower_id]} {points(row.total_lower)}"
    return f"Sent in: {totals}{'' if row.from_sheet else ' (totals only)'}."


def _answer(names: Mapping[int, str], row: Outcome, *, counts: bool) -> str:
    meeting = row.meeting
    others = names[meeting.lower_id if row.by_id == meeting.upper_id else meeting.upper_id]
    if row.answer == Answer.TAKEN_BACK:
        return "Taken back."
    if row.answer:
        return f"{others} {row.answer} it." + (f" “{row.answer_reason}”" if row.answer_reason else "")
    if row.interrupted_at:
        since = f"since {moment(row.interrupted_at)}, when the match ceased to be open, silence no longer agrees"
        return f"{others} have not answered; {since}."
    if row.agrees_at == row.at:
        return "Final as sent in."
    if counts:
        return f"{others} did not object in time, so it stands."
    told = f"were told {row.get_told_by_display()} on {moment(row.told_at)}" if row.told_at else "have not been told"
    return f"{others} {told}, and have not answered."
