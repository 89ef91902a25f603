"""Tests for penalty points noted before a match has a result."""

import pytest

from competition.draw.models.rounds import NotedPenalty
from competition.draw.rules.result import ResultKind
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.competition.pair_reading import address as play
from tests.competition.public_reading import public

LATE = {"penalised": "lower", "points": "100", "reason": "They came an hour late."}


@pytest.fixture
def competition():
    return stories.published(4)


def test_penalty_points_are_noted_before_play_and_applied_afterwards(organiser, phone, competition):
    upper, lower = stories.now(competition).matches["R1-M1"].pairs

    done = confirmed(organiser, desk("note-penalty", competition, "R1-M1"), LATE)

    noted = f"100 points for {lower}, applied after the match (They came an hour late.)"
    assert said(done) == ["The penalty points are noted. Apply them after the match."]
    assert noted in text(done)
    for pair in (upper, lower):
        assert noted in text(phone(pair).get(play("match", competition)))
    record = text(organiser.get(public("record", competition)))
    assert f"100 penalty points for {lower} are noted. They are applied after the match." in record

    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(900, 950), upper_wins=False)
    assert "Apply it to the totals" in text(organiser.get(desk("match", competition, "R1-M1")))
    form = organiser.get(desk("rule", competition, "R1-M1", kind="penalty"))
    assert form.context["form"].initial["points"] == 100
    confirmed(
        organiser,
        desk("rule", competition, "R1-M1"),
        {"kind": "penalty", "penalised": "-1", "points": "100", "reason": "They came an hour late."},
    )
    assert stories.now(competition).matches["R1-M1"].result.totals == (900, 850)


def test_noted_points_can_be_undone_and_need_a_number(organiser, competition):
    address = desk("note-penalty", competition, "R1-M1")

    assert errors(organiser.post(address, LATE | {"points": "105"})) == [
        "How many points?: Penalty points must be more than 0 and end in 0."
    ]
    stories.note_penalty(competition)
    again = organiser.post(address, LATE | {"points": "200"})
    assert "Penalty points are noted already. Undo them first." in text(again)
    undo = desk("undo-note-penalty", competition, "R1-M1")
    number = organiser.get(undo).context["form"].initial["number"]
    confirmed(organiser, undo, {"number": number, "reason": "They were on time."})

    assert stories.now(competition).matches["R1-M1"].noted_penalty is None
    assert NotedPenalty.objects.count() == 2
    assert "Penalty noted" not in text(organiser.get(desk("match", competition, "R1-M1")))
