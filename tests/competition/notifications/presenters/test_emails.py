"""Tests for emails as email programs show them: subject, reply address, encoding and calendar file."""

import re
from datetime import UTC, date, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone
from icalendar import Calendar

from competition.audit.actions import DecisionReason
from competition.contest.models import Organiser
from competition.contest.rules.names import family
from competition.draw.queries.draw import clear_cache, get_draw, identity
from competition.entries.actions import applications
from competition.entries.models import Pair, Player
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.match.actions.arranging import PairInMatch, accept_date, cancel_date, decline_dates, offer_dates
from competition.match.actions.play import dispute, withdraw_result
from competition.match.models import Offer
from competition.notifications.actions.delivery import send
from competition.notifications.kinds.message import subject
from competition.notifications.models import Topic
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages
from competition.rulings.decisions.competition import PlayOn
from tests import stories
from tests.competition.public_reading import public
from tests.competition.worlds import agree, send_in
from tests.mailboxes import body

pytestmark = [pytest.mark.django_db, pytest.mark.published(2)]
DATE = timezone.now().replace(microsecond=0) + timedelta(days=2)
VENUE, WORDS = "12 Lake Road, Whakatāne", "Deal 3 was passed in by those cheats"


def places(competition) -> list[PairInMatch]:
    competition.refresh_from_db()
    return [PairInMatch(pair, "R1-M1") for pair in stories.now(competition).matches["R1-M1"].pairs]


def agreed(competition, at=DATE) -> None:
    upper, lower = places(competition)
    offer_dates(upper, dates=[at], venue=VENUE)
    accept_date(lower, offered=Offer.objects.latest("pk").pk, at=at)


def cancelled(competition) -> None:
    agreed(competition)
    cancel_date(places(competition)[0], reason=WORDS)


def declined(competition) -> None:
    upper, lower = places(competition)
    offer_dates(upper, dates=[DATE], venue=VENUE)
    decline_dates(lower, reason=WORDS)


def disputed(competition) -> None:
    send_in(competition, "R1-M1")
    lower = stories.tables(competition, "R1-M1")[1]
    dispute(lower, outcome=lower.state.last.number, reason=WORDS)


def confirmed(competition) -> None:
    send_in(competition, "R1-M1")
    agree(competition, "R1-M1")


HAPPENINGS = {
    "drawn": lambda competition: None,
    "offered": lambda c: offer_dates(places(c)[0], dates=[DATE], venue=VENUE),
    "agreed": agreed,
    "declined": declined,
    "cancelled date": cancelled,
    "reported": lambda competition: send_in(competition, "R1-M1"),
    "disputed": disputed,
    "confirmed": confirmed,
    "ruled": lambda competition: stories.settle(competition, "R1-M1"),
    "extended": lambda competition: stories.extend(competition, "R1-M1"),
}


@pytest.mark.parametrize("what", HAPPENINGS)
def test_a_subject_is_short_and_contains_nothing_private(settings, what):
    settings.HAS_EMAIL = True
    competition = stories.published(4)
    HAPPENINGS[what](competition)

    for names in ("Ann Lee", "Maximiliana Featherstonehaugh-Cholmondeley of Wakefield"):
        for number, player in enumerate(Player.objects.all()):
            Player.objects.filter(pk=player.pk).update(name=f"{names} {number}")
        clear_cache()
        headings = [message_text(one).heading for one in messages(stories.now(competition))]

        assert headings
        assert [one for one in headings if len(one) > 60 or "Lake" in one or "cheats" in one or "\n" in one] == []
        assert [one for one in headings if not re.match(r"(Semi-finals|Final): ", one)] == []


@pytest.mark.parametrize(
    ("names", "called"),
    [
        (("Tom Garland", "Ann Garland"), "the Garlands"),
        (("Ann Jones", "Bo JONES"), "the Joneses"),
        (("Ann Lee", "Bo Ray"), "Lee & Ray"),
        (("Jan van der Berg", "Piet van der Berg"), "the van der Bergs"),
        (("Ann", "Bo"), "Ann & Bo"),
        (("Ann Lee Jr", "Bo Lee Jr"), "Lee Jr & Lee Jr"),
    ],
)
def test_a_pair_is_called_by_its_surnames(names, called):
    assert family(names) == called


def test_the_subject_is_the_first_wording_that_fits():
    assert subject("a" * 61, "b" * 61, "on\ntwo lines") == "On two lines"
    assert subject("é" * 61) == "É" + "é" * 58 + "…"


def test_a_short_subject_names_the_competition(boxes, competition):
    for name, wanted in (("Plate", r"Final: .* \(Plate 2026\)"), ("P" * 80, r"Final: [^(]*")):
        type(competition).objects.filter(pk=competition.pk).update(name=name)
        clear_cache()
        send_in(competition, "R1-M1") if name == "Plate" else withdraw_result(stories.tables(competition)[0])
        if name != "Plate":
            competition.refresh_from_db()
            send_in(competition, "R1-M1", 4000, 3000)
        call_command("send_emails")
        assert re.fullmatch(wanted, boxes.emails[-1]["Subject"])
        assert len(boxes.emails[-1]["Subject"]) <= 60
        assert f"{name} 2026" in body(boxes.emails[-1])


def test_replies_go_to_the_organisers_public_address(boxes, competition):
    send_in(competition, "R1-M1")
    call_command("send_emails")
    assert {email["Reply-To"] for email in boxes.emails} == {None}

    competition = stories.published(2)
    competition.owner.email = "private@k.example"
    competition.owner.save()
    Organiser.objects.filter(competition=competition).update(name="Zoë Tansley", email="zoe@k.example", news="none")
    send_in(competition, "R1-M1")
    call_command("send_emails")

    assert [str(email["Reply-To"]) for email in boxes.emails[2:]] == ["Zoë Tansley <zoe@k.example>"] * 2
    assert b"private@k.example" not in b"".join(boxes.raw)


def test_emails_contain_only_short_ascii_lines(boxes, competition):
    for number, player in enumerate(Player.objects.all()):
        Player.objects.filter(pk=player.pk).update(name=f"Zoë Ārcher {number} {'ö' * 60}")
    clear_cache()
    agreed(competition)
    cancel_date(places(competition)[0], reason="ā" * 299)
    call_command("send_emails")

    assert len(boxes.raw) == 4
    assert all(email.isascii() for email in boxes.raw)
    assert max(len(line) for email in boxes.raw for line in email.split(b"\r\n")) <= 998
    assert sum("ā" * 299 in body(email) for email in boxes.emails) == 2


def calendars(boxes) -> list[tuple[str, str, str]]:
    """Return the recipient, the method and the text of each calendar file."""
    found = []
    for email in boxes.emails:
        for part in email.iter_attachments():
            assert (part.get_content_type(), part.get_filename()) == ("text/calendar", "match.ics")
            found.append((str(email["To"]), part["Content-Type"].params["method"], unfolded(part.get_content())))
    return found


def unfolded(calendar: str) -> str:
    return calendar.replace("\r\n ", "").replace("\r\n", "\n")


def value(calendar: str, name: str) -> str:
    return re.search(rf"^{name}[^:\n]*:(.*)$", calendar, re.MULTILINE)[1]


@pytest.mark.parametrize("is_cancelled", [False, True])
def test_a_calendar_file_has_the_same_sequence_number_as_the_feed(client, boxes, is_cancelled):
    competition = stories.published(4)
    pair = stories.now(competition).matches["R1-M1"].pairs[0]
    stories.extend(competition, 1)
    stories.cancel(competition)
    stories.decide(PlayOn, competition, grounds=DecisionReason("it goes on"))
    stories.withdraw(pair)
    stories.bring_back(pair)
    stories.agree(competition, at=timezone.now() + timedelta(days=3), venue="at Ada’s")
    if is_cancelled:
        cancel_date(stories.place(competition), reason="a cold")

    call_command("send_emails")
    feed = Calendar.from_ical(client.get(public("pair-calendar", competition, pair.number)).content)

    sequences = {int(value(unfolded(text), "SEQUENCE")) for _, _, text in calendars(boxes)}
    event = next(event for event in feed.walk("VEVENT") if "R1-M1" in event["url"])
    assert sequences == {event["sequence"]}


def test_the_email_about_an_agreed_date_has_a_calendar_file(boxes):
    competition = stories.published(4)
    Organiser.objects.filter(competition=competition).update(name='Zoë "Z" Tansley', email="zoe@k.example", news="none")
    agreed(competition)
    for _ in range(2):
        call_command("send_emails")

    pairs = [place.pair for place in places(competition)]
    sent = calendars(boxes)
    assert [to for to, *_ in sent] == boxes.recipients
    assert sorted(boxes.recipients) == sorted(one.email for pair in pairs for one in pair.present)
    draw = get_draw(competition)
    uids = {str(identity(draw, "pair", pair.number, "R1-M1")): pair for pair in pairs}
    for to, method, calendar in sent:
        reader = uids[value(calendar, "UID")]
        assert to in [one.email for one in reader.present]
        assert (method, value(calendar, "METHOD")) == ("PUBLISH", "PUBLISH")
        assert value(calendar, "DTSTART") == f"{DATE.astimezone(UTC):%Y%m%dT%H%M%SZ}"
        assert value(calendar, "LOCATION") == VENUE.replace(",", "\\,")
        assert 'ORGANIZER;CN="Zoë ’Z’ Tansley":mailto:zoe@k.example' in calendar
        assert ("STATUS" in calendar, "X-WR-CALNAME" in calendar) == (False, False)
    said = [body(email) for email in boxes.emails]
    assert sum("You accepted a date: you play" in one for one in said) == 2
    assert sum("Your date was accepted: you play" in one for one in said) == 2


def test_a_date_for_a_match_in_play_says_that_the_pairs_continue(boxes):
    competition = stories.published(4)
    seen, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(seen, stories.deal())
    agreed(competition)

    call_command("send_emails")

    assert all("you continue your match against" in body(email) for email in boxes.emails)
    assert [email["Subject"].split(": ")[-1][:15] for email in boxes.emails] == ["you continue on"] * len(boxes.emails)


def test_the_email_about_a_set_day_has_a_calendar_file_and_undoing_it_removes_the_event(boxes, competition):
    stories.fix_day(competition, day=date(2030, 6, 10), place=VENUE)
    call_command("send_emails")
    stories.undo_fixed_day(competition)
    call_command("send_emails")

    fixed, undone = calendars(boxes)[:4], calendars(boxes)[4:]
    assert [method for _, method, _ in fixed] == ["PUBLISH"] * 4
    assert {value(text, "DTSTART") for *_, text in fixed} == {"20300610T073000Z"}
    assert {value(text, "LOCATION") for *_, text in fixed} == {VENUE.replace(",", "\\,")}
    assert [method for _, method, _ in undone] == ["CANCEL"] * 4
    assert {value(text, "UID") for *_, text in undone} == {value(text, "UID") for *_, text in fixed}


def test_a_cancelled_date_is_removed_from_both_pairs_calendars(boxes, competition):
    agreed(competition)
    call_command("send_emails")
    cancel_date(places(competition)[1], reason="Ann is ill.")
    call_command("send_emails")
    agreed(competition, DATE + timedelta(days=1))
    call_command("send_emails")

    by_reader: dict[str, list[tuple[str, str]]] = {}
    for to, method, calendar in calendars(boxes):
        by_reader.setdefault(to, []).append((method, calendar))
    assert len(by_reader) == 4
    for found in by_reader.values():
        assert [method for method, _ in found] == ["PUBLISH", "CANCEL", "PUBLISH"]
        sequences = [int(value(calendar, "SEQUENCE")) for _, calendar in found]
        assert sequences == sorted({*sequences})
        assert len({value(calendar, "UID") for _, calendar in found}) == 1
        assert ["STATUS:CANCELLED" in calendar for _, calendar in found] == [False, True, False]


def test_a_withdrawal_removes_the_date_from_the_opponents_calendars(boxes):
    competition = stories.published(4)
    agreed(competition)
    deliver(competition)
    gone, left = (place.pair for place in places(competition))
    before = len(calendars(boxes))

    stories.withdraw(gone)
    call_command("send_emails")
    stories.bring_back(gone)
    call_command("send_emails")

    theirs = {player.email for player in left.present}
    found = [(method, calendar) for to, method, calendar in calendars(boxes)[before:] if to in theirs]
    assert [method for method, _ in found] == ["CANCEL"] * 2 + ["PUBLISH"] * 2
    assert len({value(calendar, "UID") for _, calendar in found}) == 1
    sequences = [int(value(calendar, "SEQUENCE")) for _, calendar in found]
    assert sequences[0] == sequences[1] < sequences[2] == sequences[3]


def deliver(competition) -> None:
    """Send the emails about the draw and all other due emails."""
    send(competition, Topic.DRAW, by=stories.organiser_of(competition))
    call_command("send_emails")


def test_a_pair_without_email_gets_no_message_about_its_own_action(boxes, competition):
    competition.pairs.update(way="letter")
    clear_cache()
    agreed(competition)

    upper, lower = (place.pair for place in places(competition))

    assert [one.pair for one in messages(stories.now(competition)) if one.topic == "date"] == [upper]
    assert lower != upper


@pytest.mark.parametrize(
    ("emails", "told"),
    [
        (("ann@k.example", "bo@k.example"), ["ann@k.example", "bo@k.example"]),
        (("ann@k.example", "ANN@k.example"), ["ann@k.example"]),
        (("", ""), []),
    ],
)
def test_emails_about_an_entry_go_to_both_players(boxes, emails, told):
    competition = stories.taking_entries(0)
    players = PlayerEntry("Ann Lee", "07 1", emails[0]), PlayerEntry("Bo Ray", "07 2", emails[1])
    sent = applications.apply(competition, Entry(players), wishes="")
    for _ in range(2):
        call_command("send_emails")
    assert sorted(boxes.recipients) == sorted(told)

    applications.decline(sent, reason="Full.", by=stories.organiser_of(competition))
    for _ in range(2):
        call_command("send_emails")

    assert sorted(boxes.recipients) == sorted(2 * told)
    assert bool(stories.contacts(sent)) is (not told)


def test_a_returned_email_does_not_prevent_deleting_contact_details(boxes):
    competition = stories.taking_entries(0)
    boxes.refused["bo@k.example"] = "550 No such user"
    players = PlayerEntry("Ann Lee", "07 1", "ann@k.example"), PlayerEntry("Bo Ray", "07 2", "bo@k.example")
    sent = applications.apply(competition, Entry(players), wishes="")
    applications.decline(sent, reason="Full.", by=stories.organiser_of(competition))

    call_command("send_emails")

    assert boxes.recipients == ["ann@k.example"]
    assert stories.contacts(Pair.of_any_status.get()) == []


def test_news_of_a_dispute_greets_the_organiser_by_name(boxes, competition):
    owner = competition.owner
    owner.email, owner.first_name, owner.last_name = "owner@k.example", "", ""
    owner.save()
    Organiser.objects.filter(competition=competition).update(name="Winifred Tansley", news="each")
    disputed(competition)
    cancelled(stories.published(2))

    call_command("send_emails")

    [email] = [email for email in boxes.emails if email["To"] == owner.email]
    assert (len(email["Subject"]) <= 60, "cheats" in email["Subject"], WORDS in body(email)) == (True, False, True)
    assert body(email).startswith("Dear Winifred Tansley,")
    assert owner.username not in body(email)
