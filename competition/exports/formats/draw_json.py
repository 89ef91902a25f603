"""The published draw, and one match, as JSON for other programs."""

from dataclasses import asdict
from datetime import datetime

from django.urls import reverse

from competition.entries.models.pair import Pair
from competition.knockout.queries.snapshot import Snapshot
from competition.knockout.queries.states import MatchState, RoundState, SideState
from competition.lots.queries import conditions_of
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
        "winner": state.outcome and state.outcome.winner,
        "goes_on": state.outcome and state.outcome.goes_on,
        "deals_recorded": state.recorded,
        "set_aside": len(state.set_aside),
        "play_by": state.play_by.isoformat(),
        "plays_at": _moment(state.plays_at),
        "decided_at": _moment(state.decided_at),
        "link": reverse("public:match", args=[snapshot.competition.slug, state.code]),
    }


def _moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def _side(snapshot: Snapshot, side: SideState) -> dict:
    if side.pair:
        return {"pair": _pair(snapshot, side.pair, "number", "name", "club"), "total": side.total}
    return {"pair": None, **_absent(side), "total": None}


def _absent(side: SideState) -> dict:
    if side.bye:
        return {"bye": True}
    return {"awaiting": side.awaiting} if side.awaiting else {"nobody": side.nobody}


def _pair(snapshot: Snapshot, pair: Pair, *fields: str) -> dict:
    facts = {"number": pair.number, "name": snapshot.names[pair.number], "club": pair.club}
    return {field: facts[field] for field in fields}
