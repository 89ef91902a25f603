"""Tests for the desk page of a day at one venue."""

from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.actions.rounds import start_round
from competition.draw.models.rounds import RoundClock
from competition.draw.queries.clocks import next_round, to_decide
from competition.draw.queries.draw import clear_cache
from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import confirmed, desk, said, text
from tests.competition.public_reading import words
from tests.competition.worlds import agree, send_in
from tests.valid_html import faults

pytestmark = pytest.mark.django_db
ONE_DAY = {"minutes": 60, "deals": 8, "confirmation": "both"}


@pytest.fixture
def competition():
    """Return a draw of six pairs. Match 1 is a bye for pair 2, and match 4 a bye for pair 4."""
    return stories.published(6, **ONE_DAY)


@pytest.fixture
def organiser(at_desk, competition):
    return at_desk(competition)


def look(organiser, competition) -> str:
    return text(organiser.get(desk("today", competition)))


def press(organiser, competition, button: str, number: int = 1, **sent):
    """Press a button of the clock, as on the current page."""
    clock = stories.now(competition).main_rounds[number - 1].clock
    key = {"clock": clock.key} if clock else {}
    return organiser.post(desk("set-clock", competition, number), {button: "", **key, **sent}, follow=True)


def play_round(competition, number: int) -> None:
    """Let the pairs report and confirm every result of a round."""
    for state in to_decide(stories.now(competition).main_rounds[number - 1]):
        send_in(competition, state.code, 1240, 870)
        agree(competition, state.code)


def test_the_desk_links_to_the_day_until_its_end(organiser, competition):
    assert 'href="today/"' in organiser.get(desk("competition", competition)).text
    for number in (1, 2, 3):
        play_round(competition, number)
    assert 'href="today/"' not in organiser.get(desk("competition", competition)).text


def test_other_competitions_have_no_such_page(at_desk):
    competition = stories.published(4)
    organiser = at_desk(competition)

    assert organiser.get(desk("today", competition)).status_code == 404
    assert organiser.get(desk("today-live", competition)).status_code == 404
    assert "today/" not in organiser.get(desk("competition", competition)).text


def test_the_first_round_waits_for_its_start(organiser, competition):
    page = organiser.get(desk("today", competition))

    assert "Quarter-finals: not started" in text(page)
    assert "Start the quarter-finals" in text(page)
    assert "2 matches of 8 deals and 60 minutes, at tables 1 to 2." in text(page)
    assert "With a bye in quarter-finals: North 2 & South 2; North 4 & South 4." in text(page)
    assert "minutes left" not in text(page)
    assert faults(page.text) == []


def test_one_press_starts_the_clock(organiser, competition):
    page = press(organiser, competition, "start")

    ends = f"{timezone.localtime(stories.now(competition).rounds[0].clock.ends_at):%H:%M}"
    assert said(page) == [f"The round ends at {ends}."]
    assert "Quarter-finals: two tables still play" in text(page)
    assert "60 minutes left. Then finish the deal in play. 8 deals" in text(page)
    assert faults(page.text) == []


def test_a_second_start_says_the_same(organiser, competition):
    first = said(press(organiser, competition, "start"))

    assert said(press(organiser, competition, "start")) == first
    assert RoundClock.objects.count() == 1


def test_more_minutes_time_and_the_undone_start(organiser, competition):
    press(organiser, competition, "start")

    assert "65 minutes left." in text(press(organiser, competition, "more"))
    called = press(organiser, competition, "time")
    assert said(called) == ["Time is called. The tables finish the deal in play."]
    assert "Time. Finish the deal in play." in text(called)
    assert "Call time now" not in text(called)
    undone = press(organiser, competition, "undo")
    assert said(undone) == ["The start is undone."]
    assert "Quarter-finals: not started" in text(undone)


def test_a_press_on_an_old_page_changes_nothing(organiser, competition):
    press(organiser, competition, "start")
    old = stories.now(competition).rounds[0].clock
    press(organiser, competition, "more")

    [refusal] = said(press(organiser, competition, "more", clock=old.key))

    assert refusal.startswith("The clock of the quarter-finals was changed since you opened this page.")
    assert RoundClock.objects.count() == 2


def test_an_unknown_button_and_round_change_nothing(organiser, competition):
    assert organiser.post(desk("set-clock", competition, 1), {}).status_code == 404
    assert said(press(organiser, competition, "start", 3)) == [
        "There is no official result yet of match 2 of the quarter-finals. Decide that match first."
    ]
    missing = organiser.post(desk("set-clock", competition, 9), {"start": ""}, follow=True)
    assert said(missing) == ["There is no such round. Reload the page."]


def test_the_page_lists_what_the_next_round_waits_for(organiser, competition):
    press(organiser, competition, "start")
    page = look(organiser, competition)
    assert "Table 1: no deal is recorded. Type in the result" in page
    assert "Start the semi-finals" not in page
    assert "Undo the start" in page

    stories.record(stories.open_sheet(competition, "R1-M2")[0], stories.deal())
    send_in(competition, "R1-M3")
    page = look(organiser, competition)
    assert "Table 1: Deal 1 of 8 done. Open the match" in page
    assert "have to confirm. Confirm for them" in page
    assert "Undo the start" not in page


def test_a_disputed_result_is_decided_from_the_page(organiser, competition):
    press(organiser, competition, "start")
    send_in(competition, "R1-M2")
    play.dispute(stories.tables(competition, "R1-M2")[1], outcome=outcome(competition), reason="A slip.")

    assert "Table 1: the result is disputed. Decide" in look(organiser, competition)


def outcome(competition) -> int:
    return stories.now(competition).matches["R1-M2"].last.number


def test_the_last_result_offers_the_next_round_and_the_end_names_the_winners(organiser, competition):
    for number, name in ((1, "Quarter-finals"), (2, "Semi-finals")):
        press(organiser, competition, "start", number)
        play_round(competition, number)
        assert f"{name}: all results are in" in look(organiser, competition)
    page = look(organiser, competition)
    assert "Start the final" in page
    assert "1 match of 8 deals and 60 minutes." in page
    assert "Quarter-finals 2 matches, 2 decided" in page
    press(organiser, competition, "start", 3)
    play_round(competition, 3)

    champion = stories.now(competition).champion
    assert f"{champion.name} have won" in look(organiser, competition)


def test_a_reopened_match_of_an_earlier_round_is_listed_with_its_round(organiser, competition):
    press(organiser, competition, "start")
    play_round(competition, 1)
    press(organiser, competition, "start", 2)
    stories.replay(competition, "R1-M2")

    assert "Table 1 of the quarter-finals: no deal is recorded." in look(organiser, competition)


def test_the_page_updates_itself_when_something_changes_and_every_minute(organiser, competition):
    press(organiser, competition, "start")
    poll = organiser.get(desk("today", competition)).context["poll"]
    assert organiser.get(poll).status_code == 204

    clock = stories.now(competition).rounds[0].clock
    stories.rewrite(RoundClock.objects.all(), ends_at=clock.ends_at - timedelta(minutes=2))
    clear_cache()
    assert "58 minutes left" in words(organiser.get(poll).text)
    send_in(competition, "R1-M2")
    assert "Awaiting confirmation" in words(organiser.get(poll).text)


def test_the_page_takes_as_many_queries_for_any_number_of_tables(at_desk, django_assert_num_queries):
    for pairs in (6, 22):
        competition = stories.published(pairs, **ONE_DAY)
        organiser = at_desk(competition)
        start_round(competition, 1, by=stories.organiser_of(competition))
        organiser.get(desk("today", competition))
        with django_assert_num_queries(3):
            organiser.get(desk("today", competition))


def test_one_person_runs_22_pairs_with_few_presses(at_desk):
    """Every third result needs the organiser, who confirms it for the other pair."""
    competition = stories.published(22, **ONE_DAY)
    organiser, presses = at_desk(competition), 0
    while later := next_round(stories.now(competition)):
        assert len(said(press(organiser, competition, "start", later.number))) == 1
        presses += 1
        for position, state in enumerate(to_decide(stories.now(competition).main_rounds[later.number - 1])):
            send_in(competition, state.code, 1240, 870)
            if position % 3:
                agree(competition, state.code)
                continue
            address = f"{desk('confirm', competition)}?match={state.code}"
            confirmed(organiser, address, {"reason": organiser.get(address).context["form"]["reason"].value()})
            # The link, the button, the button of the preview, and two links back to the day.
            presses += 5

    assert stories.now(competition).champion
    assert later is None
    assert presses <= 60


def test_typed_results_of_a_round_lead_back_to_the_day(organiser, competition):
    press(organiser, competition, "start")
    day = organiser.get(desk("today", competition)).text
    address = desk("round-results", competition, 1)
    form = organiser.get(address)
    fixture = form.context["form"].rows[0].fixture
    row = {"seen": fixture.seen, "winner": fixture.numbers[0], "winners": 900, "losers": 400}

    saved = organiser.post(address, {f"R1-M2-{name}": value for name, value in row.items()} | {"source": "paper"})

    assert f'href="{address}"' in day
    assert 'aria-label="Table 1"' in form.text
    assert "Match 2" not in text(form)
    assert saved.url == desk("today", competition)


def test_a_round_whose_last_tables_wait_for_an_answer_says_so(organiser, competition):
    press(organiser, competition, "start")
    for state in to_decide(stories.now(competition).main_rounds[0]):
        send_in(competition, state.code, 1240, 870)

    assert "Quarter-finals: two results to confirm or decide" in look(organiser, competition)


def test_the_end_waits_for_the_result_of_the_final(organiser, competition):
    for number in (1, 2):
        play_round(competition, number)
    press(organiser, competition, "start", 3)

    page = look(organiser, competition)

    assert "The end The competition ends when these results are official:" in page
    assert "Table 1: no deal is recorded. Type in the result" in page
