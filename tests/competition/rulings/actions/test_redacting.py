"""Tests that removing a text deletes it everywhere in one competition, and deletes nothing else."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.audit.actions import DecisionReason, log_event
from competition.audit.events import Event
from competition.draw.models.rounds import Extension, Withdrawal
from competition.match.actions.arranging import decline_dates
from competition.match.models import Offer
from competition.rulings import queries
from competition.rulings.actions import Why, redact
from competition.rulings.decisions.results import Walkover
from competition.rulings.rules import Ruling
from scoring.models import Deal, DealCorrection
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day
from tests import stories


def key(competition, text: str) -> str:
    return next(one.key for one in queries.wordings(competition) if one.text == text)


def test_removed_text_disappears_from_every_row_of_one_competition():
    here, other = stories.published(4), stories.published(4, seed="another")
    for competition in (here, other):
        stories.withdraw(stories.now(competition).matches["R1-M2"].pairs[0], reason="ill")
        stories.extend(competition, "R1-M1")
        stories.offer(competition, dates=[timezone.now() + timedelta(days=2)])
        decline_dates(stories.place(competition, which=1), reason="ill")
        upper, _ = stories.open_sheet(competition, "R1-M1")
        stories.match_actions.record_deal(upper, number=1, deal=stories.deal(), note="ill")
        stories.record(stories.tables(competition)[0], stories.deal())
        stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 9))
    by = stories.organiser_of(here)
    log_event(here, by, Event.RULED, "will be ill, and still", before=["ill", {"a": "so ill"}], after="skill", number=7)
    found = {one.text: one.places for one in queries.wordings(here)}
    assert found["ill"] == ["the reason of a decision", "why a date was declined", *["the note on a deal"] * 2]
    assert found["a note for the test"] == ["the private note on a decision"] * 2

    mark = redact(here, key(here, "ill"), Why.HEALTH, by=by)

    assert mark.endswith(f" on {day(timezone.localdate())}: it was about somebody’s health]")
    kept = [
        {row.reason for row in Withdrawal.objects.order_by("pk")},
        {row.reason for row in Offer.objects.order_by("pk")},
        {row.note for row in Deal.objects.filter(number=1)},
        {row.note for row in DealCorrection.objects.all()},
    ]
    assert kept == [{mark, "ill"}] * 4
    assert {row.reason for row in Extension.objects.all()} == {"more time for the test"}
    line = here.log.get(event=Event.RULED)
    assert line.text == f"will be {mark}, and still"
    assert line.detail == {"before": [mark, {"a": f"so {mark}"}], "after": "skill", "number": 7}
    assert here.log.get(event="withdrew").text.endswith(mark)
    assert other.log.get(event="withdrew").text.endswith("ill")
    said = here.log.get(event="redacted")
    assert said.text == (
        "Removed text (the reason of a decision, why a date was declined, the note on a deal): "
        "it was about somebody’s health."
    )
    assert said.organiser == by.user
    assert "ill" not in {one.text for one in queries.wordings(here)}
    assert mark not in {one.text for one in queries.wordings(here)}
    with pytest.raises(Refused, match="This text has been removed already. Reload the page."):
        redact(here, key(other, "ill"), Why.HEALTH, by=by)


def test_the_reason_and_note_of_a_ruling_can_be_removed():
    competition = stories.published(2)
    stories.decide(Walkover, competition, "R1-M1", Ruling(1), grounds=DecisionReason("They are ill.", "Her heart."))

    assert queries.wordings(competition) == [
        ("They are ill.", ["the reason of a decision"]),
        ("Her heart.", ["the private note on a decision"]),
    ]
