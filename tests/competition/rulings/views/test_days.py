"""Tests for setting the day of play of a match or a round."""

from datetime import UTC, date, datetime

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.draw.models.rounds import FixedDay
from competition.draw.rules.result import ResultKind
from competition.entries.actions.pairs import keep_away
from competition.match.presenters.dates import warning
from competition.match.queries.dates import matches_needing_attention
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.competition.pair_reading import address as play
from tests.competition.public_reading import public

WHY = {"reason": "No date suits both.", "note": "They phoned twice."}
HOME = "12 Lake Road"
DECIDED = "Ada North 1 & Ben South 1 v Ada North 2 & Ben South 2"
DAY = {"day": "2030-06-10", "hour": "19:30", "place": HOME, **WHY}


@pytest.fixture
def competition():
    return stories.published(4)


def set_day(competition, **query) -> str:
    return desk("fix-day", competition, **query)


def state(competition, code="R1-M1"):
    return stories.now(competition).matches[code]


def test_both_pairs_and_the_record_have_the_day_of_a_match_but_only_the_pairs_have_its_venue(
    organiser, phone, client, competition
):
    upper, lower = state(competition).pairs

    seen = text(organiser.post(set_day(competition, match="R1-M1"), DAY))
    assert f"{upper} v {lower}: play on Mon 10 Jun 2030, 19:30. Reason: No date suits both." in seen
    assert f"Only the pairs and the organisers see the place: {HOME}." in seen
    done = confirmed(organiser, set_day(competition, match="R1-M1"), DAY)

    assert said(done) == ["The day of play is set."]
    assert f"The pairs play Mon 10 Jun 2030, 19:30, {HOME}. You set this day: No date suits both." in text(done)
    assert f"Mon 10 Jun 2030, 19:30, {HOME}" in text(phone(upper).get(play("match", competition)))
    record = text(organiser.get(public("record", competition)))
    assert "Day of play set to Mon 10 Jun 2030, 19:30. Reason: No date suits both." in record
    match = text(client.get(public("match", competition, "R1-M1")))
    assert "Mon 10 Jun 2030, 19:30" in match
    calendar = client.get(reverse("public:pair-calendar", args=[competition.slug, upper.number])).content.decode()
    assert "DTSTART:20300610T073000Z" in calendar
    assert not any(HOME in page for page in (record, match, calendar, competition.log.latest("pk").text))


def test_the_day_and_venue_of_a_round_are_public(organiser, client, competition):
    confirmed(organiser, set_day(competition, round="2"), DAY | {"hour": "", "place": "Harbour Bridge Club"})

    assert "On Mon 10 Jun 2030, Harbour Bridge Club" in text(client.get(public("draw", competition, round=2)))
    record = text(client.get(public("record", competition)))
    assert "Final: day of play set to Mon 10 Jun 2030, Harbour Bridge Club." in record


def test_undoing_a_set_day_restores_the_agreed_date(organiser, competition):
    at = datetime(2030, 5, 20, 7, 30, tzinfo=UTC)
    stories.agree(competition, at=at)
    seen = text(organiser.post(set_day(competition, match="R1-M1"), DAY))
    assert "the pairs have agreed to play on Mon 20 May 2030, 19:30. Your day replaces it." in seen
    stories.fix_day(competition, day=date(2030, 6, 10))
    undo = desk("undo-fixed-day", competition, match="R1-M1")
    assert undo in organiser.get(set_day(competition, match="R1-M1")).content.decode().replace("&amp;", "&")

    number = organiser.get(undo).context["form"].initial["number"]
    done = confirmed(organiser, undo, {"number": number, **WHY})

    assert said(done) == ["The day of play is undone."]
    assert (state(competition).set_day, state(competition).plays_at) == (None, at)
    assert "Day of play undone." in text(organiser.get(public("record", competition)))


def test_an_offer_cannot_be_answered_after_the_day_is_set(competition, phone):
    offered = stories.offer(competition, dates=[datetime(2030, 5, 20, 7, 30, tzinfo=UTC)])
    stories.fix_day(competition, day=date(2030, 6, 10))
    other = phone(stories.place(competition, which=1).pair)

    refused = other.post(play("take-date", competition), {"offered": offered.pk, "at": "2030-05-20T07:30:00+00:00"})

    assert "The organiser has set the day of this match." in text(refused)
    offered.refresh_from_db()
    assert offered.answer == ""


@pytest.mark.parametrize(
    ("about", "wrong", "error"),
    [
        ({"match": "R1-M1"}, {"hour": ""}, "Time: Enter the time of play."),
        ({"round": "1"}, {"day": "2026-01-01"}, "Thu 1 Jan 2026 is in the past. Choose a later day."),
        (
            {"match": "R1-M2"},
            {},
            f"{DECIDED} has been played or decided. Leave it out.",
        ),
    ],
)
def test_a_day_that_cannot_be_set_is_refused(organiser, competition, about, wrong, error):
    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(4000, 3000))

    refused = organiser.post(set_day(competition, **about), DAY | wrong)

    assert errors(refused) == [error]
    assert not FixedDay.objects.exists()


def test_the_organiser_is_warned_about_days_away_and_the_next_round(organiser, competition):
    upper, _ = state(competition).pairs
    keep_away(upper, [(date(2030, 7, 1), date(2030, 7, 9))], by=stories.organiser_of(competition))

    seen = text(organiser.post(set_day(competition, match="R1-M1"), DAY | {"day": "2030-07-02"}))

    assert f"{upper.name} are away on Tue 2 Jul 2030." in seen
    assert "Tue 2 Jul 2030 is not before the play-by date of the final" in seen


def test_the_overdue_page_and_the_match_page_link_to_the_form_for_the_day(organiser, competition):
    for page in ("overdue", "match"):
        assert set_day(competition, match="R1-M1") in organiser.get(desk(page, competition, "R1-M1")).content.decode()
    assert set_day(competition, round="2") in organiser.get(desk("dates", competition)).content.decode()


def test_a_past_day_without_a_result_needs_attention(organiser, competition, monkeypatch):
    stories.fix_day(competition, 1, day=date(2030, 5, 20), hour=None)
    monkeypatch.setattr(timezone, "now", lambda: datetime(2030, 5, 25, tzinfo=UTC))
    found = matches_needing_attention(stories.now(competition))

    assert {warning(match).what.partition(" were to play ")[2] for match in found} == {
        "on Mon 20 May, but there is no result."
    }
