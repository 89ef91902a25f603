"""Tests for the organiser's wording before and after the facts of a message."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from competition.audit.models import LogEntry
from competition.notifications.models import Wording
from tests import stories
from tests.competition.desk_reading import desk, text
from tests.mailboxes import mailboxes, use

pytestmark = pytest.mark.published(4)
WORDS = {"before": "I hope you had a good summer.", "after": "Please ring me\nrather than write."}


def reword(organiser, competition, topic="draw", **words):
    return organiser.post(desk("wording", competition, topic), words or WORDS, follow=True)


def test_every_email_has_the_organisers_wording_around_the_facts(organiser, competition, settings):
    reword(organiser, competition)
    with mailboxes() as boxes:
        use(settings, boxes.port)
        organiser.post(desk("tell", competition, "draw"), {"way": "email"})
        call_command("send_emails")

    assert len(boxes.emails) == 8
    for email in boxes.emails:
        paragraphs = email.get_content().replace("\r\n", "\n").split("\n\n")
        assert (paragraphs[1], paragraphs[3]) == (WORDS["before"], WORDS["after"])
        assert paragraphs[2].startswith("The draw of ")


def test_pages_text_messages_and_letters_have_the_organisers_wording(organiser, competition):
    reword(organiser, competition)

    page = text(organiser.get(desk("topic", competition, "draw")))
    assert page.count(WORDS["before"]) == 3
    organiser.post(desk("tell", competition, "draw"), {"way": "letter", "pair": "1"})
    assert WORDS["before"] in text(organiser.get(desk("letters", competition), {"for": "draw", "pair": "1"}))


def test_other_kinds_and_other_competitions_keep_their_wording(organiser, competition):
    other = stories.published(5)
    Wording.objects.create(competition=other, topic="draw", before="Of another competition.")
    reword(organiser, competition, "soon", before="Hurry up.", after="")
    reword(organiser, competition)

    page = text(organiser.get(desk("topic", competition, "draw")))
    assert [words in page for words in ("Of another competition.", "Hurry up.")] == [False, False]
    assert {(one.competition, one.topic, one.before) for one in Wording.objects.all()} == {
        (competition, "soon", "Hurry up."),
        (competition, "draw", WORDS["before"]),
        (other, "draw", "Of another competition."),
    }


def test_an_empty_wording_is_deleted(organiser, competition):
    reword(organiser, competition)
    reword(organiser, competition, before="", after=" ")

    assert not Wording.objects.exists()
    assert WORDS["before"] not in text(organiser.get(desk("topic", competition, "draw")))
    lines = LogEntry.objects.filter(competition=competition, event="changed wording")
    assert [line.text for line in lines] == ["Changed the wording of messages: the draw is published."] * 2


def test_a_wording_can_have_only_one_part(organiser, competition):
    for words in ({"before": "Before alone."}, {"after": "After alone."}):
        reword(organiser, competition, **({"before": "", "after": ""} | words))

        assert Wording.objects.filter(**words).exists()


def test_other_kinds_of_message_cannot_have_a_wording(organiser, competition):
    for topic in ("news", "nothing"):
        assert reword(organiser, competition, topic).status_code == 404
    assert reword(organiser, competition, "declined").redirect_chain[-1][0] == desk("topic", competition, "declined")
    assert Wording.objects.get().topic == "declined"


def test_a_wording_above_the_limit_is_refused(organiser, competition):
    page = reword(organiser, competition, before="x" * 601)

    assert page.status_code == 422
    assert "x" * 601 in page.content.decode()
    assert not Wording.objects.exists()


def test_the_database_refuses_an_empty_wording(competition):
    with pytest.raises(IntegrityError), transaction.atomic():
        Wording.objects.create(competition=competition, topic="draw")


def test_emails_about_new_matches_can_wait_for_the_organiser(organiser, competition, settings):
    with mailboxes() as boxes:
        use(settings, boxes.port)
        page = organiser.get(desk("wording", competition, "round"))
        assert page.context["form"].initial["sends_new_matches"] is True
        reword(organiser, competition, "round", before="", after="")
        stories.settle_round(competition, 1)
        call_command("send_emails")
        waiting = [email for email in boxes.emails if "you play" in email["Subject"]]

        reword(organiser, competition, "round", before="", after="", sends_new_matches="on")
        call_command("send_emails")

    sent = [email for email in boxes.emails if "you play" in email["Subject"]]
    assert (len(waiting), len(sent)) == (0, 4)
