"""How every decision of the organiser is made: filled in, looked at with all it changes, then carried out."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from competition.contest.models import Competition
from competition.knockout.queries.draw import PublishedDraw
from competition.knockout.rules.outcome import LetStand
from competition.pages.posting import by, form_status
from competition.rulings.formats.consequences import Sheet, sheet
from competition.rulings.forms import ReasonForm
from competition.rulings.queries import Preview
from scoring.rules.refusal import Refused


def let_stand(request: HttpRequest) -> str:
    """By whose will the results stand that a correction would set aside; empty where they do not."""
    asked = request.POST.get("let_stand", "")
    return (asked if asked in tuple(LetStand) else LetStand.RULED) if "stand" in request.POST else ""


@dataclass
class Decision:
    """A decision on its way: what it is called, where it leads back to, and what its form was sent with.

    A view carries it out once it is confirmed, or else puts its consequence `sheet` before the organiser; what is
    refused on the way is its `fault`. `instead` are addresses where earlier ones are taken back, with
    what that is called.
    """

    request: HttpRequest
    competition: Competition
    title: str
    lead: str
    back: str
    form: ReasonForm
    instead: Sequence[tuple[str, str]] = ()
    sheet: Sheet | None = None
    fault: str = ""

    @property
    def is_filled_in(self) -> bool:
        """Whether all that the form asks for is there, and nothing of it is to be changed."""
        return self.form.is_valid() and "change" not in self.request.POST

    @property
    def confirmed(self) -> str:
        """The fingerprint of the consequence sheet that the organiser said yes to; empty before."""
        sent = self.request.POST
        return (sent.get("stand") or sent.get("shown", "")) if self.is_filled_in else ""

    @property
    def order(self) -> dict[str, Any]:
        """What an action is told of a decision: why, what was shown before it was confirmed, and by whom."""
        return {"grounds": self.form.grounds, "shown": self.confirmed, "by": by(self.request)}

    @contextmanager
    def refusals(self) -> Iterator[None]:
        """What is refused in here is told on the page."""
        try:
            yield
        except Refused as refusal:
            self.fault = str(refusal)

    def show(
        self,
        draw: PublishedDraw,
        sentence: str,
        ahead: Preview,
        *,
        read_at: str = "draw",
        about: str = "",
        **rest: Any,
    ) -> None:
        """Put the consequence sheet before the organiser; `read_at` is the public page on which it may be read."""
        self.sheet = sheet(
            draw,
            subject=f"{self.competition}{about}",
            decision=f"{sentence}{self.form.reason_line}",
            cases=ahead.cases,
            fingerprint=ahead.fingerprint,
            address=self.request.build_absolute_uri(reverse(f"public:{read_at}", args=[self.competition.slug])),
            **rest,
        )

    def done(self, news: str) -> HttpResponse:
        """The way back, with the news that it is carried out."""
        messages.success(self.request, news)
        return redirect(self.back)

    def page(self) -> HttpResponse:
        """The form, or the consequence sheet of what was filled in."""
        if self.sheet:
            return self._page("competition/rulings/decide.html", 409 if self.fault else 200)
        if self.fault:
            self.form.add_error(None, self.fault)
        return self._page("competition/rulings/decide.html", form_status(self.form))

    def page_at_once(self) -> HttpResponse:
        """The consequence sheet above the form, of a decision that changes the same whatever is filled in."""
        return self._page("competition/rulings/decide_at_once.html", 409 if self.fault else form_status(self.form))

    def _page(self, template: str, code: int) -> HttpResponse:
        shown = {"competition": self.competition, "form": self.form, "sheet": self.sheet, "fault": self.fault}
        return render(self.request, template, {"decision": self, **shown}, status=code)
