"""Queries for a draw round by round: the next round to draw, the facts that its draw uses, and all drawings."""

import re
from dataclasses import dataclass
from typing import Any

from competition.audit.rules import not_revoked
from competition.contest.models import Competition, Conditions
from competition.draw.models.rounds import RoundDraw
from competition.draw.queries.attempts import conditions_of, division_of, entries_of
from competition.draw.queries.draw import PublishedDraw, last_change
from competition.draw.queries.sides import MatchSide
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.later_rounds import (
    MOST_DRAWINGS,
    are_closest,
    drawn,
    explained,
    preferences_in,
    secret_of,
    seed_of,
    ways_in,
    with_closest_losers,
)
from competition.draw.rules.layout import with_article
from competition.draw.rules.pairing import Preferences
from competition.entries.models import Pair
from scoring.rules.refusal import Refused

# The code of a match, whose position is the first group.
_CODE = re.compile(r"R\d+-M(\d+)")


def is_by_round(draw: PublishedDraw) -> bool:
    """Return True if each round of this draw is drawn by itself."""
    return division_of(draw.row).is_by_round


def last_drawn_round(draw: PublishedDraw) -> int:
    """Return the number of the last round that was drawn. In another draw, this is the final."""
    return max([1, *draw.rows.drawn_rounds]) if is_by_round(draw) else len(draw.main_rounds)


def is_drawn(draw: PublishedDraw, number: int) -> bool:
    """Return True if this round was drawn, by itself or together with all rounds."""
    return not is_by_round(draw) or number <= last_drawn_round(draw)


def round_to_draw(draw: PublishedDraw) -> PublishedRound | None:
    """Return the next round to draw, or None if all rounds are drawn."""
    return next(iter(draw.main_rounds[last_drawn_round(draw) :]), None)


def opponents_after(draw: PublishedDraw, state: PublishedMatch) -> MatchSide | None:
    """Return the side that the winners of this match meet next. None if there is no next match, or it is not drawn."""
    if state.feeds is None:
        return None
    following = draw.matches[state.feeds]
    upper, lower = following.sides
    if len(following.before) == 2:
        is_upper = following.before[0] == state.code
    else:
        is_upper = upper.awaiting == state.code or (upper.pair is not None and upper.pair.number == state.through)
    return lower if is_upper else upper


def most_losers(conditions: Conditions) -> int:
    """Return the number of closest losers that play for the last place in a round: 0, 1, or 2 with a repechage."""
    return 2 if conditions.repechage_deals is not None else int(conditions.closest_losers)


def waits_for_losers(competition: Competition) -> bool:
    """Return True if the closest losers of a round may play on, or play a repechage."""
    return most_losers(competition.conditions) > 0


def repechage_before(draw: PublishedDraw, number: int) -> PublishedMatch | None:
    """Return the repechage of the round before this round, or None if none was drawn."""
    return next((state for state in draw.main_rounds[number - 2].matches if state.is_repechage), None)


def is_repechage_used(draw: PublishedDraw, number: int) -> bool:
    """Return True if the log has an entry about the repechage before this round (at most one query).

    It would be gone if the draw of this round were undone, so nothing may refer to it.
    """
    repechage = repechage_before(draw, number)
    return repechage is not None and last_change(draw, repechage.code) is not None


def standing_draw(draw: PublishedDraw, number: int) -> RoundDraw | None:
    """Return the draw of this round that counts, or None."""
    return next(reversed(not_revoked(draw.rows.rounds[number - 1].round_draws.all())), None)


def closest_losers(draw: PublishedDraw, number: int) -> Pair | None:
    """Return the pair that plays in this round as the closest losers of the round before, or None."""
    row = standing_draw(draw, number)
    lost = next((way["pair"] for way in row.ways or () if "lost" in way), None) if row else None
    if lost is None:
        return None
    playing = {pair.number: pair for state in draw.main_rounds[number - 1].matches for pair in state.pairs}
    return playing.get(lost)


def has_other_losers(draw: PublishedDraw, number: int) -> bool:
    """Return True if a correction after the draw of this round has changed who the closest losers are."""
    row = standing_draw(draw, number)
    ways = row.ways or () if row else ()
    drawn = [loser["pair"] for way in ways for loser in way.get("between", [way] if "lost" in way else [])]
    return bool(drawn) and not are_closest(drawn, draw.bracket, number)


def all_draws(draw: PublishedDraw, number: int) -> list[RoundDraw]:
    """Return the draws of this round in order, including undone ones, but not the rows that undo them."""
    return [row for row in draw.rows.rounds[number - 1].round_draws.all() if row.undoes_id is None]


@dataclass(frozen=True, slots=True)
class RoundAttempt:
    """A draw of a later round. `undone` is the row that undoes it, or None."""

    round: PublishedRound
    attempt: int
    row: RoundDraw
    undone: RoundDraw | None
    preferences: Preferences

    @property
    def winners(self) -> list[int | None]:
        """The winners of the round before by number, or None if a winner was not known."""
        return [way["pair"] for way in self.row.ways or () if not {"lost", "between"} & {*way}]

    @property
    def known(self) -> int:
        """The number of winners of the round before that were known."""
        return len(self.winners) - self.winners.count(None)

    @property
    def has_closest_losers(self) -> bool:
        """True if the closest losers of the round before were drawn too."""
        return any("lost" in way for way in self.row.ways or ())

    @property
    def has_repechage(self) -> bool:
        """True if a repechage of the round before was drawn too."""
        return any("between" in way for way in self.row.ways or ())

    @property
    def reasons(self) -> list[str]:
        """The explanation of each preference, if all winners were known and this draw counts."""
        if self.undone:
            return []
        name = with_article(self.round.name)
        reasons = explained(self.row.ways or [], self.row.places or [], self.preferences, self.round.number, name)
        match = f"match \\1 of {name}"
        return [f"{reason.about}: {re.sub(_CODE, match, reason.text)}" for reason in reasons]


def drawings(draw: PublishedDraw) -> list[RoundAttempt]:
    """Return all draws of later rounds in the order in which they were made, including undone ones (no query)."""
    found: list[RoundAttempt] = []
    for round, row in zip(draw.main_rounds, draw.rows.rounds, strict=False):
        undone = {later.undoes_id: later for later in row.round_draws.all()}
        made = enumerate(all_draws(draw, round.number), start=1)
        preferences = preferences_in(conditions_of(draw.competition.conditions), round.number)
        found += [RoundAttempt(round, attempt, drawn, undone.get(drawn.pk), preferences) for attempt, drawn in made]
    return sorted(found, key=lambda drawing: drawing.row.pk)


def drawing_facts(draw: PublishedDraw, last_secret: str) -> list[dict[str, Any]]:
    """Return the facts about all draws of later rounds as the draw record has them, with their secrets (no query)."""
    return [
        {
            "round": drawing.round.number,
            "attempt": drawing.attempt,
            "secret": secret_of(last_secret, number),
            "drawn_at": drawing.row.at.isoformat(),
            "ways": drawing.row.ways,
            "places": drawing.row.places,
            "undone_at": drawing.undone and drawing.undone.at.isoformat(),
            **({"reason": drawing.undone.reason} if drawing.undone else {}),
        }
        for number, drawing in enumerate(drawings(draw), start=2)
    ]


def new_round_draw(draw: PublishedDraw, number: int) -> RoundDraw:
    """Return the next draw of this round, without its reason (one query). Raises Refused for a draw made elsewhere."""
    locked = draw.row.locked_list
    if locked is None:
        raise Refused("This draw was made elsewhere, so this site does not draw its rounds.")
    if not locked.last_secret:
        raise Refused(
            "This competition was opened from a file without the secret numbers of later rounds, so they cannot be "
            "drawn here. Open a file with private data."
        )
    row, conditions = draw.rows.rounds[number - 1], draw.competition.conditions
    facts = _facts(draw) if number <= conditions.preference_rounds else {}
    ways = ways_in(draw.bracket, number, facts)
    drawing = len(drawings(draw)) + 2
    if drawing > MOST_DRAWINGS:
        raise Refused("The rounds of this competition were drawn too often. The draws made so far stay.")
    secret = secret_of(locked.last_secret, drawing)
    seed = seed_of(secret, len(all_draws(draw, number)) + 1)
    if waits_for_losers(draw.competition):
        if any(state.is_to_be_decided for state in draw.main_rounds[number - 2].matches):
            raise Refused("The closest losers are known once all matches of the round before are decided.")
        with_closest_losers(ways, draw.bracket, number, facts, seed, most_losers(conditions))
    result = drawn(ways, seed, preferences_in(locked.conditions, number))
    return RoundDraw(round=row, ways=ways, places=list(result.places))


def _facts(draw: PublishedDraw) -> dict[int, dict[str, Any]]:
    entries = entries_of([*draw.everybody.values()], draw.competition.conditions)
    return {facts["number"]: facts for facts in entries}
