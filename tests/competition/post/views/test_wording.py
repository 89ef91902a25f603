"""The organiser's own words before the facts of a message and after them."""

import pytest
from django.core.management import call_command
from django.db import IntegrityError, transaction

from competition.log.models import LogEntry
from competition.post.models import Wording
from tests import stories
from tests.competition.desk_reading import desk, text
from tests.mailboxes import mailboxes, use

pytestmark = pytest.mark.django_db
WORDS = {"before": "I hope you had a good summer.", "after": "Please ring me\nrather than write."}


@pytest.fixture
def competition():
    return stories.published(4)


@pytest.fixture
def client(at_desk, competition):
    return at_desk(competition)


def reword(client, competition, occasion="draw", **words):
    return client.post(desk("wording", competition, occasion), words or WORDS, follow=True)


def test_it_stands_around_the_facts_in_every_mail(client, competition, settings):
    reword(client, competition)
    with mailboxes() as boxes:
        use(settings, boxes.port)
        client.post(desk("tell", competition, "draw"), {"way": "mail"})
        call_command("send_mail")

    assert len(boxes.mails) == 8
    for mail in boxes.mails:
        paragraphs = mail.get_content().replace("\r\n", "\n").split("\n\n")
        assert (paragraphs[1], paragraphs[3]) == (WORDS["before"], WORDS["after"])
        assert paragraphs[2].startswith("The draw of ")


def test_the_page_the_text_and_the_letter_say_it_too(client, competition):
    reword(client, competition)

    page = text(client.get(desk("occasion", competition, "draw")))
    assert page.count(WORDS["before"]) == 3
    client.post(desk("tell", competition, "draw"), {"way": "letter", "pair": "1"})
    assert WORDS["before"] in text(client.get(desk("letters", competition), {"for": "draw", "pair": "1"}))


def test_other_occasions_and_other_competitions_keep_their_words(client, competition):
    other = stories.published(5)
    Wording.objects.create(competition=other, occasion="draw", before="Of another competition.")
    reword(client, competition, "soon", before="Hurry up.", after="")
    reword(client, competition)

    page = text(client.get(desk("occasion", competition, "draw")))
    assert [words in page for words in ("Of another competition.", "Hurry up.")] == [False, False]
    assert {(one.competition, one.occasion, one.before) for one in Wording.objects.all()} == {
        (competition, "soon", "Hurry up."),
        (competition, "draw", WORDS["before"]),
        (other, "draw", "Of another competition."),
    }


def test_empty_words_leave_the_facts_alone_and_each_change_is_in_the_log(client, competition):
    reword(client, competition)
    reword(client, competition, before="", after=" ")

    assert not Wording.objects.exists()
    assert WORDS["before"] not in text(client.get(desk("occasion", competition, "draw")))
    lines = LogEntry.objects.filter(competition=competition, event="changed wording")
    assert [line.text for line in lines] == ["Changed the wording of messages: the draw is published."] * 2


@pytest.mark.parametrize("words", [{"before": "Before alone."}, {"after": "After alone."}], ids=["before", "after"])
def test_words_before_the_facts_are_kept_without_any_after_them_and_the_other_way(client, competition, words):
    reword(client, competition, **({"before": "", "after": ""} | words))

    assert Wording.objects.filter(**words).exists()


def test_what_whoever_enters_is_told_has_words_too(client, competition):
    assert reword(client, competition, "declined").redirect_chain[-1][0] == desk("occasion", competition, "declined")
    assert Wording.objects.get().occasion == "declined"


@pytest.mark.parametrize("occasion", ["news", "password", "nothing"])
def test_what_is_told_in_fixed_words_has_none(client, competition, occasion):
    assert reword(client, competition, occasion).status_code == 404


def test_words_too_long_are_given_back(client, competition):
    page = reword(client, competition, before="x" * 601)

    assert page.status_code == 422
    assert "x" * 601 in page.content.decode()
    assert not Wording.objects.exists()


def test_the_database_keeps_no_wording_that_says_nothing(competition):
    with pytest.raises(IntegrityError), transaction.atomic():
        Wording.objects.create(competition=competition, occasion="draw")
