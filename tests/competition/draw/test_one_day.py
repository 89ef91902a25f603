"""Tests for a competition at one venue on one day: its conditions, its dates and the record of its draw."""

from datetime import date

import pytest
from django.forms import model_to_dict

from competition.contest.forms.conditions import CONDITIONS, ConditionsForm
from competition.contest.models import Conditions
from competition.draw.actions.publishing import publish_draw
from competition.draw.actions.rounds import start_round
from competition.draw.queries.terms import proposed_dates
from competition.draw.rules.proof import prove
from competition.draw.rules.rehearsal import unusual_dates
from competition.rulings.queries import begun
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import desk, text

DAY = date(2030, 5, 31)
pytestmark = [pytest.mark.django_db, pytest.mark.published(6, minutes=60, deals=8, first_play_by=DAY)]


def test_all_rounds_can_have_the_same_date(competition):
    assert [round.play_by for round in stories.now(competition).rounds] == [DAY] * 3


@pytest.mark.parametrize(("minutes", "steps"), [(60, []), (None, ["fingerprint"])])
def test_only_the_record_of_one_day_can_have_equal_dates(client, competition, minutes, steps):
    record = client.get(f"/{competition.slug}/record/record.json").json()
    record["committed"]["conditions"]["minutes"] = minutes

    assert [step.name for step in prove(record) if not step.agrees] == steps


def test_the_record_of_other_competitions_cannot_have_equal_dates(client):
    competition = stories.published(4)
    record = client.get(f"/{competition.slug}/record/record.json").json()
    record["rounds"][1]["play_by"] = record["rounds"][0]["play_by"]

    assert [step.name for step in prove(record) if not step.agrees] == ["rounds"]


def test_a_date_before_that_of_the_round_before_is_still_refused():
    competition = stories.entered(4, minutes=60)
    draw = stories.draw_lots(competition)

    with pytest.raises(Refused, match="The play-by date of the final must be after that of the round before"):
        publish_draw(draw, play_by=[DAY, date(2030, 5, 30)], by=stories.organiser_of(competition))


def test_the_plan_has_all_rounds_on_the_opening_day(at_desk):
    competition = stories.entered(5, minutes=60)
    competition.opening_day = DAY

    assert proposed_dates(competition, 3, date(2030, 5, 1)) == [DAY] * 3
    assert proposed_dates(competition, 3, date(2030, 6, 1)) == [date(2030, 6, 1)] * 3
    page = text(at_desk(competition).get(desk("rehearsal", competition, pairs="22", starts="2030-06-01")))
    assert "All rounds are on one day" in page
    assert "the final by Sat 1 Jun 2030" in page
    assert "Weeks" not in page


def test_an_unusual_date_of_the_day_is_mentioned_once():
    rounds = [("Round 1", date(2030, 12, 26)), ("Final", date(2030, 12, 26))]

    assert [remark for _, remark in unusual_dates(DAY, rounds, DAY)] == ["Round 1 ends on Boxing Day."]


def test_the_new_page_plans_one_day(at_desk):
    client = at_desk(stories.entered(2))

    asked = {"show": "1", "minutes": "60", "closing_date": "2030-05-31", "pairs": "22"}
    page = text(client.post("/desk/new/competition/", asked))

    assert "All rounds are on one day." in page
    assert page.count("by Fri 31 May 2030") >= 5


def test_the_conditions_say_how_long_a_match_is(competition, client):
    page = text(client.get(f"/{competition.slug}/conditions/"))

    assert "All rounds are played at one venue on one day." in page
    assert "A match has 60 minutes. When time is called, the pairs finish the deal in play." in page
    assert "offers dates" not in page


@pytest.mark.parametrize(
    ("changed", "fault"),
    [
        ({"plate": "round 1"}, "A competition on one day has no plate. Choose no plate, or leave this empty."),
        ({"deals_required": "on"}, "A match on one day can end before its last deal. Turn this off."),
        ({"minutes": "9"}, "Give a whole number from 10 to 240."),
    ],
)
def test_conditions_that_do_not_fit_one_day_are_refused(changed, fault):
    usual = model_to_dict(Conditions(minutes=60), fields=CONDITIONS)
    form = ConditionsForm({name: value for name, value in usual.items() if value} | changed)

    assert [message for messages in form.errors.values() for message in messages] == [fault]


def test_a_draw_is_not_undone_once_a_round_was_started(competition):
    start_round(competition, 1, by=stories.organiser_of(competition))

    assert begun(stories.now(competition)) == "A round was started."
