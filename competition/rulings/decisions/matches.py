"""Decisions about one match or several ticked matches, including undoing the last ruling of a match."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse

from competition.audit.events import Event
from competition.contest.models import Competition
from competition.draw.access import draw_of, match_of
from competition.draw.actions.meetings import another_meeting, meeting_of
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Match
from competition.draw.presenters import words
from competition.draw.presenters.match_line import match_line
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.results import next_entry
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import KeepProgress
from competition.rulings.actions import interrupt_here
from competition.rulings.decisions.decision import Decision, Page, Undoing
from competition.rulings.forms.decisions import PublicReasonForm
from competition.rulings.presenters.consequences import (
    UNDONE,
    KeptProgress,
    News,
    heading,
    kept_progress,
    subject,
    with_days,
)
from competition.rulings.queries import DecisionPreview, before, seen_in
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day

Where = int | str
"""The number of a round, or the code of a match."""


class Ticked(Decision):
    """A decision about the matches or the round in a URL. `about` has match codes or one round number."""

    about: Sequence[Where]

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        draw = draw_of(competition)
        codes = [code for code in dict.fromkeys(request.GET.getlist("match")) if code in draw.matches]
        rounds = [round.number for round in draw.rounds if str(round.number) == request.GET.get("round")]
        if codes or rounds:
            return cls(competition, draw, [*codes] or [*rounds])
        return render(request, "competition/rulings/none_ticked.html", {"competition": competition})

    @property
    def codes(self) -> list[str]:
        """The match codes in `about`."""
        return [where for where in self.about if isinstance(where, str)]

    def names(self) -> str:
        """Return the names of one or two matches or rounds. If there are more, return their number."""
        if len(self.about) > 2:
            return quantity(len(self.about), *(("match", "matches") if self.codes else ("round", "rounds")))
        return " and ".join(named(self.draw, where) for where in self.about)

    def lead(self) -> str:
        """Return the round, and the pairs in one or two matches: "Round 1: Ann Lee & Bo Ray v Cy Dee & Di Eve"."""
        if len(self.about) > 2 or not self.codes:
            return self.names()
        return ". ".join(subject(self.draw.matches[code]) for code in self.codes)

    def back(self) -> str:
        """Return the URL of the match, or of all matches."""
        return self.desk("match", *self.codes) if len(self.codes) == len(self.about) == 1 else self.desk("matches")


class Scheduled(Ticked):
    """A decision about the days of matches or of a round. It does not change any opponents."""

    changes_draw = False

    def changes(self, ahead: DecisionPreview) -> list[tuple[str, News]]:
        return [("", with_days(self.draw, self.draw.with_rows(self.rows())))]

    def text_for_pairs(self, form: PublicReasonForm) -> str:
        return form.reason_line.strip()

    def place(self, where: Where) -> dict[str, Any]:
        """Return the columns of an unsaved row for a match or a round."""
        round = self.draw.rows.rounds[round_number(self.draw, where) - 1]
        position = None if isinstance(where, int) else self.draw.matches[where].position
        return {"round": round, "match": Match(round=round, position=position) if position else None}

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        for row in rows:
            row.match = row.match and Match.objects.get(round=row.round, position=row.match.position)
        super().write(rows, why)


class OfMatch(Decision):
    """A decision about the result of one match. `about` is the match code."""

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        draw, state = match_of(competition, where["code"])
        return cls(competition, draw, state.code)

    @property
    def state(self) -> PublishedMatch:
        """The current state of the match."""
        return self.draw.matches[self.about]

    def seen(self) -> Sequence[object]:
        return [seen_in(self.state)]

    def subject(self) -> str:
        return f", {subject(self.state)}"

    def concerns(self) -> Iterable[int]:
        return self.state.numbers

    def address(self) -> str:
        return reverse("public:match", args=[self.competition.slug, self.about])

    def standing(self) -> KeptProgress | None:
        """Return the option to keep the later rounds, or None if the same pair still goes through."""
        return None

    def if_progress_kept(self, winner: int | None) -> KeptProgress:
        """Return the option to keep the later rounds although this pair has won."""
        keep_progress = type(self)(
            self.competition, self.draw, self.about, replace(self.content, keep_progress=KeepProgress.RULED)
        )
        return kept_progress(self.draw, self.state, winner, keep_progress.preview().fingerprint)

    def extras(self, ahead: DecisionPreview) -> dict[str, Any]:
        title = heading(self.draw, self.about, ahead.consequences) if len(ahead.cases) == 1 else ""
        return {"heading": title, "standing": self.standing()}


class Undo(Undoing, OfMatch):
    """Decision to undo the last ruling or typed-in result in a match."""

    event = Event.RULING_UNDONE
    undone_by = UNDONE
    nothing = "There is no ruling to undo. The latest result came from a pair."
    superseded = "Something has changed since you opened this page. Check again what this would change."

    def page(self) -> Page:
        title = "Undo the typed-in result" if self._is_typed_in() else "Undo the ruling"
        lead = f"{subject(self.state)}. {words.standing(self.state)}"
        return Page(title, lead, self.desk("match", self.about))

    def sentence(self) -> str:
        return "The typed-in result is undone." if self._is_typed_in() else "The ruling is undone."

    def _is_typed_in(self) -> bool:
        return bool(self.state.last and self.state.last.source)

    def all_rows(self) -> Iterable[ResultEntry]:
        meetings = (meeting for meeting in self.draw.meetings if meeting.match.code == self.about)
        return (row for meeting in meetings for row in meeting.given("result_entries"))

    def standing_row(self) -> ResultEntry | None:
        last = self.state.last
        return last if last and last.may_be_undone else None

    def facts(self, row: ResultEntry) -> dict[str, Any]:
        return {"meeting": row.meeting, "kind": ResultEntry.UNDONE}

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        for row in rows:
            row.number = next_entry(row.meeting)
        super().write(rows, why)

    def line(self, row: ResultEntry, reason: str) -> dict[str, Any]:
        ruling = cast(ResultEntry, row.undoes)
        what = f"ruling of {day(ruling.at)}" if ruling.is_by_organiser else "typed-in result"
        return line(self.state, f"Undid the {what} ({ruling.kind}): {reason}")


def put_last(draw: PublishedDraw, rows: Iterable[ResultEntry]) -> None:
    """Make each unsaved ruling the latest entry of its match."""
    for row in rows:
        state = draw.matches[row.meeting.match.code]
        interrupt_here(state)
        row.meeting = meeting_of(state, draw.row.pk)
        row.number = next_entry(row.meeting)
        row.begins = another_meeting(row.meeting) if row.kind == ResultEntry.REPLAY else None


def line(state: PublishedMatch, text: str) -> dict[str, Any]:
    """Return the log entry about a match, including its earlier result."""
    return {"text": text, "match": state.code, "before": before(state)}


def matches(draw: PublishedDraw, where: Where) -> Sequence[PublishedMatch]:
    """Return only this match, or all matches of this round."""
    return [draw.matches[where]] if isinstance(where, str) else draw.rounds[where - 1].matches


def round_number(draw: PublishedDraw, where: Where) -> int:
    """Return the number of this round, or of the round of this match."""
    return where if isinstance(where, int) else draw.matches[where].round


def named(draw: PublishedDraw, where: Where) -> str:
    """Return the name of this round, or the pairs of this match: "Ann Lee & Bo Ray v Cy Dee & Di Eve"."""
    return match_line(draw.matches[where]).title if isinstance(where, str) else draw.rounds[where - 1].name
