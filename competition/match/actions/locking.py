"""One order at a time: the match as it stands while everybody else must wait, and the line of the log."""

from django.utils import timezone

from competition.knockout.queries.reading import published_snapshot
from competition.log.actions import Actor, lock, note
from competition.match.queries.pair_match import PairMatch, match_in
from scoring.rules.refusal import Refused


def as_it_stands(seen: PairMatch) -> PairMatch:
    """The match now that nobody else writes; Refused when a correction of the draw has made it another pair's.

    Only its sheet is read again, unless something other than deals has changed in the draw.
    """
    structure, now = lock(seen.competition), timezone.now()
    same = seen.snapshot.holds(structure, now)
    snapshot = seen.snapshot.as_of(now, seen.snapshot.version) if same else published_snapshot(seen.competition)
    match = match_in(snapshot, seen.pair, seen.code)
    if match is None:
        raise Refused("The draw has been corrected meanwhile: this is no longer your match.")
    return match


def note_at(match: PairMatch, verb: str, text: str, *, only_deals: bool = False) -> None:
    """Write a line of the log: what this pair did with its match, and whether only deals have changed by it."""
    by = Actor(pair=match.pair)
    note(match.competition, by, verb, text, match=match.code, only_deals=only_deals)
