"""Tests for emails that are due, waiting or not delivered."""

from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.utils import timezone

from competition.contest.models import Organiser
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import clear_cache
from competition.entries.actions import applications
from competition.entries.actions.pairs import remove
from competition.entries.models import Pair, Player
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.notifications.actions.sending import ask_for
from competition.notifications.models import Email, Topic
from competition.notifications.presenters import write_message
from competition.notifications.queries.emails import due, emails_of, messages, rows, troubles, waits_long
from competition.notifications.queries.message_states import all_notifications, entry_notifications, waiting_since
from competition.notifications.queries.news import to_organisers, with_sign_in
from tests import stories
from tests.competition.worlds import send_in

MOMENT, HOUR, DAY = timedelta.resolution, timedelta(hours=1), timedelta(days=1)
NOON = timezone.localtime().replace(hour=12, minute=0, second=0, microsecond=0) + DAY


def clock(monkeypatch, at=NOON) -> None:
    monkeypatch.setattr(timezone, "now", lambda: at)


def apply(competition, who: str, **more) -> Pair:
    players = PlayerEntry(f"Ada {who}", "07 555 0001", f"{who}@k.example"), PlayerEntry(f"Ben {who}")
    return applications.apply(competition, Entry(players, **more), wishes="")


@pytest.mark.parametrize(
    ("addresses", "reached"),
    [
        (("larks@k.example", "Larks@K.example"), ["larks@k.example"]),
        (("ada@k.example", "ben@k.example"), ["ada@k.example", "ben@k.example"]),
        (("", "ben@k.example"), ["ben@k.example"]),
    ],
)
def test_two_players_with_one_address_get_one_email_with_both_names(settings, addresses, reached):
    settings.HAS_EMAIL = True
    competition = stories.published(2)
    pair = competition.pairs.first()
    for player, address in zip(pair.players.order_by("place"), addresses, strict=True):
        Player.objects.filter(pk=player.pk).update(email=address)
    clear_cache()

    found = emails_of(messages(stories.now(competition), Topic.DRAW))
    theirs = [one for one in found if one.reader.pair_id == pair.pk]

    assert [one.email for one in theirs] == reached
    told = write_message(theirs[0].message, "https://k.example").email_body
    first, second = pair.present
    assert told.startswith(f"Dear {first.name} and {second.name},")


@pytest.mark.parametrize(("ago", "goes"), [(7 * DAY - MOMENT, True), (7 * DAY, False)])
def test_a_new_entry_is_news_for_a_week(settings, monkeypatch, ago, goes):
    settings.HAS_EMAIL = True
    clock(monkeypatch)
    competition = stories.taking_entries(0)
    apply(competition, "tern")
    Pair.of_any_status.exclude(reference="").update(sent_at=NOON - ago)

    assert [one.topic for one in due()] == [Topic.RECEIVED] * goes
    [told] = entry_notifications(competition)
    assert bool(told.told_at) is not goes


def test_a_requested_email_about_an_old_entry_is_still_waiting(settings):
    settings.HAS_EMAIL = True
    competition = stories.taking_entries(0)
    apply(competition, "tern")
    ask_for(due())
    Pair.of_any_status.exclude(reference="").update(sent_at=NOON - 30 * DAY)

    [before] = entry_notifications(competition)
    stories.PairFactory.create_batch(2, competition=competition)
    stories.publish(competition)
    [after] = entry_notifications(competition)
    assert [(told.told_at, told.waits) for told in (before, after)] == [(None, True)] * 2


def test_only_unsent_emails_about_entries_are_due():
    competition = stories.taking_entries(2)
    for who in ("tern", "wren", "gull"):
        apply(competition, who)
    apply(competition, "coot", way="letter")
    _, wren, gull, _ = stories.applications(competition)
    pair = applications.accept(wren, by=stories.organiser_of(competition))
    applications.decline(gull, reason="Full.", by=stories.organiser_of(competition))

    found = {(str(one.reader), one.reader.email, one.topic, one.about) for one in due()}
    assert found == {
        ("Ada tern", "tern@k.example", Topic.RECEIVED, ""),
        ("Ada wren", "wren@k.example", Topic.ACCEPTED, ""),
        ("Ada gull", "gull@k.example", Topic.DECLINED, ""),
    }
    assert pair in {one.reader.pair for one in due() if isinstance(one.reader, Player)}

    ask_for(due())
    Email.objects.exclude(topic=Topic.ACCEPTED).update(tries=1, sent_at=NOON)
    assert [one.topic for one in due()] == [Topic.ACCEPTED]
    Email.objects.all().delete()

    stories.publish(competition)
    assert {one.topic for one in due()} == {Topic.RECEIVED, Topic.DECLINED}
    assert {one.message.topic for one in entry_notifications(competition)} == {Topic.RECEIVED, Topic.DECLINED}


@pytest.mark.parametrize(
    ("contact", "waits"), [({}, False), ({"phone": "07 555 0001"}, True), ({"email": "ada@k.example"}, True)]
)
def test_a_declined_entry_without_contact_details_has_no_message(contact, waits):
    competition = stories.taking_entries(0)
    players = PlayerEntry("Ada Tern", **contact), PlayerEntry("Ben Tern")
    sent = applications.apply(competition, Entry(players), wishes="")
    applications.decline(sent, reason="Full.", by=stories.organiser_of(competition))

    assert [one.message.pair for one in entry_notifications(competition)] == [sent] * waits


def test_a_removed_pair_gets_no_message_about_its_entry():
    stories.published(2)
    competition = stories.taking_entries(0)
    sent = apply(competition, "tern")
    pair = applications.accept(sent, by=stories.organiser_of(competition))
    assert len(entry_notifications(competition)) == 1

    remove(pair, fingerprint=pair.fingerprint, by=stories.organiser_of(competition))

    assert (entry_notifications(competition), due()) == ([], [])


@pytest.fixture
def asked():
    """Return a competition with two requested emails."""
    competition = stories.published(2)
    send_in(competition, "R1-M1")
    ask_for(due())
    return competition


def test_an_email_waits_too_long_after_15_minutes(settings, monkeypatch, asked):
    settings.HAS_EMAIL = True
    clock(monkeypatch)
    quarter = NOON - timedelta(minutes=15)
    first, second = Email.objects.all()
    now = stories.now(asked)

    for since, waits in ((quarter, False), (quarter - MOMENT, True)):
        Email.objects.update(since=since)
        assert waits_long(Email.objects.first()) is waits
        assert waiting_since(all_notifications(asked, now)) == (since if waits else None)
    Email.objects.filter(pk=second.pk).update(since=quarter - HOUR)
    assert waiting_since(all_notifications(asked, now)) == quarter - HOUR
    Email.objects.filter(pk=first.pk).update(tries=1, sent_at=NOON)
    Email.objects.filter(pk=second.pk).update(refused=second.reader.email, **PARKED)
    assert waiting_since(all_notifications(asked, now)) is None
    Email.objects.update(sent_at=None, refused="", **NOT_PARKED)
    assert waiting_since(all_notifications(asked, now)) is not None
    settings.HAS_EMAIL = False
    assert waiting_since(all_notifications(asked, now)) is None


def test_outdated_emails_do_not_count_as_waiting(settings, asked):
    settings.HAS_EMAIL = True
    Email.objects.update(since=NOON - 10 * DAY, tries=3)
    stories.notify(asked)
    now = stories.now(asked)
    assert len(troubles(now, rows(now))) == 2

    stories.settle(asked, "R1-M1")

    now = stories.now(asked)
    assert (waiting_since(all_notifications(asked, now)), troubles(now, rows(now))) == (None, [])


def test_an_email_tried_three_times_counts_as_failing(asked):
    row = Email.objects.first()
    now = stories.now(asked)
    for columns, arrives in (
        ({"tries": 2}, True),
        ({"tries": 3}, False),
        ({"tries": 3, "sent_at": NOON}, True),
        ({"tries": 1, "refused": "old@k.example", **PARKED}, True),
        ({"tries": 3, "refused": "old@k.example", **PARKED}, True),
        ({"tries": 1, **PARKED}, False),
    ):
        Email.objects.filter(pk=row.pk).update(**{"refused": "", "sent_at": None} | NOT_PARKED | columns)
        assert [reader for reader, _ in troubles(now, rows(now))] == ([] if arrives else [row.player]), columns


PARKED = {"parked_at": NOON, "fault": "The mail server did not accept the address."}
NOT_PARKED = {"parked_at": None, "fault": ""}


def news(competition, wish: str) -> None:
    owner = competition.owner
    owner.email = "winifred@k.example"
    owner.save()
    Organiser.objects.filter(competition=competition).update(news=wish)


def told() -> list[tuple[str, ...]]:
    return [one.lines[1:] for one in to_organisers()]


def test_news_is_emailed_for_a_week(monkeypatch):
    clock(monkeypatch)
    competition = stories.taking_entries(0)
    news(competition, "each")
    sent = apply(competition, "tern")
    week = NOON - 7 * DAY

    found = []
    for moment in (week, week + MOMENT):
        Pair.of_any_status.exclude(reference="").update(sent_at=moment)
        found.append([(one.about, one.lines) for one in to_organisers()])

    line = "Ada tern & Ben tern entered the competition."
    assert found == [[], [(f"{competition.pk} entry {sent.pk}", (str(competition), line))]]


def test_a_daily_email_covers_exactly_the_day_before(monkeypatch):
    clock(monkeypatch)
    competition = stories.taking_entries(0)
    news(competition, "day")
    apply(competition, "tern")
    today = NOON.replace(hour=0)

    found = []
    for moment in (today - DAY - MOMENT, today - DAY, today - MOMENT, today):
        Pair.of_any_status.exclude(reference="").update(sent_at=moment)
        found.append([(one.about, len(one.lines)) for one in to_organisers()])

    counted = [(f"{competition.pk} {today.date()}", 2)]
    assert found == [[], counted, counted, []]
    Pair.of_any_status.exclude(reference="").update(sent_at=today - MOMENT)
    news(competition, "none")
    assert told() == []


def test_an_overdue_match_is_news_for_a_week_from_the_day_after_the_limit(monkeypatch):
    competition = stories.published(2)
    news(competition, "each")
    overdue = stories.FIRST_PLAY_BY + timedelta(days=competition.conditions.report_days + 1)
    begins = NOON.replace(year=overdue.year, month=overdue.month, day=overdue.day, hour=0)

    found = []
    for moment in (begins - MOMENT, begins + MOMENT, begins + 7 * DAY - MOMENT, begins + 7 * DAY):
        clock(monkeypatch, moment)
        clear_cache()
        found.append([one.about for one in to_organisers()])

    about = f"{competition.pk} late R1-M1 {stories.FIRST_PLAY_BY}"
    assert found == [[], [about], [about], []]


def test_a_decided_dispute_is_not_news():
    competition = stories.published(2)
    news(competition, "each")
    send_in(competition, "R1-M1")
    assert told() == []
    stories.match_actions.dispute(
        stories.tables(competition)[1], outcome=ResultEntry.objects.get().number, reason="Deal 3."
    )
    first, second = (pair.name for pair in stories.now(competition).matches["R1-M1"].pairs)
    assert told() == [(f"{first} and {second} disagree about the result of their match. Their reason: “Deal 3.”",)]

    stories.settle(competition, "R1-M1")

    assert told() == []


def test_a_password_link_is_sent_within_an_hour(monkeypatch):
    clock(monkeypatch)
    user = stories.entered(0).owner
    user.email = "winifred@k.example"
    user.save()
    row = Email.objects.create(user=user, topic=Topic.PASSWORD, about="2026-05-01 12:00", message_id="<1>")

    def goes(**columns) -> bool:
        User.objects.filter(pk=user.pk).update(**{"email": user.email, "is_active": True} | columns)
        return [(one.reader, one.about) for one in to_organisers()] == [(user, row.about)]

    for since, is_fresh in ((NOON - HOUR, False), (NOON - HOUR + MOMENT, True)):
        Email.objects.update(since=since)
        assert goes() is is_fresh
    assert [goes(email=""), goes(is_active=False), goes()] == [False, False, True]
    for columns in ({"sent_at": NOON, "tries": 1}, {"sent_at": None, "topic": Topic.NEWS}):
        Email.objects.update(**columns)
        assert not goes()
    Email.objects.update(topic=Topic.PASSWORD)
    Email.objects.update(refused="old@k.example", **PARKED)
    assert [goes(email=""), goes(email="old@k.example"), goes()] == [False, False, True]


def test_an_account_is_found_by_username_or_email_address():
    user = stories.entered(0).owner
    user.email = "Winifred@k.example"
    user.save()
    assert [with_sign_in(name) for name in (user.username, "winifred@K.example", "")] == [[user], [user], []]

    for columns in ({"is_active": False}, {"email": ""}, {"password": "!"}):
        User.objects.filter(pk=user.pk).update(**columns)
        assert with_sign_in(user.username) == []
        user.save()
