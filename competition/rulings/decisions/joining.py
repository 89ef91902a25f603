"""Decisions to give a pair a free place picked at random: in the plate, or in a later round of the draw."""

import secrets
from abc import abstractmethod
from collections.abc import Iterable, Sequence
from typing import Any, ClassVar

from django.db.models import Model

from competition.draw.models.rounds import PlaceChange
from competition.draw.queries.places import (
    free_kept_places,
    free_plate_places,
    is_joining_open,
    is_plate_open,
    join_round,
)
from competition.draw.queries.states import PublishedRound
from competition.draw.rules import lot
from competition.draw.rules.layout import with_article
from competition.entries.models import Pair
from competition.rulings.decisions.decision import Page
from competition.rulings.decisions.pairs import JoinDraw
from competition.rulings.presenters.consequences import News
from competition.rulings.queries import DecisionPreview
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day


class TakeFreePlace(JoinDraw):
    """A decision to give a pair from outside the draw one of several free places, picked at random.

    `in_words` names the decision in the log. `opponents_then` says what happens to the opponents.
    """

    in_words: ClassVar[str]
    opponents_then: ClassVar[str]

    @abstractmethod
    def _row(self, place: int, read: str = "") -> PlaceChange:
        """Return the unsaved change for this place. `read` is the text that was hashed to pick it."""

    @abstractmethod
    def _places(self) -> list[int]:
        """Return the free places. Raises Refused if there are none."""

    @property
    @abstractmethod
    def _round(self) -> PublishedRound:
        """The round in which the pair plays its first match."""

    def rows(self) -> list[PlaceChange]:
        return [self._row(place) for place in self._places()[:1]]

    def cases(self) -> Iterable[tuple[int | None, Sequence[Model]]]:
        return [(place, [self._row(place)]) for place in self._places()]

    def drawn(self) -> tuple[int | None, Sequence[Model]]:
        places = self._places()
        read = lot.ticket_of_late_pair(secrets.token_hex(16), self.about, places)
        place = places[lot.share(read, len(places))]
        return place, [self._row(place, read)]

    def changes(self, ahead: DecisionPreview) -> list[tuple[str, News]]:
        """Return the changes for each pair. If there are more than two places, the preview only outlines them."""
        return super().changes(ahead) if len(ahead.cases) <= 2 else [("", {})]

    def told(self, changes: Sequence[tuple[str, News]]) -> Sequence[Pair]:
        """Return the pairs to tell. Before the app picks one of more than two places, this is only the new pair."""
        return [self.pair] if len(self._places()) > 2 else super().told(changes)

    def extras(self, ahead: DecisionPreview) -> dict[str, Any]:
        if len(ahead.cases) <= 2:
            return {}
        play = f"play in {with_article(self._round.name)}, by {day(self._round.play_by)}."
        return {"outline": [(self.pair.name, play), ("The pair beside the picked place", self.opponents_then)]}

    def seen(self) -> Sequence[object]:
        return [self.pair.fingerprint, *self._places()]

    def line(self, row: PlaceChange, reason: str) -> dict[str, Any]:
        text = f"Decided that pair {self.about}, {self.pair.name}, {self.in_words}: {reason}"
        return {"text": text, "about": self.pair, "lot": row.lot}


class EnterPlate(TakeFreePlace):
    """Decision to enter a pair from outside the draw in the plate, at an empty place picked at random."""

    in_words = "enters the plate directly"
    opponents_then = "loses its bye and plays them."

    def page(self) -> Page:
        lead = f"Pair {self.about}, {self.pair}. It gets an empty place in the plate, picked at random."
        return Page("Add the pair to the plate", lead, self.desk("late-pairs"), f"Pair {self.about} is in the plate.")

    def check(self) -> None:
        super().check()
        if not is_plate_open(self.draw):
            until = self.draw.competition.conditions.plate_open_until
            ended = f"Pairs could enter it until {day(until)}" if until else "They allow no direct entries"
            raise Refused(f"The conditions do not allow this pair to enter the plate. {ended}.")

    def _row(self, place: int, read: str = "") -> PlaceChange:
        # Store the change under the upper place of the round 1 match to which the place in the plate belongs.
        upper = self.draw.rows.corners[place - 1]
        return PlaceChange(place=upper, kind=PlaceChange.Kind.PLATE, pair=self.pair, lot=read)

    def _places(self) -> list[int]:
        if places := free_plate_places(self.draw):
            return places
        raise Refused("The plate has no empty place now. A place is empty once no pair can come to it from the draw.")

    @property
    def _round(self) -> PublishedRound:
        return self.draw.plate_rounds[0]

    def _if_picked(self, winner: int | None) -> str:
        return f"If place {winner} of the plate is picked" if len(self._places()) > 1 else ""

    def sentence(self) -> str:
        places = len(self._places())
        where = "its only empty place" if places == 1 else f"one of its {places} empty places, picked at random"
        return f"{self.pair} enter the plate, at {where}."


class JoinLater(TakeFreePlace):
    """Decision to give a pair a place kept for pairs that join a later round, picked at random."""

    in_words = "joins a later round"
    opponents_then = "plays them, and no longer waits for a pair to join."

    def page(self) -> Page:
        lead = f"Pair {self.about}, {self.pair}. It gets a place kept for pairs that join later, picked at random."
        return Page("Let the pair join later", lead, self.desk("late-pairs"), f"Pair {self.about} is in the draw.")

    def check(self) -> None:
        super().check()
        if not is_joining_open(self.draw):
            until = self.draw.competition.conditions.join_until
            ended = f"They could be added until {day(until)}" if until else "The conditions keep no places for them"
            raise Refused(f"No pair can join a later round now. {ended}.")

    def _row(self, place: int, read: str = "") -> PlaceChange:
        kind = PlaceChange.Kind.JOINS_LATER
        return PlaceChange(place=self.draw.places[place - 1], kind=kind, pair=self.pair, lot=read)

    def _places(self) -> list[int]:
        if places := free_kept_places(self.draw):
            return places
        raise Refused("All places kept for pairs that join later are taken.")

    @property
    def _round(self) -> PublishedRound:
        return join_round(self.draw)

    def _if_picked(self, winner: int | None) -> str:
        return f"If place {winner} of the draw is picked" if len(self._places()) > 1 else ""

    def sentence(self) -> str:
        places = len(self._places())
        where = "the only free place" if places == 1 else f"one of {places} free places, picked at random"
        return f"{self.pair} join in {with_article(self._round.name)}, at {where}."
