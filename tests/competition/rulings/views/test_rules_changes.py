"""Tests for the pages on which the organiser changes the rules after the draw."""

import pytest

from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.competition.public_reading import public
from tests.markup import markup

WHY = {"reason": "The hall costs more."}


@pytest.fixture
def competition():
    return stories.published_with_rules({"Entry fee": "The fee is $20.\n\nNo refunds."})


def test_a_part_is_changed_after_a_preview(organiser, competition):
    address = desk("change-rules", competition, 1)
    sent = {"text": "The fee is $25.\r\n\r\nNo refunds.", **WHY}

    form, preview = organiser.get(address), organiser.post(address, sent)
    done = confirmed(organiser, address, sent)

    assert "The fee is $20. No refunds." in text(form)
    sentence = "The rules, “Entry fee”: “The fee is $25. No refunds.” instead of “The fee is $20. No refunds.”"
    assert sentence in text(preview)
    assert "Reason: The hall costs more." in text(preview)
    assert said(done) == ["The rules are changed. Now tell the pairs, under Messages."]
    record = text(organiser.get(public("record", competition)))
    assert f"{sentence} Reason: The hall costs more." in record
    assert "1.1 The fee is $25. 1.2 No refunds." in text(organiser.get(public("conditions", competition)))


def test_a_change_can_be_undone_on_the_page_of_its_part(organiser, competition):
    stories.change_rules(competition, 1, "Entry fee", "Free.")
    undo = desk("undo-rules", competition, competition.rules_changes.get().pk)

    assert undo in markup(organiser.get(desk("change-rules", competition, 1)))
    confirmed(organiser, undo, {"reason": "It was right."})

    assert "1.1 The fee is $20." in text(organiser.get(public("conditions", competition)))
    assert undo not in markup(organiser.get(desk("change-rules", competition, 1)))


def test_a_part_is_added(organiser, competition):
    done = confirmed(organiser, desk("add-rules", competition), {"heading": "Parking", "text": "In the street.", **WHY})

    assert "Parking In the street." in text(done)


@pytest.mark.parametrize(
    ("sent", "faults"),
    [
        ({"heading": "", "text": ""}, ["Heading: Give this part a heading.", "New text: This field is required."]),
        (
            {"heading": "Parking", "text": "Park at [date]."},
            ["New text: Write your own words instead of [date]."],
        ),
        (
            {"heading": "Entry fee", "text": "Free."},
            ["Another part has this heading. Choose another heading, or change that part."],
        ),
    ],
)
def test_an_incomplete_part_is_refused(organiser, competition, sent, faults):
    refused = organiser.post(desk("add-rules", competition), sent | WHY)

    assert (refused.status_code, errors(refused)) == (422, faults)


def test_rules_cannot_be_changed_here_before_the_draw(at_desk):
    competition = stories.entered(2)

    assert at_desk(competition).get(desk("add-rules", competition)).status_code == 404
    assert at_desk(competition).get(desk("change-rules", competition, 1)).status_code == 404


def test_an_unknown_part_is_not_found(organiser, competition):
    assert organiser.get(desk("change-rules", competition, 2)).status_code == 404
