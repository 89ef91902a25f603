"""Tests for the pages for messages to pairs."""

import re
from datetime import timedelta

import pytest
from django.core.management import call_command
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from competition.contest.rules.names import family
from competition.draw.queries.draw import clear_cache
from competition.entries.models import Player
from competition.entries.private_links import link_key
from competition.notifications.actions.sending import ask_for
from competition.notifications.models import Email, Told, Topic
from competition.notifications.queries.emails import emails_of, messages
from competition.notifications.queries.message_states import notifications
from scoring.rules.conditions import ScoringConditions
from tests import stories
from tests.competition.desk_reading import desk, rows, said, text
from tests.competition.worlds import send_in
from tests.mailboxes import use
from tests.servers import free_port

pytestmark = pytest.mark.published(4)


def page(organiser, competition, topic="draw", **query):
    return organiser.get(desk("topic", competition, topic, **query))


def tell(organiser, competition, topic="draw", way="email", **more):
    return organiser.post(desk("tell", competition, topic), {"way": way, **more}, follow=True)


def by_hand(competition, *numbers: int) -> None:
    Player.objects.filter(pair__competition=competition, pair__number__in=numbers).update(email="")


def test_pressing_the_button_twice_sends_each_email_once(organiser, competition, boxes):
    call_command("send_emails")
    assert boxes.emails == []
    assert "The draw is published. 4 pairs to tell." in text(page(organiser, competition))

    answer, again = tell(organiser, competition), tell(organiser, competition)
    for _ in range(2):
        call_command("send_emails")

    assert said(answer) == ["8 emails are being sent."]
    assert said(again) == ["There are no emails left to send."]
    assert sorted(boxes.recipients) == sorted(competition.players.values_list("email", flat=True))
    assert competition.log.filter(event="queued emails").count() == 1
    told = text(page(organiser, competition))
    assert ("All pairs are told." in told, "8 of 8 emails are sent." in told) == (True, True)


def test_the_email_about_the_draw_is_complete(organiser, competition, boxes):
    tell(organiser, competition)
    call_command("send_emails")

    state = stories.now(competition).matches["R1-M1"]
    pair, others = state.pairs
    email = next(email for email in boxes.emails if email["To"] == pair.present[0].email)
    words = email.get_content().replace("\r\n", "\n")
    assert email["Subject"] == f"Semi-finals: you play {family(tuple(one.name for one in others.present))}"
    drawn = f"The draw of {competition} is published. Your opponents in the semi-finals are {others}."
    assert f"{drawn} Please play by Fri 31 May 2030." in words
    assert f"\nhttps://k.example/p/{link_key(pair)}/\n" in words
    assert all(f"\n{one.name}, {one.phone}, {one.email}\n" in words for one in others.present)
    assert f"\nhttps://k.example/{competition.slug}/conditions/\n" in words


def test_pairs_without_email_are_told_by_letter(organiser, competition, boxes):
    by_hand(competition, 2, 3)
    forms = stories.now(competition).forms

    printed = tell(organiser, competition, way="letter")
    tell(organiser, competition, way="letter")

    assert {row.pair.number: row.way for row in Told.objects.all()} == {2: "letter", 3: "letter"}
    letters = re.findall(r"Pair (\d+)", text(printed))
    assert sorted(letters) == ["2", "3"]
    assert "Your opponents in the semi-finals are" in text(printed)
    listed = [row for row in rows(page(organiser, competition), "main") if len(row) == 3]
    assert ["✓ printed" in row[2] for row in listed].count(True) == 2
    assert {row[0] for row in listed} == {forms[number].line for number in (1, 2, 3, 4)}
    first = stories.now(competition).matches["R1-M1"]
    met = {forms[one].line: forms[other].short for one, other in (first.numbers, first.numbers[::-1])}
    assert met.items() <= {(row[0], row[1]) for row in listed}
    assert competition.log.filter(event="told").get().text == "Told by letter: pair 2, 3. The draw is published."


def test_the_page_shows_which_pairs_opened_their_pages(organiser, competition, boxes):
    tell(organiser, competition)
    call_command("send_emails")
    first, second, third, _ = competition.pairs.all()
    early = Client()
    early.post(reverse("link:open", args=[link_key(third)]))
    competition.pairs.filter(pk=third.pk).update(opened_at=timezone.now() - timedelta(hours=1))

    Client().post(reverse("link:open", args=[link_key(first)]))
    home, address = early.get(reverse("play:home")).content.decode(), reverse("play:opened")
    assert f'action="{address}" data-seen' in home
    assert [early.post(address).status_code, f'"{address}"' in early.get(reverse("play:home")).content.decode()] == [
        204,
        False,
    ]

    told = {row[0]: row[2] for row in rows(page(organiser, competition), "main") if len(row) == 3}
    forms = stories.now(competition).forms
    said = [told[forms[pair.number].line].split(" ")[1] for pair in (first, second, third)]
    assert said == ["opened", "sent", "opened"]


def test_a_pair_told_by_phone_gets_no_email(organiser, competition, boxes):
    tell(organiser, competition, way="telephone", pair=1)
    # The page shows the next message.
    assert "Dear Ada North 2 and" in text(page(organiser, competition))
    tell(organiser, competition)
    call_command("send_emails")

    pair = competition.pairs.get(number=1)
    assert (len(boxes.emails), {*boxes.recipients} & {one.email for one in pair.present}) == (6, set())


def test_the_page_counts_pairs_by_their_chosen_channel(organiser, competition, settings):
    settings.HAS_EMAIL = True
    competition.pairs.filter(number=1).update(way="telephone")
    competition.pairs.filter(number=2).update(way="letter")
    clear_cache()

    words = text(page(organiser, competition))

    assert ("By phone, 1 to do" in words, "1 letter to print" in words, "2 by email" in words) == (True, True, True)


def test_the_last_pair_to_phone_is_named_in_the_heading(organiser, competition):
    competition.pairs.filter(number=1).update(way="telephone")
    for number in (2, 3, 4):
        tell(organiser, competition, way="text", pair=number)
    clear_cache()

    assert "Phone Ada & Ben: the draw is published" in text(page(organiser, competition))


def test_a_site_without_email_drafts_an_email_for_the_organiser_to_send(organiser, competition):
    pair = competition.pairs.get(number=2)

    reads = page(organiser, competition, pair=2)

    words = text(reads)
    assert "4 to write to" in words
    assert f"/p/{link_key(pair)}/" in words
    assert f"mailto:{pair.present[0].email}" in reads.content.decode()
    assert "Please write down:" in words
    assert said(tell(organiser, competition, way="text")) == ["Marked as told: 4 pairs."]


def test_an_email_goes_to_the_corrected_address(organiser, competition, boxes):
    player = competition.players.first()
    wrong = player.email.replace("example.org", "exmaple.org")
    assert wrong != player.email
    Player.objects.filter(pk=player.pk).update(email=wrong)
    clear_cache()
    boxes.refused[wrong] = "550 No such user here"
    tell(organiser, competition)
    call_command("send_emails")

    back = page(organiser, competition)
    assert "7 of 8 emails are sent. 1 was not delivered." in text(back)
    assert f'value="{player.email}"' in back.content.decode()
    same, fixed = (
        organiser.post(desk("correct", competition, "draw"), {"player": player.pk, "email": email}, follow=True)
        for email in (wrong, player.email)
    )
    call_command("send_emails")

    assert said(same) == [f"The email to {wrong} was not delivered. Give another address."]
    assert said(fixed) == [f"The email is being sent to {player.email}."]
    assert boxes.recipients[-1] == player.email
    assert "not delivered" not in text(page(organiser, competition))


def test_a_wrong_address_is_refused(organiser, competition):
    for form, fault in (
        ({"player": 1, "email": "nonsense"}, "This is not an email address. It looks like name@example.org."),
        ({}, "This field is required. This field is required."),
    ):
        answer = organiser.post(desk("correct", competition, "draw"), form, follow=True)

        assert said(answer) == [fault]


def test_both_pairs_are_told_again_after_a_correction(organiser, competition, boxes):
    stories.settle(competition, "R1-M1")
    assert "There are no messages of this kind now." in text(page(organiser, competition, "round"))
    stories.settle(competition, "R1-M2")
    tell(organiser, competition, "round")
    call_command("send_emails")
    stories.settle(competition, "R1-M1", upper_wins=False)

    tell(organiser, competition, "round")
    call_command("send_emails")

    assert sum("Your opponents in the final are" in email.get_content() for email in boxes.emails) == 8


def test_a_pair_with_a_bye_is_told_later_about_its_opponents(at_desk, boxes):
    competition = stories.published(3)
    organiser = at_desk(competition)
    final = stories.now(competition).matches["R2-M1"]
    waiting = final.pairs[0]
    assert "You have a bye in the first round." in text(page(organiser, competition, pair=waiting.number))
    tell(organiser, competition)
    call_command("send_emails")
    stories.settle(competition, "R1-M1" if final.sides[0].awaiting == "R1-M1" else "R1-M2")

    assert len(messages(stories.now(competition), Topic.ROUND)) == 2


def test_pairs_that_knew_of_a_correction_are_told_that_it_is_undone(organiser, competition):
    by_hand(competition, 1, 2)
    one = competition.pairs.get(number=2).present[0]
    Player.objects.filter(pk=one.pk).update(email="one@k.example")
    stories.correct_conditions(competition, 2, ScoringConditions(deals=36))
    ask_for(emails_of(messages(stories.now(competition), Topic.CONDITIONS)))
    Player.objects.filter(pair=one.pair).exclude(pk=one.pk).update(email="two@k.example")

    stories.undo_conditions(competition, 2)

    found = notifications(stories.now(competition), Topic.CONDITIONS)
    assert [one.message.pair.number for one in found] == [2, 3, 4]


def test_pairs_that_never_knew_of_a_rules_change_are_not_told_that_it_is_undone(competition):
    stories.change_rules(competition, None, "Parking", "Park in the street.")
    stories.undo_rules(competition, 1)

    assert notifications(stories.now(competition), Topic.RULES) == []


def test_telling_a_pair_of_a_result_by_phone_starts_the_reply_time(organiser, competition, boxes):
    send_in(competition, "R1-M1")
    pair = stories.now(competition).matches["R1-M1"].to_answer

    tell(organiser, competition, "result", way="telephone", pair=pair.number)
    call_command("send_emails")

    assert (stories.now(competition).matches["R1-M1"].last.notified_by, boxes.emails) == ("organiser", [])


def test_the_message_pages_take_a_fixed_number_of_queries(at_desk, boxes, django_assert_num_queries):
    for size in (2, 8):
        competition = stories.published(size)
        organiser = at_desk(competition)
        with django_assert_num_queries(20):
            organiser.get(desk("messages", competition))
        tell(organiser, competition)
        with django_assert_num_queries(8):
            page(organiser, competition)


def test_there_are_no_messages_before_the_draw(at_desk):
    competition = stories.entered(2)

    assert "When the draw is published" in text(at_desk(competition).get(desk("messages", competition)))
    assert "There are no messages of this kind now" in text(
        at_desk(competition).get(desk("topic", competition, "draw"))
    )
    assert not Email.objects.exists()


def test_the_desk_reports_emails_that_wait_too_long(organiser, competition, settings, capsys):
    use(settings, free_port())
    tell(organiser, competition)
    call_command("send_emails")
    assert "Emails have been waiting" not in text(organiser.get(desk("competition", competition)))
    Email.objects.update(since=timezone.now() - timedelta(minutes=20))

    page = text(organiser.get(desk("competition", competition)))

    assert ("Emails have been waiting since" in page, "sends them when it works again" in page) == (True, True)


def test_four_clicks_email_the_links_to_all_pairs(at_desk, boxes):
    competition = stories.published(2)
    organiser = at_desk(competition)
    seen = organiser.get(reverse("desk:home"))
    for name in ("competition", "messages", "topic"):
        address = desk(name, competition, *(["draw"] if name == "topic" else []))
        assert f'href="{address}"' in seen.content.decode()
        seen = organiser.get(address)
    form = re.search(r'action="([^"]+/tell/)">.*?name="way" value="(email)"', seen.content.decode(), re.DOTALL)
    organiser.post(form[1], {"way": form[2]})
    call_command("send_emails")

    got = {email["To"]: email.get_content() for email in boxes.emails}
    for pair in competition.pairs.all():
        assert all(link_key(pair) in got[player.email] for player in pair.present)


def test_a_kind_of_message_that_is_not_for_pairs_has_no_page(organiser, competition):
    for name in ("nothing", "news"):
        pages = [desk(page, competition, name) for page in ("topic", "tell", "correct")]

        assert organiser.get(pages[0]).status_code == 404
        assert [organiser.post(page, {"way": "email"}).status_code for page in pages[1:]] == [404, 404]
    assert "There are no pairs." in text(organiser.get(desk("letters", competition, **{"for": "news"})))
