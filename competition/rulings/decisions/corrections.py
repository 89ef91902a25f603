"""Decisions about what is written: names of players, details of the competition."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.http import Http404, QueryDict

from competition.contest.models import Competition
from competition.contest.rules.people import identity_of
from competition.entries.actions.entering import PlayerEntry, changed, told_apart_by
from competition.entries.actions.namesakes import beside
from competition.entries.models.pair import Pair, Player
from competition.entries.queries import entry, players_by_key
from competition.knockout.queries.draw import PublishedDraw
from competition.log.events import Event
from competition.rulings.decisions.base import Decision, Page
from competition.rulings.formats.records import details_sentence, way_back
from competition.rulings.forms import ParticularsForm, RespellForm
from competition.rulings.models import Particulars, Respelling
from competition.rulings.queries import (
    FIELDS,
    columns,
    corrections,
    respellings,
    standing_correction,
    standing_respellings,
)
from scoring.rules.refusal import Refused, Stale

_PEOPLE = "Under Players a page goes by name and region: seasons under the old one stay on a page of their own."


class _Correction(Decision):
    """A decision about what is written. It changes no match, and can be made while the competition is cancelled."""

    while_cancelled = True
    changes_draw = False
    read_at = "record"
    unpublished = "The draw is not published yet: change it on the page itself."


class CorrectNames(_Correction):
    """The names of a pair are written differently; `about` is its number, `content` both names by their place."""

    event = Event.NAME_CORRECTED
    form_class = RespellForm
    undone_by = "Take it back on the page where you made it: what stood before stands again."
    content: Mapping[int, str]

    def __init__(self, competition: Competition, draw: PublishedDraw | None, about: int, content: Any = None) -> None:
        pair = entry(competition, about)
        if pair is None:
            raise Http404
        super().__init__(competition, draw and draw.with_pair(pair), about, content)
        self.pair = pair

    def page(self) -> Page:
        lead = f"Pair {self.about}, {self.pair}. For another player, put a substitute in."
        instead = [
            (self.desk("take-back-spelling", row.pk), f"Write “{row.before}” again")
            for row in standing_respellings(self.pair)
        ]
        news = f"Pair {self.about}: written otherwise from now on."
        return Page("How a name is written", lead, self.desk("pair", self.about), news, instead)

    def form(self, data: QueryDict | None) -> RespellForm:
        return RespellForm(data, pair=self.pair, beside=beside(self.competition))

    def content_of(self, form: RespellForm) -> Mapping[int, str]:
        return form.names

    def check(self) -> None:
        super().check()
        if not self._changed():
            raise Refused("Both names are written so already: change at least one.")
        if identity_of(self.content[1]) == identity_of(self.content[2]):
            raise Refused(f"{self.content[1]} cannot be both players of a pair. {told_apart_by(self.content[1])}")
        taken = players_by_key(self.competition)
        for _, name in self._changed():
            _must_be_free(taken, name, self.pair.present)

    def is_made(self, reason: str, shown: str) -> bool:
        return self.draw is not None and not self._changed()

    def rows(self) -> list[Respelling]:
        return [Respelling(player=player, before=player.display_name, after=name) for player, name in self._changed()]

    def _changed(self) -> list[tuple[Player, str]]:
        names = ((player, self.content[player.place]) for player in self.pair.present)
        return [(player, name) for player, name in names if name != player.display_name]

    def stale(self) -> Refused:
        return changed(self.pair)

    def seen(self) -> Sequence[object]:
        return [self.pair.fingerprint]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        # Both keys leave before the new ones come, so that two players may change places.
        for row in rows:
            Player.objects.filter(pk=row.player_id).update(key=f"\n{row.player_id}")
        for row in rows:
            _write(row)

    def line(self, row: Respelling, reason: str) -> dict[str, Any]:
        return _line(self.pair, row, reason)

    def concerns(self) -> Iterable[int]:
        return [self.about]

    def sentence(self) -> str:
        said = "\n".join(f"“{name}” instead of “{player}”." for player, name in self._changed())
        return f"Pair {self.about}, the same people, spelt otherwise:\n{said}"

    def warnings(self) -> Sequence[str]:
        is_other = any(identity_of(name) != player.identity for player, name in self._changed())
        return [_PEOPLE] if is_other else []


class TakeBackName(_Correction):
    """A name is written again as before; `about` is the key of its correction."""

    event = Event.NAME_CORRECTED
    is_at_once = True
    undone_by = "Put it right again."

    def __init__(self, competition: Competition, draw: PublishedDraw | None, about: int, content: Any = None) -> None:
        row = next((row for row in respellings(competition) if row.pk == about), None)
        if row is None:
            raise Http404
        self.row, self.pair = row, row.player.pair
        super().__init__(competition, draw and draw.with_pair(self.pair), about, content)

    def page(self) -> Page:
        news = f"Pair {self.pair.number}: written as before."
        return Page("Write the name as before", self.sentence(), self.desk("pair", self.pair.number), news)

    def is_made(self, reason: str, shown: str) -> bool:
        if Respelling.objects.filter(player=self.row.player, takes_back=self.row).exists():
            return True
        if self.row not in standing_respellings(self.pair):
            raise Refused("This name has changed since: look again at how it stands.")
        _must_be_free(players_by_key(self.competition), self.row.before, [self.row.player])
        return False

    def rows(self) -> list[Respelling]:
        return [Respelling(player=self.row.player, before=self.row.after, after=self.row.before, takes_back=self.row)]

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        _write(rows[0])

    def line(self, row: Respelling, reason: str) -> dict[str, Any]:
        return _line(self.pair, row, reason)

    def concerns(self) -> Iterable[int]:
        return [self.pair.number]

    def sentence(self) -> str:
        return f"Pair {self.pair.number}: “{self.row.before}” again instead of “{self.row.after}”."


def _must_be_free(taken: Mapping[str, Player], name: str, players: Iterable[Player]) -> None:
    """Raise Refused if somebody who is none of these players has this name."""
    other = taken.get(identity_of(name))
    if other and other not in players:
        said = f"{other} is entered in pair {other.pair.number}: that is somebody else."
        raise Refused(f"{said} {told_apart_by(other.display_name)}")


def _write(row: Respelling) -> None:
    facts = PlayerEntry(row.after).facts
    Player.objects.filter(pk=row.player_id).update(**{name: facts[name] for name in ("name", "key", "distinction")})


def _line(pair: Pair, row: Respelling, reason: str) -> dict[str, Any]:
    text = f"Pair {pair.number}: the name is written otherwise. {reason}"
    return {"text": text, "about": pair, "before": row.before, "after": row.after}


class _Details(_Correction):
    """A decision about the details of the competition."""

    event = Event.DETAILS_CORRECTED

    def before_and_after(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        """Return the details that change: as they are, and as they will be."""
        raise NotImplementedError

    def write(self, rows: Sequence[Any], why: Mapping[str, object]) -> None:
        super().write(rows, why)
        (row,) = rows
        for field in Competition._meta.concrete_fields:
            if field.name in row.after:
                text = row.after[field.name]
                setattr(self.competition, field.name, field.to_python(text) if text or not field.null else None)
        self.competition.save(update_fields=[*row.after])

    def line(self, row: Particulars, reason: str) -> dict[str, Any]:
        was, now = (", ".join(filter(None, values.values())) for values in (row.before, row.after))
        return {"text": f"Put the particulars right. {reason}", "before": was, "after": now}

    def sentence(self) -> str:
        return details_sentence(*self.before_and_after())

    def concerns(self) -> Iterable[int]:
        """Return those who come to the opening day, if nothing else changes; otherwise everybody who is still in."""
        if all(name.startswith("opening") for name in self.before_and_after()[1]):
            return [number for number, pair in self.draw.pairs.items() if pair.attending]
        return self.draw.bracket.alive


class CorrectDetails(_Details):
    """The name, the region or the opening day is corrected; `content` is all details as text."""

    undone_by = CorrectNames.undone_by
    content: Mapping[str, str]

    def page(self) -> Page:
        last = standing_correction(self.competition)
        instead = [(self.desk("take-back-particulars", last.pk), way_back(last))] if last else []
        lead, back = "The address stays, and so does the season.", self.desk("conditions")
        return Page("Put the particulars right", lead, back, "The particulars are put right.", instead)

    def form(self, data: QueryDict | None) -> ParticularsForm:
        return ParticularsForm(data, competition=self.competition)

    def content_of(self, form: ParticularsForm) -> Mapping[str, str]:
        return form.wanted

    def before_and_after(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        now = columns(self.competition)
        changed = [name for name in FIELDS if now[name] != self.content[name]]
        return {name: now[name] for name in changed}, {name: self.content[name] for name in changed}

    def check(self) -> None:
        super().check()
        if columns(self.competition) == self.content:
            raise Refused("All of it stands so already: change something.")

    def is_made(self, reason: str, shown: str) -> bool:
        return self.draw is not None and columns(self.competition) == self.content

    def stale(self) -> Refused:
        return Stale("The particulars have been changed since you opened the page. Look again.")

    def seen(self) -> Sequence[object]:
        return [columns(self.competition)]

    def rows(self) -> list[Particulars]:
        before, after = self.before_and_after()
        return [Particulars(competition=self.competition, before=before, after=after)]

    def warnings(self) -> Sequence[str]:
        return [_PEOPLE] if "region" in self.before_and_after()[1] else []


class TakeBackDetails(_Details):
    """The details are again as before a correction; `about` is its key."""

    is_at_once = True
    undone_by = TakeBackName.undone_by

    def __init__(self, competition: Competition, draw: PublishedDraw | None, about: int, content: Any = None) -> None:
        row = next((row for row in corrections(competition) if row.pk == about), None)
        if row is None:
            raise Http404
        self.row = row
        super().__init__(competition, draw, about, content)

    def page(self) -> Page:
        back, news = self.desk("particulars"), "The particulars are as they were before."
        return Page("Let it be as before", self.sentence(), back, news)

    def before_and_after(self) -> tuple[Mapping[str, str], Mapping[str, str]]:
        return self.row.after, self.row.before

    def is_made(self, reason: str, shown: str) -> bool:
        if Particulars.objects.filter(competition=self.competition, takes_back=self.about).exists():
            return True
        if self.row != standing_correction(self.competition):
            raise Refused("Another correction was made since: take that back first.")
        return False

    def rows(self) -> list[Particulars]:
        before, after = self.before_and_after()
        return [Particulars(competition=self.competition, before=before, after=after, takes_back=self.row)]
