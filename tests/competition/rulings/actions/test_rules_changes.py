"""Tests for changes to the organiser's own rules after the draw."""

import pytest
from django.db import IntegrityError, transaction
from django.utils import timezone

from competition.contest.queries import own_rules
from competition.contest.rules.ready_paragraphs import READY_PARTS
from competition.contest.rules.rulebook import MOST_PARTS, Part
from competition.rulings.actions import Why, redact
from competition.rulings.decisions.competition import UndoDraw
from competition.rulings.decisions.rulebook import ChangeRules, UndoRules
from competition.rulings.models import RulesChange
from competition.rulings.presenters.records import changed_rules
from competition.rulings.queries import rules_changes, wordings
from scoring.rules.refusal import Refused, Stale
from tests import stories

FEE = "The fee is $20."


@pytest.fixture
def competition():
    return stories.published_with_rules({"Entry fee": FEE, "Prizes": "A cup."})


def parts(competition) -> dict[str, str]:
    return dict(own_rules(competition).parts)


def test_a_change_keeps_the_old_text_and_is_logged(competition):
    stories.change_rules(competition, 1, "Entry fee", "The fee is $25.")

    row = RulesChange.objects.get()
    assert (row.number, row.heading, row.before, row.after) == (1, "Entry fee", FEE, "The fee is $25.")
    assert parts(competition) == {"Entry fee": "The fee is $25.", "Prizes": "A cup."}
    line = competition.log.get(event="changed rules")
    assert line.text == "Changed the rules, “Entry fee”. a slip, for the test"
    assert line.detail == {"before": FEE, "after": "The fee is $25."}


def test_parts_are_added_and_removed(competition):
    stories.change_rules(competition, None, "Parking", "Park in the street.")
    stories.change_rules(competition, 2, "Prizes", "")

    assert parts(competition) == {"Entry fee": FEE, "Parking": "Park in the street."}
    assert [recorded.text for recorded in changed_rules(stories.now(competition))] == [
        "The rules have a new part, “Parking”: “Park in the street.”",
        "The rules no longer have the part “Prizes”: “A cup.”",
    ]


def test_the_last_change_of_a_part_must_be_undone_first(competition):
    for text in ("The fee is $25.", "The fee is $30."):
        stories.change_rules(competition, 1, "Entry fee", text)
    stories.change_rules(competition, 2, "Prizes", "Two cups.")
    first, last, _ = rules_changes(competition)
    with pytest.raises(Refused, match="There has been a later change to this part. Undo that one first."):
        stories.decide(UndoRules, competition, content=first.pk)

    stories.decide(UndoRules, competition, content=last.pk)

    assert parts(competition) == {"Entry fee": "The fee is $25.", "Prizes": "Two cups."}
    stories.decide(UndoRules, competition, content=first.pk)
    assert parts(competition)["Entry fee"] == FEE


def test_a_repeated_change_is_stored_once(competition):
    content = Part("Entry fee", "The fee is $25.")
    shown = stories.preview(ChangeRules, competition, 1, content).fingerprint
    for _ in range(2):
        stories.decide(ChangeRules, competition, 1, content, shown=shown)

    assert RulesChange.objects.count() == 1
    with pytest.raises(Stale, match="This part has changed since you opened the page."):
        stories.decide(ChangeRules, competition, 1, Part("Entry fee", "Free."), shown=shown)
    with pytest.raises(Refused, match="Nothing has changed. Change the text, then save."):
        stories.decide(ChangeRules, competition, 1, content)


def test_a_heading_can_be_used_only_once(competition):
    with pytest.raises(Refused, match="Another part has this heading."):
        stories.change_rules(competition, None, "entry fee", "Free.")


def test_rules_have_a_limited_number_of_parts(competition):
    headings = [ready.heading for ready in READY_PARTS] + [f"Part {number}" for number in range(MOST_PARTS)]
    full = stories.published_with_rules(dict.fromkeys(headings[:MOST_PARTS], "A rule."))

    with pytest.raises(Refused, match="The rules have 30 parts, which is the limit."):
        stories.change_rules(full, None, "Parking", "Park in the street.")


def test_rules_can_be_rewritten_after_the_draw_is_undone(competition):
    stories.change_rules(competition, 1, "Entry fee", "The fee is $25.")

    stories.decide(UndoDraw, competition)
    stories.write_rules(competition, {"Prizes": "A cup."})

    assert parts(competition) == {"Prizes": "A cup."}
    assert RulesChange.objects.count() == 1
    assert rules_changes(competition) == []


def test_text_is_removed_from_a_part_and_its_changes(competition):
    stories.change_rules(competition, 1, "Entry fee", "Ask Ann Lark, who is ill.")
    stories.change_rules(competition, 1, "Entry fee", "Free.")
    (key,) = (wording.key for wording in wordings(competition) if wording.text == "Ask Ann Lark, who is ill.")

    mark = redact(competition, key, Why.HEALTH, by=stories.organiser_of(competition))

    first, last = RulesChange.objects.all()
    assert (first.after, last.before) == (mark, mark)
    assert [first.before, last.after] == [FEE, "Free."]


def test_the_database_rejects_a_change_without_effect(competition, by):
    row = RulesChange(competition=competition, number=1, heading="Entry fee", before=FEE, after=FEE)
    row.reason, row.at, row.decided_by = "none", timezone.now(), by.user

    with pytest.raises(IntegrityError), transaction.atomic():
        row.save()
