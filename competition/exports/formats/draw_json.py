"""The published draw, one match, and the record of the drawing, as JSON for other programs."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.urls import reverse

from competition.entries.models.pair import Pair
from competition.knockout.queries.playing import appointment
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState, RoundState, SideState
from competition.lots.models import Commitment, Draw, Swap
from competition.lots.queries import committed, conditions_of, method_of
from scoring.formats.json_sheet import scored
from scoring.rules.sheet import Sheet

_LINKS = {"page": "draw", "matches": "matches", "calendar": "calendar", "feed": "feed", "picture": "draw-svg"}


def draw(snapshot: Snapshot) -> dict:
    """Everything the published draw shows, and nothing private."""
    competition = snapshot.competition
    return {
        "competition": {
            "slug": competition.slug,
            "name": competition.name,
            "season": competition.season,
            "season_name": competition.season_name,
            "status": "cancelled" if snapshot.competition.is_cancelled else "published",
            "version": snapshot.version,
        },
        "as_of": _moment(snapshot.now),
        "published_at": _moment(snapshot.draw.published_at),
        "links": {name: reverse(f"public:{view}", args=[competition.slug]) for name, view in _LINKS.items()},
        "conditions": conditions_of(competition.conditions),
        "rounds": [_round(snapshot, round) for round in snapshot.rounds],
        "champion": snapshot.champion and _pair(snapshot, snapshot.champion, "number", "name"),
    }


def match(snapshot: Snapshot, state: MatchState, sheet: Sheet | None) -> dict:
    """One match with its scored sheet, None while there is none or its deals are private."""
    return {
        "competition": snapshot.competition.slug,
        "round": state.round,
        "round_name": state.round_name,
        **_match(snapshot, state),
        "sheet": sheet and scored(sheet),
    }


def _round(snapshot: Snapshot, round: RoundState) -> dict:
    return {
        "number": round.number,
        "name": round.name,
        "play_by": round.play_by.isoformat(),
        "conditions": asdict(round.terms.conditions),
        "matches": [_match(snapshot, state) for state in round.matches],
    }


def _match(snapshot: Snapshot, state: MatchState) -> dict:
    return {
        "code": state.code,
        "feeds": state.feeds,
        "sides": [_side(snapshot, side) for side in state.sides],
        "home": state.home and state.home.number,
        "state": state.stage.value,
        "outcome": state.outcome and state.outcome.kind.value,
        **({"margin": state.outcome.margin} if state.outcome and state.outcome.margin else {}),
        "winner": state.outcome and state.outcome.winner,
        "goes_on": state.through,
        "deals_recorded": state.recorded,
        "set_aside": len(state.set_aside),
        "play_by": state.play_by.isoformat(),
        "plays_at": _moment(appointment(state)),
        "decided_at": _moment(state.decided_at),
        "link": reverse("public:match", args=[snapshot.competition.slug, state.code]),
    }


def _moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def _side(snapshot: Snapshot, side: SideState) -> dict:
    if side.pair:
        return {"pair": _pair(snapshot, side.pair, "number", "name", "club"), "total": side.total}
    if side.bye:
        return {"pair": None, "bye": True, "total": None}
    absent = {"awaiting": side.awaiting} if side.awaiting else {"nobody": side.nobody}
    return {"pair": None, **absent, "total": None}


def _pair(snapshot: Snapshot, pair: Pair, *fields: str) -> dict:
    facts = {"number": pair.number, "name": snapshot.names[pair.number], "club": pair.club}
    return {field: facts[field] for field in fields}


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
