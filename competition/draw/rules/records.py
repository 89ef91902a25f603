"""Rules for the record of a published draw."""

import json
from collections.abc import Mapping, Sequence
from datetime import date
from hashlib import sha256
from typing import Any

from competition.contest.rules.division import BY_ROUND, WHOLE, Division
from competition.draw.rules import drawing, later_rounds
from competition.draw.rules.drawing import METHOD, DrawResult, swapped
from competition.draw.rules.layout import code, round_names
from competition.draw.rules.pairing import DrawnEntry, Preferences
from competition.draw.rules.reasons import PreferenceReason, Reasons
from competition.draw.rules.sections import division_in, joined, kept_places
from competition.draw.rules.sources import Open, match_counts, spots_of
from scoring.rules.refusal import Refused, quoted

FORMAT = "rubber bridge knockout, draw record 1"
# Value of "method" in the record of a draw made elsewhere.
ELSEWHERE = "elsewhere"

# A kept place. Only its position counts here.
_KEPT = Open(date.max)

# The locked facts: draw method, list of pairs, conditions and secret.
Facts = Mapping[str, Any]


def check_method(name: str) -> None:
    """Raise Refused if this version does not use this draw method."""
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
    # A file may contain unpaired surrogates. They never match a fingerprint from this app.
    return sha256(canonical(value).encode(errors="surrogatepass")).hexdigest()


def seed(locked: Facts, attempt: int, dice: str) -> str:
    """Return the random seed of an attempt: "SECRET/ATTEMPT", or "SECRET/ATTEMPT/DICE" with dice."""
    return "/".join([locked["secret"], str(attempt), *([dice] if dice else [])])


def entries(locked: Facts) -> list[DrawnEntry]:
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


def division(locked: Facts) -> Division:
    """Return the sections from the locked conditions. Lists locked by earlier versions have one."""
    if locked["conditions"].get("drawn_by_round"):
        return BY_ROUND
    places, left, sections = (locked["conditions"].get(name) for name in ("join_places", "join_left", "sections"))
    if sections:
        return Division(places or 0, sections, has_final=False)
    return Division(places, left) if places and left else WHOLE


def _entry(facts: Facts) -> DrawnEntry:
    return DrawnEntry(
        number=facts["number"],
        attending=facts["attending"],
        club=facts["club"],
        area=facts["area"],
        seed=facts["seed"],
        given_bye=facts["given_bye"],
    )


def objection(locked: Facts) -> str:
    """Return the reason why the locked list cannot be drawn, or "" if it can."""
    return drawing.objection(entries(locked), division(locked))


def draw(locked: Facts, seed: str) -> DrawResult:
    """Return the draw for this seed. Raises ValueError if the locked list cannot be drawn."""
    return drawing.draw(entries(locked), seed=seed, preferences=preferences(locked), division=division(locked))


def reasons(locked: Facts, places: Sequence[int | None]) -> list[PreferenceReason]:
    """Return a sentence about each preference, naming any exceptions in these places."""
    return list(Reasons(entries(locked), places, preferences(locked), division(locked)))


def record(facts: Facts, play_by: Sequence[str]) -> dict[str, Any]:
    """Return the record of a draw: the facts, all values derived from them, and the play-by dates.

    The facts are the competition, the locked lists with their times, the attempts, the swaps, the time of publication,
    and the drawings of later rounds if each round is drawn by itself.
    """
    whole = {"format": FORMAT, **facts, **derived(facts)}
    if "drawings" in facts:
        whole["drawings"] = drawings(facts["committed"], facts["drawings"])
    named = zip(rounds(whole["places"], division(facts["committed"])), play_by, strict=True)
    whole["rounds"] = [{**round, "play_by": day} for round, day in named]
    return {**whole, "sha256": seal(whole)}


def record_elsewhere(facts: Facts, how: Facts, pairs: Sequence[Facts], play_by: Sequence[str]) -> dict[str, Any]:
    """Return the record of a draw made elsewhere: the known facts, and all values derived from its places.

    `how` has the facts of the draw, its sentence and its places. `pairs` are the numbers, names and clubs.
    """
    places = swapped(joined(how["places"]), [(swap["one"], swap["other"]) for swap in facts["swaps"]])
    whole = {"format": FORMAT, "method": ELSEWHERE, **facts, "elsewhere": how, "pairs": list(pairs)}
    whole |= {"places": list(places), "byes": byes(places)}
    named = zip(rounds(places, division_in(how["places"])), play_by, strict=True)
    whole["rounds"] = [{**round, "play_by": day} for round, day in named]
    return {**whole, "sha256": seal(whole)}


def drawings(locked: Facts, facts: Sequence[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """Return these facts about the draws of later rounds with the values derived from them."""
    return [{**later_rounds.derived(locked["conditions"], drawing), **drawing} for drawing in facts]


def derived(facts: Facts) -> dict[str, Any]:
    """Return the parts of a record derived from the locked list, the last attempt and the swaps."""
    lots = drawn(facts["committed"], facts["attempts"][-1])
    return {**lots, **seated(facts["committed"], lots["lots"], facts["swaps"])}


def drawn(locked: Facts, attempt: Facts) -> dict[str, Any]:
    """Return the parts of a record derived from the seed alone."""
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
    explained = reasons(locked, places)
    return {
        "places": list(places),
        "reasons": [{"about": reason.about, "kept": reason.is_kept, "text": reason.text} for reason in explained],
        "byes": byes(places),
    }


def byes(places: Sequence[int | None]) -> list[int]:
    """Return the pairs with a bye in round 1, from the top."""
    return [pair for two in zip(places[::2], places[1::2], strict=True) if None in two for pair in two if pair]


def _lot(place: int, number: int | None) -> dict[str, Any]:
    return {"place": place, "match": code(1, (place + 1) // 2), "pair": number}


def rounds(places: Sequence[int | None], division: Division = WHOLE) -> list[dict[str, Any]]:
    """Return the rounds of a draw with these places, without dates."""
    kept = dict.fromkeys(kept_places(places), _KEPT)
    counts = match_counts(spots_of(places, None, kept=kept, division=division))
    named = enumerate(zip(round_names(len(counts), division), counts, strict=True), start=1)
    return [{"number": number, "name": name, "matches": matches} for number, (name, matches) in named]


def seal(record: Facts) -> str:
    """Return the fingerprint of a record without its "sha256" value."""
    return fingerprint({key: record[key] for key in record if key != "sha256"})


def is_elsewhere(record: Facts) -> bool:
    """Return True if this is the record of a draw made elsewhere."""
    return bool(record.get("method") == ELSEWHERE)
