"""Presenters for a competition's log and for a match's history."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from operator import attrgetter
from typing import NamedTuple

from django.utils import timezone

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.contest.rules.imports import as_the_file_says
from competition.draw.models.result_entry import ResultEntry
from competition.draw.presenters import words
from competition.draw.presenters.words import short_names
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.rows import stands
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.layout import in_words
from competition.draw.rules.result import Answer, Stage
from competition.entries.models import together
from competition.rulings.presenters.records import IN_THE_DRAW, decisions
from scoring.rules.words import listed
from scoring.templatetags.bridge import day, moment

# The numbers of the pairs that were told. Names are easier for the reader.
_TOLD = re.compile(r"(?<=: )pair (\d+(?:, \d+)*)(?=\. )")
# The fingerprint of an entry list at the end of a sentence. The draw page also shows it.
_FINGERPRINT = re.compile(r": [0-9a-f]{64}(?=\.)")


class LogLine(NamedTuple):
    """One logged action. `before` and `after` are empty if the text contains everything.

    `is_from_file` is True if the action was imported, so this site did not witness it.
    """

    at: datetime
    who: str
    match: str
    text: str
    before: str
    after: str
    is_from_file: bool

    @property
    def day(self) -> str:
        """The day of the action, such as "Sat 30 May 2026"."""
        return day(self.at)


def log_lines(lines: Iterable[LogEntry], draw: PublishedDraw | None) -> list[LogLine]:
    """Return these log entries as text, newest first. Each pair has the name that it had at the time.

    Actions by a pair in a match within one minute share a line. So do messages that an organiser gave to several
    pairs.
    """
    groups = [list(group) for _, group in groupby(lines, key=_deed)]
    return [_join([_log_line(line, draw) for line in group]) for group in groups]


def _deed(line: LogEntry) -> tuple[object, ...]:
    """Return the key shared by entries on one line. Any other entry has its own line."""
    if line.event != Event.PAIRS_TOLD and not (line.pair_id and line.match and not line.detail):
        return (line.pk,)
    return line.at.replace(second=0, microsecond=0), line.pair_id, _organiser(line), line.match, line.is_from_file


def _log_line(line: LogEntry, draw: PublishedDraw | None) -> LogLine:
    return LogLine(
        line.at,
        as_the_file_says(_author(line)) if line.is_from_file else _author(line),
        _match(line, draw),
        _with_names(line.text, draw) if draw and line.event == Event.PAIRS_TOLD else line.text,
        _previous_value(line),
        line.detail.get("after", ""),
        line.is_from_file,
    )


def _join(lines: list[LogLine]) -> LogLine:
    """Return entries, newest first, as one line with their texts in order."""
    return lines[0]._replace(text="\n".join(line.text for line in reversed(lines)))


def _with_names(text: str, draw: PublishedDraw) -> str:
    """Return a text about told pairs with their short names instead of their numbers."""

    def names(found: re.Match[str]) -> str:
        numbers = map(int, found[1].split(", "))
        return listed(draw.forms[number].short if number in draw.forms else f"pair {number}" for number in numbers)

    return _TOLD.sub(names, text, count=1)


def _match(line: LogEntry, draw: PublishedDraw | None) -> str:
    if draw and (match := draw.matches.get(line.match)):
        if not match.has_two_pairs:
            return words.capital(match.label)
        return f"{match.round_name}: {' v '.join(draw.forms[number].short for number in match.numbers)}"
    return words.capital(in_words(line.match)) if line.match else ""


def _author(line: LogEntry) -> str:
    if organiser := _organiser(line):
        return organiser
    if line.pair:
        return together(line.pair.at(line.at))
    if line.pair_id:
        return "A pair removed since"
    return "A new entry" if line.event == Event.APPLIED else "The site"


def _organiser(line: LogEntry) -> str:
    """Return the organiser of a log entry, or only a name if the entry was imported. "" if there is none."""
    if line.organiser:
        return line.organiser.get_full_name() or line.organiser.get_username()
    return line.author_in_file or ""


def _previous_value(line: LogEntry) -> str:
    """Return the previous value as text. A ruling stores the match's previous result in parts."""
    stood = line.detail.get("before", "")
    if isinstance(stood, str):
        return stood
    if "stage" in stood:
        return "" if stood["stage"] == Stage.READY else stood["stage"]
    margin = f" by {stood['margin']:,}" if stood.get("margin") else ""
    totals = " {:,} to {:,}".format(*stood["totals"]) if stood["totals"] else margin
    winner = f", pair {stood['winner']} went through" if stood["winner"] else ""
    return f"{stood['kind']}{totals}{winner}"


class RecentAction(NamedTuple):
    """One recent action, with its time relative to today."""

    when: str
    what: str


def news(lines: Iterable[LogEntry], draw: PublishedDraw | None, now: datetime) -> list[RecentAction]:
    """Return these log entries as sentences."""
    names = short_names(draw) if draw else {}
    said = [(line, _sentence(line, names, draw)) for line in lines]
    return [
        RecentAction(when(line.at, now), as_the_file_says(text) if line.is_from_file else text) for line, text in said
    ]


def _sentence(line: LogEntry, names: dict[int, str], draw: PublishedDraw | None) -> str:
    if Event(line.event).is_sentence:
        return _FINGERPRINT.sub("", line.text)
    match = draw.matches.get(line.match) if draw else None
    if line.event == Event.SHEET_OPENED and match and match.has_two_pairs:
        return f"{' and '.join(names[pair.pk] for pair in match.pairs)} started a score sheet."
    if line.event == Event.RESULT_DISPUTED:
        return f"{names.get(line.pair_id or 0, 'A pair')} disputed the result."
    who = _organiser(line) or (names.get(line.pair_id, "A pair") if line.pair_id else "The site")
    return f"{who} {line.text[:1].lower()}{_FINGERPRINT.sub('', line.text[1:])}"


def when(at: datetime, now: datetime) -> str:
    """Return a short time, such as "Today, 11:58", "Sat, 21:40" or "2 Nov, 9:05"."""
    local = timezone.localtime(at)
    days = (timezone.localdate(now) - local.date()).days
    day = f"{local.day} {local:%b}" if days > 6 else f"{local:%a}" if days else "Today"
    return f"{day}, {local.hour}:{local:%M}"


@dataclass(frozen=True, slots=True)
class ResultChapter:
    """One report or decision in a match, with its author and any reply. `counts` is True if it currently counts."""

    at: datetime
    who: str
    what: str
    reason: str
    answer: str
    counts: bool
    note: str = ""


def history(draw: PublishedDraw, state: PublishedMatch, entries: Sequence[ResultEntry]) -> list[ResultChapter]:
    """Return the reports and decisions in a match in chronological order, including actions by replaced pairs.

    Include extensions and withdrawals that affect the match.
    """
    names = {pair.pk: pair.name for pair in draw.everybody.values()}
    last = state.last.pk if state.last else None
    chapters = [_chapter(names, row, counts=row.pk == last and stands(row, draw.now)) for row in entries]
    chapters += [
        ResultChapter(row.at, row.who, row.text, row.reason, "", state.code in row.counts, row.note)
        for row in decisions(draw, IN_THE_DRAW)
        if state.code in row.matches
    ]
    return sorted(chapters, key=attrgetter("at"))


def _chapter(names: Mapping[int, str], row: ResultEntry, *, counts: bool) -> ResultChapter:
    chapter = _chapter_here(names, row, counts=counts)
    return replace(chapter, who=as_the_file_says(chapter.who)) if row.author_in_file is not None else chapter


def _chapter_here(names: Mapping[int, str], row: ResultEntry, *, counts: bool) -> ResultChapter:
    if row.is_by_organiser:
        account = row.decided_by
        who = account.get_full_name() or account.get_username() if account else row.author_in_file or ""
        what = words.decision(row.meeting, row, dict(names))
        return ResultChapter(row.at, who, what, row.reason, "", counts, row.note)
    who = names[row.by_id] if row.by_id else ""
    if not row.asks_for_answer:
        return ResultChapter(row.at, who, words.decision(row.meeting, row, dict(names)), row.reason, "", counts)
    what = f"Reported: {_score(names, row)}."
    return ResultChapter(row.at, who, what, "", _answer(names, row, counts=counts), counts)


def _score(names: Mapping[int, str], row: ResultEntry) -> str:
    met = row.meeting.upper_id, row.meeting.lower_id
    score = row.result("", met).by_pair(*(names[pair] for pair in met))
    return score if row.from_sheet or row.totals is None else f"{score} (totals only)"


def _answer(names: Mapping[int, str], row: ResultEntry, *, counts: bool) -> str:
    meeting = row.meeting
    others = names[meeting.lower_id if row.by_id == meeting.upper_id else meeting.upper_id]
    if row.answer == Answer.TAKEN_BACK:
        return f"{names[row.by_id or 0]} undid it."
    if row.answer:
        return f"{others} {row.answer} it." + (f" “{row.answer_reason}”" if row.answer_reason else "")
    if row.interrupted_at:
        closed = (
            f"The match closed on {moment(row.interrupted_at)}, so this result does not become final automatically."
        )
        return f"{others} have not replied. {closed}"
    if row.reply_deadline == row.at:
        return "Final at once."
    if counts:
        return f"{others} did not reply in time, so the result is final."
    if not row.notified_at:
        return f"{others} have not been told yet."
    return f"{others} were told {row.notice.get_channel_display()} on {moment(row.notified_at)}, and have not replied."
