"""The record of a published draw: what was stored of it, and everything that follows from that."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from .commitment import canonical, digest, seed
from .drawing import swapped
from .layout import code, round_names
from .method import draw, reasons

FORMAT = "rubber bridge knockout, draw record 1"

Record = Mapping[str, Any]


def record(facts: Record, play_by: Sequence[str]) -> dict[str, Any]:
    """The record of a draw: these facts, all that follows from them, and the last day of each round.

    The facts are the competition, what was committed to and when, the attempts, the swaps by hand, and when the last
    attempt was published.
    """
    whole = {"format": FORMAT, **facts, **derived(facts)}
    named = zip(rounds(whole["places"]), play_by, strict=True)
    whole["rounds"] = [{**round, "play_by": day} for round, day in named]
    return {**whole, "sha256": seal(whole)}


def derived(facts: Record) -> dict[str, Any]:
    """All of a record that follows from what was committed to, the last attempt and the swaps by hand."""
    lots = drawn(facts["committed"], facts["attempts"][-1])
    return {**lots, **seated(facts["committed"], lots["lots"], facts["swaps"])}


def drawn(committed: Record, attempt: Record) -> dict[str, Any]:
    """What the lots alone decide."""
    seeded = seed(committed, attempt["number"], attempt["dice"])
    lots = draw(committed, seeded)
    return {
        "seed": seeded,
        "first_rounds_tried": lots.tries,
        "texts_used": lots.texts,
        "lots": [_lot(at, number) for at, number in enumerate(lots.places, start=1)],
    }


def seated(committed: Record, lots: Sequence[Record], swaps: Sequence[Record]) -> dict[str, Any]:
    """Who stands where after the swaps, and what is to be said of it."""
    places = swapped([lot["pair"] for lot in lots], [(swap["one"], swap["other"]) for swap in swaps])
    said = reasons(committed, places)
    return {
        "places": list(places),
        "reasons": [{"about": reason.about, "kept": reason.is_kept, "text": reason.text} for reason in said],
        "byes": [pair for two in zip(places[::2], places[1::2], strict=True) if None in two for pair in two if pair],
    }


def _lot(place: int, number: int | None) -> dict[str, Any]:
    return {"place": place, "match": code(1, (place + 1) // 2), "pair": number}


def rounds(places: Sequence[int | None]) -> list[dict[str, Any]]:
    """The rounds of a draw with these places, without their dates."""
    named = enumerate(round_names(len(places)), start=1)
    return [{"number": number, "name": name, "matches": len(places) >> number} for number, name in named]


def seal(record: Record) -> str:
    """The fingerprint of all of a record but the fingerprint itself."""
    return digest(canonical({key: record[key] for key in record if key != "sha256"}))
