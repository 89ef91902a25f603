"""A random season of invented pairs, played with the site's own actions, and invariants checked after every action."""

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import timedelta
from itertools import product
from typing import Any

from django.contrib.auth import get_user_model
from django.utils import timezone

from competition.audit.actions import Actor, DecisionReason
from competition.contest.actions import create_competition
from competition.contest.models import Competition, Conditions
from competition.contest.rules.division import WHOLE, Division
from competition.draw.actions.publishing import lock_entry_list, make_draw, publish_draw
from competition.draw.actions.rounds import change_end, draw_round, start_round, undo_start
from competition.draw.queries.clocks import next_round, running_round
from competition.draw.queries.draw import PublishedDraw, draw_to_change, get_draw
from competition.draw.queries.later_rounds import last_drawn_round, round_to_draw, standing_draw
from competition.draw.queries.places import free_kept_places, free_plate_places, stand_nowhere
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.bracket import Bracket, resolve
from competition.draw.rules.clock import Clock
from competition.draw.rules.layout import with_article
from competition.draw.rules.rehearsal import WEEKS_A_ROUND, plan
from competition.draw.rules.result import Result, ResultKind, Stage
from competition.draw.rules.sources import Entrant
from competition.entries.actions.pairs import enter, enter_all
from competition.entries.queries.pairs import Entry, PlayerEntry, entries
from competition.rulings import actions
from competition.rulings.decisions.decision import Decision
from competition.rulings.decisions.joining import EnterPlate, JoinLater
from competition.rulings.decisions.matches import Undo
from competition.rulings.decisions.pairs import BringBack, UndoPlacing, Withdraw
from competition.rulings.decisions.results import Concede, DoubleDefault, Lots, Played, Reopen, Walkover
from competition.rulings.decisions.round_draws import UndoRoundDraw
from competition.rulings.rules import Ruling
from competition.transfer.queries.integrity import differences_in
from scoring.rules.refusal import Refused

SHAPES: Mapping[str, Mapping[str, Any]] = {
    "knockout": {},
    "plate": {"plate": Conditions.Plate.FIRST_MATCH},
    "sections": {"next_event": "the national final"},
    "later": {},
    "rounds": {"drawn_by_round": True},
    "day": {"minutes": 60, "deals": 8, "drawn_by_round": True, "closest_losers": True},
    "repechage": {"minutes": 60, "deals": 8, "drawn_by_round": True, "repechage_deals": 4},
}
_GIVEN: tuple[str, ...] = (
    "Ada",
    "Ben",
    "Cleo",
    "Dan",
    "Enid",
    "Frank",
    "Gwen",
    "Hugh",
    "Ida",
    "Jack",
    "Kate",
    "Leo",
    "Mary",
    "Ned",
)
_GIVEN += ("Olga", "Paul", "Rita", "Sam", "Tess", "Vic")
_FAMILY: tuple[str, ...] = (
    "Avery",
    "Barlow",
    "Cobham",
    "Dove",
    "Easton",
    "Finch",
    "Gale",
    "Heron",
    "Ivory",
    "Jarvis",
    "Kemble",
)
_FAMILY += ("Lark", "Martin", "Norris", "Oakley", "Pipit")
# The family names of invented pairs that enter the plate directly or join later. None of them has a relation above.
_LATE: tuple[str, ...] = ("Quill", "Rosewarne", "Standish", "Umber")
# The largest number of invented pairs with different names.
MOST_PAIRS = len(_GIVEN) * len(_FAMILY) // 2
_WHY = DecisionReason("A rehearsal.")


class BrokenLawError(Exception):
    """Error for an invariant that fails after an action."""


class RehearsedSeason:
    """A random season in this process's database. `acts` yields a sentence after each action."""

    def __init__(self, shape: str, pairs: int, seed: str, division: Division = WHOLE) -> None:
        self._chance = random.Random(f"{shape}/{pairs}/{seed}")  # noqa: S311 - not for secrets
        self._by = Actor(organiser=get_user_model().objects.create(username="rehearsal"))
        self.competition = self._published(SHAPES[shape], pairs, seed, division)
        conditions = self.competition.conditions
        self._acts: Sequence[Callable[[PublishedDraw], str]] = (
            *([self._decide] * 10),
            *([self._correct] * 3),
            self._reopen,
            self._undo,
            self._withdraw,
            self._bring_back,
            *([self._enter_plate] if conditions.plate_rules else []),
            *([self._join] * division.kept),
            self._undo_placing,
            *([*[self._draw_round] * 3, self._undo_draw] if conditions.drawn_by_round else []),
            *([self._start_round, self._change_end, self._undo_start] * (5 if conditions.minutes else 0)),
        )

    @property
    def draw(self) -> PublishedDraw:
        """The draw, read from the database each time."""
        return draw_to_change(self.competition)

    def acts(self, most: int) -> Iterator[str]:
        """Make at most this many random actions, then fill the draw and decide every open match.

        Raises BrokenLawError.
        """
        yield f"Published the draw of {len(self.draw.main_pairs)} pairs."
        for _ in range(most):
            draw = self.draw
            try:
                act = self._chance.choice(self._acts)(draw)
            except Refused:
                # Random actions are often impossible, such as an undo without a ruling.
                continue
            self.check()
            yield act
        while act := self._finish(self.draw):
            self.check()
            yield act

    def check(self) -> None:
        """Raise BrokenLawError if an invariant fails now."""
        draw = self.draw
        for broken in broken_laws(draw, self._chance):
            raise BrokenLawError(broken)
        cached = get_draw(self.competition.slug)
        if cached is None or cached.bracket != draw.bracket:
            raise BrokenLawError("the cached draw differs from the stored one")
        for difference in differences_in(self.competition):
            raise BrokenLawError(difference)

    def _published(self, conditions: Mapping[str, Any], pairs: int, seed: str, division: Division) -> Competition:
        today = timezone.localdate()
        competition = Competition(name="Rehearsal", slug="rehearsal", season=today.year, closing_date=today)
        terms = Conditions(**conditions)
        terms.plate_open_until = today + timedelta(days=30) if terms.plate_rules else None
        terms.sections = None if division.has_final else division.left
        if division.kept:
            terms.join_places, terms.join_left = division.kept, division.left
            terms.join_until = today + timedelta(days=30)
        create_competition(competition, terms, by=self._by)
        two = [PlayerEntry(f"{given} {family}") for family, given in product(_FAMILY, _GIVEN)][: 2 * pairs]
        enter_all(
            competition, [Entry((first, other)) for first, other in zip(two[::2], two[1::2], strict=True)], by=self._by
        )
        lock_entry_list(competition, by=self._by, secret=seed)
        weeks = 0 if terms.minutes else WEEKS_A_ROUND
        planned = plan(pairs, today + timedelta(days=1), weeks, division=division)
        dates = [round.play_by for round in planned.rounds]
        publish_draw(make_draw(competition, by=self._by), play_by=dates, by=self._by)
        return competition

    def _finish(self, draw: PublishedDraw) -> str:
        """Do the next action that brings the season to its end. Return "" after the last."""
        if free_kept_places(draw):
            return self._join(draw)
        if any(state.is_open for state in draw.matches.values()):
            return self._decide(draw)
        return self._draw_round(draw) if round_to_draw(draw) else ""

    def _decide(self, draw: PublishedDraw) -> str:
        return self._rule(self._one([state for state in draw.matches.values() if state.is_open]))

    def _correct(self, draw: PublishedDraw) -> str:
        return self._rule(self._one([state for state in draw.matches.values() if state.last and state.result]))

    def _rule(self, state: PublishedMatch) -> str:
        way = self._chance.choice((Played, Played, Played, Concede, Walkover, DoubleDefault, Lots))
        upper, lower = (10 * self._chance.randint(10, 500) for _ in "12")
        winner = self._chance.choice(state.pairs).number
        if way is Played:
            lower += 10 * (upper == lower)
            return self._save(way, state.code, Ruling(state.pairs[lower > upper].number, (upper, lower)))
        return self._save(way, state.code, Ruling(winner if way in (Concede, Walkover) else None))

    def _reopen(self, draw: PublishedDraw) -> str:
        return self._save(Reopen, self._one([s for s in draw.matches.values() if s.may_be_reopened]).code, Ruling())

    def _undo(self, draw: PublishedDraw) -> str:
        return self._save(Undo, self._one([state for state in draw.matches.values() if state.last]).code)

    def _withdraw(self, draw: PublishedDraw) -> str:
        return self._save(Withdraw, self._one(sorted(draw.bracket.playing)))

    def _bring_back(self, draw: PublishedDraw) -> str:
        return self._save(BringBack, self._one(sorted(draw.withdrawn)))

    def _enter_plate(self, draw: PublishedDraw) -> str:
        """Enter a pair directly in the plate: a new pair, or one displaced by a first loser."""
        return self._save(EnterPlate, self._pair_outside(draw, bool(free_plate_places(draw))))

    def _join(self, draw: PublishedDraw) -> str:
        """Let a new pair, or one whose entry was undone, join a later round."""
        return self._save(JoinLater, self._pair_outside(draw, bool(free_kept_places(draw))))

    def _undo_placing(self, draw: PublishedDraw) -> str:
        return self._save(UndoPlacing, content=self._one([row.pk for row in draw.placings if not row.undoes_id]))

    def _draw_round(self, draw: PublishedDraw) -> str:
        round = round_to_draw(draw)
        if round is None:
            raise Refused("There is none.")
        draw_round(self.competition, round.number, by=self._by)
        return f"Drew {with_article(round.name)}."

    def _undo_draw(self, draw: PublishedDraw) -> str:
        row = standing_draw(draw, last_drawn_round(draw))
        if row is None:
            raise Refused("There is none.")
        return self._save(UndoRoundDraw, content=row.pk)

    def _start_round(self, draw: PublishedDraw) -> str:
        round = next_round(draw)
        if round is None:
            raise Refused("There is none.")
        start_round(self.competition, round.number, by=self._by)
        return f"Started {with_article(round.name)}."

    def _change_end(self, draw: PublishedDraw) -> str:
        round, clock = self._running(draw)
        minutes = self._chance.choice((0, 5))
        change_end(self.competition, round.number, minutes=minutes, shown=clock.key, by=self._by)
        return f"{'Extended' if minutes else 'Called time in'} {with_article(round.name)}."

    def _undo_start(self, draw: PublishedDraw) -> str:
        round, clock = self._running(draw)
        undo_start(self.competition, round.number, shown=clock.key, by=self._by)
        return f"Undid the start of {with_article(round.name)}."

    def _running(self, draw: PublishedDraw) -> tuple[PublishedRound, Clock]:
        round = running_round(draw)
        if round is None or round.clock is None:
            raise Refused("There is none.")
        return round, round.clock

    def _pair_outside(self, draw: PublishedDraw, has_place: bool) -> int:
        """Return the number of a pair without a place. Enter one if there is none, but a place is free."""
        here = entries(self.competition)
        waiting = [pair for pair in stand_nowhere(draw, here) if not pair.withdrawal]
        if has_place and not waiting:
            late = len(here) - sum(place.pair_id is not None for place in draw.places)
            names = [f"{given} {family}" for family, given in product(_LATE, _GIVEN)][2 * late : 2 * late + 2]
            if len(names) < 2:
                raise Refused("There is none.")
            waiting = [enter(self.competition, Entry((PlayerEntry(names[0]), PlayerEntry(names[1]))), by=self._by)]
        return int(self._one(waiting).number)

    def _one(self, those: Sequence):
        if not those:
            raise Refused("There is none.")
        return self._chance.choice(those)

    def _save(self, kind: type[Decision], about: object = "", content: object = None) -> str:
        decision = kind(self.competition, self.draw, about, content)
        actions.decide(decision, grounds=_WHY, shown=decision.preview().fingerprint, by=self._by)
        return decision.sentence()


def broken_laws(draw: PublishedDraw, chance: random.Random) -> Iterator[str]:
    """Yield the invariants of every draw that fail in this one."""
    bracket = draw.bracket
    matches = [*bracket.matches.values()]
    met = {frozenset(match.pairs) for of_round in bracket.rounds for match in of_round if match.pairs and match.result}
    entrants = [side.number for _, side in draw.plate_places if isinstance(side, Entrant)]
    if len({*entrants}) < len(entrants) or {*entrants} & bracket.alive:
        yield "a pair is alive in two places"
    if any(match.pairs and frozenset(match.pairs) in met for of_round in bracket.plate for match in of_round):
        yield "two pairs of the plate have met"
    if any(match.result for match in matches if match.stage in (Stage.BYE, Stage.VACANT)):
        yield "a match without two pairs has a result"
    if [round.number for round in draw.rounds] != [*range(1, len(draw.rounds) + 1)]:
        yield "the rounds published are not those of the draw"
    spots = draw.spots([pair.number if pair else None for pair in draw.holders])
    if resolve(spots, chance.sample(draw.results, len(draw.results)), draw.withdrawn) != bracket:
        yield "the same facts in another order give another draw"
    yield from _second_byes(draw)
    yield from _turned_round(draw, bracket, chance)


def _second_byes(draw: PublishedDraw) -> Iterator[str]:
    """Yield an invariant if a later round gave a second bye, although a pair without a bye was in its draw."""
    for round in draw.rounds:
        row = standing_draw(draw, round.number)
        had_bye = {way["match"]: way["had_bye"] for way in row.ways or ()} if row else {}
        places = row.places or [] if row else []
        alone = [up or low for up, low in zip(places[::2], places[1::2], strict=True) if None in (up, low)]
        if any(had_bye[match] for match in alone) and not all(had_bye.values()):
            yield "a pair has a second bye, although another had none"


def _turned_round(draw: PublishedDraw, bracket: Bracket, chance: random.Random) -> Iterator[str]:
    """Reverse one result and restore it, and yield an invariant if the draw is then different."""
    decided = [result for result in draw.results if result.loser]
    if decided:
        result = chance.choice(decided)
        others = Result(result.match, result.pairs, ResultKind.RULING, result.loser)
        spots = draw.spots([pair.number if pair else None for pair in draw.holders])
        if resolve(spots, [*draw.results, others, result], draw.withdrawn) != bracket:
            yield "a result turned round and back gives another draw"
