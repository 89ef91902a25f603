"""Tests for the state of a message."""

from datetime import UTC, datetime, timedelta
from types import SimpleNamespace

from competition.entries.models import Player
from competition.notifications.kinds.entries import EntryMessage
from competition.notifications.models import Email, Topic
from competition.notifications.queries.message_states import Notification, returned_emails

NOON = datetime(2026, 5, 1, 12, tzinfo=UTC)
LATER = NOON + timedelta(hours=1)
TO, PHONE = "ada@k.example", "07 555 0001"


def pair(way: str = "email", email: str = TO, phone: str = PHONE):
    present = [SimpleNamespace(email="", phone=""), SimpleNamespace(email=email, phone=phone)]
    return SimpleNamespace(way=way, present=present)


def make_email(sent_at=None, refused: str = "", email: str = TO, tries: int = 0):
    row = Email(sent_at=sent_at, refused=refused, tries=tries, parked_at=NOON if refused else None)
    row.player = Player(email=email)
    return row


def telling(*emails, way="email", by_hand=None, opened_at=None, known_at=None, known_by="", topic=Topic.TIME):
    hand = by_hand and SimpleNamespace(way=by_hand, at=NOON)
    message = SimpleNamespace(pair=pair(way), known_at=known_at, known_by=known_by, topic=topic, pressed=topic.pressed)
    return Notification(message, emails, hand, opened_at)


def test_the_channel_is_the_pairs_choice_if_it_can_be_used(settings):
    for of, has_email, way, of_entry in [
        (pair(), True, "email", "email"),
        (pair(), False, "text", "text"),
        (pair(email=""), True, "letter", "text"),
        (pair("telephone"), True, "telephone", "telephone"),
        (pair("telephone", phone=""), True, "letter", "text"),
        (pair("letter"), True, "letter", "text"),
    ]:
        settings.HAS_EMAIL = has_email

        assert Notification(SimpleNamespace(pair=of), (), None).way == way, of
        assert Notification(EntryMessage(of), (), None).way == of_entry, of


def test_a_message_shows_how_and_when_its_pair_was_told(settings):
    for one, taken, told_at, how in [
        (telling(), "email", None, "sent"),
        (telling(make_email(NOON), way="letter"), "email", NOON, "sent"),
        (telling(make_email(NOON), make_email(LATER), make_email()), "email", LATER, "sent"),
        (telling(make_email(LATER), by_hand="letter"), "letter", NOON, "printed"),
        (telling(by_hand="telephone"), "telephone", NOON, "phoned"),
        (telling(by_hand="text"), "text", NOON, "told"),
        (telling(known_at=NOON, known_by="page"), "email", NOON, "opened"),
        (telling(make_email(LATER), known_at=NOON, known_by="organiser"), "email", NOON, "told"),
    ]:
        settings.HAS_EMAIL = True

        assert (one.taken, one.told_at, one.how) == (taken, told_at, how), one
        assert (one.opened, one.last_at) == (False, told_at), one


def test_a_page_opened_after_the_message_is_reported():
    for at, opened in [(None, False), (NOON - timedelta.resolution, False), (NOON, True), (LATER, True)]:
        one = telling(by_hand="letter", opened_at=at)

        assert (one.opened, one.last_at, one.how) == ((True, at, "opened") if opened else (False, NOON, "printed")), at


def test_a_page_opened_earlier_does_not_mark_a_message_as_opened():
    assert telling(opened_at=LATER).opened is False


def test_a_message_either_waits_or_needs_the_organiser(settings):
    for one, came_back, waits, to_do in [
        (telling(), False, True, False),
        (telling(topic=Topic.DRAW), False, False, True),
        (telling(make_email(), topic=Topic.DRAW), False, True, False),
        (telling(way="letter"), False, False, True),
        (telling(make_email(), way="letter"), False, True, False),
        (telling(make_email(refused=TO)), True, False, True),
        (telling(make_email(refused=TO), make_email()), False, True, False),
        (telling(make_email(refused="old@k.example")), False, True, False),
        (telling(make_email(refused=TO), make_email(NOON)), False, False, False),
        (telling(make_email(refused=TO), by_hand="telephone"), False, False, False),
    ]:
        settings.HAS_EMAIL = True

        assert (one.came_back, one.waits, one.to_do) == (came_back, waits, to_do), one


def test_returned_lists_parked_and_failing_emails():
    for one, stuck in [
        (telling(make_email(tries=2)), 0),
        (telling(make_email(tries=3)), 1),
        (telling(make_email(refused=TO)), 1),
        (telling(make_email(refused="old@k.example")), 0),
        (telling(make_email(NOON, tries=3)), 0),
        (telling(make_email(tries=3), by_hand="letter"), 0),
        (telling(make_email(tries=3), make_email(), make_email(refused=TO)), 2),
    ]:
        found = returned_emails([one])

        assert [(told, email) for told, _, email in found] == [(one, TO)] * stuck, one
