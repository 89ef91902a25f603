"""Downloaded records of old draws, and a function that stores such a draw in the database."""

from __future__ import annotations

import json
from datetime import date, datetime
from pathlib import Path
from typing import Any

from competition.contest.models import Competition
from competition.draw.models.draw import Draw, LockedList, Swap
from competition.draw.models.rounds import Match, Place, Round
from competition.draw.queries.attempts import next_publication
from tests.factories import CompetitionFactory, PairFactory
from tests.house.sources import files

GOLDEN = files("fixtures/draws", ".json")


def stored(path: Path) -> Competition:
    """Create the competition in a record with all rows of its draw, and return it."""
    record = json.loads(path.read_text(encoding="utf-8"))
    competition = CompetitionFactory(**record["competition"])
    for entry in record["committed"]["entries"]:
        facts = {name: entry[name] for name in ("number", "club", "area", "attending", "seed", "given_bye")}
        PairFactory(competition=competition, players=entry["pair"].split(" & "), **facts)
    locked_lists = [_locked_list(competition, number, record) for number in range(1, len(record["commitments"]) + 1)]
    draws = [_draw(locked_lists[-1], attempt) for attempt in record["attempts"]]
    draw = Draw.objects.get(pk=draws[-1].pk)
    publication = next_publication(competition, draw)
    publication.at = _moment(record["published_at"])
    publication.save()
    by = competition.owner
    for swap in record["swaps"]:
        Swap.objects.create(draw=draw, made_by=by, **{**swap, "made_at": _moment(swap["made_at"])})
    _lay_out(draw, record)
    return competition


def _locked_list(competition: Competition, number: int, record: dict[str, Any]) -> LockedList:
    shown = record["commitments"][number - 1]
    return LockedList.objects.create(
        competition=competition,
        number=number,
        fingerprint=shown["sha256"],
        made_at=_moment(shown["made_at"]),
        made_by=competition.owner,
        **record["committed"],
    )


def _draw(locked_list: LockedList, attempt: dict[str, Any]) -> Draw:
    return Draw.objects.create(
        competition=locked_list.competition,
        locked_list=locked_list,
        attempt=attempt["number"],
        dice=attempt["dice"],
        made_at=_moment(attempt["made_at"]),
        made_by=locked_list.made_by,
    )


def _lay_out(draw: Draw, record: dict[str, Any]) -> None:
    pairs = {pair.number: pair for pair in draw.competition.pairs.all()}
    for position, number in enumerate(record["places"], start=1):
        Place.objects.create(draw=draw, position=position, pair=pairs.get(number))
    for row in record["rounds"]:
        play_by = date.fromisoformat(row["play_by"])
        round = Round.objects.create(draw=draw, number=row["number"], name=row["name"], play_by=play_by)
        Match.objects.bulk_create(Match(round=round, position=at) for at in range(1, row["matches"] + 1))


def _moment(written: str) -> datetime:
    return datetime.fromisoformat(written)
