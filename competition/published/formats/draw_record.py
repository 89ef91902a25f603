"""The record of a published draw as one file, from which anybody can work the draw out again."""

from collections.abc import Sequence
from typing import Any

from competition.knockout.queries.snapshot import Snapshot
from competition.lots.models import Commitment, Draw, Swap
from competition.lots.rules import commitment, proof


def committed(row: Commitment) -> dict:
    """What was committed to, once it is no secret any more."""
    return {
        "algorithm": row.algorithm,
        "conditions": row.conditions,
        "entries": row.entries,
        "secret": row.secret,
    }


def committed_text(row: Commitment) -> str:
    """What was committed to, figure for figure the text whose SHA-256 was shown before the draw."""
    return commitment.text(**committed(row))


def record(snapshot: Snapshot, attempts: Sequence[Draw], commitments: Sequence[Commitment]) -> dict:
    """The record of the last of these attempts, with no contacts in it."""
    draw = attempts[-1]
    facts: dict[str, Any] = {
        "format": proof.FORMAT,
        "competition": {"name": snapshot.competition.name, "season": snapshot.competition.season},
        "committed": committed(draw.commitment),
        "commitments": [{"made_at": row.made_at.isoformat(), "sha256": row.digest} for row in commitments],
        "attempts": [_attempt(attempt) for attempt in attempts],
        "swaps": [_swap(swap) for swap in draw.swaps.all()],
        "published_at": draw.published_at.isoformat(),
    }
    facts |= proof.derived(facts["committed"], facts["attempts"][-1], facts["swaps"])
    days = [{"play_by": round.play_by.isoformat()} for round in draw.rounds.all()]
    facts["rounds"] = [round | day for round, day in zip(proof.rounds(facts["places"]), days, strict=True)]
    return {**facts, "sha256": proof.seal(facts)}


def _attempt(draw: Draw) -> dict:
    return {"number": draw.attempt, "made_at": draw.made_at.isoformat(), "dice": draw.dice}


def _swap(swap: Swap) -> dict:
    return {
        "number": swap.number,
        "one": swap.one,
        "other": swap.other,
        "reason": swap.reason,
        "made_at": swap.made_at.isoformat(),
    }
