"""The method asked by what was committed to."""

from __future__ import annotations

from competition.lots.versions.lots_2 import drawing
from competition.lots.versions.lots_2.method import draw, objection, reasons
from competition.lots.versions.lots_2.preferences import Entry, Preferences

CONDITIONS = {"deals": 30, "opening_day_together": False, "clubs_apart": True, "areas_together": False}
PAIRS = [
    {"number": number, "club": "Kauri" * (number < 3), "area": "", "attending": False, "seed": None, "given_bye": False}
    for number in range(1, 5)
]
COMMITTED = {"algorithm": "lots-2", "conditions": CONDITIONS, "entries": PAIRS, "secret": "ducks"}


def test_the_lots_are_those_of_the_pairs_and_conditions_committed_to():
    entries = [Entry(number, club="Kauri" * (number < 3)) for number in range(1, 5)]

    assert draw(COMMITTED, "ducks/1") == drawing.draw(entries, seed="ducks/1", preferences=Preferences(clubs=True))


def test_the_reasons_are_of_what_the_conditions_ask():
    assert [reason.about for reason in reasons(COMMITTED, (1, 3, 2, 4))] == ["Byes", "Clubs apart"]


def test_what_cannot_be_drawn_is_said_beforehand():
    assert [objection(COMMITTED), objection({**COMMITTED, "entries": PAIRS[:1]})] == [
        "",
        "A draw needs at least two pairs.",
    ]
