"""Decisions about a competition: correct names and details, undo the draw, cancel and resume."""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect

from competition.audit.events import Event
from competition.contest.models import Cancellation, Competition
from competition.contest.rules.names import identity_of
from competition.draw.models.draw import Publication
from competition.draw.presenters.overview import is_over
from competition.draw.queries.attempts import next_publication
from competition.draw.queries.draw import get_draw
from competition.entries.models import Pair, Player
from competition.entries.queries.pairs import PlayerEntry, beside, players_by_key, stale_pair, told_apart_by
from competition.rulings.actions import interrupt_here
from competition.rulings.decisions.decision import Decision, OfPair, Page, Undoing
from competition.rulings.forms.decisions import DetailsForm, PublicReasonForm, RespellForm
from competition.rulings.models import DetailsCorrection, NameCorrection
from competition.rulings.presenters.consequences import News
from competition.rulings.presenters.records import details_sentence, way_back
from competition.rulings.queries import (
    FIELDS,
    begun,
    columns,
    corrections,
    respellings,
    standing_correction,
    standing_respellings,
)
from scoring.rules.refusal import Refused, Stale

_PEOPLE = "Players have one page for each name and region. Earlier seasons stay on the old page."


class _Correction(Decision):
    """A decision to correct a text. It changes no match, and can be made while the competition is cancelled."""

    while_cancelled = True
    changes_draw = False
    read_at = "record"
    unpublished = "The draw has not been published yet. Change this on its usual page."


class CorrectNames(_Correction, OfPair):
    """Decision to correct the names of a pair. `content` has both names by place."""

    event = Event.NAME_CORRECTED
    form_class = RespellForm
    undone_by = "Undo the correction on the page where you made it."
    content: Mapping[int, str]

    def page(self) -> Page:
        lead = f"Pair {self.about}, {self.pair}. For another player, add a substitute."
        instead = [
            (self.desk("undo-spelling", row.pk), f"Change back to “{row.before}”")
            for row in standing_respellings(self.pair)
        ]
        news = f"The name of a player of pair {self.about} is corrected."
        return Page("Correct a name", lead, self.desk("pair", self.about), news, instead)

    def form(self, data: QueryDict | None) -> RespellForm:
        return RespellForm(data, pair=self.pair, beside=beside(self.competition))

    def content_of(self, form: RespellForm) -> Mapping[int, str]:
        return form.names

    def check(self) -> None:
        super().check()
        if not self._changed():
            raise Refused("Nothing has changed. Change at least one name.")
        if identity_of(self.content[1]) == identity_of(self.content[2]):
            raise Refused(f"{self.content[1]} cannot be both players of a pair. {told_apart_by(self.content[1])}")
        taken = players_by_key(self.competition)
        for _, name in self._changed():
            _must_be_free(taken, name, self.pair.present)

    def is_made(self, reason: str, shown: str) -> bool:
        return self.draw is not None and not self._changed()

    def rows(self) -> list[NameCorrection]:
        changed = self._changed()
        return [NameCorrection(player=player, before=player.display_name, after=name) for player, name in changed]

    def _changed(self) -> list[tuple[Player, str]]:
        names = ((player, self.content[player.place]) for player in self.pair.present)
        return [(player, name) for player, name in names if name != player.display_name]

    def stale(self) -> Refused:
        return stale_pair(self.pair)

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        # Clear both keys before setting the new ones, so that two players can swap names.
        for row in rows:
            Player.objects.filter(pk=row.player_id).update(key=f"\n{row.player_id}")
        for row in rows:
            _write(row)

    def line(self, row: NameCorrection, reason: str) -> dict[str, Any]:
        return _line(self.pair, row, reason)

    def sentence(self) -> str:
        names = "\n".join(f"“{name}” instead of “{player}”." for player, name in self._changed())
        return f"Pair {self.about}, the same people with corrected names:\n{names}"

    def warnings(self) -> Sequence[str]:
        is_other = any(identity_of(name) != player.identity for player, name in self._changed())
        return [_PEOPLE] if is_other else []


class UndoName(Undoing, _Correction):
    """Decision to undo a name correction."""

    event = Event.NAME_CORRECTED
    undone_by = "Make the correction again."
    has_key_in_url = True
    nothing = superseded = "This name has changed since you opened this page. Check it again."

    def all_rows(self) -> Sequence[NameCorrection]:
        return respellings(self.competition)

    def standing_row(self) -> NameCorrection | None:
        rows = standing_respellings(self.pair)
        return next((row for row in rows if row.player_id == self.row.player_id), None)

    def facts(self, row: NameCorrection) -> dict[str, Any]:
        return {"player": row.player, "before": row.after, "after": row.before}

    @property
    def pair(self) -> Pair:
        """The player's pair."""
        return self.row.player.pair

    def page(self) -> Page:
        news = f"The name of a player of pair {self.pair.number} is as it was before."
        return Page("Undo the name correction", self.sentence(), self.desk("pair", self.pair.number), news)

    def check(self) -> None:
        super().check()
        _must_be_free(players_by_key(self.competition), self.row.before, [self.row.player])

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        _write(rows[0])

    def line(self, row: NameCorrection, reason: str) -> dict[str, Any]:
        return _line(self.pair, row, reason)

    def told(self, changes: Sequence[tuple[str, News]]) -> Sequence[Pair]:
        return [self.pair]

    def sentence(self) -> str:
        return f"Pair {self.pair.number}: “{self.row.before}” again instead of “{self.row.after}”."


def _must_be_free(taken: Mapping[str, Player], name: str, players: Iterable[Player]) -> None:
    """Raise Refused if a player other than these has this name."""
    other = taken.get(identity_of(name))
    if other and other not in players:
        fault = f"{other} is a different person, in pair {other.pair.number}."
        raise Refused(f"{fault} {told_apart_by(other.display_name)}")


def _write(row: NameCorrection) -> None:
    facts = PlayerEntry(row.after).facts
    Player.objects.filter(pk=row.player_id).update(**{name: facts[name] for name in ("name", "key", "distinction")})


def _line(pair: Pair, row: NameCorrection, reason: str) -> dict[str, Any]:
    text = f"Pair {pair.number}: the name is corrected. {reason}"
    return {"text": text, "about": pair, "before": row.before, "after": row.after}


class _Details(_Correction):
    """A decision about the details of the competition."""

    event = Event.DETAILS_CORRECTED

    @abstractmethod
    def before_and_after(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return the current and new values of the details that change."""

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        (row,) = rows
        for field in Competition._meta.concrete_fields:
            if field.name in row.after:
                text = row.after[field.name]
                setattr(self.competition, field.name, field.to_python(text) if text or not field.null else None)
        self.competition.save(update_fields=[*row.after])

    def line(self, row: DetailsCorrection, reason: str) -> dict[str, Any]:
        was, now = (", ".join(filter(None, values.values())) for values in (row.before, row.after))
        return {"text": f"Corrected the details. {reason}", "before": was, "after": now}

    def sentence(self) -> str:
        return details_sentence(*self.before_and_after())

    def concerns(self) -> Iterable[int]:
        """Return the pairs that attend the opening day if only that day changes, otherwise all remaining pairs."""
        if all(name.startswith("opening") for name in self.before_and_after()[1]):
            return [number for number, pair in self.draw.pairs.items() if pair.attending]
        return self.draw.bracket.playing


class CorrectDetails(_Details):
    """Decision to correct the name, region or opening day. `content` has all details as text."""

    undone_by = CorrectNames.undone_by
    content: Mapping[str, str]

    def page(self) -> Page:
        last = standing_correction(self.competition)
        instead = [(self.desk("undo-details", last.pk), way_back(last))] if last else []
        lead = "The address and the season do not change."
        return Page("Correct the details", lead, self.desk("conditions"), "The details are corrected.", instead)

    def form(self, data: QueryDict | None) -> DetailsForm:
        return DetailsForm(data, competition=self.competition)

    def content_of(self, form: DetailsForm) -> Mapping[str, str]:
        return form.wanted

    def before_and_after(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        now = columns(self.competition)
        changed = [name for name in FIELDS if now[name] != self.content[name]]
        return {name: now[name] for name in changed}, {name: self.content[name] for name in changed}

    def check(self) -> None:
        super().check()
        if columns(self.competition) == self.content:
            raise Refused("Nothing has changed. Edit at least one field, then save.")

    def is_made(self, reason: str, shown: str) -> bool:
        return self.draw is not None and columns(self.competition) == self.content

    def stale(self) -> Refused:
        return Stale("The details have changed since you opened this page. Check them again.")

    def seen(self) -> Sequence[object]:
        return [columns(self.competition)]

    def rows(self) -> list[DetailsCorrection]:
        before, after = self.before_and_after()
        return [DetailsCorrection(competition=self.competition, before=before, after=after)]

    def warnings(self) -> Sequence[str]:
        return [_PEOPLE] if "region" in self.before_and_after()[1] else []


class UndoDetails(Undoing, _Details):
    """Decision to undo a correction to the details."""

    undone_by = UndoName.undone_by
    has_key_in_url = True
    superseded = "There has been a later correction. Undo that one first."

    def all_rows(self) -> Sequence[DetailsCorrection]:
        return corrections(self.competition)

    def standing_row(self) -> DetailsCorrection | None:
        return standing_correction(self.competition)

    def facts(self, row: DetailsCorrection) -> dict[str, Any]:
        return {"competition": self.competition, "before": row.after, "after": row.before}

    def page(self) -> Page:
        news = "The details are as they were before."
        return Page("Undo the correction", self.sentence(), self.desk("details"), news)

    def before_and_after(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        return self.row.after, self.row.before


class UndoDraw(Decision):
    """Decision to undo the published draw before anything is played. The record keeps the draw and the reason."""

    event = Event.DRAW_UNDONE
    form_class = PublicReasonForm
    is_at_once = True
    changes_draw = False

    @property
    def undone_by(self) -> str:  # type: ignore[override]
        """A sentence about how to make another draw."""
        if self.draw.row.is_elsewhere:
            return "Enter the draw again. You can then publish the same draw, or a corrected one."
        return (
            "Lock the entry list and draw again. You cannot publish the same draw again, because everybody has seen it."
        )

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        draw = get_draw(competition)
        return cls(competition, draw) if draw else redirect("desk:draw", competition.slug)

    def page(self) -> Page:
        lead = "Entries and conditions open again. The old draw and your reason stay on the record."
        news = "The draw is undone. Entries and conditions are open again."
        return Page("Undo the draw", lead, self.desk("draw"), news)

    def check(self) -> None:
        super().check()
        if happened := begun(self.draw):
            raise Refused(f"You can no longer undo the draw. {happened} You can still cancel the competition.")

    def rows(self) -> list[Publication]:
        return [next_publication(self.competition)]

    def stale(self) -> Refused:
        return Refused("Another draw has been published since you opened this page. Check it again.")

    def seen(self) -> Sequence[object]:
        return [self.draw.row.pk]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        # Delete the unplayed matches, because their places follow from the random seed or are stored for a draw made
        # elsewhere. This also deletes the dates that the pairs have agreed.
        self.draw.row.rounds.all().delete()
        self.draw.row.places.all().delete()

    def line(self, row: Publication, reason: str) -> dict[str, Any]:
        return {"text": f"Undid the published draw (draw {self.draw.row.attempt}): {reason}"}

    def concerns(self) -> Iterable[int]:
        return self.draw.pairs

    def sentence(self) -> str:
        return "The draw is undone and will be made again. Please do not arrange a match yet."


class _Whole(Decision):
    """A decision to cancel or resume the competition."""

    is_at_once = True
    needs_draw = False
    while_cancelled = True
    changes_draw = False

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        return cls(competition, get_draw(competition))

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        (row,) = rows
        self.competition.cancellation = None if row.undoes_id else row
        self.competition.save(update_fields=["cancellation"])

    def told(self, changes: Sequence[tuple[str, News]]) -> Sequence[Pair]:
        return [*(self.draw.pairs.values() if self.draw else self.competition.pairs.prefetch_related("players"))]


class Cancel(_Whole):
    """Decision to cancel the competition. Decided matches stay, no more are played, and there are no champions."""

    event = Event.CANCELLED
    asks_password = True
    undone_by = (
        "Choose “Undo the cancellation” on the desk. Everything is then as before, "
        "and both decisions stay on the record."
    )

    def page(self) -> Page:
        lead = (
            "No more matches are played, no results can be reported, and there are no champions. Decided matches stay."
        )
        return Page("Cancel the competition", lead, self.desk("competition"), leave="Keep the competition")

    def is_made(self, reason: str, shown: str) -> bool:
        if not self.competition.is_cancelled and self.draw and is_over(self.draw):
            raise Refused("The competition is over, so you cannot cancel it.")
        return self.competition.is_cancelled

    def rows(self) -> list[Cancellation]:
        return [Cancellation(competition=self.competition)]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        # Results without a reply must not be confirmed automatically.
        for state in self.draw.matches.values() if self.draw else ():
            interrupt_here(state)
        super().write(rows, why)

    def line(self, row: Cancellation, reason: str) -> dict[str, Any]:
        return {"text": f"Cancelled the competition: {reason}"}

    def sentence(self) -> str:
        return "The competition is cancelled. No more matches are played."


class PlayOn(_Whole):
    """Decision to resume a cancelled competition. Both decisions stay on the record."""

    event = Event.PLAYED_ON
    undone_by = "Cancel the competition again under More."

    @classmethod
    def find(cls, request: HttpRequest, competition: Competition, **where: Any) -> Decision | HttpResponse:
        if competition.is_cancelled:
            return super().find(request, competition)
        return redirect("desk:competition", competition.slug)

    def page(self) -> Page:
        lead = "The competition continues where it stopped. Check the play-by dates, and extend rounds if necessary."
        return Page("Undo the cancellation", lead, self.desk("competition"))

    def is_made(self, reason: str, shown: str) -> bool:
        return not self.competition.is_cancelled

    def rows(self) -> list[Cancellation]:
        return [Cancellation(competition=self.competition, undoes=self.competition.cancellation)]

    def line(self, row: Cancellation, reason: str) -> dict[str, Any]:
        return {"text": f"The competition is resumed: {reason}"}

    def sentence(self) -> str:
        return "The competition is resumed."
