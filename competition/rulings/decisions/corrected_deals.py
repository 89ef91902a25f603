"""Decision about the deals in a match: the organiser corrects its score sheet, and the totals follow."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict

import scoring.actions
import scoring.queries
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.draw.actions.meetings import another_meeting
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.results import has_gone_on, meeting_in, result_by, stays_on
from competition.draw.rules.result import Result
from competition.rulings.decisions.decision import Decision, Page
from competition.rulings.decisions.matches import OfMatch, line, put_last
from competition.rulings.forms.decisions import CorrectedDealsForm, keep_progress
from competition.rulings.presenters.consequences import RULING, KeptProgress, subject
from scoring.rules.correcting import ChangeKind, DealChange, with_deals
from scoring.rules.deal import DealResult
from scoring.rules.refusal import Refused, fingerprint
from scoring.rules.sheet import Sheet
from scoring.rules.words import change_words, deal_words, listed, quantity


@dataclass(frozen=True, slots=True)
class DecidedDeals:
    """Deals as decided by the organiser, by number. `keep_progress` is set if the later rounds are kept."""

    deals: Mapping[int, DealResult]
    keep_progress: str = ""


class CorrectDeals(OfMatch):
    """Decision to correct deals on a score sheet. `content` has the deals.

    The corrected sheet is a copy in a new meeting of the two pairs. The earlier sheet stays on the record, and counts
    again if the decision is undone. If the totals are then level, the match is reopened for the tie-break.
    """

    event = Event.RULED
    form_class = CorrectedDealsForm
    undone_by = RULING
    content: DecidedDeals
    # The deals first shown in the form.
    proposed: str = ""

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        decision = super().find(request, competition, **where)
        if isinstance(decision, cls):
            decision.proposed = request.GET.get("deals", "")
        return decision

    def page(self) -> Page:
        return Page("Correct the score sheet", subject(self.state), self.desk("match", self.about))

    def form(self, data: QueryDict | None) -> CorrectedDealsForm:
        return CorrectedDealsForm(data, initial={"deals": self.proposed})

    def content_of(self, form: CorrectedDealsForm) -> DecidedDeals:
        return DecidedDeals(form.cleaned_data["deals"])

    def confirm(self, data: QueryDict) -> None:
        self.content = replace(self.content, keep_progress=keep_progress(data))

    @cached_property
    def written(self) -> Sheet:
        """The score sheet that currently counts. Raises Refused if it has no deals."""
        if self.state.sheet is None or not self.state.recorded:
            raise Refused("This match has no score sheet with deals. Type in the result instead.")
        return scoring.queries.read(self.state.sheet)

    @property
    def corrected(self) -> Sheet:
        """The corrected score sheet. Raises Refused if nothing changes or a deal is missing."""
        return with_deals(self.written, self.content.deals)

    @property
    def result(self) -> Result | None:
        """The result according to the corrected score sheet, or None if the totals are level."""
        return result_by(self.state, self.corrected)

    @property
    def winner(self) -> int | None:
        """The number of the pair that wins on the corrected score sheet, or None if the totals are level."""
        return self.result.winner if self.result else None

    def check(self) -> None:
        super().check()
        if self.state.is_to_play:
            raise Refused("The pairs still play this match. They can correct the score sheet on their own pages.")
        winner = self.winner
        if self.content.keep_progress:
            stays_on(self.state, winner)

    def seen(self) -> Sequence[object]:
        return [*super().seen(), fingerprint([line.deal for line in self.written.lines])]

    def is_made(self, reason: str, shown: str) -> bool:
        """Return True if the latest ruling has already given the score sheet these deals, as after a second tap."""
        last = self.state.last
        if last is None or last.by_id or last.begins_id is None or last.reason != reason:
            return False
        lines = {line.number: line.deal for line in self.written.lines}
        return all(lines.get(number) == deal for number, deal in self.content.deals.items())

    def rows(self) -> list[ResultEntry]:
        result = self.result
        facts = ResultEntry.columns(result) if result else {"kind": ResultEntry.REOPENED}
        row = ResultEntry(meeting=meeting_in(self.draw, self.state), **facts)
        row.keep_progress = self.content.keep_progress
        row.played_on = self.state.played_on if result else None
        return [row]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        """Save the ruling with a corrected copy of the score sheet, in a new meeting with the same seats."""
        put_last(self.draw, rows)
        (row,) = rows
        before = row.meeting
        row.meeting = row.begins = meeting = another_meeting(before)
        meeting.sheet = scoring.actions.copy_with(before.sheet, self.content.deals)
        for name in ("north_id", "east_id", "south_id", "west_id", "upper_side"):
            setattr(meeting, name, getattr(before, name))
        meeting.save()
        super().write(rows, why)

    def line(self, row: ResultEntry, reason: str) -> dict[str, Any]:
        recorded = {line.number: line.deal for line in self.written.lines}
        what = "; ".join(_change(number, deal, recorded) for number, deal in sorted(self.content.deals.items()))
        result = self.result
        names = self.state.pair_names
        then = result.in_the_log(*names) if result else self._level()
        kept = "; the later rounds are kept" if self.content.keep_progress else ""
        return line(self.state, f"Corrected {what}; {then}{kept}: {reason}")

    def sentence(self) -> str:
        deals = ". ".join(f"Deal {number}: {deal_words(deal)}" for number, deal in sorted(self.content.deals.items()))
        rows = self.rows()
        names = [side.text for side in self.state.sides]
        ended = rows[0].result(self.about, self.state.numbers).sentence(*names) if self.result else f"{self._level()}."
        return f"{deals}. {ended}"

    def warnings(self) -> Sequence[str]:
        extra = [str(line.number) for line in self.written.lines[len(self.corrected.lines) :]]
        if not extra:
            return ()
        last = quantity(len(self.corrected.lines), "deal")
        do_not = f"deal {extra[0]} does not" if len(extra) == 1 else f"deals {listed(extra)} do not"
        return [f"The match is then over after {last}, so {do_not} count."]

    def standing(self) -> KeptProgress | None:
        return self.if_progress_kept(self.winner) if has_gone_on(self.state, self.winner) else None

    def _level(self) -> str:
        more = quantity(self.corrected.deals_left, "more deal")
        return f"The totals are level, so the pairs play {more}"


def _change(number: int, deal: DealResult, recorded: Mapping[int, DealResult]) -> str:
    kind = ChangeKind.CHANGE if number in recorded else ChangeKind.INSERT
    return change_words(DealChange(kind, number, deal), recorded.get(number, deal))
