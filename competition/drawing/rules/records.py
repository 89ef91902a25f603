"""Rules for the record of a published draw: stored facts and everything that follows from them."""

import json
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from competition.drawing.rules import drawing
from competition.drawing.rules.drawing import METHOD, Lots, swapped
from competition.drawing.rules.layout import code, round_names
from competition.drawing.rules.pairing import Entry, Preferences
from competition.drawing.rules.reasons import Reason, Reasons
from scoring.rules.refusal import Refused, quoted

FORMAT = "rubber bridge knockout, draw record 1"
# Value of "method" in the record of a draw that was made elsewhere.
ELSEWHERE = "elsewhere"

# The locked facts: draw method, list of pairs, conditions and secret.
Facts = Mapping[str, Any]


def check_method(name: str) -> None:
    """Raise Refused if the draw method is not the method of this version."""
    if name != METHOD:
        raise Refused(
            f"This draw was made by the method {quoted(name)}, which this version of the program does not know. "
            "Use a later version."
        )


def canonical(value: object) -> str:
    """Return a value as canonical JSON: sorted keys and no spaces."""
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def fingerprint(value: object) -> str:
    """Return the SHA-256 of a value's canonical JSON in UTF-8, as 64 hexadecimal digits."""
    return sha256(canonical(value).encode()).hexdigest()


def seed(locked: Facts, attempt: int, dice: str) -> str:
    """Return the random seed of an attempt: "SECRET/ATTEMPT", or "SECRET/ATTEMPT/DICE" with dice."""
    return "/".join([locked["secret"], str(attempt), *([dice] if dice else [])])


def entries(locked: Facts) -> list[Entry]:
    """Return the pairs of the locked list."""
    return [_entry(facts) for facts in locked["entries"]]


def preferences(locked: Facts) -> Preferences:
    """Return the preferences from the locked conditions."""
    conditions = locked["conditions"]
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


def objection(locked: Facts) -> str:
    """Return the reason why the locked list cannot be drawn, or "" if it can."""
    return drawing.objection(entries(locked))


def draw(locked: Facts, seed: str) -> Lots:
    """Return the draw for this seed. Raises ValueError if the locked list cannot be drawn."""
    return drawing.draw(entries(locked), seed=seed, preferences=preferences(locked))


def reasons(locked: Facts, places: Sequence[int | None]) -> list[Reason]:
    """Return a sentence about each preference, which names any exceptions in these places."""
    return list(Reasons(entries(locked), places, preferences(locked)))


def record(facts: Facts, play_by: Sequence[str]) -> dict[str, Any]:
    """Return the record of a draw: the facts, everything that follows from them, and the play-by dates.

    The facts are the competition, the locked lists with their times, the attempts, the swaps, and the time of
    publication.
    """
    whole = {"format": FORMAT, **facts, **derived(facts)}
    named = zip(rounds(whole["places"]), play_by, strict=True)
    whole["rounds"] = [{**round, "play_by": day} for round, day in named]
    return {**whole, "sha256": seal(whole)}


def record_elsewhere(facts: Facts, how: Facts, pairs: Sequence[Facts], play_by: Sequence[str]) -> dict[str, Any]:
    """Return the record of a draw made elsewhere: the known facts, and everything that follows from its places.

    `how` has the facts of the draw, its sentence and its places. `pairs` are the numbers, names and clubs.
    """
    places = swapped(how["places"], [(swap["one"], swap["other"]) for swap in facts["swaps"]])
    whole = {"format": FORMAT, "method": ELSEWHERE, **facts, "elsewhere": how, "pairs": list(pairs)}
    whole |= {"places": list(places), "byes": byes(places)}
    named = zip(rounds(places), play_by, strict=True)
    whole["rounds"] = [{**round, "play_by": day} for round, day in named]
    return {**whole, "sha256": seal(whole)}


def derived(facts: Facts) -> dict[str, Any]:
    """Return the parts of a record that follow from the locked list, the last attempt and the swaps."""
    lots = drawn(facts["committed"], facts["attempts"][-1])
    return {**lots, **seated(facts["committed"], lots["lots"], facts["swaps"])}


def drawn(locked: Facts, attempt: Facts) -> dict[str, Any]:
    """Return the parts of a record that follow from the seed alone."""
    seeded = seed(locked, attempt["number"], attempt["dice"])
    lots = draw(locked, seeded)
    return {
        "seed": seeded,
        "first_rounds_tried": lots.tries,
        "texts_used": lots.texts,
        "lots": [_lot(at, number) for at, number in enumerate(lots.places, start=1)],
    }


def seated(locked: Facts, lots: Sequence[Facts], swaps: Sequence[Facts]) -> dict[str, Any]:
    """Return the parts of a record that also depend on the swaps."""
    places = swapped([lot["pair"] for lot in lots], [(swap["one"], swap["other"]) for swap in swaps])
    said = reasons(locked, places)
    return {
        "places": list(places),
        "reasons": [{"about": reason.about, "kept": reason.is_kept, "text": reason.text} for reason in said],
        "byes": byes(places),
    }


def byes(places: Sequence[int | None]) -> list[int]:
    """Return the pairs with a bye in round 1, from the top."""
    return [pair for two in zip(places[::2], places[1::2], strict=True) if None in two for pair in two if pair]


def _lot(place: int, number: int | None) -> dict[str, Any]:
    return {"place": place, "match": code(1, (place + 1) // 2), "pair": number}


def rounds(places: Sequence[int | None]) -> list[dict[str, Any]]:
    """Return the rounds of a draw with these places, without dates."""
    named = enumerate(round_names(len(places)), start=1)
    return [{"number": number, "name": name, "matches": len(places) >> number} for number, name in named]


def seal(record: Facts) -> str:
    """Return the fingerprint of a record, calculated without its "sha256" value."""
    return fingerprint({key: record[key] for key in record if key != "sha256"})
