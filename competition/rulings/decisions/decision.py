"""The base class of all decisions by the organiser."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any, ClassVar, NamedTuple, cast

from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from competition.audit.events import Event
from competition.audit.rules import RevocableRow
from competition.contest.models import Competition
from competition.draw.access import draw_of
from competition.draw.queries.draw import PublishedDraw
from competition.entries.models import Pair
from competition.entries.queries.pairs import entry
from competition.rulings.forms.decisions import GroundsForm, PublicReasonForm, UndoForm
from competition.rulings.presenters.consequences import DecisionSheet, News, case, news, texts_for, warn_of_repeats
from competition.rulings.queries import DecisionPreview, preview
from scoring.rules.refusal import Refused


class Page(NamedTuple):
    """The texts of a decision page, the address to return to, and links to alternatives.

    `news` is the message after the decision, by default its sentence. The title is also the label of the button for a
    decision without a preview. `leave` is the text of the link that leaves without saving.
    """

    title: str
    lead: str
    back: str
    news: str = ""
    instead: Sequence[tuple[str, str]] = ()
    leave: str = "Cancel"


class Decision(ABC):
    """A decision by the organiser: its form, its texts, the rows that it writes and the pairs that it concerns.

    Each kind is one class. `about` comes from the URL. `content` is the form data apart from the reason. It is None
    until the form is valid. The page and the action calculate the preview from the same rows. Each method is
    documented here and not in the subclasses.
    """

    event: ClassVar[Event]
    form_class: ClassVar[type[PublicReasonForm]] = GroundsForm
    # True if the consequences do not depend on the form. They are then shown above it.
    is_at_once: ClassVar[bool] = False
    needs_draw: ClassVar[bool] = True
    asks_password: ClassVar[bool] = False
    while_cancelled: ClassVar[bool] = False
    # False if every pair keeps its opponents.
    changes_draw: ClassVar[bool] = True
    # The public page that shows the decision.
    read_at: ClassVar[str] = "draw"
    unpublished: ClassVar[str] = "The draw has not been published yet."
    # The sentence about how to undo the decision.
    undone_by: ClassVar[str]

    def __init__(
        self, competition: Competition, draw: PublishedDraw | None, about: Any = None, content: Any = None
    ) -> None:
        self.competition, self.about, self.content = competition, about, content
        # Every method that needs the draw runs after `check`, or belongs to a URL that requires a draw.
        self.draw = cast(PublishedDraw, draw)

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> "Decision | HttpResponse":
        """Return the decision for a URL, or a response instead of its page. Raises Http404 for an unknown object."""
        return cls(competition, draw_of(competition), *where.values())

    # Methods for the decision page.

    def page(self) -> Page:
        """Return the texts of the page. Raises Http404 if the decision is made on another page."""
        raise Http404

    def form(self, data: QueryDict | None) -> PublicReasonForm:
        """Return the form."""
        return self.form_class(data)

    def content_of(self, form: Any) -> object:
        """Return the data of a valid form apart from the reason."""
        return None

    # Methods that write rows.

    def check(self) -> None:
        """Raise Refused if the decision is impossible."""
        if self.needs_draw and self.draw is None:
            raise Refused(self.unpublished)

    def confirm(self, data: QueryDict) -> None:  # noqa: B027 - most decisions have one way to confirm them
        """Store which button the organiser pressed to confirm the decision."""

    def is_made(self, reason: str, shown: str) -> bool:
        """Return True if this decision was already made, as after a second tap.

        Raises Refused if another one was made.
        """
        return False

    @abstractmethod
    def rows(self) -> Sequence[Model]:
        """Return the unsaved rows that the decision writes."""

    def cases(self) -> Iterable[tuple[int | None, Sequence[Model]]]:
        """Return the rows in each case: one case, or one for each pair if the winner is picked at random.

        Return no cases if all pairs keep their opponents.
        """
        return [(None, self.rows())] if self.changes_draw else ()

    def seen(self) -> Sequence[object]:
        """Return the facts shown to the organiser in addition to the consequences."""
        return [self.about]

    def preview(self) -> DecisionPreview:
        """Return the consequences of the decision. Raises Refused if it is impossible."""
        self.check()
        return preview(self.draw, self.cases(), *self.seen())

    def stale(self) -> Refused:
        """Return the refusal of a decision after its consequences have changed."""
        return Refused("Something has changed since you opened this page. Check again what this would change.")

    def drawn(self) -> tuple[int | None, Sequence[Model]]:
        """Return the actual case and its rows. Make any random pick here."""
        return None, self.rows()

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        """Save the rows with the organiser, the time and the reason."""
        for row in rows:
            for name, value in why.items():
                setattr(row, name, value)
            row.save()

    @abstractmethod
    def line(self, row: Any, reason: str) -> dict[str, Any]:
        """Return the log entry for a row: its text, and its match or pair."""

    # Methods about the pairs to tell.

    def subject(self) -> str:
        """Return the rest of the heading, after the name of the competition."""
        return ""

    @abstractmethod
    def sentence(self) -> str:
        """Return the public sentence about the decision."""

    def text(self, form: PublicReasonForm) -> str:
        """Return the public sentence, with the reason if the form has one."""
        return f"{self.sentence()}{form.reason_line}"

    def text_for_pairs(self, form: PublicReasonForm) -> str:
        """Return the end of the text for a pair, after the changes that affect the pair."""
        return self.text(form)

    def concerns(self) -> Iterable[int]:
        """Return the numbers of further pairs to tell, although their matches do not change."""
        return ()

    def warnings(self) -> Sequence[str]:
        """Return warnings for the organiser."""
        return ()

    def changes(self, ahead: DecisionPreview) -> list[tuple[str, News]]:
        """Return the changes for each pair in each case. The heading is "" unless the winner is picked at random."""
        return [(self._if_picked(winner), news(self.draw, change)) for winner, change in ahead.cases]

    def _if_picked(self, winner: int | None) -> str:
        return f"If {self.draw.names[winner]} are picked" if winner else ""

    def told(self, changes: Sequence[tuple[str, News]]) -> Sequence[Pair]:
        """Return the pairs to tell."""
        numbers = {*self.concerns()}.union(*(of_pairs for _, of_pairs in changes))
        return [self.draw.everybody[number] for number in sorted(numbers)]

    def address(self) -> str:
        """Return the URL of the public page that shows the decision."""
        return reverse(f"public:{self.read_at}", args=[self.competition.slug])

    def extras(self, ahead: DecisionPreview) -> dict[str, Any]:
        """Return additional values for the preview."""
        return {}

    def sheet(self, form: PublicReasonForm, absolute: Callable[[str], str]) -> DecisionSheet:
        """Return the preview to show to the organiser before the decision."""
        ahead = self.preview()
        changes = self.changes(ahead)
        decision = self.text(form)
        return DecisionSheet(
            decision,
            [case(self.draw, heading, of_pairs) for heading, of_pairs in changes],
            texts_for(
                self.told(changes),
                changes,
                subject=f"{self.competition}{self.subject()}",
                decision=self.text_for_pairs(form),
                address=absolute(self.address()),
            ),
            self.undone_by,
            everybody=len(self.draw.pairs) if self.draw else 0,
            fingerprint=ahead.fingerprint,
            warnings=[*self.warnings(), *self._repeats(ahead)],
            **self.extras(ahead),
        )

    def _repeats(self, ahead: DecisionPreview) -> list[str]:
        """Return warnings about second byes, and about pairs that meet again."""
        found = (warning for _, change in ahead.cases for warning in warn_of_repeats(self.draw, change))
        return [*dict.fromkeys(found)] if self.draw else []

    def desk(self, name: str, *rest: object) -> str:
        """Return the URL of a page on this desk."""
        return reverse(f"desk:{name}", args=[self.competition.slug, *rest])


class Undoing(Decision):
    """A decision that undoes a row.

    `content` is the primary key of this row, from the URL or otherwise from the form.
    """

    is_at_once = True
    has_key_in_url: ClassVar[bool] = False
    # The refusals for nothing to undo, and for a row that has been replaced by another.
    nothing: ClassVar[str] = "There is no such change to undo. Reload the page."
    superseded: ClassVar[str]

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        if not cls.has_key_in_url:
            return super().find(request, competition, **where)
        (key,) = where.values()
        decision = cls(competition, draw_of(competition), content=key)
        if decision.row is None:
            raise Http404
        return decision

    @abstractmethod
    def all_rows(self) -> Iterable[RevocableRow]:
        """Return the rows of this kind in order, including undone rows and the rows that undo them."""

    @abstractmethod
    def standing_row(self) -> Any:
        """Return the row that currently counts and can be undone, or None."""

    @abstractmethod
    def facts(self, row: Any) -> dict[str, Any]:
        """Return the column values of the new row that undoes this row."""

    @cached_property
    def row(self) -> Any:
        """The row with this primary key, or None if there is no such row."""
        return next((row for row in self.all_rows() if row.pk == self.content and row.undoes_id is None), None)

    def form(self, data: QueryDict | None) -> PublicReasonForm:
        if self.has_key_in_url:
            return GroundsForm(data)
        standing = self.standing_row()
        return UndoForm(data, initial={"number": standing and standing.pk})

    def content_of(self, form: Any) -> int:
        return form.cleaned_data.get("number", self.content)

    def check(self) -> None:
        super().check()
        standing = self.standing_row()
        if standing is None or self.is_made("", ""):
            raise Refused(self.nothing)
        if self.content not in (None, standing.pk):
            raise Refused(self.superseded)

    def is_made(self, reason: str, shown: str) -> bool:
        return self.content is not None and any(row.undoes_id == self.content for row in self.all_rows())

    def rows(self) -> list[Any]:
        row = self.standing_row()
        return [type(row)(undoes=row, **self.facts(row))]


class OfPair(Decision):
    """A decision about one pair, in the draw or not. `about` is its number. Raises Http404 for an unknown pair."""

    def __init__(
        self, competition: Competition, draw: PublishedDraw | None, about: Any = None, content: Any = None
    ) -> None:
        pair = entry(competition, about)
        if pair is None:
            raise Http404
        self.pair = pair
        super().__init__(competition, draw and draw.with_pair(pair), about, content)

    def seen(self) -> Sequence[object]:
        return [self.pair.fingerprint]

    def concerns(self) -> Iterable[int]:
        return [self.about]
