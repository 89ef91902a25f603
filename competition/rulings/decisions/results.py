"""Decisions about the results of matches: rulings, and the confirmation of reported results."""

import secrets
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any, ClassVar

from django.db.models import Model
from django.http import HttpRequest, QueryDict

from competition.audit.events import Event
from competition.contest.models import Competition
from competition.draw.access import match_of
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Slot
from competition.draw.presenters.words import signed
from competition.draw.queries.results import has_gone_on, meeting_in, stays_on, totals_by_the_sheet
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules import lot
from competition.draw.rules.result import NOT_RECORDED, ResultKind, Stage
from competition.rulings.decisions.decision import Decision, Page
from competition.rulings.decisions.matches import OfMatch, Ticked, line, put_last
from competition.rulings.forms.decisions import GroundsForm, RuleForm, keep_progress
from competition.rulings.presenters.consequences import RULING, KeptProgress, subject
from competition.rulings.queries import penalised
from competition.rulings.rules import Ruling
from scoring.rules.refusal import Refused


class Rule(OfMatch):
    """Decision about the result of a match. Each way to decide a match is a subclass. `way` is its name in the URL.

    `content` is the ruling.
    """

    event = Event.RULED
    form_class = RuleForm
    undone_by = RULING
    content: Ruling
    way: ClassVar[str] = ""
    # Kind of result entry that this ruling creates.
    kind: ClassVar[str] = ""
    # Name and description of this kind of ruling, and its text in the log.
    name: ClassVar[str] = ""
    meaning: ClassVar[str] = ""
    did: ClassVar[str] = ""
    # The fields in its form apart from the reason.
    asks: ClassVar[Sequence[str]] = ()
    needs_totals: ClassVar[bool] = False
    go_on: ClassVar[str] = "go through"

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision:
        draw, state = match_of(competition, where["code"])
        way = (request.POST if request.method == "POST" else request.GET).get("kind", "")
        return RULES.get(way, Rule)(competition, draw, state.code)

    @classmethod
    def is_open_to(cls, state: PublishedMatch) -> bool:
        """Return True if this ruling is possible for this match with two known pairs."""
        return True

    def page(self) -> Page:
        title = f"Decide the match: {self.name.lower()}" if self.name else "Decide the match"
        return Page(title, subject(self.state), self.desk("match", self.about))

    def form(self, data: QueryDict | None) -> RuleForm:
        return RuleForm(data, rule=self, ways=[(rule.way, rule.name) for rule in RULES.values()])

    def content_of(self, form: RuleForm) -> Ruling:
        return Ruling(form.cleaned_data.get("winner"), form.totals)

    def check(self) -> None:
        super().check()
        if not self.state.has_two_pairs:
            raise Refused("One pair in this match is not known yet. Decide the earlier match first.")
        if self.content.keep_progress:
            stays_on(self.state, self.content.winner)

    def confirm(self, data: QueryDict) -> None:
        self.content = replace(self.content, keep_progress=keep_progress(data))

    def is_made(self, reason: str, shown: str) -> bool:
        """Return True if the latest ruling has the same content, as after a second tap."""
        last = self.state.last
        return last is not None and last.reason == reason and not last.by_id and self.is_content_of(last)

    def is_content_of(self, last: ResultEntry) -> bool:
        """Return True if the last ruling has this content."""
        met = last.meeting.upper.number, last.meeting.lower.number
        same = all(getattr(last, name) == value for name, value in self._columns().items())
        return same and last.winner_of(met) == self.content.winner

    def rows(self) -> list[ResultEntry]:
        return [self.won_by(self.content.winner)]

    def won_by(self, winner: int | None) -> ResultEntry:
        """Return the unsaved ruling that makes this pair the winner."""
        played = self.content.played if self.kind == ResultKind.PLAYED else None
        return ResultEntry(
            meeting=meeting_in(self.draw, self.state),
            winner={None: "", self.state.numbers[0]: Slot.UPPER}.get(winner, Slot.LOWER),
            played_on=self.state.played_on if self.kind in (ResultKind.PLAYED, ResultKind.CONCEDED) else None,
            from_sheet=played is not None and played == totals_by_the_sheet(self.state),
            **self._columns(),
        )

    def _columns(self) -> dict[str, Any]:
        ruling = self.content
        (upper, lower) = self.content.totals or (None, None)
        facts = {"kind": self.kind, "total_upper": upper, "total_lower": lower, "margin": ruling.margin}
        penalty = {"penalty_upper": ruling.penalty[0], "penalty_lower": ruling.penalty[1]}
        return {**facts, **penalty, "keep_progress": ruling.keep_progress}

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        put_last(self.draw, rows)
        super().write(rows, why)

    def line(self, row: ResultEntry, reason: str) -> dict[str, Any]:
        return line(self.state, f"{self.deed()}: {reason}")

    def deed(self) -> str:
        """Return the organiser's action for the log."""
        ruling = self.content
        on = "won, and the later rounds are kept" if ruling.keep_progress else "go through"
        won = f", {self.draw.names[ruling.winner]} {on}" if ruling.winner else ", neither pair goes through"
        penalty = " with penalty points of {:+,} and {:+,}".format(*ruling.penalty) if any(ruling.penalty) else ""
        return f"{self.did}{self.score()}{penalty}{won}"

    def score(self) -> str:
        """Return the score for the log."""
        return " ({:,} to {:,})".format(*self.content.totals) if self.content.totals else ""

    def sentence(self) -> str:
        names = [side.text for side in self.state.sides]
        penalties = "".join(
            f" Penalty points of {name}: {signed(n)}." for name, n in zip(names, self.content.penalty, strict=True) if n
        )
        ended = self.rows()[0].result(self.about, self.state.numbers)
        return f"{ended.sentence(*names)}{penalties}"


class Played(Rule):
    """A ruling that the match was played, with both totals."""

    way = kind = ResultKind.PLAYED.value
    name, meaning = "Played, both totals known", "The higher total wins; also for correcting a score"
    did = "Entered the result"
    asks: ClassVar[Sequence[str]] = ("total_upper", "total_lower")
    needs_totals = True

    def content_of(self, form: RuleForm) -> Ruling:
        upper, lower = form.totals or (0, 0)
        return Ruling(self.state.numbers[upper < lower], form.totals)

    def score(self) -> str:
        return super().score() or (f" (by {self.content.margin:,})" if self.content.margin else f" ({NOT_RECORDED})")

    def standing(self) -> KeptProgress | None:
        winner = self.content.winner
        return self.if_progress_kept(winner) if has_gone_on(self.state, winner) else None


class PlayedByMargin(Played):
    """A ruling that the match was played, with only the winner and the margin."""

    way = "margin"
    name, meaning = "Played, margin known", "You know the winner and the margin, but not the totals"
    asks: ClassVar[Sequence[str]] = ("winner", "margin")
    needs_totals = False
    go_on = "won"

    def content_of(self, form: RuleForm) -> Ruling:
        return Ruling(form.cleaned_data["winner"], margin=form.cleaned_data.get("margin"))


class PlayedUnrecorded(PlayedByMargin):
    """A ruling that the match was played, with only the winner."""

    way = "winner"
    name, meaning = "Played, score not recorded", "You know only the winner"
    asks = ("winner",)


class Walkover(Rule):
    """A walkover, because a pair could not or would not play."""

    way = kind = ResultKind.WALKOVER.value
    name, meaning = "Walkover", "A pair could not or would not play"
    did = "Gave a walkover"
    asks = ("winner",)


class Concede(Rule):
    """A concession reported to the organiser."""

    way = kind = ResultKind.CONCEDED.value
    name, meaning = "Conceded", "A pair conceded the match"
    did = "Entered a concession"
    asks = ("winner", "total_upper", "total_lower")


class DoubleDefault(Rule):
    """A double default: neither pair goes through."""

    way = kind = ResultKind.DOUBLE_DEFAULT.value
    name, meaning = "Double default", "Neither pair goes through"
    did = "Gave a double default"


class Penalise(Played):
    """A ruling that deducts points from a pair's total or adds points to it."""

    way = "penalty"
    name, meaning = "Penalty points", "Deduct points from a total, or add them"
    asks = ("penalised", "points")
    needs_totals = False

    @classmethod
    def is_open_to(cls, state: PublishedMatch) -> bool:
        return state.has_begun

    def content_of(self, form: RuleForm) -> Ruling:
        return penalised(self.state, form.penalty)


class Award(Rule):
    """A ruling that awards the match to a pair."""

    way = kind = ResultKind.RULING.value
    name, meaning = "Ruling", "You award the match to a pair"
    did = "Ruled"
    asks = ("winner", "total_upper", "total_lower")


class TakePlace(Rule):
    """A ruling that the losing pair takes the place of the winners. The totals of the match stay."""

    way = kind = ResultKind.SUCCESSION.value
    name, meaning = "Takes their place", "The winners cannot continue, so the beaten pair goes through in their place"
    did = "Put the beaten pair in the place of the winners"

    @classmethod
    def is_open_to(cls, state: PublishedMatch) -> bool:
        return state.result is not None and state.result.loser is not None

    def content_of(self, form: RuleForm) -> Ruling:
        return self._beaten()

    def _beaten(self) -> Ruling:
        result = self.state.result
        if result is None or result.loser is None:
            return Ruling()
        # After a second press, the losing pair is already in its new place.
        is_made = result.kind is ResultKind.SUCCESSION
        return Ruling(result.winner if is_made else result.loser, result.totals)

    def check(self) -> None:
        super().check()
        if not self.content.winner:
            raise Refused("This match has no winners yet. Decide the match first.")


class Lots(Rule):
    """A ruling that picks the winner at random when it is made."""

    way = kind = ResultKind.LOTS.value
    name, meaning = "At random", "The winner is picked at random, from a random seed that anybody can check"

    def check(self) -> None:
        super().check()
        if self.content.winner:
            raise Refused("The app picks the winner at random, so do not choose a pair.")

    def is_content_of(self, last: ResultEntry) -> bool:
        return last.kind == self.kind

    def cases(self) -> Iterable[tuple[int | None, Sequence[Model]]]:
        return [(number, [self.won_by(number)]) for number in self.state.numbers]

    def drawn(self) -> tuple[int | None, Sequence[Model]]:
        seed = lot.ticket(secrets.token_hex(16), self.about, self.state.numbers)
        winner = lot.winner(seed, self.state.numbers)
        ruling = self.won_by(winner)
        ruling.seed = seed
        return winner, [ruling]

    def line(self, row: ResultEntry, reason: str) -> dict[str, Any]:
        return super().line(row, f"{reason} The random seed was “{row.seed}”.")

    def deed(self) -> str:
        return "Decided at random"

    def sentence(self) -> str:
        return "The winner is picked at random."


class Replay(Rule):
    """A ruling that the pairs play the match again."""

    way = "replay"
    kind = ResultEntry.REPLAY
    name, meaning = "Replay", "The match is played again; the old deals stay on the record"

    @classmethod
    def is_open_to(cls, state: PublishedMatch) -> bool:
        return state.has_begun

    def check(self) -> None:
        super().check()
        if not self.state.has_begun:
            raise Refused("There is nothing to replay. This match has not been played or decided yet.")

    def is_made(self, reason: str, shown: str) -> bool:
        """Return True if this replay is already ordered, as after a second tap. A later preview orders a new replay."""
        if not super().is_made(reason, shown):
            return False
        return not self.state.recorded and self.preview().fingerprint != shown

    def deed(self) -> str:
        return "Ordered a replay of the match"

    def sentence(self) -> str:
        return "The match is played again."


class Reopen(Rule):
    """A ruling that reopens the match without a result."""

    way = "reopen"
    kind = ResultEntry.REOPENED
    name, meaning = "Reopen", "The match has no result; the pairs play on or report a new one"

    @classmethod
    def is_open_to(cls, state: PublishedMatch) -> bool:
        return state.may_be_reopened

    def check(self) -> None:
        super().check()
        if not self.state.may_be_reopened:
            raise Refused("This match has no result, so you cannot reopen it. Reload the page.")

    def deed(self) -> str:
        return "Reopened the match"

    def sentence(self) -> str:
        return "The match is reopened and has no result."


_RULES = (
    Played,
    PlayedByMargin,
    PlayedUnrecorded,
    Walkover,
    Concede,
    DoubleDefault,
    Penalise,
    Award,
    TakePlace,
    Lots,
    Replay,
    Reopen,
)
# Every way to decide a match, by its name in the URL.
RULES: Mapping[str, type[Rule]] = {rule.way: rule for rule in _RULES}


def ways(state: PublishedMatch) -> list[tuple[str, str, str]]:
    """Return the ways to decide this match, as (way, name, meaning). Empty while a pair is not yet known."""
    open_to = [rule for rule in _RULES if state.has_two_pairs and rule.is_open_to(state)]
    return [(rule.way, rule.name, rule.meaning) for rule in open_to]


class Confirm(Ticked):
    """Decision to confirm several reported results in one transaction."""

    event = Event.RULED
    undone_by = RULING

    def page(self) -> Page:
        return Page("Confirm results", self.lead(), self.back(), f"Confirmed: {self.names()}.")

    def form(self, data: QueryDict | None) -> GroundsForm:
        return GroundsForm(data, initial={"reason": "As reported. The other pair did not dispute it."})

    def each(self) -> list[Played]:
        """Return a ruling for each match that makes its reported result count."""
        states = [self.draw.matches[code] for code in self.codes]
        return [Played(self.competition, self.draw, state.code, _as_sent_in(state)) for state in states]

    def check(self) -> None:
        super().check()
        if not self.each():
            raise Refused("Choose at least one match.")

    def seen(self) -> Sequence[object]:
        return [[rule.state.last.pk for rule in self.each() if rule.state.last]]

    def rows(self) -> list[ResultEntry]:
        return [row for rule in self.each() for row in rule.rows()]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        put_last(self.draw, rows)
        super().write(rows, why)

    def line(self, row: ResultEntry, reason: str) -> dict[str, Any]:
        return next(rule.line(row, reason) for rule in self.each() if rule.about == row.meeting.match.code)

    def sentence(self) -> str:
        return f"Confirmed as reported: {self.names()}."


def _as_sent_in(state: PublishedMatch) -> Ruling:
    """Return a ruling with the reported result. Raises Refused if no result is waiting for a reply."""
    if state.last is None or state.stage is not Stage.SUBMITTED:
        raise Refused(f"There is no result of {state.label} to confirm. Reload the page.")
    result = state.last.result(state.code, state.numbers)
    return Ruling(result.winner, result.totals, margin=result.only_margin)
