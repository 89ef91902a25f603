"""Presenters for an overview of the season: a column for each round, and the waiting pairs."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import NamedTuple

from django.utils import timezone

from competition.desk.presenters.tasks import both_pairs
from competition.draw.presenters.overview import short_day
from competition.draw.presenters.words import progress, short_names
from competition.draw.queries.draw import PublishedDraw, current_round
from competition.draw.queries.later_rounds import is_drawn
from competition.draw.queries.sides import called
from competition.draw.queries.states import PublishedMatch, PublishedRound
from competition.draw.rules.result import Stage
from scoring.rules.words import quantity

# Hide the dots of a round with more matches, because too many dots are unreadable.
MOST_DOTS = 32
MOST_WAITING = 4
_MOST_PROGRESS = 3
_STATE_TEXTS = {"in play": "in play", "submitted": "reported", "ready": "to play", "waiting": "waiting"}


@dataclass(frozen=True, slots=True)
class RoundDots:
    """A round with a dot for each match, and the same information in words."""

    number: int
    name: str
    is_now: bool
    dots: list[str]
    days: str
    stands: str
    overdue: str
    disputed: str


def columns(draw: PublishedDraw) -> list[RoundDots]:
    """Return a column for each round of the season."""
    today = timezone.localdate(draw.now)
    # The current round is the first with matches to play and time left, even if an earlier round has overdue matches.
    in_time = (round for round in draw.rounds if round.play_by >= today and round.played < round.playable)
    now = next(in_time, current_round(draw))
    shown = (_column(round, round.number == now.number, today) for round in draw.rounds)
    return [row if is_drawn(draw, row.number) else replace(row, dots=[], stands="not drawn yet") for row in shown]


def _column(round: PublishedRound, is_now: bool, today: date) -> RoundDots:
    dots = [_dot(match) for match in round.matches if match.stage not in (Stage.BYE, Stage.VACANT)]
    count = Counter(dots)
    overdue = [match.play_by for match in round.matches if match.overdue]
    disputed = count["disputed"]
    return RoundDots(
        number=round.number,
        name=round.name,
        is_now=is_now and count["official"] < len(dots),
        dots=dots if len(dots) <= MOST_DOTS else [],
        days=_days(round, count, today, is_now=is_now),
        stands=_progress_text(count, len(dots)),
        overdue=f"{len(overdue)} overdue, due {min(overdue).day} {min(overdue):%b}" if overdue else "",
        disputed=f"{disputed} disputed" if disputed else "",
    )


def _dot(match: PublishedMatch) -> str:
    return "overdue" if match.overdue else str(match.stage)


def _days(round: PublishedRound, count: Counter[str], today: date, *, is_now: bool) -> str:
    """Return a round's play-by date, or "" if it has passed or no match is open. If `is_now`, add the days left."""
    left = (round.play_by - today).days
    open_still = any(count[word] for word in _STATE_TEXTS)
    if not open_still or left < 0:
        return ""
    play_by = f"by {short_day(round.play_by, today)}"
    if not is_now:
        return play_by
    return f"{play_by}, in {quantity(left, 'day')}" if left else f"{play_by}, which is today"


def _progress_text(count: Counter[str], matches: int) -> str:
    if not matches:
        return "no matches"
    if count["official"] == matches:
        return f"all {matches} decided" if matches > 1 else "decided"
    parts = [f"{count['official']} of {matches} decided"] if count["official"] else []
    texts = {**_STATE_TEXTS, "cancelled": "cancelled"}
    return ", ".join([*parts, *(f"{count[word]} {text}" for word, text in texts.items() if count[word])])


def still_in(draw: PublishedDraw) -> set[int]:
    """Return the numbers of the pairs that can still win the competition or have won it."""
    return {*draw.bracket.alive}


class Wait(NamedTuple):
    """A waiting pair and the reason."""

    who: str
    what: str


def waits(draw: PublishedDraw) -> list[Wait]:
    """Return the waiting pairs. Pairs that are waiting for a blocked match come first."""
    names = short_names(draw)
    matches = [match for match in draw.matches.values() if match.is_to_be_decided]
    disputed = (_wait_for_organiser(match, names) for match in matches if match.stage is Stage.DISPUTED)
    sent = (_wait_for_reply(match, names) for match in matches if match.stage is Stage.SUBMITTED)
    at_table = [match for match in matches if match.stage is Stage.IN_PLAY and not match.overdue]
    coming = [(match, draw.matches[code]) for match in matches if (code := _awaited_code(match))]
    stuck = (_wait_for_winner(match, feeder, names) for match, feeder in coming if _blocked_reason(feeder))
    others = (_wait_for_winner(match, feeder, names) for match, feeder in coming if not _blocked_reason(feeder))
    return [*disputed, *stuck, *sent, *others, *_playing_pairs(at_table)]


def _playing_pairs(at_table: Sequence[PublishedMatch]) -> list[Wait]:
    """Return one line about all pairs in play, or an empty list if no match is in play."""
    if not at_table:
        return []
    how_far = "; ".join(f"{text[:1].lower()}{text[1:]}" for text in map(progress, at_table[:_MOST_PROGRESS]))
    return [Wait(f"{2 * len(at_table)} pairs in play", how_far)]


def _wait_for_organiser(match: PublishedMatch, names: Mapping[int, str]) -> Wait:
    since = match.last.answered_at if match.last else None
    start = f", since {short_day(timezone.localdate(since), timezone.localdate())}" if since else ""
    deal = match.last.disputed_deal if match.last else 0
    task = f" to decide deal {deal}" if deal else ""
    return Wait(both_pairs(match, names), f"for you{task}{start}")


def _wait_for_reply(match: PublishedMatch, names: Mapping[int, str]) -> Wait:
    asked = match.to_answer
    sender = next(pair for pair in match.pairs if pair != asked)
    return Wait(names[sender.pk], f"for a reply from {names[asked.pk]}")


def _awaited_code(match: PublishedMatch) -> str | None:
    """Return the code of the match that decides a known pair's opponents, or None."""
    return next((side.awaiting for side in match.sides if side.awaiting), None) if match.pairs else None


def _blocked_reason(match: PublishedMatch) -> str:
    return "overdue" if match.overdue else "disputed" if match.stage is Stage.DISPUTED else ""


def _wait_for_winner(match: PublishedMatch, feeder: PublishedMatch, names: Mapping[int, str]) -> Wait:
    reason = _blocked_reason(feeder)
    round = called(feeder.round_name)
    return Wait(names[match.pairs[0].pk], f"for the {reason} {round}" if reason else f"for the winner of a {round}")
