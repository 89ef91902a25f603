"""The base of every decision of the organiser."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, NamedTuple, cast

from django.db.models import Model
from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.urls import reverse

from competition.audit.events import Event
from competition.audit.rules import Row
from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.entries.queries import entry
from competition.knockout.access import draw_of
from competition.knockout.queries.draw import PublishedDraw
from competition.rulings.forms import GroundsForm, ReasonForm, UndoForm
from competition.rulings.presenters.consequences import Sheet, concerned, sheet_for, told_cases
from competition.rulings.queries import Preview, preview
from scoring.rules.refusal import Refused


class Page(NamedTuple):
    """The words of the page of a decision, the address to come back to, and links to what can be done instead.

    `news` is what is said once the decision is made, if it is not its sentence. The title is also the button of a
    decision that is made at once.
    """

    title: str
    lead: str
    back: str
    news: str = ""
    instead: Sequence[tuple[str, str]] = ()


class Decision(ABC):
    """A decision that the organiser is about to make: its form, the rows it writes, its words, and whom it concerns.

    Each kind is one class. `about` is what the address names. `content` is what the form says beside the reason; it is
    None until the form is filled in. The page and the action make the same preview from the same rows. What a method is
    for is said here, and not again in the kinds that have their own.
    """

    event: ClassVar[Event]
    form_class: ClassVar[type[ReasonForm]] = GroundsForm
    # Some decisions change the same whatever is filled in. Their consequences are shown above the form.
    is_at_once: ClassVar[bool] = False
    needs_draw: ClassVar[bool] = True
    while_cancelled: ClassVar[bool] = False
    # False for a decision after which everybody meets the same opponents.
    changes_draw: ClassVar[bool] = True
    # The public page on which everybody can read the decision.
    read_at: ClassVar[str] = "draw"
    unpublished: ClassVar[str] = "The draw has not been published yet."
    # How the decision can be undone.
    undone_by: ClassVar[str]

    def __init__(
        self, competition: Competition, draw: PublishedDraw | None, about: Any = None, content: Any = None
    ) -> None:
        self.competition, self.about, self.content = competition, about, content
        # Whatever needs the draw calls `check` first, or was found by an address that needs one.
        self.draw = cast(PublishedDraw, draw)

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> "Decision | HttpResponse":
        """Return the decision that an address names, or another page if it cannot be made there; Http404 for none."""
        return cls(competition, draw_of(competition), *where.values())

    # Its page.

    def page(self) -> Page:
        """Return the words of its page; Http404 if the decision is made on another page."""
        raise Http404

    def form(self, data: QueryDict | None) -> ReasonForm:
        """Return its form."""
        return self.form_class(data)

    def content_of(self, form: Any) -> object:
        """Return what a valid form says beside the reason."""
        return None

    # What it writes.

    def check(self) -> None:
        """Raise Refused if the decision is impossible."""
        if self.needs_draw and self.draw is None:
            raise Refused(self.unpublished)

    def confirm(self, data: QueryDict) -> None:  # noqa: B027 - most decisions have one way to confirm them
        """Take in what the button says by which the decision is confirmed."""

    def is_made(self, reason: str, shown: str) -> bool:
        """Return True if all of it stands already, as after a second tap; Refused if another one stands by now."""
        return False

    @abstractmethod
    def rows(self) -> Sequence[Model]:
        """Return the rows it writes, before they are saved."""

    def cases(self) -> Iterable[tuple[int | None, Sequence[Model]]]:
        """Return the rows that may change who meets whom: in each case if a lot decides; none if none does."""
        return [(None, self.rows())] if self.changes_draw else ()

    def seen(self) -> Sequence[object]:
        """Return what the organiser looked at beside the consequences."""
        return [self.about]

    def preview(self) -> Preview:
        """Return what it would change; Refused if it is impossible."""
        self.check()
        return preview(self.draw, self.cases(), *self.seen())

    def stale(self) -> Refused:
        """Return the refusal of a decision that would now change something else."""
        return Refused("Something has happened meanwhile. Look again at what this would change.")

    def drawn(self) -> tuple[int | None, Sequence[Model]]:
        """Return the case that takes place, and its rows; a lot is drawn here."""
        return None, self.rows()

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        """Save the rows, with who decided it, when and why."""
        for row in rows:
            for name, value in why.items():
                setattr(row, name, value)
            row.save()

    @abstractmethod
    def line(self, row: Any, reason: str) -> dict[str, Any]:
        """Return the line of the log about a row: its text, and the match or the pair that it is about."""

    # Who is told, and what.

    def subject(self) -> str:
        """Return what its text is headed by, after the name of the competition."""
        return ""

    @abstractmethod
    def sentence(self) -> str:
        """Return what everybody is told."""

    def text(self, form: ReasonForm) -> str:
        """Return what everybody is told, with the reason as far as it is given."""
        return f"{self.sentence()}{form.reason_line}"

    def concerns(self) -> Iterable[int]:
        """Return the pairs that are told in any case, beside those whose matches change."""
        return ()

    def warnings(self) -> Sequence[str]:
        """Return what the organiser alone should think of."""
        return ()

    def told(self, ahead: Preview) -> Sequence[Pair]:
        """Return the pairs that are told."""
        numbers = {*self.concerns()}.union(*(concerned(change) for _, change in ahead.cases))
        return [self.draw.everybody[number] for number in sorted(numbers)]

    def address(self) -> str:
        """Return the address of the public page on which the decision can be read."""
        return reverse(f"public:{self.read_at}", args=[self.competition.slug])

    def extras(self, ahead: Preview, why: str) -> dict[str, Any]:
        """Return what else its sheet shows; `why` is the decision with its reason, and where to read it."""
        return {}

    def sheet(self, form: ReasonForm, absolute: Callable[[str], str]) -> Sheet:
        """Return all that the organiser reads before the decision is made."""
        ahead, decision, address = self.preview(), self.text(form), absolute(self.address())
        return sheet_for(
            self.told(ahead),
            subject=f"{self.competition}{self.subject()}",
            decision=decision,
            cases=told_cases(self.draw, ahead.cases),
            address=address,
            way_back=self.undone_by,
            fingerprint=ahead.fingerprint,
            warnings=self.warnings(),
            **self.extras(ahead, f"{decision}\n\n{address}"),
        )

    def desk(self, name: str, *rest: object) -> str:
        """Return the address of a page of this desk."""
        return reverse(f"desk:{name}", args=[self.competition.slug, *rest])


class TakesBack(Decision):
    """A decision that takes back the row that its form names; `content` is the key of that row."""

    is_at_once = True

    @abstractmethod
    def key(self) -> int | None:
        """Return the key of the row that stands."""

    def form(self, data: QueryDict | None) -> ReasonForm:
        return UndoForm(data, initial={"number": self.key()})

    def content_of(self, form: Any) -> int:
        return form.cleaned_data["number"]


class OfPair(Decision):
    """A decision about one pair, which may not be in the draw; `about` is its number. Http404 for none."""

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


class OfRow(Decision):
    """A decision that takes back the row that its address names; `about` is the key of that row. Http404 for none."""

    is_at_once = True

    def __init__(
        self, competition: Competition, draw: PublishedDraw | None, about: Any = None, content: Any = None
    ) -> None:
        super().__init__(competition, draw, about, content)
        row = next((row for row in self.all_rows() if row.pk == about and row.takes_back_id is None), None)
        if row is None:
            raise Http404
        self.row: Any = row

    @abstractmethod
    def all_rows(self) -> Sequence[Row]:
        """Return all rows of this kind."""

    def is_made(self, reason: str, shown: str) -> bool:
        return any(row.takes_back_id == self.about for row in self.all_rows())
