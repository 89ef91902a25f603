"""Competitions of any size in mid-season. Most rows are written directly, because the real actions take minutes."""

import random
from collections.abc import Iterable
from dataclasses import asdict
from datetime import timedelta
from itertools import cycle
from string import ascii_lowercase

from django.db.models import QuerySet
from django.utils import timezone

from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.contest.rules.conditions import USUAL_REPLY_HOURS
from competition.draw.models.result_entry import Reply, ResultEntry
from competition.draw.models.rounds import Extension, Match, Meeting, Slot
from competition.draw.queries.draw import clear_cache
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.result import Answer, ResultKind
from competition.entries.models import Pair, Player
from scoring import models
from scoring.models import SummarySheet
from scoring.rules.conditions import ScoringConditions
from scoring.rules.contract import Contract, Denomination
from scoring.rules.deal import DealResult
from scoring.rules.sheet import Sheet, Standing, read_sheet
from scoring.rules.sides import Seat
from tests import stories
from tests.factories import CompetitionFactory

# States of the matches in the current round, in turn.
STANDS = ("in play", "sent in", "decided", "ready")
# A "complete" score sheet has all its deals, but its result is not reported yet.
_WITHOUT_REPORT = ("in play", "complete")
ANSWERS = {"decided": Answer.CONFIRMED, "disputed": Answer.DISPUTED}


def middle(pairs: int, **details) -> Competition:
    """Return a competition in its third round, or in its last round if it has fewer.

    The current matches are in every state.
    """
    competition = _published(pairs, **details)
    _to_the_middle(competition)
    return competition


def crowded(places: int) -> Competition:
    """Return a competition in its third round with byes, clubs, contact details, withdrawals, extensions and a log."""
    competition = entered(places - places // 16)
    for number in range(12):
        competition.pairs.filter(number__in=range(number, places, 12)).update(club=f"Bridge Club {number}")
    competition.players.update(phone="07 555 0101")
    competition.players.filter(place=1).update(email="player@example.org")
    stories.publish(competition)
    stories.leave(competition.pairs.filter(number__in=range(16, places, 16)))
    going_on = _to_the_middle(competition)
    _give_time(Match.objects.filter(round__draw__competition=competition, round__number=going_on + 1), every=8)
    _log(competition, ((pair, "entered", "") for pair in competition.pairs.all()))
    _log(
        competition,
        (
            (met.upper, "recorded", met.match.code)
            for met in Meeting.objects.filter(upper__competition=competition).select_related("match__round", "sheet")
            for _ in range(met.sheet.recorded)
        ),
    )
    return competition


def with_the_longest_names(pairs: int) -> Competition:
    """Return a competition like that of `middle`, in which every name is as long as possible."""
    name = "The Most Venerable Rubber Bridge Knockout of the Lakes and Plains and of the Coast"[:80]
    competition = middle(pairs, name=name, over_two_years=True, plate="first match")
    for player in competition.players.all():
        player.name = f"{player.name} Featherstonehaugh-Cholmondeley of Motueka and Wairau"
        player.save()
    stories.clear_cache()
    return competition


def over(pairs: int, **details) -> Competition:
    """Return a competition in which every match is decided by its score sheet."""
    competition = _published(pairs, **details)
    for number in range(len(stories.now(competition).rounds)):
        play(competition, number, ["decided"])
    return competition


def entered(pairs: int, *, plate: str = "none", **details) -> Competition:
    """Return a competition with this many pairs. The players have random names."""
    competition, chance = CompetitionFactory(**details), random.Random(pairs)
    competition.conditions.plate = plate
    competition.conditions.save()
    rows = Pair.objects.bulk_create(Pair(competition=competition, number=n + 1) for n in range(pairs))
    names = {_name(chance): pair for pair in rows for _ in "12"}
    Player.objects.bulk_create(
        Player(competition=competition, pair=pair, place=place % 2 + 1, name=name, key=name.casefold())
        for place, (name, pair) in enumerate(names.items())
    )
    return competition


def play(competition: Competition, number: int, stands: Iterable[str]) -> None:
    """Bring the matches in a round, counted from 0, to these states in turn."""
    now, chance = stories.now(competition), random.Random(number)
    rows = {row.code: row for row in Match.objects.filter(round__draw=now.row).select_related("round")}
    ready = [state for state in now.rounds[number].matches if state.is_open]
    begun = {state: stand for state, stand in zip(ready, cycle(stands)) if stand != "ready"}
    sheets = _sheets([_played(chance, now.competition.conditions.rules(), stand) for stand in begun.values()])
    meetings = Meeting.objects.bulk_create(
        _meeting(state, rows[state.code], sheet) for state, sheet in zip(begun, sheets, strict=True)
    )
    stands = [stand for stand in begun.values() if stand not in _WITHOUT_REPORT]
    entries = ResultEntry.objects.bulk_create(
        _outcome(meeting)
        for meeting, stand in zip(meetings, begun.values(), strict=True)
        if stand not in _WITHOUT_REPORT
    )
    Reply.objects.bulk_create(
        Reply(entry=entry, kind=kind, at=entry.at, reason="Not so." if kind == Answer.DISPUTED else "")
        for entry, stand in zip(entries, stands, strict=True)
        if (kind := ANSWERS.get(stand))
    )
    _log(
        competition,
        (
            (meeting.upper, event, state.code)
            for state, meeting in zip(begun, meetings, strict=True)
            for event in ("opened", "recorded")
        ),
    )
    # The rows were stored without an action, so the cached draw is out of date.
    clear_cache()


def a_deal(chance: random.Random) -> DealResult:
    """Return a random deal."""
    level = chance.choice((1, 2, 3, 3, 4, 4, 6))
    contract = Contract(level, chance.choice(list(Denomination)))
    return DealResult(chance.choice(list(Seat)), contract, min(13, 6 + level + chance.choice((-2, -1, 0, 0, 1))))


def _published(pairs: int, **details) -> Competition:
    competition = entered(pairs, **details)
    stories.publish(competition)
    return competition


def _to_the_middle(competition: Competition) -> int:
    """Play up to the middle of the season. Return the current round, counted from 0."""
    going_on = min(2, len(stories.now(competition).rounds) - 1)
    for number in range(going_on):
        play(competition, number, ["decided"])
    play(competition, going_on, STANDS)
    return going_on


def _give_time(matches: QuerySet[Match], every: int) -> None:
    why = {"reason": "More time for a test.", "at": timezone.now()}
    Extension.objects.bulk_create(
        Extension(
            round=match.round,
            match=match,
            play_by=match.round.play_by + timedelta(days=7),
            decided_by=match.round.draw.competition.owner,
            **why,
        )
        for match in matches.select_related("round__draw__competition__owner")[::every]
    )


def _log(competition: Competition, lines: Iterable[tuple[Pair, str, str]]) -> None:
    LogEntry.objects.bulk_create(
        LogEntry(competition=competition, pair=pair, event=event, match=match, text="Written for a test.")
        for pair, event, match in lines
    )


def _name(chance: random.Random) -> str:
    return " ".join("".join(chance.choices(ascii_lowercase, k=8)).title() for _ in range(2))


def _played(chance: random.Random, conditions: ScoringConditions, stand: str) -> Sheet:
    """Return a score sheet that is complete, or half complete if the match is in play."""
    played = [a_deal(chance) for _ in range(conditions.deals // (2 if stand == "in play" else 1))]
    while (sheet := read_sheet(played, Seat.N, conditions)).standing is Standing.TIED:
        played += [a_deal(chance) for _ in range(conditions.extra_deals)]
    return sheet


def _sheets(played: list[Sheet]) -> list[SummarySheet]:
    rows = [SummarySheet(first_dealer=Seat.N.value, **_conditions(sheet.conditions)) for sheet in played]
    for row, sheet in zip(rows, played, strict=True):
        for column, value in row.copies_of(sheet).items():
            setattr(row, column, value)
    SummarySheet.objects.bulk_create(rows)
    models.Deal.objects.bulk_create(
        models.Deal(sheet=row, number=line.number, **models.Deal.columns(line.deal))
        for row, sheet in zip(rows, played, strict=True)
        for line in sheet.lines
    )
    return rows


def _conditions(conditions: ScoringConditions) -> dict:
    return asdict(conditions) | {"tie_break": conditions.tie_break.value}


def _meeting(state: PublishedMatch, match: Match, sheet: SummarySheet) -> Meeting:
    (north, south), (east, west) = (pair.players.all() for pair in state.pairs)
    first, second = state.pairs
    seats = {"north": north, "east": east, "south": south, "west": west}
    return Meeting(match=match, upper=first, lower=second, sheet=sheet, upper_side="ns", **seats)


def _outcome(meeting: Meeting) -> ResultEntry:
    (first, second), now = meeting.sheet.total, timezone.now()
    return ResultEntry(
        meeting=meeting,
        number=1,
        kind=ResultKind.PLAYED.value,
        winner=Slot.UPPER if first > second else Slot.LOWER,
        total_upper=first,
        total_lower=second,
        from_sheet=True,
        at=now,
        by=meeting.upper,
        reply_hours=USUAL_REPLY_HOURS,
    )
