"""Decisions about the results of matches: rule, undo a ruling, confirm what was sent in."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, cast

from django.db.models import Model
from django.http import HttpRequest, QueryDict
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Competition
from competition.knockout.actions.meetings import another_meeting, meeting_in, meeting_of, next_outcome
from competition.knockout.doors import match_of
from competition.knockout.formats import words
from competition.knockout.formats.result_notes import signed
from competition.knockout.models.meeting import Slot
from competition.knockout.models.outcome import Outcome
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.queries.encounters import result_of, winner_of
from competition.knockout.queries.results import has_gone_on, stays_on, totals_by_the_sheet
from competition.knockout.queries.states import MatchState
from competition.knockout.rules import lot
from competition.knockout.rules.outcome import NOT_RECORDED, Kind, LetStand
from competition.knockout.rules.stages import Stage
from competition.log.events import Event
from competition.rulings.actions import interrupt_here
from competition.rulings.decisions.base import Decision, Page, TakesBack
from competition.rulings.decisions.rounds import Ticked
from competition.rulings.formats.consequences import RULING, UNDONE, KeptProgress, kept_progress, of_match, subject
from competition.rulings.forms import REOPEN, REPLAY, WAYS, GroundsForm, RuleForm, let_stand
from competition.rulings.queries import Preview, before, seen_in
from competition.rulings.rules import Ruling
from scoring.rules.refusal import Refused

_DEEDS: Mapping[Kind | None, str] = {
    Kind.PLAYED: "Entered the result",
    Kind.CONCEDED: "Entered a concession",
    Kind.WALKOVER: "Gave a walkover",
    Kind.DOUBLE_DEFAULT: "Gave a double default",
    Kind.RULING: "Ruled",
}


class OfMatch(Decision):
    """A decision about the result of one match; `about` is its code."""

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision:
        draw, state = match_of(competition, where["code"])
        return cls(competition, draw, state.code)

    @property
    def state(self) -> MatchState:
        """The match as it stands."""
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
        """Return the other way to correct a result, if somebody else would go on by it."""
        return None

    def if_let_stand(self, winner: int | None) -> KeptProgress:
        """Return what it means to let the results stand although this pair has won."""
        let_stand = type(self)(self.competition, self.draw, self.about, replace(self.content, let_stand=LetStand.RULED))
        return kept_progress(self.draw, self.state, winner, let_stand.preview().fingerprint)

    def extras(self, ahead: Preview, why: str) -> dict[str, Any]:
        about = f"{self.competition}{self.subject()}"
        told = of_match(self.draw, self.state, ahead.cases, about=about, why=why)
        return {**told, "standing": self.standing()}


class Rule(OfMatch):
    """The organiser settles or corrects a match; `content` is the ruling."""

    event = Event.RULED
    form_class = RuleForm
    undone_by = RULING
    content: Ruling
    # The way to settle a match that the page asks for.
    way = ""

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision:
        way = (request.POST if request.method == "POST" else request.GET).get("kind", "")
        found = super(Rule, RULES.get(way, Rule)).find(request, competition, **where)
        found.way = way  # type: ignore[attr-defined]
        return found

    def page(self) -> Page:
        title = f"Settle {self.about}: {WAYS[self.way][0].lower()}" if self.way in WAYS else f"Settle {self.about}"
        return Page(title, subject(self.state), self.desk("match", self.about))

    def form(self, data: QueryDict | None) -> RuleForm:
        return RuleForm(data, state=self.state, way=self.way)

    def content_of(self, form: RuleForm) -> Ruling:
        return form.ruling()

    def check(self) -> None:
        super().check()
        if not self.state.has_two_pairs:
            raise Refused("Two pairs must be known before this match can be settled.")
        if self.content.let_stand:
            stays_on(self.state, self.content.winner)

    def confirm(self, data: QueryDict) -> None:
        self.content = replace(self.content, let_stand=let_stand(data))

    def is_made(self, reason: str, shown: str) -> bool:
        """Return True if a ruling of the same content is the last word, as after a second tap."""
        last = self.state.last
        return last is not None and last.reason == reason and not last.by_id and self.is_content_of(last)

    def is_content_of(self, last: Outcome) -> bool:
        """Return True if the last ruling has this content."""
        upper, lower = last.meeting.upper.number, last.meeting.lower.number
        same = all(getattr(last, name) == value for name, value in _content(self.content).items())
        return same and winner_of(last, upper, lower) == self.content.winner

    def rows(self) -> list[Outcome]:
        return [row(self.draw, self.state, self.content)]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        put_last(self.draw, rows)
        super().write(rows, why)

    def line(self, row: Outcome, reason: str) -> dict[str, Any]:
        return line(self.state, f"{self.deed()}: {reason}")

    def deed(self) -> str:
        """Return what the log says that the organiser did."""
        return deed(self.draw, self.content)

    def sentence(self) -> str:
        state, ruling = self.state, self.content
        names = [side.text for side in state.sides]
        penalties = "".join(
            f" Penalty points of {name}: {signed(n)}." for name, n in zip(names, ruling.penalty, strict=True) if n
        )
        ended = result_of(row(self.draw, state, ruling), state.code, *state.numbers)
        return f"{words.result(ended, *names)}{penalties}"

    def standing(self) -> KeptProgress | None:
        if self.content.kind is not Kind.PLAYED or not has_gone_on(self.state, self.content.winner):
            return None
        return self.if_let_stand(self.content.winner)


class Lots(Rule):
    """A lot decides who goes on from a match; it is drawn when the decision is made."""

    def check(self) -> None:
        super().check()
        if self.content.winner:
            raise Refused("The lot says who goes on: do not name a pair.")

    def is_content_of(self, last: Outcome) -> bool:
        return last.kind == Kind.LOTS

    def cases(self) -> Iterable[tuple[int | None, Sequence[Model]]]:
        return [(number, [self._won_by(number)]) for number in self.state.numbers]

    def drawn(self) -> tuple[int | None, Sequence[Model]]:
        seed = lot.ticket(secrets.token_hex(16), self.about, self.state.numbers)
        winner = lot.winner(seed, self.state.numbers)
        ruling = self._won_by(winner)
        ruling.seed = seed
        return winner, [ruling]

    def _won_by(self, number: int) -> Outcome:
        return row(self.draw, self.state, replace(self.content, winner=number))

    def line(self, row: Outcome, reason: str) -> dict[str, Any]:
        return super().line(row, f"{reason} The lot was read from “{row.seed}”.")

    def deed(self) -> str:
        return "Settled by lot"

    def sentence(self) -> str:
        return f"{self.about} is decided by lot."


class Reopen(Rule):
    """A match is open again, without a result."""

    def check(self) -> None:
        super().check()
        if not self.state.may_be_reopened:
            raise Refused("This match has no result that could be taken back.")

    def deed(self) -> str:
        return "Reopened the match"

    def sentence(self) -> str:
        return f"{self.about} is open again, without a result."


class Replay(Rule):
    """A match is played anew; what was played is kept aside."""

    def check(self) -> None:
        super().check()
        if not self.state.has_begun:
            raise Refused("Nothing has been played or decided here yet that could be played anew.")

    def is_made(self, reason: str, shown: str) -> bool:
        """Return True after a second tap. After another look, or after more was played, it is a new replay."""
        if not super().is_made(reason, shown):
            return False
        return not self.state.recorded and self.preview().fingerprint != shown

    def deed(self) -> str:
        return "Ordered the match to be played anew"

    def sentence(self) -> str:
        return f"{self.about} is played anew."


# The rulings by the way to settle a match; every other way is a `Rule`.
RULES: Mapping[str, type[Rule]] = {Kind.LOTS.value: Lots, REOPEN: Reopen, REPLAY: Replay}


class Undo(TakesBack, OfMatch):
    """The organiser takes back the last ruling of a match, or a result keyed in; `content` is its number."""

    event = Event.RULING_TAKEN_BACK
    undone_by = UNDONE

    def page(self) -> Page:
        title = "Take back what you keyed in" if self._is_keyed_in() else "Take the ruling back"
        lead = f"{subject(self.state)}. {words.standing(self.state)}"
        return Page(title, lead, self.desk("match", self.about))

    def sentence(self) -> str:
        return "The result that was keyed in is taken back." if self._is_keyed_in() else "The ruling is taken back."

    def _is_keyed_in(self) -> bool:
        return bool(self.state.last and self.state.last.source)

    def key(self) -> int | None:
        return self.state.last.number if self.state.last else None

    def check(self) -> None:
        super().check()
        if self.state.last is None or not self.state.last.may_be_undone:
            raise Refused("The last word in this match is not a ruling of yours, so there is none to take back.")

    def is_made(self, reason: str, shown: str) -> bool:
        pairs = self.state.pairs
        if not self.state.has_two_pairs:
            return False
        met = {"meeting__match__round__draw": self.draw.row, "meeting__upper": pairs[0], "meeting__lower": pairs[1]}
        return Outcome.objects.filter(**met, takes_back__number=self.content).exists()

    def rows(self) -> list[Outcome]:
        last = cast(Outcome, self.state.last)
        return [Outcome(meeting=last.meeting, kind=Outcome.UNDONE, takes_back=last)]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        for row in rows:
            row.number = next_outcome(row.meeting)
        super().write(rows, why)

    def line(self, row: Outcome, reason: str) -> dict[str, Any]:
        ruling = cast(Outcome, row.takes_back)
        what = f"ruling of {timezone.localtime(ruling.at):%d/%m/%Y}" if ruling.decided_by_id else "result keyed in"
        return line(self.state, f"Took the {what} back ({ruling.kind}): {reason}")


class Confirm(Ticked):
    """The organiser confirms results as they were sent in, all of them or none."""

    event = Event.RULED
    undone_by = RULING

    def page(self) -> Page:
        names = ", ".join(self.names())
        return Page("Confirm results", names, self.back(), f"Confirmed: {names}.")

    def form(self, data: QueryDict | None) -> GroundsForm:
        return GroundsForm(data, initial={"reason": "As sent in; the other pair did not object."})

    def check(self) -> None:
        super().check()
        if not self.codes:
            raise Refused("Choose at least one match.")
        for state in self.states:
            _as_sent_in(state)

    @property
    def states(self) -> list[MatchState]:
        """The matches."""
        return [self.draw.matches[code] for code in self.codes]

    def seen(self) -> Sequence[object]:
        return [[state.last.pk for state in self.states if state.last]]

    def rows(self) -> list[Outcome]:
        return [row(self.draw, state, _as_sent_in(state)) for state in self.states]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        put_last(self.draw, rows)
        super().write(rows, why)

    def line(self, row: Outcome, reason: str) -> dict[str, Any]:
        state = self.draw.matches[row.meeting.match.code]
        return line(state, f"{deed(self.draw, _as_sent_in(state))}: {reason}")

    def sentence(self) -> str:
        return f"Confirmed as sent in: {', '.join(self.codes)}."


def _as_sent_in(state: MatchState) -> Ruling:
    """Return the ruling that the result on the table counts; Refused where none waits for an answer."""
    if state.last is None or state.stage is not Stage.SUBMITTED:
        raise Refused(f"No result of {state.code} waits for confirmation.")
    score = state.last.score
    return Ruling(Kind.PLAYED, score.winner(state.numbers), score.totals, margin=score.margin)


def row(draw: PublishedDraw, state: MatchState, ruling: Ruling) -> Outcome:
    """Return the row of a ruling about a match, before it is saved."""
    slot = Slot.UPPER if ruling.winner == state.numbers[0] else Slot.LOWER
    played = ruling.played if ruling.kind is Kind.PLAYED else None
    return Outcome(
        meeting=meeting_in(draw, state),
        winner=slot if ruling.kind and ruling.winner else "",
        from_sheet=played is not None and played == totals_by_the_sheet(state),
        **_content(ruling),
    )


def _content(ruling: Ruling) -> dict[str, Any]:
    upper, lower = ruling.totals or (None, None)
    return {
        "kind": Outcome.REPLAY if ruling.replay else ruling.kind.value if ruling.kind else Outcome.REOPENED,
        "total_upper": upper,
        "total_lower": lower,
        "margin": ruling.margin,
        "let_stand": ruling.let_stand,
        "penalty_upper": ruling.penalty[0],
        "penalty_lower": ruling.penalty[1],
    }


def put_last(draw: PublishedDraw, rows: Iterable[Outcome]) -> None:
    """Make each ruling the last word in its match, before it is saved."""
    for row in rows:
        state = draw.matches[row.meeting.match.code]
        interrupt_here(state)
        row.meeting = meeting_of(state, draw.row.pk)
        row.number = next_outcome(row.meeting)
        row.begins = another_meeting(row.meeting) if row.kind == Outcome.REPLAY else None


def line(state: MatchState, text: str) -> dict[str, Any]:
    """Return the line of the log about what was done to a match, with what stood before."""
    return {"text": text, "match": state.code, "before": before(state)}


def deed(draw: PublishedDraw, ruling: Ruling) -> str:
    """Return what the log says of a ruling that says how a match ended."""
    on = "won, and the rounds stand" if ruling.let_stand else "go on"
    won = f", {draw.names[ruling.winner]} {on}" if ruling.winner else ", neither pair goes on"
    totals = " ({:,} to {:,})".format(*ruling.totals) if ruling.totals else ""
    if ruling.kind is Kind.PLAYED and not ruling.totals:
        totals = f" (by {ruling.margin:,})" if ruling.margin else f" ({NOT_RECORDED})"
    penalty = " with penalty points of {:+,} and {:+,}".format(*ruling.penalty) if any(ruling.penalty) else ""
    return f"{_DEEDS[ruling.kind]}{totals}{penalty}{won}"
