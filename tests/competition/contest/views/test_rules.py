"""Tests for the form for the organiser's own rules."""

import re

import pytest

from competition.audit.models import LogEntry
from competition.contest.queries import own_rules
from competition.contest.rules.ready_paragraphs import READY_PARTS
from competition.contest.rules.rulebook import LONGEST_PART, MOST_PARTS, OwnRules, Part
from tests import stories
from tests.competition.desk_reading import desk, errors, fingerprint_on, said, text
from tests.markup import markup
from tests.queries import asked

FEE, OTHER = 2, len(READY_PARTS) + 1


@pytest.fixture
def competition():
    return stories.entered(2)


@pytest.fixture
def page(competition):
    return desk("rules", competition)


def field(page, name: str) -> str:
    """Return the text in a text area."""
    return re.search(rf'<textarea name="{name}"[^>]*>\s*(.*?)</textarea>', page.content.decode(), re.DOTALL)[1]


def test_the_rules_are_saved_and_logged(organiser, competition, page):
    sent = {"introduction": "Welcome.", f"text_{FEE}": "The fee is $20 a pair.\r\n\r\nNo refunds."}
    sent |= {f"heading_{OTHER}": "Parking", f"text_{OTHER}": "Park in the street."}

    saved = organiser.post(page, {**sent, "shown": fingerprint_on(organiser.get(page))}, follow=True)

    assert said(saved) == ["The rules are saved."]
    fee, parking = Part("Entry fee", "The fee is $20 a pair.\n\nNo refunds."), Part("Parking", "Park in the street.")
    assert own_rules(competition) == OwnRules("Welcome.", (fee, parking))
    assert field(saved, f"text_{OTHER}") == "Park in the street."
    line = LogEntry.objects.get(event="wrote rules")
    assert line.text == "Changed the organiser’s own rules."
    after = "Introduction: Welcome.\nEntry fee: The fee is $20 a pair.\n\nNo refunds.\nParking: Park in the street."
    assert line.detail == {"before": "Introduction: ", "after": after}


def test_a_part_without_text_is_not_saved(organiser, competition, page):
    stories.write_rules(competition, {"Entry fee": "The fee is $20.", "Parking": "Park in the street."})
    sent = {f"text_{FEE}": " ", f"heading_{OTHER}": "Parking", f"text_{OTHER}": ""}

    organiser.post(page, {**sent, "shown": fingerprint_on(organiser.get(page))})

    assert own_rules(competition).parts == ()


def test_an_inserted_paragraph_is_not_saved_yet(organiser, competition, page):
    typed = {"introduction": "Welcome.", f"text_{FEE}": "Pay in cash.", f"text_{OTHER}": "No heading yet."}

    inserted = organiser.post(page, {**typed, f"heading_{OTHER}": "", "insert": "refund"})

    assert field(inserted, f"text_{FEE}") == "Pay in cash.\n\nIf you withdraw before the draw, you get the fee back."
    assert field(inserted, f"text_{OTHER}") == "No heading yet."
    assert field(inserted, "introduction") == "Welcome."
    assert "The paragraph is in the text. Change it as you like. It is not saved yet." in text(inserted)
    assert "If you withdraw before the draw, you get the fee back. In the text" in text(inserted)
    assert own_rules(competition) == OwnRules("", ())


def test_another_part_adds_empty_fields(organiser, page):
    added = organiser.post(page, {f"heading_{OTHER}": "Parking", f"text_{OTHER}": "", "add": "1"})

    assert f'name="heading_{OTHER}" value="Parking"' in markup(added)
    assert f'name="heading_{OTHER + 1}"' in markup(added)


def test_the_form_has_a_limited_number_of_parts(organiser, page):
    many = {f"heading_{OTHER + number}": f"Part {number}" for number in range(MOST_PARTS)}

    added = organiser.post(page, many | {"add": "1"})

    assert f'name="text_{MOST_PARTS}"' in markup(added)
    assert f'name="text_{MOST_PARTS + 1}"' not in markup(added)


@pytest.mark.parametrize(
    ("sent", "fault"),
    [
        (
            {f"text_{FEE}": "The fee is [$20] a pair. Pay it by [date]."},
            "Entry fee: Write your own words instead of [$20] and [date].",
        ),
        ({f"heading_{OTHER}": "", f"text_{OTHER}": "Park here."}, "Heading: Give this part a heading."),
        (
            {f"heading_{OTHER}": "entry FEE", f"text_{OTHER}": "$20"},
            "Heading: Another part has this heading. Choose another heading.",
        ),
        (
            {f"text_{FEE}": "x" * (LONGEST_PART + 1)},
            f"Entry fee: Ensure this value has at most {LONGEST_PART} characters (it has {LONGEST_PART + 1}).",
        ),
    ],
)
def test_incomplete_rules_are_refused(organiser, competition, page, sent, fault):
    refused = organiser.post(page, {**sent, "shown": fingerprint_on(organiser.get(page))})

    assert (refused.status_code, errors(refused)) == (422, [fault])
    assert own_rules(competition).parts == ()


def test_rules_changed_by_another_organiser_are_not_overwritten(organiser, competition, page):
    shown = fingerprint_on(organiser.get(page))
    stories.write_rules(competition, {"Prizes": "A cup."})

    refused = organiser.post(page, {f"text_{FEE}": "The fee is $20.", "shown": shown})

    fault = "The rules have changed since you opened the page. Compare yours with them, then save again."
    assert (refused.status_code, errors(refused)) == (409, [fault])
    assert own_rules(competition).parts == (Part("Prizes", "A cup."),)


def test_published_rules_change_one_part_at_a_time(at_desk):
    competition = stories.published_with_rules({"Entry fee": "The fee is $20."})
    organiser, page = at_desk(competition), desk("rules", competition)

    shown = organiser.get(page)
    refused = organiser.post(page, {f"text_{FEE}": "The fee is $25."})

    assert "Entry fee The fee is $20." in text(shown)
    assert desk("change-rules", competition, 1) in markup(shown)
    assert "<textarea" not in markup(shown)
    fault = "The rules are locked, because the draw is published. Change one part at a time, with a reason."
    assert (refused.status_code, errors(refused)) == (422, [fault])


def test_the_form_needs_few_queries(organiser, page):
    _, statements = asked(organiser.get, page)

    assert len(statements) == 6
