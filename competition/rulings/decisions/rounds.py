"""Decisions about play-by dates and conditions of play, for rounds and matches."""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any, ClassVar

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils import timezone

from competition.audit.events import Event
from competition.contest.models import Competition
from competition.contest.rules.seasons import check_day
from competition.draw.access import draw_of
from competition.draw.models.rounds import Extension, RoundConditions
from competition.draw.presenters import words
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.states import PublishedMatch, PublishedRound, local_date
from competition.draw.rules.layout import with_article
from competition.draw.rules.result import ResultKind
from competition.rulings.decisions.decision import Decision, Page, Undoing
from competition.rulings.decisions.matches import Scheduled, Where, matches, named, round_number
from competition.rulings.forms.decisions import PublicReasonForm
from competition.rulings.forms.rounds import ExtendForm, PlayByDatesForm, RoundConditionsForm
from competition.rulings.presenters.consequences import CONDITIONS, CORRECTED_AGAIN, DATES, EXTENSION
from competition.rulings.presenters.records import conditions_sentence
from competition.web.rules import whole_number
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from scoring.rules.words import corrected, quantity
from scoring.templatetags.bridge import day, moment


class _Days(Scheduled):
    """A decision about play-by dates."""

    event = Event.EXTENDED

    def days_after(self) -> dict[Where, date]:
        """Return the play-by date of each affected match or round after the decision."""
        after = self.draw.with_rows(self.rows())
        return {where: scheduled(after, where).play_by for where in self.about}

    def sentence(self) -> str:
        return "\n".join(
            f"{label(self.draw, where)}: play by {day(after)} instead of {day(scheduled(self.draw, where).play_by)}."
            for where, after in self.days_after().items()
        )


class Extend(_Days):
    """Decision to change play-by dates in one transaction. `content` has the new dates."""

    form_class: ClassVar[type[PublicReasonForm]] = ExtendForm
    undone_by = EXTENSION
    content: dict[Where, date]

    def page(self) -> Page:
        instead = []
        if own(self.draw, self.about):
            where = f"match={self.about[0]}" if self.codes else f"round={self.about[0]}"
            instead = [(f"{self.desk('undo-extension')}?{where}", "Undo the last extension")]
        news = f"Extended: {self.names()}."
        return Page("Extend the play-by date", self.lead(), self.back(), news, instead)

    def form(self, data: QueryDict | None) -> PublicReasonForm:
        return ExtendForm(data, season=self.competition.season)

    def content_of(self, form: Any) -> dict[Where, date]:
        return {where: form.until(scheduled(self.draw, where).play_by) for where in self.about}

    def check(self) -> None:
        super().check()
        if not self.content:
            raise Refused("Choose at least one match.")
        for where, play_by in self.content.items():
            _check(self.draw, where, play_by)

    def is_made(self, reason: str, shown: str) -> bool:
        return all(scheduled(self.draw, where).play_by == play_by for where, play_by in self.content.items())

    def stale(self) -> Refused:
        return Refused("A play-by date has changed since you opened this page. Check the dates again.")

    def seen(self) -> Sequence[object]:
        return [[(where, scheduled(self.draw, where).play_by) for where in self.content], self.content]

    def rows(self) -> list[Extension]:
        return [Extension(**self.place(where), play_by=play_by) for where, play_by in self.content.items()]

    def line(self, row: Extension, reason: str) -> dict[str, Any]:
        where = row.code or row.round.number
        play_by = row.play_by
        did = "Extended" if play_by and play_by > scheduled(self.draw, where).play_by else "Brought forward"
        return {"text": f"{did} {named_within(self.draw, where)} to {day(play_by)}: {reason}", "match": row.code}

    def warnings(self) -> Sequence[str]:
        return warnings(self.draw, self.content)


class ChangeDates(Extend):
    """Decision to move the play-by dates of rounds earlier or later."""

    form_class = PlayByDatesForm
    undone_by = DATES

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision:
        draw = draw_of(competition)
        return cls(competition, draw, [round.number for round in draw.rounds])

    def page(self) -> Page:
        undo = f"{self.desk('undo-extension')}?round="
        changed = (round for round in self.draw.rounds if round.extension)
        instead = [(f"{undo}{round.number}", f"{round.name}: undo the new date") for round in changed]
        left = (round for round in self.draw.rounds if any(state.is_to_be_decided for state in round.matches))
        fix = f"{self.desk('fix-day')}?round="
        instead += [(f"{fix}{round.number}", f"{round.name}: set a day of play") for round in left]
        lead = "A match with its own later play-by date keeps that date."
        return Page("Change play-by dates", lead, self.back(), f"Changed: {self.names()}.", instead)

    def form(self, data: QueryDict | None) -> PublicReasonForm:
        return PlayByDatesForm(data, rounds=self.draw.rounds, season=self.competition.season)

    def content_of(self, form: Any) -> dict[Where, date]:
        self.about = [*form.until]
        return form.until


class UndoExtension(Undoing, _Days):
    """Decision to undo the last extension of a match or round."""

    undone_by = "Set the same date again."
    superseded = "The extension has changed since you opened this page. Check it before you undo it."

    @property
    def where(self) -> Where:
        """The match or the round."""
        return self.about[0]

    def page(self) -> Page:
        news = f"The earlier play-by date counts again: {self.names()}."
        return Page("Undo the new date", self.lead(), self.back(), news)

    @property
    def nothing(self) -> str:  # type: ignore[override]
        """The refusal if this match or round has no extension of its own."""
        if scheduled(self.draw, self.where).extension:
            return "The date of the whole round was changed. Undo that on the page of the round."
        return "There is no extension to undo here. Reload the page."

    def all_rows(self) -> Sequence[Extension]:
        return self.draw.extensions

    def standing_row(self) -> Extension | None:
        return own(self.draw, self.about)

    def facts(self, row: Extension) -> dict[str, Any]:
        return self.place(self.where)

    def line(self, row: Extension, reason: str) -> dict[str, Any]:
        text = f"Undid the new play-by date of {named_within(self.draw, self.where)}: {reason}"
        return {"text": text, "match": row.code}


class _OfRound(Decision):
    """A decision about the conditions of a round."""

    event = Event.CONDITIONS_CORRECTED
    changes_draw = False
    read_at = "conditions"

    @property
    @abstractmethod
    def number(self) -> int:
        """The number of the round."""

    @property
    def round(self) -> PublishedRound:
        """The current state of the round."""
        return self.draw.rounds[self.number - 1]

    def terms_after(self) -> ScoringConditions:
        """Return the conditions of the round after the decision."""
        return self.draw.with_rows(self.rows()).rounds[self.number - 1].conditions

    def subject(self) -> str:
        return f", the conditions of {with_article(self.round.name)}"

    def concerns(self) -> Iterable[int]:
        return self.draw.bracket.playing

    def sentence(self) -> str:
        left = sum(state.is_to_be_decided for state in self.round.matches)
        terms = conditions_sentence(self.round.name, self.terms_after(), self.round.conditions)
        return f"{terms}\nThis applies to {quantity(left, 'match', 'matches')}."


class CorrectConditions(_OfRound):
    """Decision to change the conditions of a round. `content` has its number and the new conditions."""

    form_class = RoundConditionsForm
    undone_by = CONDITIONS
    content: tuple[int, ScoringConditions]

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        draw = draw_of(competition)
        if open_rounds(draw):
            return cls(competition, draw)
        return render(request, "competition/rulings/all_begun.html", {"competition": competition})

    def page(self) -> Page:
        lead = "A score sheet keeps the conditions under which it was started. Choose a round that has not begun."
        news = "The conditions of the round are corrected. Now tell the pairs, under Messages."
        undo = f"{self.desk('undo-conditions')}?round="
        rounds = (round for round in open_rounds(self.draw) if round.correction)
        instead = [(f"{undo}{round.number}", f"Undo the correction of {with_article(round.name)}") for round in rounds]
        return Page("Correct the conditions of a round", lead, self.desk("conditions"), news, instead)

    def form(self, data: QueryDict | None) -> RoundConditionsForm:
        return RoundConditionsForm(data, rounds=open_rounds(self.draw))

    def content_of(self, form: Any) -> tuple[int, ScoringConditions]:
        return form.cleaned_data["round"], form.conditions()

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.content[0]

    def check(self) -> None:
        super().check()
        if self.is_made("", ""):
            raise Refused("The round already has these conditions. Change at least one of them.")

    def is_made(self, reason: str, shown: str) -> bool:
        return _must_be_open(self.draw, self.number).conditions == self.content[1]

    def seen(self) -> Sequence[object]:
        return [self.content, self.round.conditions]

    def rows(self) -> list[RoundConditions]:
        return [RoundConditions(round=self.draw.rows.rounds[self.number - 1], **asdict(self.content[1]))]

    def line(self, row: RoundConditions, reason: str) -> dict[str, Any]:
        what = corrected(self.content[1], self.round.conditions)
        return {"text": f"Corrected the conditions of {with_article(self.round.name)}: {what}. Reason: {reason}"}


class UndoConditions(Undoing, _OfRound):
    """Decision to undo the last correction to a round. `about` is its number."""

    undone_by = CORRECTED_AGAIN
    nothing = "There is no correction to this round to undo. Reload the page."
    superseded = "The correction has changed since you opened this page. Check it before you undo it."

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision:
        draw = draw_of(competition)
        number = whole_number(request.GET.get("round", ""))
        if not any(round.number == number and round.correction for round in draw.rounds):
            raise Http404
        return cls(competition, draw, number)

    def page(self) -> Page:
        news = "The correction is undone. Now tell the pairs, under Messages."
        return Page("Undo the correction", self.round.name, self.desk("conditions"), news)

    @property
    def number(self) -> int:
        """The number of the round."""
        return self.about

    def all_rows(self) -> Sequence[RoundConditions]:
        return self.round.corrections

    def standing_row(self) -> RoundConditions | None:
        return self.round.correction

    def facts(self, row: RoundConditions) -> dict[str, Any]:
        return {"round": self.draw.rows.rounds[self.number - 1], **asdict(row.rules())}

    def check(self) -> None:
        super().check()
        _must_be_open(self.draw, self.number)

    def line(self, row: RoundConditions, reason: str) -> dict[str, Any]:
        return {"text": f"Undid the correction of the conditions of {with_article(self.round.name)}: {reason}"}


def scheduled(draw: PublishedDraw, where: Where) -> PublishedMatch | PublishedRound:
    """Return this match or round. Raises Refused if it does not exist."""
    if isinstance(where, str) and where in draw.matches:
        return draw.matches[where]
    if isinstance(where, int) and 1 <= where <= len(draw.rounds):
        return draw.rounds[where - 1]
    raise Refused(f"There is no match or round {where} in this draw. Choose another one.")


def own(draw: PublishedDraw, places: Sequence[Where]) -> Extension | None:
    """Return the extension that can be undone if exactly one match or round is chosen, otherwise None."""
    if len(places) != 1:
        return None
    place = scheduled(draw, places[0])
    return None if isinstance(place, PublishedMatch) and not place.has_own_date else place.extension


def warnings(draw: PublishedDraw, until: Mapping[Where, date]) -> list[str]:
    """Return warnings about overlapping rounds, past dates, and matches agreed for a later day."""
    return [
        *overtaking(draw, until),
        *_past(draw, until),
        *(warning for where, play_by in until.items() for warning in _agreed_later(draw, where, play_by)),
    ]


def overtaking(draw: PublishedDraw, until: Mapping[Where, date]) -> Iterator[str]:
    """Yield a warning about each date that is not between the play-by dates of the adjacent rounds."""
    for where, play_by in until.items():
        number = round_number(draw, where)
        after = next_round_of(draw, number)
        if after and play_by >= (then := until.get(after.number, after.play_by)):
            name = label(draw, where)
            yield f"{name}: {day(play_by)} is not before the play-by date of {with_article(after.name)}, {day(then)}."
    for number in (where - 1 for where in until if isinstance(where, int)):
        before = next(
            (round for round in draw.rounds if next_round_of(draw, round.number) == draw.rounds[number]), None
        )
        if before and number not in until and before.play_by >= until[number + 1]:
            name = draw.rounds[number].name
            limit = f"the play-by date of {with_article(before.name)}, {day(before.play_by)}"
            yield f"{name}: {day(until[number + 1])} is not after {limit}."


def next_round_of(draw: PublishedDraw, number: int) -> PublishedRound | None:
    """Return the next round in the same part of the draw, or None after its final."""
    return None if number in (len(draw.main_rounds), len(draw.rounds)) else draw.rounds[number]


def named_within(draw: PublishedDraw, where: Where) -> str:
    """Return the name of this match or round for use within a sentence in the log."""
    return draw.matches[where].label if isinstance(where, str) else with_article(named(draw, where))


def label(draw: PublishedDraw, where: Where) -> str:
    """Return the name of this match or round with a capital first letter."""
    return words.capital(named(draw, where))


def _past(draw: PublishedDraw, until: Mapping[Where, date]) -> Iterator[str]:
    today = timezone.localdate(draw.now)
    for where, play_by in until.items():
        if play_by < today and (left := [state for state in matches(draw, where) if state.is_to_be_decided]):
            number = quantity(len(left), "match", "matches")
            yield f"{label(draw, where)}: {day(play_by)} is past, with {number} not yet decided."


def _agreed_later(draw: PublishedDraw, where: Where, play_by: date) -> Iterator[str]:
    for state in matches(draw, where):
        last = max(play_by, state.play_by) if state.has_own_date else play_by
        if state.is_open and state.plays_at and local_date(state.plays_at) > last:
            agreed = f"the pairs have agreed to play on {moment(state.plays_at)}"
            yield f"{label(draw, state.code)}: {agreed}, which is after {day(play_by)}."


def _check(draw: PublishedDraw, where: Where, play_by: date) -> None:
    check_day(play_by, draw.competition.season, timezone.localdate(draw.now))
    stands = scheduled(draw, where).play_by
    if isinstance(where, str) and not draw.competition.conditions.extensions:
        which = draw.matches[where].label
        raise Refused(
            f"The conditions of contest do not allow an extension of {which} alone. Extend the whole round instead."
        )
    if isinstance(where, str) and not draw.matches[where].is_to_be_decided:
        raise Refused(f"{label(draw, where)} is decided or will not be played, so it needs no extension. Leave it out.")
    if isinstance(where, int) and play_by == stands:
        raise Refused(f"{label(draw, where)}: the play-by date is {day(stands)} already. Choose another date.")
    if isinstance(where, str) and play_by <= stands:
        raise Refused(f"{label(draw, where)}: the play-by date is {day(stands)} already. Choose a later date.")


def open_rounds(draw: PublishedDraw) -> list[PublishedRound]:
    """Return the rounds that can have their conditions corrected, because nothing has been played in them yet."""
    begun = {
        meeting.match.round.number
        for meeting in draw.meetings
        if meeting.sheet_id or any(row.kind == ResultKind.PLAYED for row in meeting.result_entries.all())
    }
    return [
        round
        for round in draw.rounds
        if round.number not in begun and any(state.is_to_be_decided for state in round.matches)
    ]


def _must_be_open(draw: PublishedDraw, number: int) -> PublishedRound:
    round = next((round for round in open_rounds(draw) if round.number == number), None)
    if round is None:
        raise Refused(
            "You cannot change the conditions of this round. It has begun, or has no match to play. "
            "Choose another round."
        )
    return round
