"""The record of a published draw as one file, from which anybody can work the draw out again."""

from collections.abc import Sequence
from typing import Any

from competition.knockout.queries.snapshot import Snapshot
from competition.lots.models import Commitment, Draw, Swap
from competition.lots.queries import committed, method_of


def committed_text(draw: Draw) -> str:
    """What was committed to, figure for figure the text whose SHA-256 was shown before the draw."""
    return method_of(draw).text(committed(draw.commitment))


def record(snapshot: Snapshot, attempts: Sequence[Draw], commitments: Sequence[Commitment]) -> dict[str, Any]:
    """The record of the last of these attempts, with no contacts in it."""
    draw = attempts[-1]
    facts = {
        "competition": {"name": snapshot.competition.name, "season": snapshot.competition.season},
        "committed": committed(draw.commitment),
        "commitments": [{"made_at": row.made_at.isoformat(), "sha256": row.digest} for row in commitments],
        "attempts": [_attempt(attempt) for attempt in attempts],
        "swaps": [_swap(swap) for swap in draw.swaps.all()],
        "published_at": draw.published_at and draw.published_at.isoformat(),
    }
    return method_of(draw).record(facts, [round.play_by.isoformat() for round in draw.rounds.all()])


def _attempt(draw: Draw) -> dict:
    facts = {"number": draw.attempt, "made_at": draw.made_at.isoformat(), "dice": draw.dice}
    if draw.published_at and draw.taken_back_at:
        published, gone = draw.published_at.isoformat(), draw.taken_back_at.isoformat()
        facts["taken_back"] = {"published_at": published, "at": gone, "reason": draw.taken_back_because}
    return facts


def _swap(swap: Swap) -> dict:
    return {
        "number": swap.number,
        "one": swap.one,
        "other": swap.other,
        "reason": swap.reason,
        "made_at": swap.made_at.isoformat(),
    }
