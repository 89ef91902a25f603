"""The published draw as it stands at one moment."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property

from django.db.models import Prefetch, QuerySet
from django.utils import timezone

from competition.contest.models import Competition
from competition.entries.models.pair import Pair
from competition.knockout.models.draw import Place, Round
from competition.knockout.models.extension import Extension
from competition.knockout.models.meeting import Meeting, Outcome
from competition.knockout.queries import deadlines
from competition.knockout.queries.deadlines import Deadline
from competition.knockout.queries.encounters import Encounter, encounters, stands, submission, winner_of
from competition.knockout.queries.states import MatchState, RoundState, SideState
from competition.knockout.rules import stages
from competition.knockout.rules.bracket import Awaiting, Bracket, Bye, Entrant, Nobody, Node, Occupant, resolve
from competition.knockout.rules.outcome import Kind, Pairs
from competition.knockout.rules.outcome import Outcome as Result
from competition.lots.models import Draw
from competition.lots.rules.layout import feeders
from scoring.rules.refusal import Refused

_OF_PAIRS = ("pair__players", "pair__withdrawals")


def snapshot_of_draw(draw: Draw, now: datetime | None = None) -> "Snapshot":
    """The published draw as it stands, in seven queries whatever its size."""
    return snapshots([draw], now)[0]


def snapshots(draws: Sequence[Draw], now: datetime | None = None) -> "list[Snapshot]":
    """Published draws as they stand at one moment, in seven queries however many they are."""
    return _snapshots(draws, _rounds().filter(draw__in=draws), now or timezone.now())


def snapshot_at(slug: str) -> "Snapshot | None":
    """The published draw at this address as it stands, in seven queries, since its rounds bring it along."""
    rounds = _rounds().filter(draw__competition__slug=slug, draw__published_at__isnull=False)
    rows = list(rounds.select_related("draw__competition__conditions"))
    return _snapshots([rows[0].draw], rows, timezone.now())[0] if rows else None


def _rounds() -> QuerySet[Round]:
    return Round.objects.prefetch_related(Prefetch("extensions", Extension.objects.select_related("match")))


def _snapshots(draws: Sequence[Draw], rows: Iterable[Round], moment: datetime) -> "list[Snapshot]":
    rounds, places, meetings = defaultdict(list), defaultdict(list), defaultdict(list)
    for row in rows:
        rounds[row.draw_id].append(row)
    for place in Place.objects.filter(draw__in=draws).select_related("pair").prefetch_related(*_OF_PAIRS):
        places[place.draw_id].append(place)
    met = Meeting.objects.filter(match__round__draw__in=draws).select_related("match__round", "sheet")
    for meeting in met.prefetch_related("outcomes"):
        meetings[meeting.match.round.draw_id].append(meeting)
    return [Snapshot(draw, moment, rounds[draw.pk], places[draw.pk], meetings[draw.pk]) for draw in draws]


def published_snapshot(competition: Competition) -> "Snapshot":
    """The published draw of this competition as it stands; Refused before it is published."""
    if snapshot := snapshot_at(competition.slug):
        return snapshot
    raise Refused("The draw has not been published yet.")


@dataclass
class Snapshot:
    """A draw, what has happened in it, and all that follows from the two."""

    draw: Draw
    now: datetime
    _rounds: list[Round]
    places: list[Place]
    meetings: list[Meeting]

    @property
    def competition(self) -> Competition:
        """The competition drawn."""
        return self.draw.competition

    @cached_property
    def pairs(self) -> dict[int, Pair]:
        """The drawn pairs by number."""
        return {place.pair.number: place.pair for place in self.places if place.pair}

    @cached_property
    def names(self) -> dict[int, str]:
        """Each pair's name by its number."""
        return {number: pair.name for number, pair in self.pairs.items()}

    @cached_property
    def outcomes(self) -> list[Result]:
        """The outcome that stands of every meeting that has one."""
        return [outcome for met in self._encounters.values() if (outcome := self._outcome(met))]

    def outcome_without(self, ruling: Outcome) -> Result | None:
        """The outcome that would stand between the two pairs of a ruling if that were taken back."""
        met = ruling.meeting.match_id, ruling.meeting.first_id, ruling.meeting.second_id
        same = [meeting for meeting in self.meetings if (meeting.match_id, meeting.first_id, meeting.second_id) == met]
        return self._outcome(encounters(same, without=ruling)[0])

    @cached_property
    def bracket(self) -> Bracket:
        """The draw resolved from its places and the outcomes that stand."""
        return self.resolved_with(self.outcomes)

    def resolved_with(self, outcomes: Iterable[Result], withdrawn: Sequence[int] | None = None) -> Bracket:
        """The draw as it would stand with these outcomes (and these pairs withdrawn)."""
        places = [place.pair.number if place.pair else None for place in self.places]
        return resolve(places, outcomes, self.withdrawn if withdrawn is None else withdrawn)

    @cached_property
    def withdrawn(self) -> list[int]:
        """The pairs that withdrew after the draw, first one first."""
        gone = ((row.pk, pair.number) for pair in self.pairs.values() if (row := pair.withdrawal))
        return [number for _, number in sorted(gone)]

    @cached_property
    def by_code(self) -> dict[str, MatchState]:
        """Every match by its code, in the order of the draw."""
        states: dict[str, MatchState] = {}
        for code, node in self.bracket.matches.items():
            known_since = [states[feeder].decided_at for feeder in feeders(node.round, node.position)]
            states[code] = self._state(node, known_since)
        return states

    @cached_property
    def rounds(self) -> list[RoundState]:
        """The rounds in order, each with its matches."""
        return [
            RoundState(row.number, row.name, deadlines.of_round(row), tuple(self.by_code[node.code] for node in nodes))
            for row, nodes in zip(self._rounds, self.bracket.rounds, strict=True)
        ]

    def deadline(self, round: int, position: int | None, without: Extension) -> Deadline:
        """By when a round, or the match at a position of it, would be played without this extension."""
        row = self._rounds[round - 1]
        return deadlines.of_match(row, position, without) if position else deadlines.of_round(row, without)

    @property
    def extensions(self) -> list[Extension]:
        """Every extension ever given or taken back, in order."""
        rows = (extension for round in self._rounds for extension in round.extensions.all())
        return sorted(rows, key=lambda extension: extension.pk)

    @property
    def champion(self) -> Pair | None:
        """The pair that came through the final, once that is official."""
        return self.pairs.get(self.bracket.champion) if self.bracket.champion else None

    def matches_of(self, pair: Pair) -> list[MatchState]:
        """The matches this pair is in, first round first."""
        return [state for state in self.by_code.values() if pair in state.pairs]

    @property
    def fresh_until(self) -> datetime:
        """When time alone will next change what is shown: silence agreeing, or the day ending."""
        midnight = timezone.localtime(self.now).replace(hour=0, minute=0, second=0, microsecond=0)
        lasts = (met.last for met in self._encounters.values())
        waiting = [last.agrees_at for last in lasts if last and last.agrees_at and not last.answer]
        return min([midnight + timedelta(days=1), *(moment for moment in waiting if moment > self.now)])

    @cached_property
    def _numbers(self) -> dict[int, int]:
        return {pair.pk: number for number, pair in self.pairs.items()}

    def _met(self, meeting: Meeting) -> Pairs:
        return self._numbers[meeting.first_id], self._numbers[meeting.second_id]

    @cached_property
    def _encounters(self) -> dict[tuple[str, Pairs], Encounter]:
        return {(met.meeting.match.code, self._met(met.meeting)): met for met in encounters(self.meetings)}

    def _outcome(self, met: Encounter) -> Result | None:
        if met.last is None or not stands(met.last, self.now):
            return None
        pairs = self._met(met.meeting)
        return Result(met.meeting.match.code, pairs, Kind(met.last.kind), winner_of(met.last, *pairs), met.last.totals)

    def _state(self, node: Node, known_since: Iterable[datetime | None]) -> MatchState:
        row, conditions = self._rounds[node.round - 1], self.competition.conditions
        met = self._encounters.get((node.code, node.pairs)) if node.pairs else None
        last, sheet = (met.last, met.meeting.sheet) if met else (None, None)
        stage = stages.stage(node.stage, started=sheet is not None, submission=submission(last))
        deadline = deadlines.of_match(row, node.position)
        return MatchState(
            code=node.code,
            round=node.round,
            round_name=row.name,
            position=node.position,
            deadline=deadline,
            feeds=node.feeds,
            sides=self._sides(node, _totals(node, met)),
            stage=stage,
            overdue=stages.is_overdue(deadline.play_by, conditions.report_days, timezone.localdate(self.now), stage),
            outcome=node.outcome,
            decided_at=self._decided_at(node, last, known_since),
            meeting=met.meeting if met else None,
            last=last,
            earlier=met.earlier if met else (),
            recorded=sheet.recorded if sheet else 0,
            due=sheet.due if sheet else conditions.deals,
            set_aside=node.set_aside,
        )

    def _decided_at(self, node: Node, last: Outcome | None, known_since: Iterable[datetime | None]) -> datetime | None:
        if node.outcome is None or node.pairs is None:
            return None
        if last and stands(last, self.now):
            return last.answered_at or last.agrees_at or last.at
        gone = next(self.pairs[number] for number in self.withdrawn if number in node.pairs)
        return max(moment for moment in (gone.withdrawn_at, last and last.at, *known_since) if moment)

    def _sides(self, node: Node, totals: tuple[int | None, int | None]) -> tuple[SideState, SideState]:
        winner = node.outcome.winner if node.outcome else None
        upper, lower = node.sides
        return self._side(upper, totals[0], winner), self._side(lower, totals[1], winner)

    def _side(self, occupant: Occupant, total: int | None, winner: int | None) -> SideState:
        match occupant:
            case Entrant(number):
                return SideState(self.pairs[number], self.names[number], total=total, wins=number == winner)
            case Bye():
                return SideState(None, "bye", bye=True)
            case Nobody(why):
                return SideState(None, f"nobody ({why})", nobody=why)
            case Awaiting(code):
                return SideState(None, self._awaited(code), awaiting=code)

    def _awaited(self, code: str) -> str:
        pairs = self.bracket.matches[code].pairs
        return f"winner of {code}" + (f" ({' or '.join(self.names[number] for number in pairs)})" if pairs else "")


def _totals(node: Node, met: Encounter | None) -> tuple[int | None, int | None]:
    if node.outcome:
        return node.outcome.totals or (None, None)
    return (met and met.totals) or (None, None)


def snapshot_of(competition: Competition) -> Snapshot | None:
    """The published draw as it stands, in seven queries; None while there is none."""
    return snapshot_at(competition.slug)
