"""When there is something to tell, to the moment, and what it is known by."""

from datetime import datetime, time, timedelta

import pytest
from django.utils import timezone

from competition.arranging import actions as arranging
from competition.arranging.models import Offer
from competition.entries.actions.entering import renew_link
from competition.post.models import Occasion
from competition.post.queries.occasions import messages
from scoring.rules.conditions import Conditions
from tests import stories
from tests.competition.worlds import agree, at, send_in

pytestmark = pytest.mark.django_db
MOMENT = timedelta.resolution
DATE = timezone.now().replace(microsecond=0) + timedelta(days=2)


def only(competition, occasion: Occasion):
    [found] = messages(stories.now(competition), occasion)
    return found


def test_a_reminder_is_due_from_two_weeks_before_the_last_day_and_it_is_late_from_the_day_after():
    competition = stories.published(2)
    noon = timezone.make_aware(datetime.combine(stories.FIRST_PLAY_BY, time(12)))

    def reminded(days: int) -> list[Occasion]:
        draw = at(competition, noon - timedelta(days=days))
        return [one.occasion for one in messages(draw, Occasion.SOON, Occasion.LATE)]

    assert {days: reminded(days) for days in (15, 14, 0, -1)} == {
        15: [],
        14: [Occasion.SOON] * 2,
        0: [Occasion.SOON] * 2,
        -1: [Occasion.LATE] * 2,
    }


def test_a_date_keeps_a_match_from_reminders_until_the_day_after():
    competition = stories.published(2, first_play_by=timezone.localdate() + timedelta(days=9))
    stories.agree(competition, at=DATE)
    over = DATE + timedelta(days=1)

    found = [len(messages(at(competition, moment), Occasion.SOON)) for moment in (over - MOMENT, over)]

    assert found == [0, 2]


def test_news_are_told_for_a_week():
    competition = stories.published(2)
    stories.extend(competition, "R1-M1")
    [since] = {one.since for one in messages(stories.now(competition), Occasion.TIME)}

    week = since + timedelta(days=7)

    found = [len(messages(at(competition, moment), Occasion.TIME)) for moment in (week - MOMENT, week)]
    assert found == [2, 0]


def test_an_offer_is_told_of_until_it_is_seen_and_again_at_each_answer():
    competition = stories.published(2)
    upper, lower = (stories.place(competition, which=which) for which in (0, 1))
    offer = stories.offer(competition, dates=[DATE])
    told = only(competition, Occasion.DATE)
    assert (told.about, told.pair, told.since, told.fact) == (str(offer.pk), lower.pair, offer.at, offer)
    assert (told.known_at, told.known_by) == (None, "")

    arranging.read(lower, offered=offer.pk)
    told, seen = only(competition, Occasion.DATE), Offer.objects.get().read_at
    assert (told.known_at, told.known_by) == (seen, "page")

    arranging.take(lower, offered=offer.pk, at=DATE)
    told, answered = only(competition, Occasion.DATE), Offer.objects.get().answered_at
    assert (told.about, told.pair, told.since) == (f"{offer.pk} taken", upper.pair, answered)
    assert (told.known_at, told.known_by) == (None, "")

    arranging.call_off(lower, reason="Ben is ill.")
    told, off = only(competition, Occasion.DATE), Offer.objects.get().called_off_at
    assert (told.about, told.pair, told.since) == (f"{offer.pk} called off", upper.pair, off)


def test_of_dates_taken_back_and_of_a_match_that_is_reported_nothing_is_told():
    competition = stories.published(2)
    offer = stories.offer(competition, dates=[DATE])
    arranging.withdraw(stories.place(competition), offered=offer.pk)
    assert messages(stories.now(competition), Occasion.DATE) == []
    stories.offer(competition, dates=[DATE])
    only(competition, Occasion.DATE)

    send_in(competition, "R1-M1")

    assert messages(stories.now(competition), Occasion.DATE) == []


def test_a_result_is_known_once_the_pair_was_told_but_by_mail_the_second_player_has_still_to_get_it():
    competition = stories.published(2)
    send_in(competition, "R1-M1")
    sent = only(competition, Occasion.RESULT)
    assert (sent.about, sent.known_at, sent.since) == (str(sent.state.last.pk), None, None)
    told = stories.tell(competition)
    here = only(competition, Occasion.RESULT)
    assert (here.known_at, here.known_by) == (told.told_at, "organiser")

    stories.rewrite(type(told).objects.all(), told_by="mail")

    here = only(competition, Occasion.RESULT)
    assert (here.known_at, here.known_by) == (None, "")


def test_an_answer_is_told_since_it_was_given_and_what_needs_none_since_it_was_sent_in():
    competition = stories.published(2, seed="answered")
    send_in(competition, "R1-M1")
    assert messages(stories.now(competition), Occasion.ANSWER) == []
    agree(competition, "R1-M1")
    told = only(competition, Occasion.ANSWER)
    last = told.state.last
    assert (told.about, told.since, told.pair) == (f"{last.pk} confirmed", last.answered_at, told.state.pairs[0])

    silent = stories.published(2, seed="silent")
    send_in(silent, "R1-M1")
    stories.fall_silent()
    told = only(silent, Occasion.ANSWER)
    assert (told.about, told.since) == (str(told.state.last.pk), told.state.last.agrees_at)

    final = stories.published(2, confirmation="final")
    send_in(final, "R1-M1")
    told = only(final, Occasion.ANSWER)
    assert (told.since, told.pair) == (told.state.last.at, told.state.pairs[1])


def test_of_a_match_ruled_on_twice_the_last_is_told_to_those_who_meet_there_now():
    competition = stories.published(4)
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1")
    stories.settle(competition, "R2-M1", upper_wins=False)
    final = stories.now(competition).matches["R2-M1"]

    found = [one for one in messages(stories.now(competition), Occasion.RULED) if one.state.code == "R2-M1"]
    assert [(one.about, one.fact, one.pair) for one in found] == [
        (str(final.last.pk), final.last, pair) for pair in final.pairs
    ]
    assert {one.since for one in found} == {final.last.at}

    stories.settle(competition, "R2-M1", kind=None)
    stories.settle(competition, "R1-M1", upper_wins=False)
    assert "R2-M1" not in {one.state.code for one in messages(stories.now(competition), Occasion.RULED)}


def test_more_time_for_a_round_and_its_end_are_told_to_all_who_play_in_it():
    competition = stories.published(4)
    stories.extend(competition, "R1-M1")
    stories.extend(competition, 1, days=20)
    assert {one.state.code for one in messages(stories.now(competition), Occasion.TIME)} == {"R1-M1", "R1-M2"}
    stories.take_back_extension(competition, 1)

    back = {one.state.code: (one.fact.pk, one.about) for one in messages(stories.now(competition), Occasion.TIME)}

    taken_back = stories.now(competition).extensions[-1]
    assert taken_back.takes_back_id
    assert back == dict.fromkeys(("R1-M1", "R1-M2"), (taken_back.pk, str(taken_back.pk)))


def test_less_time_for_a_round_is_no_news_to_a_match_that_has_more_of_its_own():
    competition = stories.published(4)
    stories.extend(competition, "R1-M1", days=40)
    stories.extend(competition, 1, days=10)

    found = {one.state.code: one.fact.code for one in messages(stories.now(competition), Occasion.TIME)}

    assert found == {"R1-M1": "R1-M1", "R1-M2": ""}


def test_of_more_time_nothing_is_told_once_the_match_is_decided():
    competition = stories.published(2)
    stories.extend(competition, "R1-M1")
    stories.settle(competition, "R1-M1")

    assert messages(stories.now(competition), Occasion.TIME) == []


def test_a_pair_that_has_withdrawn_is_told_nothing():
    competition = stories.published(2)
    pair = competition.pairs.first()
    renew_link(pair, by=stories.organiser_of(competition))
    assert only(competition, Occasion.LINK).pair == pair

    stories.withdraw(pair)

    assert pair not in {one.pair for one in messages(stories.now(competition))}


def test_of_a_link_replaced_twice_the_last_is_told():
    competition = stories.published(2)
    pair, by = competition.pairs.first(), stories.organiser_of(competition)
    for _ in range(2):
        renew_link(pair, by=by)
    elsewhere = stories.published(2, seed="elsewhere")
    renew_link(elsewhere.pairs.last(), by=stories.organiser_of(elsewhere))

    told = only(competition, Occasion.LINK)

    assert (told.pair, told.about) == (pair, str(competition.log.filter(event="renewed link").latest("pk").pk))


def test_conditions_of_a_round_are_told_while_any_match_of_it_is_to_be_played():
    competition = stories.published(4)
    stories.correct_conditions(competition, 1, Conditions(deals=36))

    found = []
    for code in ("R1-M1", "R1-M2"):
        stories.settle(competition, code)
        found.append(len(messages(stories.now(competition), Occasion.CONDITIONS)))

    assert found == [3, 0]


def test_of_conditions_corrected_twice_the_last_is_told_to_those_still_in_until_the_round_is_played():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    for deals in (36, 40):
        stories.correct_conditions(competition, 2, Conditions(deals=deals))
    last = stories.now(competition).rounds[1].terms.rows[-1]

    found = messages(stories.now(competition), Occasion.CONDITIONS)

    out = stories.now(competition).matches["R1-M1"].pairs[1].number
    assert [one.pair.number for one in found] == [number for number in (1, 2, 3, 4) if number != out]
    assert {(one.about, one.fact, one.since) for one in found} == {(str(last.pk), last, None)}
    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R2-M1")
    assert messages(stories.now(competition), Occasion.CONDITIONS) == []
