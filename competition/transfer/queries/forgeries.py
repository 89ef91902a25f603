"""Queries for false values in an export file that the database cannot detect."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import cast

from competition.audit.models import LogEntry
from competition.contest.models import Competition, Conditions
from competition.contest.rules.conditions import OPTIONAL_SENTENCES
from competition.contest.rules.imports import is_chain
from competition.contest.rules.names import person_key, split_name
from competition.draw.models.draw import DrawnElsewhere, LockedList
from competition.draw.models.rounds import Meeting, PlaceChange, Round, RoundDraw
from competition.draw.queries.attempts import locked_facts
from competition.draw.rules.layout import CODE
from competition.draw.rules.lot import read_ticket_of_late_pair
from competition.draw.rules.records import check_method, fingerprint
from competition.draw.rules.shapes import LOCKED, PLACES, PLACES_ELSEWHERE, WAYS, Shape, has_shape
from competition.entries.models import Player
from competition.rulings.models import DetailsCorrection
from competition.rulings.queries import FIELDS
from competition.transfer.queries.integrity import sheet_differences
from competition.transfer.queries.reading import Rows
from scoring.models import Deal, SummarySheet
from scoring.rules.refusal import Refused
from scoring.rules.text import visible

# The known details in log entries, each with its possible shapes.
_DETAIL: dict[str, Shape] = {
    "pair": int,
    "before": (str, {"stage": str}, {"kind": str, "totals": ([int], None), "winner": (int, None)}),
    "after": str,
}


def forgeries(rows: Rows) -> Iterator[str]:
    """Yield a phrase for each false value that the database cannot detect."""
    yield from _find_forged_imports(cast(list[Competition], rows["Competition"]))
    yield from _find_forged_conditions(cast(list[Conditions], rows["Conditions"]))
    yield from _find_forged_names(cast(list[Player], rows["Player"]))
    yield from _find_forged_lists(cast(list[LockedList], rows["LockedList"]))
    if any(not has_shape(row.places, PLACES_ELSEWHERE) for row in cast(list[DrawnElsewhere], rows["DrawnElsewhere"])):
        yield "the places of a draw made elsewhere are not as this app writes them"
    yield from _find_forged_drawings(cast(list[RoundDraw], rows["RoundDraw"]), cast(list[Round], rows["Round"]))
    yield from _find_forged_log_entries(cast(list[LogEntry], rows["LogEntry"]))
    yield from _find_strangers(cast(list[Meeting], rows["Meeting"]), cast(list[Player], rows["Player"]))
    yield from _find_forged_changes(rows)
    deals = defaultdict(list)
    for deal in sorted(cast(list[Deal], rows["Deal"]), key=lambda deal: deal.number):
        deals[deal.sheet_id].append(deal)
    for place, sheet in enumerate(cast(list[SummarySheet], rows["SummarySheet"]), start=1):
        yield from sheet_differences(sheet, deals[place], name=f"sheet {place}")


def _find_forged_imports(competitions: Iterable[Competition]) -> Iterator[str]:
    for competition in competitions:
        if not is_chain(competition.imports):
            yield "its earlier imports are not as this app writes them"


def _find_forged_conditions(conditions: Iterable[Conditions]) -> Iterator[str]:
    for row in conditions:
        if not has_shape(row.left_out, [str]) or not {*row.left_out} <= {*OPTIONAL_SENTENCES}:
            yield "the sentences left out of the conditions are not as this app writes them"


def _find_forged_lists(lists: Iterable[LockedList]) -> Iterator[str]:
    for row in lists:
        try:
            check_method(row.algorithm)
        except Refused as fault:
            yield str(fault)
        if not has_shape(locked_facts(row), LOCKED):
            yield f"list {row.number} is not as this app writes it"
        elif fingerprint(locked_facts(row)) != row.fingerprint:
            yield f"the fingerprint of list {row.number} does not match the list"


def _find_forged_log_entries(log: Iterable[LogEntry]) -> Iterator[str]:
    for line in log:
        if line.match and not re.fullmatch(CODE, line.match):
            yield f"“{line.match}” in the log is not a match"
        detail = line.detail
        if not isinstance(detail, dict) or not has_shape(
            detail, {name: _DETAIL[name] for name in _DETAIL if name in detail}
        ):
            yield "an entry of the log has a detail that this app does not write"
        elif isinstance(before := detail.get("before"), dict) and len(before.get("totals") or (0, 0)) != 2:
            yield "an entry of the log has a result without two totals"


def _find_strangers(meetings: Iterable[Meeting], players: list[Player]) -> Iterator[str]:
    """Find score sheets with a player from neither pair. References are positions in the file."""
    pair_of = {place: player.pair_id for place, player in enumerate(players, start=1)}
    for meeting in meetings:
        seated = [pair_of.get(seat) for seat in meeting.seats if seat]
        across = [meeting.upper_id, meeting.lower_id][:: 1 if meeting.upper_side == "ns" else -1]
        if seated and (seated != 2 * across or len({*meeting.seats}) < 4):
            yield "a score sheet has a player who is not of its pairs"


def _find_forged_changes(rows: Rows) -> Iterator[str]:
    for change in cast(list[PlaceChange], rows["PlaceChange"]):
        try:
            if change.lot:
                read_ticket_of_late_pair(change.lot)
        except ValueError as fault:
            yield str(fault)
    for correction in cast(list[DetailsCorrection], rows["DetailsCorrection"]):
        for values in (correction.before, correction.after):
            if not has_shape(values, {}) or not {*values} <= {*FIELDS} or not has_shape([*values.values()], [str]):
                yield "a correction of the details is not as this app writes it"


def _find_forged_drawings(drawings: Iterable[RoundDraw], rounds: list[Round]) -> Iterator[str]:
    """Find draws of later rounds that this app does not write. References are positions in the file."""
    number_of = {place: round.number for place, round in enumerate(rounds, start=1)}
    for row in drawings:
        if number_of.get(row.round_id) == 1:
            yield "round 1 is drawn as a later round"
        if row.undoes_id is None and not _is_drawing(row.ways, row.places):
            yield "the draw of a later round is not as this app writes it"


def _is_drawing(ways: object, places: object) -> bool:
    """Return True if the places have each of these matches once, in any order.

    The closest losers, or the repechage of two of them, are the last of these.
    """
    if not isinstance(ways, list) or not has_shape(ways, WAYS):
        return False
    if not isinstance(places, list) or not has_shape(places, PLACES):
        return False
    matches = [*range(1, len(ways) + 1)]
    if any(not _is_of_losers(way, len(ways)) for way in ways if "lost" in way or "between" in way):
        return False
    return [way["match"] for way in ways] == matches == sorted(place for place in places if place is not None)


def _is_of_losers(way: dict, last: int) -> bool:
    """Return True if this way is the last, and is for one pair, or for two in a repechage, that lost other matches."""
    lost = [loser["lost"] for loser in way.get("between", [way])] if ("lost" in way) != ("between" in way) else []
    is_enough = len(lost) == (2 if "between" in way else 1)
    return is_enough and way["match"] == last and len({*lost}) == len(lost) and all(0 < at < last for at in lost)


def _find_forged_names(players: list[Player]) -> Iterator[str]:
    seen: set[str] = set()
    for player in players:
        if player.key != person_key(player.name):
            yield f"the key of {player.name} does not match the name"
        if visible(player.display_name) != player.display_name:
            yield "a name contains invisible characters"
        if player.distinction and split_name(player.display_name) != (player.name, player.distinction):
            yield f"“{player.distinction}” is not a valid distinction of {player.name}"
        if player.left_at is None and player.identity in seen:
            yield f"{player} is in two pairs, without a word that distinguishes the two players"
        if player.left_at is None:
            seen.add(player.identity)
