"""Decisions to change the organiser's own rules after the draw."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any

from django.http import Http404, HttpRequest, HttpResponse, QueryDict

from competition.audit.events import Event
from competition.contest.models import Competition, RulesPart
from competition.contest.queries import rules_parts
from competition.contest.rules.ready_paragraphs import is_same
from competition.contest.rules.rulebook import MOST_PARTS, Part
from competition.draw.access import draw_of
from competition.rulings.decisions.decision import Decision, Page, Undoing
from competition.rulings.forms.decisions import RulesPartForm
from competition.rulings.models import RulesChange
from competition.rulings.presenters.records import rules_sentence
from competition.rulings.queries import rules_changes, standing_rules_changes
from scoring.rules.refusal import Refused, Stale

_CHANGED = "The rules are changed. Now tell the pairs, under Messages."


class _OfRules(Decision):
    """A decision about one part of the rules. It changes no match, and can be made in a cancelled competition."""

    event = Event.RULES_CHANGED
    while_cancelled = True
    changes_draw = False
    read_at = "conditions"
    undone_by = "Undo the change on the page where you made it."
    unpublished = "The draw has not been published yet. Change the text under Rules."

    def subject(self) -> str:
        return ", the rules"

    def concerns(self) -> Iterable[int]:
        return self.draw.bracket.playing

    def line(self, row: RulesChange, reason: str) -> dict[str, Any]:
        return {"text": f"Changed the rules, “{row.heading}”. {reason}", "before": row.before, "after": row.after}

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        (row,) = rows
        parts = RulesPart.objects.filter(competition=self.competition)
        parts.update_or_create(
            {"heading": row.heading, "text": row.after}, competition=self.competition, number=row.number
        )


class ChangeRules(_OfRules):
    """Decision to change, add or remove a part of the rules.

    `about` is the number of the part, or None for a new part. `content` is the heading with the new text.
    """

    content: Part

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        decision = cls(competition, draw_of(competition), where.get("part"))
        if decision.about and decision.part is None:
            raise Http404
        return decision

    @cached_property
    def parts(self) -> list[RulesPart]:
        """All parts of the rules."""
        return rules_parts(self.competition)

    @property
    def part(self) -> RulesPart | None:
        """The part to change, or None for a new part."""
        return next((part for part in self.parts if part.number == self.about), None)

    @property
    def before(self) -> str:
        """The current text of the part."""
        return self.part.text if self.part else ""

    def page(self) -> Page:
        title = f"Change “{self.part.heading}”" if self.part else "Add a part to the rules"
        lead = "The page of the rules shows the date, your reason and the old text too."
        standing = standing_rules_changes(self.competition).get(self.about) if self.part else None
        instead = [(self.desk("undo-rules", standing.pk), "Undo the last change to this part")] if standing else []
        return Page(title, lead, self.desk("rules"), _CHANGED, instead)

    def form(self, data: QueryDict | None) -> RulesPartForm:
        return RulesPartForm(data, part=self.part)

    def content_of(self, form: RulesPartForm) -> Part:
        return form.content

    def check(self) -> None:
        super().check()
        if self.is_made("", ""):
            raise Refused("Nothing has changed. Change the text, then save.")
        if self.part is None and any(is_same(part.heading, self.content.heading) for part in self.parts):
            raise Refused("Another part has this heading. Choose another heading, or change that part.")
        if self.part is None and self._last_number == MOST_PARTS:
            raise Refused(f"The rules have {MOST_PARTS} parts, which is the limit. Add your text to one of them.")

    def sentence(self) -> str:
        return rules_sentence(*self.rows())

    def is_made(self, reason: str, shown: str) -> bool:
        return any((part.heading, part.text) == self.content for part in self.parts)

    def stale(self) -> Refused:
        return Stale("This part has changed since you opened the page. Check it again.")

    def seen(self) -> Sequence[object]:
        return [self.about, self.before]

    @property
    def _last_number(self) -> int:
        return max((part.number for part in self.parts), default=0)

    def rows(self) -> list[RulesChange]:
        number = self.about or self._last_number + 1
        heading, after = self.content
        return [
            RulesChange(competition=self.competition, number=number, heading=heading, before=self.before, after=after)
        ]


class UndoRules(Undoing, _OfRules):
    """Decision to undo the last change to a part of the rules."""

    has_key_in_url = True
    undone_by = "Make the change again."
    superseded = "There has been a later change to this part. Undo that one first."

    def all_rows(self) -> Sequence[RulesChange]:
        return rules_changes(self.competition)

    def standing_row(self) -> RulesChange | None:
        return standing_rules_changes(self.competition).get(self.row.number)

    def facts(self, row: RulesChange) -> dict[str, Any]:
        part = {"competition": self.competition, "number": row.number, "heading": row.heading}
        return {**part, "before": row.after, "after": row.before}

    def sentence(self) -> str:
        return rules_sentence(RulesChange(**self.facts(self.row)))

    def page(self) -> Page:
        return Page("Undo the change to the rules", self.sentence(), self.desk("rules"), _CHANGED)
