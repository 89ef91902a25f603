"""The record of a published draw: what was committed to, what was stored since, and all that follows from these."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from competition.lots.rules import drawing
from competition.lots.rules.drawing import METHOD, Lots, swapped
from competition.lots.rules.layout import code, round_names
from competition.lots.rules.pairing import Entry, Preferences
from competition.lots.rules.reasons import Reason, Reasons
from scoring.rules.refusal import Refused, quoted

FORMAT = "rubber bridge knockout, draw record 1"

# What is committed to is the name of the method, the list of pairs, the conditions and the secret.
Facts = Mapping[str, Any]


def check_method(name: str) -> None:
    """Raise Refused if the lots were drawn by another method than the one that is known here."""
    if name != METHOD:
        raise Refused(
            f"These lots were cast by the method {quoted(name)}, which this version of the program does not know: "
            "use a later one."
        )


def canonical(value: object) -> str:
    """A value as JSON with its names in alphabetical order and without spaces between: there is no other way."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(value: object) -> str:
    """The SHA-256 of a value as it is written (UTF-8), in 64 hexadecimal figures."""
    return sha256(canonical(value).encode()).hexdigest()


def seed(committed: Facts, attempt: int, dice: str) -> str:
    """What the lots of one attempt are drawn from: SECRET/ATTEMPT, and /DICE where dice were thrown."""
    return "/".join([committed["secret"], str(attempt), *([dice] if dice else [])])


def entries(committed: Facts) -> list[Entry]:
    """The pairs of the list as the lots see them."""
    return [_entry(facts) for facts in committed["entries"]]


def preferences(committed: Facts) -> Preferences:
    """What the conditions of contest ask the draw to keep if it can."""
    conditions = committed["conditions"]
    return Preferences(
        opening_day=conditions["opening_day_together"],
        clubs=conditions["clubs_apart"],
        areas=conditions["areas_together"],
    )


def _entry(facts: Facts) -> Entry:
    return Entry(
        number=facts["number"],
        attending=facts["attending"],
        club=facts["club"],
        area=facts["area"],
        seed=facts["seed"],
        given_bye=facts["given_bye"],
    )


def objection(committed: Facts) -> str:
    """Why no draw can be made of what was committed to; empty where it can."""
    return drawing.objection(entries(committed))


def draw(committed: Facts, seed: str) -> Lots:
    """The lots that this seed gives."""
    return drawing.draw(entries(committed), seed=seed, preferences=preferences(committed))


def reasons(committed: Facts, places: Sequence[int | None]) -> list[Reason]:
    """For each preference whether a draw with these places keeps it, and where it gave way."""
    return list(Reasons(entries(committed), places, preferences(committed)))


def record(facts: Facts, play_by: Sequence[str]) -> dict[str, Any]:
    """The record of a draw: these facts, all that follows from them, and the last day of each round.

    The facts are the competition, what was committed to and when, the attempts, the swaps by hand, and when the last
    attempt was published.
    """
    whole = {"format": FORMAT, **facts, **derived(facts)}
    named = zip(rounds(whole["places"]), play_by, strict=True)
    whole["rounds"] = [{**round, "play_by": day} for round, day in named]
    return {**whole, "sha256": seal(whole)}


def derived(facts: Facts) -> dict[str, Any]:
    """All of a record that follows from what was committed to, the last attempt and the swaps by hand."""
    lots = drawn(facts["committed"], facts["attempts"][-1])
    return {**lots, **seated(facts["committed"], lots["lots"], facts["swaps"])}


def drawn(committed: Facts, attempt: Facts) -> dict[str, Any]:
    """What the lots alone decide."""
    seeded = seed(committed, attempt["number"], attempt["dice"])
    lots = draw(committed, seeded)
    return {
        "seed": seeded,
        "first_rounds_tried": lots.tries,
        "texts_used": lots.texts,
        "lots": [_lot(at, number) for at, number in enumerate(lots.places, start=1)],
    }


def seated(committed: Facts, lots: Sequence[Facts], swaps: Sequence[Facts]) -> dict[str, Any]:
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


def seal(record: Facts) -> str:
    """The fingerprint of all of a record but the fingerprint itself."""
    return fingerprint({key: record[key] for key in record if key != "sha256"})
