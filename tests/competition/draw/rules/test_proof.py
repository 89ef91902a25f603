"""Tests that verification accepts the true record and rejects every other."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest

from competition.draw.rules import drawing, later_rounds, records
from competition.draw.rules.later_rounds import secret_of
from competition.draw.rules.proof import prove

CONDITIONS = {"deals": 30, "opening_day_together": True, "clubs_apart": True, "areas_together": False}
PAIRS = [
    {
        "number": number,
        "pair": f"Ann {number} & Bo {number}",
        "club": "Kauri" if number < 3 else "",
        "area": "",
        "attending": number % 2 == 0,
        "seed": number if number < 3 else None,
        "given_bye": number == 4,
    }
    for number in range(1, 7)
]
LOCKED = {"algorithm": "lots-3", "conditions": CONDITIONS, "entries": PAIRS, "secret": "0a1b2c"}


def written() -> dict[str, Any]:
    """Return a record of six pairs with two attempts and one swap."""
    facts: dict[str, Any] = {
        "competition": {"name": "Lakes", "season": 2026},
        "committed": LOCKED,
        "commitments": [{"made_at": "2026-05-01T10:00:00", "sha256": records.fingerprint(LOCKED)}],
        "attempts": [
            {"number": 1, "made_at": "2026-05-01T11:00:00", "dice": ""},
            {"number": 2, "made_at": "2026-05-01T11:05:00", "dice": "41623"},
        ],
        "swaps": [{"number": 1, "one": 5, "other": 6, "reason": "a car", "made_at": "2026-05-01T11:07:00"}],
        "published_at": "2026-05-01T12:00:00",
    }
    return records.record(facts, ["2026-05-31", "2026-06-30", "2026-07-31"])


TRUE = written()


def in_sections(pairs: int, **conditions: int | None) -> dict[str, Any]:
    """Return a record of this many pairs under these conditions about sections."""
    entries = [PAIRS[0] | {"number": number, "seed": None} for number in range(1, pairs + 1)]
    locked = LOCKED | {"conditions": CONDITIONS | conditions, "entries": entries}
    facts = {
        "competition": {"name": "Lakes", "season": 2026},
        "committed": locked,
        "commitments": [{"made_at": "2026-05-01T10:00:00", "sha256": records.fingerprint(locked)}],
        "attempts": [{"number": 1, "made_at": "2026-05-01T11:00:00", "dice": ""}],
        "swaps": [],
        "published_at": "2026-05-01T12:00:00",
    }
    rounds = records.rounds(records.derived(facts)["places"], records.division(locked))
    return records.record(facts, [f"2026-{month:02}-01" for month in range(6, 6 + len(rounds))])


@pytest.mark.parametrize(
    ("pairs", "conditions", "rounds"),
    [
        (10, {"join_places": 4, "join_left": 8}, [8, 4, 4, 2, 1]),
        (14, {"sections": 3}, [12, 6, 3]),
        (6, {"join_places": None, "join_left": None, "sections": None}, [4, 2, 1]),
    ],
)
def test_a_record_with_sections_is_proven(pairs, conditions, rounds):
    record = in_sections(pairs, **conditions)

    assert [round["matches"] for round in record["rounds"]] == rounds
    assert all(step.agrees for step in prove(record))


@pytest.mark.parametrize("wrong", [-1, 0, 3, 5, 2**40, 10**30, True, "8", 1.5, [], {}])
@pytest.mark.parametrize("name", ["join_places", "join_left", "sections"])
def test_changed_sections_are_found(name, wrong):
    record = in_sections(10, join_places=4, join_left=8)
    record["committed"]["conditions"][name] = wrong
    record["commitments"][0]["sha256"] = records.fingerprint(record["committed"])
    record["sha256"] = records.seal(record)

    assert not all(step.agrees for step in prove(record)) or (name, wrong) == ("sections", 0)


LAST_SECRET = "5e6f"
WAY = {"pair": None, "club": "", "area": "", "seed": None, "had_bye": False}


def round_by_round() -> dict[str, Any]:
    """Return a record of nine pairs with two rounds drawn one by one, one of them twice."""
    conditions = CONDITIONS | {"opening_day_together": False, "drawn_by_round": True, "preference_rounds": 2}
    entries = [PAIRS[0] | {"number": number, "seed": None} for number in range(1, 10)]
    locked = LOCKED | {"conditions": conditions, "entries": entries, "secret": secret_of(LAST_SECRET, 1)}
    drawings = [
        {"round": 2, "attempt": 1, "undone_at": "2026-06-02T11:00:00", "reason": "A slip."},
        {"round": 2, "attempt": 2, "undone_at": None},
        {"round": 3, "attempt": 1, "undone_at": None},
    ]
    for number, later in enumerate(drawings, start=2):
        matches = {2: 5, 3: 3}[later["round"]]
        later |= {
            "secret": secret_of(LAST_SECRET, number),
            "drawn_at": "2026-06-02T10:00:00",
            "ways": [WAY | {"match": at, "had_bye": at == 2, "club": "Kauri"} for at in range(1, matches + 1)],
        }
    facts = {
        "competition": {"name": "Lakes", "season": 2026},
        "committed": locked,
        "commitments": [{"made_at": "2026-05-01T10:00:00", "sha256": records.fingerprint(locked)}],
        "attempts": [{"number": 1, "made_at": "2026-05-01T11:00:00", "dice": ""}],
        "swaps": [],
        "published_at": "2026-05-01T12:00:00",
        "drawings": drawings,
    }
    return records.record(facts, ["2026-06-01", "2026-07-01", "2026-08-01", "2026-09-01"])


BY_ROUND = round_by_round()


@pytest.fixture(autouse=True, scope="module")
def drawn_once():
    """Make each draw once, because almost all changed records contain draws of the true record."""
    made, draw = {}, drawing._draw

    def drawn(*given):
        # Unlike equality, the text tells 1 from True.
        if (key := repr(given)) not in made:
            made[key] = draw(*given)
        return made[key]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drawing, "_draw", drawn)
        yield


def failed_steps(record: dict[str, Any]) -> list[str]:
    return [step.name for step in prove(record) if not step.agrees]


def test_a_record_of_a_draw_round_by_round_is_proven():
    *_, later, whole = prove(json.loads(json.dumps(BY_ROUND)))

    assert (later.name, later.agrees, whole.agrees) == ("later rounds", True, True)
    assert later.text.startswith("3 draws, of which 2 count. Each secret number gives the one of the draw before")
    assert [round["matches"] for round in BY_ROUND["rounds"]] == [5, 3, 2, 1]


def test_a_record_without_the_draws_of_later_rounds_skips_their_step():
    record = {name: part for name, part in BY_ROUND.items() if name != "drawings"}
    record["sha256"] = records.seal(record)

    assert failed_steps(record) == []


def test_only_a_draw_round_by_round_has_draws_of_later_rounds():
    record = TRUE | {"drawings": []}

    assert failed_steps(record | {"sha256": records.seal(record)}) == ["later rounds"]


def test_verification_rejects_every_changed_value_of_a_later_round():
    accepted = [
        (path, changed)
        for path in leaves(BY_ROUND["drawings"], ("drawings",))
        for changed in changes(_value(path, BY_ROUND))
        if not failed_steps(with_value(path, changed, BY_ROUND))
    ]

    assert accepted == []


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ((), {}),
        ((0,), []),
        ((0, "round"), 1),
        ((0, "round"), 3),
        ((0, "round"), 5),
        ((2, "round"), 10**30),
        ((2, "round"), "3"),
        ((0, "attempt"), 2),
        ((1, "attempt"), 1),
        ((1, "attempt"), 3),
        ((0, "undone_at"), None),
        ((1, "undone_at"), "2026-06-02T11:00:00"),
        ((2, "undone_at"), 5),
        ((0, "secret"), LAST_SECRET),
        ((2, "secret"), secret_of(LAST_SECRET, 2)),
        ((0, "secret"), "\ud800"),
        ((0, "seed"), f"{secret_of(LAST_SECRET, 2)}/2"),
        ((0, "ways"), []),
        ((0, "ways", 0, "match"), 2),
        ((0, "ways", 0, "match"), None),
        ((0, "ways", 0, "had_bye"), True),
        ((0, "ways", 0, "club"), ""),
        ((0, "ways", 0, "seed"), "1"),
        ((0, "places"), []),
        ((0, "places", 0), 9),
        ((0, "first_rounds_tried"), 999),
        ((0, "texts_used"), 7),
        ((0, "reason"), 7),
    ],
)
def test_verification_finds_a_wrong_later_round_in_a_sealed_record(path, value):
    record = with_value(("drawings", *path), value, BY_ROUND)
    record["sha256"] = records.seal(record) if value != "\ud800" else ""

    assert failed_steps(record) == ["later rounds"]


def with_closest_losers(**conditions: int | bool) -> dict[str, Any]:
    """Return a record of nine pairs whose second round has the closest losers of the first."""
    return with_last_way({"match": 6, "pair": 3, "lost": 2, "met": [2]}, **conditions)


def with_last_way(way: dict[str, Any], **conditions: int | bool) -> dict[str, Any]:
    """Return a record of nine pairs whose second round has this place after those of the winners."""
    locked = BY_ROUND["committed"]
    locked = locked | {"conditions": locked["conditions"] | conditions}
    drawing = {name: BY_ROUND["drawings"][0][name] for name in ("round", "attempt", "secret", "drawn_at")}
    ways = [*BY_ROUND["drawings"][0]["ways"], WAY | way]
    facts = {name: BY_ROUND[name] for name in ("competition", "attempts", "swaps", "published_at")} | {
        "committed": locked,
        "commitments": [{"made_at": "2026-05-01T10:00:00", "sha256": records.fingerprint(locked)}],
        "drawings": [drawing | {"ways": ways, "undone_at": None}],
    }
    return records.record(facts, [round["play_by"] for round in BY_ROUND["rounds"]])


def test_closest_losers_play_only_under_their_conditions():
    assert failed_steps(with_closest_losers(closest_losers=True)) == []
    assert failed_steps(with_closest_losers()) == ["later rounds"]
    assert failed_steps(with_closest_losers(closest_losers=False)) == ["later rounds"]


def with_repechage(**conditions: int | bool) -> dict[str, Any]:
    """Return a record of nine pairs whose second round has a repechage of the first."""
    losers = [{"pair": 3, "lost": 2}, {"pair": 5, "lost": 3}]
    return with_last_way({"match": 6, "pair": None, "between": losers, "met": [2, 3]}, **conditions)


def test_a_repechage_is_played_only_under_its_conditions():
    assert failed_steps(with_repechage(repechage_deals=4)) == []
    assert failed_steps(with_closest_losers(repechage_deals=4)) == []
    assert failed_steps(with_repechage()) == ["later rounds"]
    assert failed_steps(with_repechage(closest_losers=True)) == ["later rounds"]


def test_a_round_is_never_drawn_while_its_draw_counts():
    record = deepcopy(BY_ROUND)
    record["drawings"].append(record["drawings"][-1] | {"attempt": 2})
    record["drawings"][-1] |= later_rounds.derived(record["committed"]["conditions"], record["drawings"][-1])

    assert failed_steps(record) == ["later rounds"]


def leaves(value: Any, path: tuple = ()) -> Iterator[tuple]:
    """Yield the path to every simple value in a record."""
    if isinstance(value, dict | list):
        for key, part in value.items() if isinstance(value, dict) else enumerate(value):
            yield from leaves(part, (*path, key))
    else:
        yield path


def changes(value: Any) -> Iterator[Any]:
    """Yield the value with its first, middle or last character changed, and with one more character."""
    as_written = json.dumps(value, ensure_ascii=False)
    if value is None or isinstance(value, bool):
        yield from {None, True, False} - {value} if value is not None else (False, 1)
    elif isinstance(value, int):
        yield from (
            int(f"{as_written[:at]}{(int(figure) + 1) % 10}{as_written[at + 1 :]}")
            for at, figure in enumerate(as_written)
        )
    else:
        for at in {0, len(value) // 2, len(value) - 1} if value else ():
            yield f"{value[:at]}{'x' if value[at] != 'x' else 'y'}{value[at + 1 :]}"
        yield f"{value} "


def with_value(path: tuple, value: Any, record: dict[str, Any] = TRUE) -> dict[str, Any]:
    record = deepcopy(record)
    part = record
    for key in path[:-1]:
        part = part[key]
    part[path[-1]] = value
    return record


def test_verification_accepts_the_true_record():
    steps = list(prove(json.loads(json.dumps(TRUE))))

    assert [step.name for step in steps if step.agrees] == [
        *("format", "fingerprint", "entries", "attempts", "seed", "lots"),
        *("swaps", "places", "preferences", "byes", "rounds", "whole record"),
    ]
    assert [step.text for step in steps if not step.agrees] == []


@pytest.mark.parametrize("part", sorted(TRUE))
def test_verification_rejects_every_changed_value(part):
    accepted = [
        (path, changed)
        for path in leaves(TRUE[part], (part,))
        for changed in changes(_value(path))
        if [step.name for step in prove(with_value(path, changed)) if not step.agrees] == []
    ]

    assert accepted == []


def _value(path: tuple, value: Any = TRUE) -> Any:
    for key in path:
        value = value[key]
    return value


@pytest.mark.parametrize(
    ("path", "value", "step"),
    [
        (("format",), "another", "format"),
        (("committed", "algorithm"), "lots-1", "format"),
        (("committed", "secret"), "0a1b2d", "fingerprint"),
        (("committed", "entries", 0, "club"), "Rata", "fingerprint"),
        (("committed", "conditions", "clubs_apart"), False, "fingerprint"),
        (("attempts", 0, "number"), 2, "attempts"),
        (("attempts", 1, "dice"), "41624", "seed"),
        (("seed",), "0a1b2c/1/41623", "seed"),
        (("lots", 3, "pair"), 9, "lots"),
        (("texts_used",), 7, "lots"),
        (("swaps", 0, "one"), 9, "swaps"),
        (("swaps", 0, "one"), 1, "places"),
        (("places", 0), 9, "places"),
        (("reasons", 0, "text"), "All is well.", "preferences"),
        (("byes", 0), 9, "byes"),
        (("rounds", 0, "name"), "Round 1", "rounds"),
        (("rounds", 1, "play_by"), "2026-05-30", "rounds"),
        (("rounds", 1, "play_by"), "2026-06-29", "whole record"),
        (("swaps", 0, "reason"), "a bus", "whole record"),
        (("attempts", 0, "made_at"), "2026-05-01T11:00:01", "whole record"),
        (("sha256",), "0" * 64, "whole record"),
        (("places",), None, "places"),
        (("committed",), None, "format"),
        (("committed", "entries"), 7, "format"),
        (("committed", "entries", 0), [], "format"),
        (("committed", "secret"), "\ud800", "format"),
        (("commitments",), [], "fingerprint"),
        (("attempts",), [], "attempts"),
        (("attempts", 1), None, "attempts"),
        (("seed",), 7, "seed"),
        (("lots",), [], "lots"),
        (("lots", 0, "pair"), "1", "lots"),
        (("swaps", 0, "one"), [1], "swaps"),
        (("byes",), {}, "byes"),
        (("rounds", 0, "play_by"), 5, "rounds"),
        (("published_at",), "\ud800", "whole record"),
    ],
)
def test_verification_fails_at_the_changed_step(path, value, step):
    assert [found.name for found in prove(with_value(path, value)) if not found.agrees] == [step]


def test_a_bug_is_not_blamed_on_the_record(monkeypatch):
    def fail(*args: object) -> None:
        raise AttributeError("a bug")

    monkeypatch.setattr(records, "byes", fail)

    with pytest.raises(AttributeError, match="a bug"):
        list(prove(TRUE))


def test_a_failed_step_names_the_true_and_the_recorded_value():
    [failed] = [found for found in prove(with_value(("seed",), "0a1b2c/1/41623")) if not found.agrees]

    assert failed.text == f"The seed is {TRUE['seed']}, and the record says 0a1b2c/1/41623"


@pytest.mark.parametrize("part", sorted(TRUE))
def test_verification_rejects_a_missing_part(part):
    assert [step.agrees for step in prove({key: TRUE[key] for key in TRUE if key != part})][-1] is False


def test_a_record_of_another_list_has_a_wrong_fingerprint():
    forged = deepcopy(TRUE)
    forged["committed"]["entries"][0]["club"] = "Rata"
    forged |= records.derived(forged)
    forged["sha256"] = records.seal(forged)

    assert [step.name for step in prove(forged) if not step.agrees] == ["fingerprint"]
