"""Tests for the facts that call for a message."""

from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone

from competition.draw.models.result_entry import Notice
from competition.entries.actions.pairs import renew_link
from competition.entries.models import Pair, Player
from competition.match.actions.arranging import accept_date, add_dates, cancel_date, cancel_offer, mark_as_read
from competition.match.models import Offer, OfferedDate
from competition.notifications.actions.delivery import record_told
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.models import Told, Topic
from competition.notifications.queries.emails import messages
from competition.notifications.queries.message_states import notifications
from scoring.rules.conditions import ScoringConditions
from tests import stories
from tests.competition.worlds import agree, at, send_in

pytestmark = pytest.mark.published(2)

MOMENT = timedelta.resolution
DATE = timezone.now().replace(microsecond=0) + timedelta(days=2)


def only(competition, topic: Topic):
    [found] = messages(stories.now(competition), topic)
    return found


def test_reminders_begin_two_weeks_before_the_play_by_date(competition):
    noon = timezone.make_aware(datetime.combine(stories.FIRST_PLAY_BY, time(12)))

    def reminded(days: int) -> list[Topic]:
        draw = at(competition, noon - timedelta(days=days))
        return [one.topic for one in messages(draw, Topic.SOON, Topic.LATE)]

    assert {days: reminded(days) for days in (15, 14, 0, -1)} == {
        15: [],
        14: [Topic.SOON] * 2,
        0: [Topic.SOON] * 2,
        -1: [Topic.LATE] * 2,
    }


def test_an_agreed_date_stops_reminders_until_24_hours_after_it():
    competition = stories.published(2, first_play_by=timezone.localdate() + timedelta(days=9))
    stories.agree(competition, at=DATE)
    over = DATE + timedelta(days=1)

    found = [len(messages(at(competition, moment), Topic.SOON)) for moment in (over - MOMENT, over)]

    assert found == [0, 2]


def test_pairs_that_have_begun_to_play_get_no_reminder():
    competition = stories.published(4, first_play_by=timezone.localdate() - timedelta(days=1))
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())

    assert {one.state.code for one in messages(stories.now(competition), Topic.LATE)} == {"R1-M2"}


def test_an_extension_is_news_for_a_week(competition, settings):
    settings.HAS_EMAIL = True
    stories.extend(competition, "R1-M1")
    [since] = {one.since for one in messages(stories.now(competition), Topic.TIME)}

    week = since + timedelta(days=7)

    found = [len(messages(at(competition, moment), Topic.TIME)) for moment in (week - MOMENT, week)]
    assert found == [2, 0]


def test_news_for_pairs_without_email_stays_until_they_are_told_or_open_their_page(competition, settings):
    settings.HAS_EMAIL = True
    told, looks = competition.pairs.all()
    Player.objects.filter(competition=competition).update(email="")
    stories.extend(competition, "R1-M1")

    def to_tell() -> set[Pair]:
        later = at(competition, timezone.now() + timedelta(days=30))
        return {row.message.pair for row in notifications(later, Topic.TIME) if row.to_do}

    assert to_tell() == {told, looks}
    record_told(competition, Topic.TIME, Told.Way.LETTER, who=str(told.number), by=stories.organiser_of(competition))
    assert to_tell() == {looks}
    Pair.objects.filter(pk=looks.pk).update(opened_at=timezone.now())
    assert to_tell() == set()


def test_each_step_of_agreeing_a_date_has_a_message(competition):
    upper, lower = (stories.place(competition, which=which) for which in (0, 1))
    offer = stories.offer(competition, dates=[DATE])
    told = only(competition, Topic.DATE)
    assert (told.about, told.pair, told.since, told.fact) == (str(offer.pk), lower.pair, offer.at, offer)
    assert (told.known_at, told.known_by) == (None, "")

    mark_as_read(lower, offered=offer.pk)
    told, seen = only(competition, Topic.DATE), Offer.objects.get().read_at
    assert (told.known_at, told.known_by) == (seen, "page")

    accept_date(lower, offered=offer.pk, at=DATE)
    told, answered = only(competition, Topic.DATE), Offer.objects.get().answered_at
    assert (told.about, told.pair, told.since) == (f"{offer.pk} taken", upper.pair, answered)
    assert (told.known_at, told.known_by) == (None, "")

    cancel_date(lower, reason="Ben is ill.")
    told, off = only(competition, Topic.DATE), Offer.objects.get().cancelled_at
    assert (told.about, told.pair, told.since) == (f"{offer.pk} cancelled", upper.pair, off)


def test_added_dates_have_their_own_message(competition):
    upper, lower = (stories.place(competition, which=which) for which in (0, 1))
    offer = stories.offer(competition, dates=[DATE])
    mark_as_read(lower, offered=offer.pk)

    add_dates(upper, offered=offer.pk, dates=[DATE + timedelta(days=1)])

    told, added = only(competition, Topic.DATE), OfferedDate.objects.last().added_at
    assert (told.about, told.pair, told.since, told.known_at) == (f"{offer.pk} added 1", lower.pair, added, None)


@pytest.mark.published(4)
def test_a_day_set_before_the_opponents_are_known_is_announced_with_the_next_round(competition):
    stories.fix_day(competition, "R2-M1", day=date(2030, 6, 10))
    for code in ("R1-M1", "R1-M2"):
        stories.settle(competition, code)

    draw = stories.now(competition)

    assert messages(draw, Topic.DAY) == []
    [told, _] = messages(draw, Topic.ROUND)
    text = OF_A_DRAW[Topic.ROUND].text(told).paragraphs[0]
    assert "The organiser set the day: you play on Mon 10 Jun 2030, 19:30." in text


def test_cancelled_offers_have_no_message(competition):
    offer = stories.offer(competition, dates=[DATE])
    cancel_offer(stories.place(competition), offered=offer.pk)
    assert messages(stories.now(competition), Topic.DATE) == []
    stories.offer(competition, dates=[DATE])
    only(competition, Topic.DATE)

    send_in(competition, "R1-M1")

    assert messages(stories.now(competition), Topic.DATE) == []


def test_a_result_told_by_email_still_has_a_message(competition):
    send_in(competition, "R1-M1")
    sent = only(competition, Topic.RESULT)
    assert (sent.about, sent.known_at, sent.since) == (str(sent.state.last.pk), None, None)
    told = stories.notify(competition)
    here = only(competition, Topic.RESULT)
    assert (here.known_at, here.known_by) == (told.notified_at, "organiser")

    stories.rewrite(Notice.objects.all(), channel="email")

    here = only(competition, Topic.RESULT)
    assert (here.known_at, here.known_by) == (None, "")


def test_messages_about_replies_have_the_time_of_the_reply():
    competition = stories.published(2, seed="answered")
    send_in(competition, "R1-M1")
    assert messages(stories.now(competition), Topic.ANSWER) == []
    agree(competition, "R1-M1")
    told = only(competition, Topic.ANSWER)
    last = told.state.last
    assert (told.about, told.since, told.pair) == (f"{last.pk} confirmed", last.answered_at, told.state.pairs[0])

    silent = stories.published(2, seed="silent")
    send_in(silent, "R1-M1")
    stories.let_reply_time_pass()
    told = only(silent, Topic.ANSWER)
    assert (told.about, told.since) == (str(told.state.last.pk), told.state.last.reply_deadline)

    final = stories.published(2, confirmation="final")
    send_in(final, "R1-M1")
    told = only(final, Topic.ANSWER)
    assert (told.since, told.pair) == (told.state.last.at, told.state.pairs[1])


def test_only_the_latest_ruling_has_a_message():
    competition = stories.published(4)
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1")
    stories.settle(competition, "R2-M1", upper_wins=False)
    final = stories.now(competition).matches["R2-M1"]

    found = [one for one in messages(stories.now(competition), Topic.RULED) if one.state.code == "R2-M1"]
    assert [(one.about, one.fact, one.pair) for one in found] == [
        (str(final.last.pk), final.last, pair) for pair in final.pairs
    ]
    assert {one.since for one in found} == {final.last.at}

    stories.settle(competition, "R2-M1", kind=None)
    stories.settle(competition, "R1-M1", upper_wins=False)
    assert "R2-M1" not in {one.state.code for one in messages(stories.now(competition), Topic.RULED)}


def test_an_undone_round_extension_is_announced_to_all_pairs():
    competition = stories.published(4)
    stories.extend(competition, "R1-M1")
    stories.extend(competition, 1, days=20)
    assert {one.state.code for one in messages(stories.now(competition), Topic.TIME)} == {"R1-M1", "R1-M2"}
    stories.undo_extension(competition, 1)

    back = {one.state.code: (one.fact.pk, one.about) for one in messages(stories.now(competition), Topic.TIME)}

    taken_back = stories.now(competition).extensions[-1]
    assert taken_back.undoes_id
    assert back == dict.fromkeys(("R1-M1", "R1-M2"), (taken_back.pk, str(taken_back.pk)))


def test_a_match_extension_takes_precedence_over_its_round():
    competition = stories.published(4)
    stories.extend(competition, "R1-M1", days=40)
    stories.extend(competition, 1, days=10)

    found = {one.state.code: one.fact.code for one in messages(stories.now(competition), Topic.TIME)}

    assert found == {"R1-M1": "R1-M1", "R1-M2": ""}


def test_an_extension_of_a_decided_match_has_no_message(competition):
    stories.extend(competition, "R1-M1")
    stories.settle(competition, "R1-M1")

    assert messages(stories.now(competition), Topic.TIME) == []


def test_a_withdrawn_pair_gets_only_news_of_its_withdrawal_and_the_end():
    competition = stories.published(4)
    pair = stories.now(competition).matches["R1-M1"].pairs[0]
    renew_link(pair, by=stories.organiser_of(competition))

    stories.withdraw(pair)

    told = [one.topic for one in messages(stories.now(competition)) if one.pair == pair]
    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R2-M1")
    at_the_end = [one.topic for one in messages(stories.now(competition)) if one.pair == pair]
    assert (told, at_the_end) == ([Topic.CHANGED], [Topic.OVER])


def test_only_the_latest_private_link_has_a_message(competition):
    pair, by = competition.pairs.first(), stories.organiser_of(competition)
    for _ in range(2):
        renew_link(pair, by=by)
    elsewhere = stories.published(2, seed="elsewhere")
    renew_link(elsewhere.pairs.last(), by=stories.organiser_of(elsewhere))

    told = only(competition, Topic.LINK)

    assert (told.pair, told.about) == (pair, str(competition.log.filter(event="renewed link").latest("pk").pk))


def test_corrected_conditions_are_news_until_the_round_is_played():
    competition = stories.published(4)
    stories.correct_conditions(competition, 1, ScoringConditions(deals=36))

    found = []
    for code in ("R1-M1", "R1-M2"):
        stories.settle(competition, code)
        found.append(len(messages(stories.now(competition), Topic.CONDITIONS)))

    assert found == [3, 0]


def test_changed_rules_are_news_until_the_competition_is_over():
    competition = stories.published_with_rules({"Entry fee": "The fee is $20.", "Prizes": "A cup."})
    for text in ("The fee is $25.", "The fee is $30."):
        stories.change_rules(competition, 1, "Entry fee", text)
    stories.change_rules(competition, 2, "Prizes", "Two cups.")
    last = competition.rules_changes.order_by("pk")[1:]

    found = messages(stories.now(competition), Topic.RULES)
    stories.settle_round(competition, 1)
    later = len(messages(stories.now(competition), Topic.RULES))
    stories.settle_round(competition, 2)

    assert [(one.fact, one.pair.number) for one in found] == [(row, number) for row in last for number in range(1, 5)]
    assert later == 4
    assert messages(stories.now(competition), Topic.RULES) == []


def test_the_latest_correction_goes_to_the_remaining_pairs():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    for deals in (36, 40):
        stories.correct_conditions(competition, 2, ScoringConditions(deals=deals))
    last = stories.now(competition).rounds[1].corrections[-1]

    found = messages(stories.now(competition), Topic.CONDITIONS)

    out = stories.now(competition).matches["R1-M1"].pairs[1].number
    assert [one.pair.number for one in found] == [number for number in (1, 2, 3, 4) if number != out]
    assert {(one.about, one.fact, one.since) for one in found} == {(str(last.pk), last, None)}
    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R2-M1")
    assert messages(stories.now(competition), Topic.CONDITIONS) == []


def test_the_home_pair_is_not_news_once_the_organiser_names_a_venue(competition):
    stories.name_home_pair(competition, code="R1-M1")
    stories.fix_day(competition, "R1-M1", day=stories.FIRST_PLAY_BY, place="12 Lake Road")

    assert messages(stories.now(competition), Topic.HOME) == []


def test_pairs_without_a_home_pair_are_asked_to_agree_a_venue():
    competition = stories.published(2, home="neutral")
    stories.name_home_pair(competition, code="R1-M1")
    stories.undo_home_pair(competition)

    texts = {OF_A_DRAW[Topic.HOME].text(message) for message in messages(stories.now(competition), Topic.HOME)}

    assert {text.heading for text in texts} == {"Final: no home pair"}
    assert all(
        "Please agree where to play. The organiser’s reason: they agreed" in text.paragraphs[0] for text in texts
    )
