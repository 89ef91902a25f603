"""Decisions about the day of play for a round or single matches."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import QueryDict
from django.urls import reverse
from django.utils import timezone

from competition.audit.events import Event
from competition.contest.rules.seasons import check_day
from competition.draw.models.rounds import FixedDay
from competition.draw.queries.states import ENDED, PublishedMatch, PublishedRound, SetDay
from competition.entries.queries.pairs import away
from competition.rulings.decisions.decision import Page, Undoing
from competition.rulings.decisions.matches import Scheduled, Where, matches
from competition.rulings.decisions.rounds import label, named_within, overtaking, scheduled
from competition.rulings.forms.decisions import PublicReasonForm
from competition.rulings.forms.rounds import FixedDayForm
from competition.rulings.presenters.consequences import DAY, SET_AGAIN
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day, moment


class _DaysOfPlay(Scheduled):
    """A decision about days of play."""

    event = Event.DAY_FIXED

    def own(self, where: Where) -> SetDay | None:
        """Return the day set for exactly this match or round, or None."""
        set_day = scheduled(self.draw, where).set_day
        return None if isinstance(where, str) and set_day and not set_day.is_of_one_match else set_day

    def address(self) -> str:
        if len(self.about) > 1 or not self.codes:
            return super().address()
        return reverse("public:match", args=[self.competition.slug, self.about[0]])

    def sentence(self) -> str:
        after = self.draw.with_rows(self.rows())
        return "\n".join(f"{label(self.draw, where)}: {_when(scheduled(after, where))}" for where in self.about)


class FixDay(_DaysOfPlay):
    """Decision to set the day of play for matches or for a round. `content` has the day."""

    form_class = FixedDayForm
    undone_by = DAY
    content: SetDay

    def page(self) -> Page:
        instead = []
        if len(self.about) == 1 and (set_day := self.own(self.about[0])) and set_day.row:
            where = f"match={self.about[0]}" if self.codes else f"round={self.about[0]}"
            instead = [(f"{self.desk('undo-fixed-day')}?{where}", "Undo the day of play")]
        return Page("Set the day of play", self.lead(), self.back(), "The day of play is set.", instead)

    def form(self, data: QueryDict | None) -> PublicReasonForm:
        set_day = self.own(self.about[0])
        initial = {"day": set_day.day, "hour": set_day.hour, "place": set_day.place} if set_day else {}
        season = self.competition.season
        return FixedDayForm(data, initial=initial, season=season, is_of_matches=bool(self.codes))

    def content_of(self, form: Any) -> SetDay:
        return SetDay(*(form.cleaned_data[name] for name in ("day", "hour", "place")))

    def check(self) -> None:
        super().check()
        today = timezone.localdate(self.draw.now)
        check_day(self.content.day, self.competition.season, today)
        if self.content.day < today:
            raise Refused(f"{day(self.content.day)} is in the past. Choose a later day.")
        for where in self.about:
            if not any(_is_to_come(state) for state in matches(self.draw, where)):
                raise Refused(f"{label(self.draw, where)} has been played or decided. Leave it out.")
        if self.is_made("", ""):
            raise Refused("This day is set already. Change it, or go back.")

    def is_made(self, reason: str, shown: str) -> bool:
        return all((set_day := self.own(where)) and set_day[:3] == self.content[:3] for where in self.about)

    def seen(self) -> Sequence[object]:
        return [[(where, scheduled(self.draw, where).set_day) for where in self.about], self.content]

    def rows(self) -> list[FixedDay]:
        set_day = self.content
        columns = {"day": set_day.day, "hour": set_day.hour, "place": set_day.place}
        return [FixedDay(**self.place(where), **columns) for where in self.about]

    def line(self, row: FixedDay, reason: str) -> dict[str, Any]:
        where = named_within(self.draw, row.code or row.round.number)
        return {"text": f"Set {where} for {moment(self.content.at)}: {reason}", "match": row.code}

    def warnings(self) -> Sequence[str]:
        place = self.content.place if self.codes else ""
        return [
            *([f"Only the pairs and the organisers see the place: {place}."] if place else []),
            *overtaking(self.draw, dict.fromkeys(self.about, self.content.day)),
            *(warning for state in self._to_come() for warning in self._replaced(state)),
            *self._away(),
        ]

    def _to_come(self) -> list[PublishedMatch]:
        return [state for where in self.about for state in matches(self.draw, where) if _is_to_come(state)]

    def _replaced(self, state: PublishedMatch) -> Iterator[str]:
        if state.meeting and state.meeting.plays_at and state.set_day is None:
            agreed = moment(state.meeting.plays_at)
            yield f"{label(self.draw, state.code)}: the pairs have agreed to play on {agreed}. Your day replaces it."

    def _away(self) -> Iterator[str]:
        on = self.content.day
        pairs = [pair for state in self._to_come() for pair in state.pairs]
        days_away = away(pairs, since=on)
        for pair in pairs:
            if any(row.covers(on) for row in days_away[pair.pk]):
                yield f"{pair.name} are away on {day(on)}."


class UndoFixedDay(Undoing, _DaysOfPlay):
    """Decision to undo the last day of play that was set for a match or round."""

    undone_by = SET_AGAIN
    nothing = "There is no day of play to undo here. Reload the page."
    superseded = "The day of play has changed since you opened this page. Check it before you undo it."

    def page(self) -> Page:
        return Page("Undo the day of play", self.lead(), self.back(), "The day of play is undone.")

    def all_rows(self) -> Sequence[FixedDay]:
        return self.draw.fixed_days

    def standing_row(self) -> FixedDay | None:
        set_day = self.own(self.about[0])
        return set_day.row if set_day else None

    def facts(self, row: FixedDay) -> dict[str, Any]:
        return self.place(self.about[0])

    def line(self, row: FixedDay, reason: str) -> dict[str, Any]:
        text = f"Undid the day of play of {named_within(self.draw, self.about[0])}: {reason}"
        return {"text": text, "match": row.code}


def _is_to_come(state: PublishedMatch) -> bool:
    """Return True if the pairs still have to play or report the match."""
    return state.is_to_be_decided and state.stage not in ENDED


def _when(where: PublishedMatch | PublishedRound) -> str:
    """Return the day of play in words, or the play-by date. The place of a single match is private."""
    if where.set_day is None:
        return f"no day of play is set. Play by {day(where.play_by)}."
    place = where.set_day.public_place
    return f"play on {moment(where.set_day.at)}{f', {place}' if place else ''}."
