"""The published draw, a single match and the draw record as JSON for other programs."""

from collections.abc import Sequence
from dataclasses import asdict
from datetime import datetime
from typing import Any

from django.urls import reverse

from competition.draw.models.draw import Draw, DrawnElsewhere, LockedList, Swap
from competition.draw.presenters.match_line import LineSide, match_line
from competition.draw.queries.attempts import conditions_of, entries_in, public_facts
from competition.draw.queries.draw import PublishedDraw
from competition.draw.queries.later_rounds import drawing_facts, is_by_round, standing_draw
from competition.draw.queries.playing import appointment
from competition.draw.queries.sides import MatchSide
from competition.draw.queries.states import PublishedMatch, PublishedRound, SetDay
from competition.draw.rules import records
from competition.draw.rules.clock import Clock
from competition.draw.rules.sources import FirstLoser, LoserOf, Open, Undrawn
from competition.entries.models import Pair
from scoring.presenters.json_sheet import sheet_json
from scoring.rules.sheet import Sheet

_LINKS = {"page": "draw", "matches": "matches", "calendar": "calendar", "feed": "feed", "picture": "draw-svg"}


def as_dict(draw: PublishedDraw) -> dict:
    """Return all public facts of the published draw."""
    competition = draw.competition
    return {
        "competition": {
            "slug": competition.slug,
            "name": competition.name,
            "season": competition.season,
            "season_name": competition.season_name,
            "status": "cancelled" if draw.competition.is_cancelled else "published",
            "version": draw.version,
            "provenance": competition.provenance,
        },
        "as_of": _moment(draw.now),
        "published_at": _moment(draw.row.published_at),
        "links": {name: reverse(f"public:{view}", args=[competition.slug]) for name, view in _LINKS.items()},
        "conditions": conditions_of(competition.conditions),
        "rounds": [_round(draw, round) for round in draw.main_rounds],
        "champion": _winner(draw, draw.champion),
        **({"qualifiers": _qualifiers(draw)} if draw.competition.conditions.next_event else {}),
        **({"plate": _plate(draw)} if draw.plate_rounds else {}),
    }


def _qualifiers(draw: PublishedDraw) -> list[dict]:
    """Return the places for the next event with the pairs in them. The rank is known for the champions."""
    conditions, pairs = draw.competition.conditions, list[Pair | None](draw.qualified)
    free = max(0, (conditions.sections or conditions.qualifiers) - len(pairs))
    holders = [*pairs, *[None] * free]
    return [{"rank": 1 if pair and pair == draw.champion else None, "pair": _winner(draw, pair)} for pair in holders]


def _plate(draw: PublishedDraw) -> dict:
    return {
        "rounds": [_round(draw, round) for round in draw.plate_rounds],
        "winner": _winner(draw, draw.plate_winner),
    }


def _winner(draw: PublishedDraw, pair: Pair | None) -> dict | None:
    return {"number": pair.number, "name": draw.names[pair.number]} if pair else None


def match(draw: PublishedDraw, state: PublishedMatch, sheet: Sheet | None) -> dict:
    """Return one match. `sheet` is its score sheet with points, or None if it is missing or private."""
    return {
        "competition": draw.competition.slug,
        "provenance": draw.competition.provenance,
        "round": state.round,
        "round_name": state.round_name,
        **_match(draw, state),
        "sheet": sheet and sheet_json(sheet),
    }


def _round(draw: PublishedDraw, round: PublishedRound) -> dict:
    return {
        "number": round.number,
        "name": round.name,
        "play_by": round.play_by.isoformat(),
        "set_day": round.set_day and _set_day(round.set_day),
        **_clock(round.clock),
        **_drawn_at(draw, round),
        "conditions": asdict(round.conditions),
        "matches": [_match(draw, state) for state in round.matches],
    }


def _drawn_at(draw: PublishedDraw, round: PublishedRound) -> dict:
    """Return the time of the draw of this round, or None before it, if each round is drawn by itself."""
    if not is_by_round(draw):
        return {}
    row = standing_draw(draw, round.number)
    at = row.at if row else draw.row.made_at if round.number == 1 else None
    return {"drawn_at": _moment(at)}


def _match(draw: PublishedDraw, state: PublishedMatch) -> dict:
    line = match_line(state)
    return {
        "code": line.code,
        "feeds": state.feeds,
        "sides": [_side(side) | _source(of) for side, of in zip(line.sides, state.sides, strict=True)],
        "home": state.home and state.home.number,
        "state": state.stage.value,
        "outcome": line.outcome,
        **({"margin": line.margin} if line.margin else {}),
        "winner": line.winner,
        "goes_on": state.through,
        **({"table": state.table} if state.table else {}),
        **({"repechage": True} if state.is_repechage else {}),
        "deals": state.conditions.deals,
        "deals_recorded": state.recorded,
        "set_aside": len(state.set_aside),
        "play_by": state.play_by.isoformat(),
        "plays_at": _appointment(state),
        "decided_at": _moment(state.news_at),
        "link": reverse("public:match", args=[draw.competition.slug, state.code]),
    }


def _clock(clock: Clock | None) -> dict:
    return {"starts_at": _moment(clock.starts_at), "ends_at": _moment(clock.ends_at)} if clock else {}


def _set_day(set_day: SetDay) -> dict:
    return {
        "day": set_day.day.isoformat(),
        "hour": set_day.hour.isoformat("minutes") if set_day.hour else None,
        "place": set_day.place,
    }


def _appointment(state: PublishedMatch) -> str | None:
    """Return the time of play, or only the date if the organiser has not set a time."""
    at = appointment(state)
    return _moment(at) if at is None or isinstance(at, datetime) else at.isoformat()


def _moment(at: datetime | None) -> str | None:
    return at.isoformat(timespec="seconds") if at else None


def _side(side: LineSide) -> dict:
    if side.number:
        return {"pair": {"number": side.number, "name": side.text, "club": side.club}, "total": side.points}
    if side.is_bye:
        return {"pair": None, "bye": True, "total": None}
    absent = {"awaiting": side.awaiting} if side.awaiting else {"nobody": side.nobody} if side.nobody else {}
    return {"pair": None, **absent, "total": None}


def _source(side: MatchSide) -> dict:
    """Return the source of a side's pair, if the side does not wait for the winner of a match."""
    match side.source:
        case FirstLoser(code, rules):
            return {"source": {"kind": "first loser", "match": code, "until": rules.until}}
        case LoserOf(code):
            return {"source": {"kind": "loser", "match": code}}
        case Open(until=until):
            return {"open": until.isoformat(), "source": {"kind": "open", "until": until.isoformat()}}
        case Undrawn(round):
            return {"undrawn": round, "source": {"kind": "undrawn", "round": round}}
    return {}


def locked_text(draw: LockedList) -> str:
    """Return a locked entry list as the exact text behind the SHA-256 fingerprint shown before the draw.

    If a player's name has been removed since then, the text has another fingerprint.
    """
    return records.canonical(public_facts(draw))


def record(draw: PublishedDraw, attempts: Sequence[Draw], locked_lists: Sequence[LockedList]) -> dict[str, Any]:
    """Return the draw record of the last attempt, without contact details."""
    last = attempts[-1]
    named = {"name": last.competition.name, "season": last.competition.season}
    competition = {"competition": named | ({"provenance": said} if (said := last.competition.provenance) else {})}
    drawn = {
        "attempts": [_attempt(attempt) for attempt in attempts],
        "swaps": [_swap(swap) for swap in last.swaps.all()],
        "published_at": last.published_at and last.published_at.isoformat(),
    }
    # The rounds of a plate follow those of the draw. The record does not include them.
    play_by = [round.play_by.isoformat() for round in last.rounds.all()][: len(draw.bracket.rounds) or None]
    if last.locked_list is None:
        pairs = [{name: facts[name] for name in ("number", "pair", "club")} for facts in entries_in(last)]
        return records.record_elsewhere({**competition, **drawn}, _elsewhere(last.elsewhere), pairs, play_by)
    locked = {
        "committed": public_facts(last.locked_list),
        "commitments": [{"made_at": row.made_at.isoformat(), "sha256": row.fingerprint} for row in locked_lists],
    }
    # A competition from a file without the secrets of later rounds has no proof of them.
    if is_by_round(draw) and last.locked_list.last_secret:
        drawn["drawings"] = drawing_facts(draw, last.locked_list.last_secret)
    return records.record({**competition, **locked, **drawn}, play_by)


def _elsewhere(row: DrawnElsewhere) -> dict:
    facts = {name: getattr(row, name) for name in ("how", "place", "drawn_by", "witnesses")}
    return {"day": row.day and row.day.isoformat(), **facts, "text": row.sentence, "places": row.places}


def _attempt(draw: Draw) -> dict:
    facts = {"number": draw.attempt, "made_at": draw.made_at.isoformat(), "dice": draw.dice}
    if draw.is_elsewhere:
        facts["method"] = records.ELSEWHERE
    if draw.published_at and draw.undone:
        published = draw.published_at.isoformat()
        undone = draw.undone.at.isoformat()
        facts["taken_back"] = {"published_at": published, "at": undone, "reason": draw.undone.reason}
    return facts


def _swap(swap: Swap) -> dict:
    return {
        "number": swap.number,
        "one": swap.one,
        "other": swap.other,
        "reason": swap.reason,
        "made_at": swap.made_at.isoformat(),
    }
