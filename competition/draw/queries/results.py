"""Queries for match results, for the records of two pairs and for the players in a match."""

from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Match, Meeting
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.rows import stands
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import MarginRecord, Result, ResultKind, Totals
from competition.entries.models import Pair, Player, together
from scoring.rules.refusal import Refused
from scoring.rules.sheet import Sheet, Standing


def result_by(state: PublishedMatch, sheet: Sheet) -> Result | None:
    """Return the result of a match according to this score sheet, or None before the score sheet is decided."""
    if state.meeting is None or sheet.winner is None:
        return None
    totals = state.meeting.upper_first(sheet.total)
    return Result.played(state.code, state.numbers, totals, deals=len(sheet.lines))


def counted_totals(state: PublishedMatch) -> Totals | None:
    """Return the totals of a played match, official or not, with the upper pair's first. None without totals."""
    if result := state.result or state.on_the_table:
        return result.totals if result.was_played else None
    return totals_by_the_sheet(state)


def totals_by_the_sheet(state: PublishedMatch) -> Totals | None:
    """Return the totals on the score sheet, with the upper pair's first. None before the match is decided."""
    if state.meeting is None or state.sheet is None or state.sheet.standing != Standing.DECIDED:
        return None
    return state.meeting.upper_first(state.sheet.total)


def final_totals(state: PublishedMatch) -> Totals | None:
    """Return the totals of a match if play has stopped, with the upper pair's first. None if they are not known.

    They come from the result, or otherwise from the score sheet with the Law 80 credits.
    """
    if result := state.result or state.on_the_table:
        return result.totals
    if state.meeting is None or state.sheet is None or not state.recorded:
        return None
    return state.meeting.upper_first(state.sheet.final_total)


def stays_on(state: PublishedMatch, winner: int | None) -> int:
    """Return the number of the pair that would stay in the later rounds if a correction made `winner` the winner.

    Raises Refused if no other pair has gone through from this match.
    """
    if winner is None or not has_gone_on(state, winner):
        raise Refused(
            "This result does not change who goes through, so there are no later rounds to keep. "
            "Press “Save the decision” instead."
        )
    return sum(state.numbers) - winner


def has_gone_on(state: PublishedMatch, winner: int | None) -> bool:
    """Return True if a pair other than `winner` has gone through from this match."""
    return winner is not None and state.result is not None and state.result.goes_on not in (None, winner)


def largest_margin(slug: str, deals: int) -> MarginRecord | None:
    """Return the largest margin in official results of matches with this many deals, or None (one query).

    It covers all competitions on this site. Demos are compared only with demos.
    """
    same_match = {f"meeting__{name}": OuterRef(f"meeting__{name}") for name in ("match", "upper", "lower")}
    later = ResultEntry.objects.filter(**same_match, number__gt=OuterRef("number"))
    alike = Competition.objects.filter(slug=slug, is_demo=OuterRef(f"{_COMPETITION}__is_demo"))
    rows = ResultEntry.objects.filter(
        ~Exists(later),
        Exists(alike),
        kind=ResultKind.PLAYED.value,
        **{f"{_COMPETITION}__conditions__deals": deals, f"{_COMPETITION}__hidden_since": None},
    ).select_related("meeting", *ResultEntry.FOLLOWING)
    now = timezone.now()
    won = (row.result("", (row.meeting.upper_id, row.meeting.lower_id)).margin for row in rows if stands(row, now))
    margins = [margin for margin in won if margin]
    return MarginRecord(max(margins), len(margins)) if margins else None


_COMPETITION = "meeting__match__round__draw__competition"


def meeting_in(draw: PublishedDraw, state: PublishedMatch) -> Meeting:
    """Return the current meeting of the two pairs in this match.

    Without a stored meeting, return an unsaved meeting.
    """
    if state.meeting:
        return state.meeting
    match = Match(round=draw.rows.rounds[state.round - 1], position=state.position)
    meeting = Meeting(match=match, upper=state.pairs[0], lower=state.pairs[1], number=1)
    # An unsaved row cannot read its related rows.
    vars(meeting)["_prefetched_objects_cache"] = {"result_entries": [], "home_pairs": [], "noted_penalties": []}
    return meeting


def next_entry(meeting: Meeting) -> int:
    """Return the number of the next result entry of these two pairs in this match."""
    pairs = {"meeting__upper": meeting.upper_id, "meeting__lower": meeting.lower_id}
    return (
        ResultEntry.objects.filter(**pairs, meeting__match=meeting.match_id).aggregate(last=Max("number"))["last"] or 0
    ) + 1


def lineup(state: PublishedMatch, pair: Pair) -> list[Player]:
    """Return this pair's two players who played the match, or who would play it now."""
    meeting = state.meeting
    if meeting and meeting.sheet_id:
        return [player for player in pair.players.all() if player.pk in meeting.seats]
    players = pair.at(state.last.at) if state.result and state.last else pair.present
    return _with_stand_in(state, pair, players)


def players_of(state: PublishedMatch, pair: Pair) -> list[Player]:
    """Return the two current players of the pair, or the one who plays this match with a substitute."""
    return _with_stand_in(state, pair, pair.present)


def stand_in(state: PublishedMatch, pair: Pair) -> Player | None:
    """Return the substitute who plays only this match for the pair, or None."""
    there = (player for player in pair.players.all() if player.only_in_id)
    return next((player for player in there if player.only_in and player.only_in.code == state.code), None)


def _with_stand_in(state: PublishedMatch, pair: Pair, players: list[Player]) -> list[Player]:
    substitute = stand_in(state, pair)
    return [substitute if substitute and player.place == substitute.place else player for player in players]


def as_played(state: PublishedMatch) -> PublishedMatch:
    """Return the match with the names of each pair's players in that match."""
    upper, lower = (
        side._replace(text=together(lineup(state, side.pair))) if side.pair else side for side in state.sides
    )
    return state._replace(sides=(upper, lower))
