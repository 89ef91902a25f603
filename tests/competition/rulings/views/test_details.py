"""Tests for correcting the details of a competition with a published draw."""

from datetime import date, time

from competition.contest.models import Competition
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.competition.public_reading import public

SENT = {
    "name": "Lakes Rubber Knockout",
    "region": "Lakes and Plains",
    "opening_day": "2026-04-12",
    "opening_hour": "13:30",
    "opening_place": "Town Hall",
    "reason": "The hall was let.",
}


def test_a_correction_of_details_keeps_the_address(organiser, competition):
    done = confirmed(organiser, desk("details", competition), SENT)

    assert said(done) == ["The details are corrected."]
    now = Competition.objects.get(pk=competition.pk)
    assert (now.name, now.slug) == ("Lakes Rubber Knockout", competition.slug)
    assert (now.opening_day, now.opening_hour, now.opening_place) == (date(2026, 4, 12), time(13, 30), "Town Hall")
    record = text(organiser.get(public("record", competition)))
    assert "Name: “Lakes Rubber Knockout” instead of “Regional Rubber Knockout”." in record
    assert "Opening day: Sun 12 Apr 2026 instead of none." in record
    assert "Start time of the opening day: 13:30 instead of none." in record
    assert "Reason: The hall was let." in record
    assert "Lakes Rubber Knockout" in organiser.get(public("draw-json", competition)).json()["competition"]["name"]


def test_impossible_details_are_refused(organiser, competition):
    for sent, fault in (
        ({"opening_day": ""}, "Opening day: The opening day is missing. Give it, or clear its time and venue."),
        ({"name": " "}, "Name: Give the competition a name."),
        ({"opening_hour": "noon"}, "Start of the opening day: Give the time as 13:30."),
    ):
        refused = organiser.post(desk("details", competition), SENT | sent)

        assert (refused.status_code, errors(refused)) == (422, [fault])
