"""Decisions about the pairs in the draw: late pairs, replacements, duplicate pairs and withdrawals."""

import secrets
from collections.abc import Iterable, Sequence
from typing import Any

from django.contrib import messages
from django.db.models import Model
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from competition.audit.events import Event
from competition.audit.rules import not_revoked
from competition.contest.models import Competition
from competition.draw.access import draw_of
from competition.draw.models.rounds import PlaceChange, Withdrawal
from competition.draw.queries.draw import PublishedDraw, get_draw
from competition.draw.queries.places import awarded_byes, can_be_replaced, free_byes, index_of, objection
from competition.draw.queries.states import PublishedRound
from competition.draw.rules import lot
from competition.entries.models import Pair
from competition.rulings.decisions.decision import Decision, OfPair, Page, Undoing
from competition.rulings.forms.decisions import PlaceForm, by_lot, in_place_of, in_place_of_bye
from competition.rulings.presenters.consequences import PLACING, RETURN, WITHDRAWAL, News
from competition.rulings.presenters.records import awarded_to, placing_sentence
from competition.rulings.queries import DecisionPreview
from competition.rulings.rules import AwardedBye
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day


class _OfDrawn(OfPair):
    """A decision about the withdrawal of a pair from the draw."""

    unpublished = "The draw has not been published yet. Remove the pair from the list instead."
    is_at_once = True

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision:
        return cls(competition, get_draw(competition), where["number"])

    def check(self) -> None:
        super().check()
        if self.about not in self.draw.pairs:
            raise Refused("This pair is not in the draw, so it cannot withdraw. Remove it from the list.")


class Withdraw(_OfDrawn):
    """Decision to withdraw a pair after the draw. Its decided matches stay, and it loses its next match."""

    event = Event.WITHDREW
    undone_by = WITHDRAWAL

    def page(self) -> Page:
        lead = f"Pair {self.about}, {self.pair}. Its decided matches stay, and it loses all other matches."
        back = self.desk("pair", self.about)
        return Page("Withdraw the pair", lead, back, f"Pair {self.about} has withdrawn.")

    def is_made(self, reason: str, shown: str) -> bool:
        self.check()
        return bool(self.pair.withdrawal)

    def rows(self) -> list[Withdrawal]:
        return [Withdrawal(pair=self.pair)]

    def line(self, row: Withdrawal, reason: str) -> dict[str, Any]:
        text = f"Pair {self.about}, {self.pair.name}, withdrew: {reason}"
        return {"text": text, "about": self.pair, "before": "plays", "after": "withdrawn"}

    def sentence(self) -> str:
        return f"{self.pair} have withdrawn."


class BringBack(_OfDrawn):
    """Decision to undo a withdrawal. Both decisions stay on the record."""

    event = Event.BROUGHT_BACK
    undone_by = RETURN

    def page(self) -> Page:
        lead = f"Pair {self.about}, {self.pair}. The draw will be as if the pair had not withdrawn."
        return Page(
            "Undo the withdrawal", lead, self.desk("pair", self.about), f"Pair {self.about} is back in the draw."
        )

    def is_made(self, reason: str, shown: str) -> bool:
        self.check()
        return not self.pair.withdrawal

    def rows(self) -> list[Withdrawal]:
        gone = self.pair.withdrawal
        return [Withdrawal(pair=self.pair, undoes=gone)] if gone else []

    def line(self, row: Withdrawal, reason: str) -> dict[str, Any]:
        text = f"Pair {self.about}, {self.pair.name}, is back in the draw: {reason}"
        return {"text": text, "about": self.pair, "before": "withdrawn", "after": "plays"}

    def sentence(self) -> str:
        return f"{self.pair} are back in the draw."


class JoinDraw(OfPair):
    """A decision to add a pair from outside the draw to the draw or to its plate."""

    event = Event.PLACED
    undone_by = PLACING

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        draw = draw_of(competition)
        number = where["number"]
        if number in draw.pairs:
            return _too_late(request, competition, f"Pair {number} is already in the draw.")
        return cls(competition, draw, number)

    def check(self) -> None:
        super().check()
        if self.pair.withdrawal:
            raise Refused("This pair has withdrawn, so you cannot add it to the draw.")

    def is_made(self, reason: str, shown: str) -> bool:
        return self.about in self.draw.pairs


class PlacePair(JoinDraw):
    """Decision to add a late pair to the draw.

    `content` is the number of the pair that it replaces, a bye awarded by the organiser, or None for a random bye.
    """

    form_class = PlaceForm

    def page(self) -> Page:
        lead = f"Pair {self.about}, {self.pair}. The published draw stays on the record, with this change beside it."
        back = self.desk("late-pairs")
        return Page("Add the pair to the draw", lead, back, f"Pair {self.about} is in the draw.")

    def form(self, data: QueryDict | None) -> PlaceForm:
        awarded = awarded_byes(self.draw).values()
        return PlaceForm(data, byes=len(free_byes(self.draw)), awarded=awarded, others=can_be_replaced(self.draw))

    def content_of(self, form: PlaceForm) -> int | AwardedBye | None:
        return form.where_to

    def rows(self) -> list[PlaceChange]:
        if isinstance(self.content, AwardedBye):
            return [_row(self.draw, self._awarded_place(), kind=PlaceChange.Kind.AWARDED_BYE, pair=self.pair)]
        index = _place_of(self.draw, self.content)
        gone = self.draw.pairs[self.content]
        return [_row(self.draw, index, kind=PlaceChange.Kind.REPLACEMENT, pair=self.pair, instead_of=gone)]

    def _late(self, index: int, lot: str = "") -> PlaceChange:
        return _row(self.draw, index, kind=PlaceChange.Kind.LATE, pair=self.pair, lot=lot)

    def changes(self, ahead: DecisionPreview) -> list[tuple[str, News]]:
        """Return the changes for each pair. If there are more than two byes, return only the pairs that have them."""
        if len(ahead.cases) <= 2:
            return super().changes(ahead)
        has_bye = [f"have a bye in {self._first_round.name}, which can be picked"]
        return [("", {bye.number: has_bye for bye in self._byes().values()})]

    def told(self, changes: Sequence[tuple[str, News]]) -> Sequence[Pair]:
        """Return the pairs to tell. Before a bye is picked, this is only the late pair."""
        return [self.pair] if self.content is None and len(self._byes()) > 2 else super().told(changes)

    def extras(self, ahead: DecisionPreview) -> dict[str, Any]:
        if len(ahead.cases) <= 2:
            return {}
        where, play_by = self._first_round.name, day(self._first_round.play_by)
        return {
            "outline": [
                (self.pair.name, f"play the pair whose bye is picked in {where}, by {play_by}."),
                (f"One of {len(ahead.cases)} pairs with a bye", "loses its bye and plays them."),
                ("The next opponents of that pair", "wait for the winner."),
            ]
        }

    @property
    def _first_round(self) -> PublishedRound:
        return self.draw.rounds[0]

    def cases(self) -> Iterable[tuple[int | None, Sequence[Model]]]:
        if self.content is not None:
            return super().cases()
        return [(bye.number, [self._late(index)]) for index, bye in self._byes().items()]

    def drawn(self) -> tuple[int | None, Sequence[Model]]:
        if self.content is not None:
            return super().drawn()
        byes = self._byes()
        read = lot.ticket_of_late_pair(secrets.token_hex(16), self.about, [bye.number for bye in byes.values()])
        index, fallen = [*byes.items()][lot.share(read, len(byes))]
        return fallen.number, [self._late(index, read)]

    def _awarded_place(self) -> int:
        places = [index for index, pair in awarded_byes(self.draw).items() if pair.number == self.content.pair]
        if not places:
            raise Refused("This bye is no longer free, because the match after it has begun. Choose another place.")
        return places[0]

    def _byes(self) -> dict[int, Pair]:
        """Return the byes that a late pair can take. Raises Refused if there are none."""
        if byes := free_byes(self.draw):
            return byes
        none = "The draw has none, you awarded all of them, or the match after each bye has begun"
        raise Refused(f"There is no bye that can be picked at random. {none}. Choose another place.")

    def seen(self) -> Sequence[object]:
        return [self.pair.fingerprint, self.content]

    def line(self, row: PlaceChange, reason: str) -> dict[str, Any]:
        return {**_line(f"Decided that {_named(self.draw, row)}: {reason}", row), "lot": row.lot}

    def concerns(self) -> Iterable[int]:
        if self.content is None:
            return [self.about]
        return [self.about, self.content.pair if isinstance(self.content, AwardedBye) else self.content]

    def sentence(self) -> str:
        where = self._where()
        return f"{self.pair} join the draw {where[:1].lower()}{where[1:]}."

    def _where(self) -> str:
        if isinstance(self.content, AwardedBye):
            return in_place_of_bye(self.draw.everybody[self.content.pair])
        return by_lot(len(self._byes())) if self.content is None else in_place_of(self.draw.pairs[self.content])


class EnteredTwice(OfPair):
    """Decision to replace a pair that was entered twice with a bye."""

    event = Event.PLACED
    is_at_once = True
    undone_by = PLACING

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        draw = draw_of(competition)
        number = where["number"]
        if number not in draw.main_pairs:
            return _too_late(request, competition, f"Pair {number} has no place in the main draw.")
        return cls(competition, draw, number)

    def page(self) -> Page:
        lead = f"Pair {self.about}, {self.pair}. The pair leaves the draw, and its opponents get a bye."
        news = f"Pair {self.about} is out of the draw. Its place is a bye."
        return Page("Remove the duplicate pair", lead, self.desk("pair", self.about), news)

    def check(self) -> None:
        super().check()
        index = _place_of(self.draw, self.about)
        if index in self.draw.kept:
            raise Refused("This pair joins a later round. Undo that decision instead, under Late entries.")
        if len(self.draw.holders) == 2:
            raise Refused(
                "You cannot remove this pair, because the draw would have no match left. "
                "Put a late entry in this place instead."
            )
        if self.draw.holders[index ^ 1] is None:
            raise Refused("These opponents would both have a bye. Put a late entry in this place instead.")

    def is_made(self, reason: str, shown: str) -> bool:
        return self.about not in self.draw.main_pairs

    def rows(self) -> list[PlaceChange]:
        return [_row(self.draw, index_of(self.draw, self.about), kind=PlaceChange.Kind.TWICE, instead_of=self.pair)]

    def line(self, row: PlaceChange, reason: str) -> dict[str, Any]:
        return {**_line(f"Decided that {_named(self.draw, row)}: {reason}", row), "lot": row.lot}

    def sentence(self) -> str:
        return f"{self.pair} were entered twice, so their place is a bye."


class UndoPlacing(Undoing):
    """Decision to undo a change to a place in the draw."""

    event = Event.PLACED
    undone_by = "Make the same change again."
    has_key_in_url = True
    superseded = "Another pair has taken this place since. Undo that change first."

    def all_rows(self) -> Sequence[PlaceChange]:
        return self.draw.placings

    def standing_row(self) -> PlaceChange | None:
        is_plate = self.row.kind == PlaceChange.Kind.PLATE
        same = (row for row in not_revoked(self.draw.placings) if row.place_id == self.row.place_id)
        return next((row for row in reversed([*same]) if (row.kind == PlaceChange.Kind.PLATE) == is_plate), None)

    def facts(self, row: PlaceChange) -> dict[str, Any]:
        return {"place_id": row.place_id}

    def page(self) -> Page:
        lead = "The place is as it was before. Matches played since then stay on the record."
        return Page("Undo the change", lead, self.desk("late-pairs"), "The change is undone.")

    def line(self, row: PlaceChange, reason: str) -> dict[str, Any]:
        return _line(f"Undid the decision that {_named(self.draw, self.row)}: {reason}", self.row)

    def concerns(self) -> Iterable[int]:
        return [pair.number for pair in (self.row.pair, self.row.instead_of) if pair]

    def sentence(self) -> str:
        return f"Undone: {placing_sentence(self.draw, self.row)}"


def _place_of(draw: PublishedDraw, number: int) -> int:
    """Return a pair's place (from 0 at the top). Raises Refused if the place can no longer change."""
    if number not in draw.main_pairs:
        raise Refused(f"Pair {number} is not in the draw.")
    if fault := objection(draw, number):
        raise Refused(fault)
    return index_of(draw, number)


def _row(draw: PublishedDraw, index: int, **facts: Any) -> PlaceChange:
    return PlaceChange(place=draw.places[index], **facts)


def _line(text: str, row: PlaceChange) -> dict[str, Any]:
    return {"text": text, "about": row.pair or row.instead_of}


def _named(draw: PublishedDraw, row: PlaceChange) -> str:
    """Return a change to the draw in words, for the log."""
    who, before = (f"pair {pair.number}, {pair.name}," if pair else "" for pair in (row.pair, row.instead_of))
    if row.kind == PlaceChange.Kind.PLATE:
        return f"{who} enters the plate directly"
    if row.kind == PlaceChange.Kind.JOINS_LATER:
        return f"{who} joins a later round"
    if row.kind == PlaceChange.Kind.TWICE:
        return f"{before} was entered twice and its place is a bye"
    if row.kind == PlaceChange.Kind.AWARDED_BYE:
        return f"{who} enters late, at the bye that was awarded to pair {awarded_to(draw, row)}"
    return f"{who} plays in place of {before.rstrip(',')}" if before else f"{who} enters late, at a random bye"


def _too_late(request: HttpRequest, competition: Competition, news: str) -> HttpResponse:
    """Redirect to the page of late pairs after a second tap, or after another organiser has decided."""
    if request.method == "POST":
        messages.info(request, news)
    return redirect("desk:late-pairs", competition.slug)
