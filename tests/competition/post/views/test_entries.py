"""Nobody who sends in an entry waits in silence: who was told what has a page, and the rest is told from there."""

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.core.management import call_command
from django.utils import timezone

from competition.entries.actions import applications
from competition.entries.actions.entering import Entry, PlayerEntry
from competition.entries.models.application import Application
from competition.entries.private_links import link_key, pair_code
from competition.post.actions.mailing import ask_for
from competition.post.formats.ways import written
from competition.post.models import Mail, Told
from competition.post.queries.entries import ENTRIES, entry_messages
from competition.post.queries.mails import due
from tests import stories
from tests.competition.desk_reading import desk, rows, said, text
from tests.mailboxes import use
from tests.servers import free_port

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.taking_entries(2)


@pytest.fixture
def client(at_desk, competition):
    return at_desk(competition)


def apply(competition, who: str = "Tern", way: str = "mail") -> Application:
    players = PlayerEntry(f"Ada {who}", f"07 555 {len(who)}", f"{who.lower()}@k.example"), PlayerEntry(f"Ben {who}")
    return applications.apply(competition, Entry(players, way=way), wishes="")


def answer(sent: Application, word: str = "") -> None:
    by = stories.organiser_of(sent.competition)
    if word:
        applications.decline(sent, word=word, by=by)
    else:
        applications.accept(sent, by=by)


def page(client, competition, occasion, **query):
    return client.get(desk("occasion", competition, occasion, **query))


def told(client, competition, occasion) -> dict[str, str]:
    """What stands of each entry on the page of an occasion."""
    found = (row for row in rows(page(client, competition, occasion), "main") if len(row) == 3)
    return {row[0]: row[2] for row in found if row[0] != "Pair"}


def test_that_it_has_come_was_read_on_the_page_that_answers_and_nobody_need_be_told(client, competition):
    apply(competition)

    assert told(client, competition, "received")["Ada Tern & Ben Tern"].startswith("✓ opened")
    assert "Now tell" not in text(client.get(desk("post", competition)))


def test_the_mail_that_it_has_come_is_on_its_way_while_that_is_news(client, competition, boxes):
    sent = apply(competition)
    shown = [told(client, competition, "received")["Ada Tern & Ben Tern"]]

    Application.objects.filter(pk=sent.pk).update(sent_at=timezone.now() - timedelta(days=8))

    shown.append(told(client, competition, "received")["Ada Tern & Ben Tern"][:8])
    assert shown == ["on its way", "✓ opened"]


@pytest.mark.parametrize(("occasion", "word"), [("accepted", ""), ("declined", "We are full.")])
def test_whom_no_mail_reaches_is_told_by_hand_at_one_press(client, competition, occasion, word):
    for who in ("Tern", "Wren"):
        answer(apply(competition, who, "telephone"), word)
    heading = f"An entry is {occasion}. Now tell 2 pairs."
    assert heading in text(client.get(desk("competition", competition)))
    assert heading in text(client.get(desk("post", competition)))
    shown = page(client, competition, occasion)
    assert ("2 to telephone" in text(shown), "tel:075554" in shown.content.decode()) == (True, True)

    pressed = client.post(desk("tell", competition, occasion), {"way": "telephone"}, follow=True)

    assert said(pressed) == ["Noted for 2 pairs."]
    assert [how[:6] for how in told(client, competition, occasion).values()] == ["✓ rung"] * 2
    assert "Now tell" not in text(client.get(desk("competition", competition)))
    references = ", ".join(competition.applications.values_list("reference", flat=True))
    line = competition.log.filter(event="told").get().text
    assert line == f"Told by telephone: entry {references}. An entry is {occasion}."


def test_one_alone_is_told_from_what_it_reads(client, competition):
    answer(apply(competition, "Tern"), "We are full.")
    answer(wren := apply(competition, "Wren"), "We are full.")

    reads = text(page(client, competition, "declined", pair=wren.reference))
    client.post(desk("tell", competition, "declined"), {"way": "text", "pair": wren.reference})

    assert (
        "Dear Ada Wren and Ben Wren, The organiser could not accept your entry. The reason: We are full." in reads
    ) is True
    assert [row.application for row in Told.objects.all()] == [wren]
    marks = told(client, competition, "declined")
    assert (marks["Ada Tern & Ben Tern"][:8], marks["Ada Wren & Ben Wren"][0]) == ("to write", "✓")


def test_who_was_declined_is_told_without_those_who_were_accepted(client, competition):
    answer(apply(competition, "Tern", "telephone"))
    answer(wren := apply(competition, "Wren", "telephone"), "We are full.")

    client.post(desk("tell", competition, "declined"), {"way": "telephone"})

    assert [row.application for row in Told.objects.all()] == [wren]


def test_an_accepted_pair_that_was_told_gets_no_mail(client, competition, boxes):
    answer(apply(competition, "Tern"))
    answer(wren := apply(competition, "Wren"))

    client.post(desk("tell", competition, "accepted"), {"way": "text", "pair": wren.reference})
    call_command("send_mail")

    assert boxes.recipients == ["tern@k.example"]
    competition.pairs.update(opened_at=timezone.now())
    assert [how[:8] for how in told(client, competition, "accepted").values()] == ["✓ opened"] * 2


def test_what_went_by_mail_is_marked_and_what_came_back_is_to_be_told(client, competition, boxes):
    boxes.refused["wren@k.example"] = "550 No such user here"
    for who in ("Tern", "Wren"):
        answer(apply(competition, who), "We are full.")
    assert {*told(client, competition, "declined").values()} == {"on its way"}

    call_command("send_mail")

    marks = told(client, competition, "declined")
    assert [how.split(" 2")[0][:6] for how in marks.values()] == ["✓ sent", "✕ not "]
    shown = text(page(client, competition, "declined"))
    assert ("Now tell 1 pair." in shown, "was not delivered." in shown) == (True, True)


def test_mails_that_no_server_takes_are_on_the_desk(client, competition, settings):
    use(settings, free_port())
    apply(competition)
    call_command("send_mail")
    assert "Emails have waited" not in text(client.get(desk("competition", competition)))
    Mail.objects.update(since=timezone.now() - timedelta(minutes=20))

    assert "Emails have waited since" in text(client.get(desk("competition", competition)))


def test_an_accepted_player_whose_mail_came_back_is_given_another_address(client, competition, boxes):
    boxes.refused["tern@k.example"] = "550 No such user here"
    answer(apply(competition))
    call_command("send_mail")
    ada = competition.players.get(name="Ada Tern")

    client.post(desk("correct", competition, "accepted"), {"player": ada.pk, "email": "ada@k.example"})
    call_command("send_mail")

    assert boxes.recipients == ["ada@k.example"]


def test_once_the_draw_is_published_it_tells_whoever_was_accepted(client, competition):
    answer(apply(competition))
    assert "Now tell 1 pair." in text(page(client, competition, "accepted"))

    stories.publish(competition)

    assert "There is nobody to tell" in text(page(client, competition, "accepted"))


@pytest.mark.parametrize(
    ("days", "says"), [(7, "Entries close on"), (-1, "When the draw is published, we will tell you")]
)
def test_an_accepted_pair_reads_the_closing_date_while_it_is_to_come(client, competition, days, says):
    answer(apply(competition))
    competition.closing_date = timezone.localdate() + timedelta(days=days)
    competition.save()

    assert says in text(page(client, competition, "accepted"))


def test_the_page_asks_as_little_for_many_entries(client, competition, boxes, django_assert_num_queries):
    for who in ("Tern", "Wren", "Gull", "Coot"):
        answer(apply(competition, who))
        answer(apply(competition, f"{who} Two"), "We are full.")
        ask_for(due())
        for occasion, queries in (("accepted", 11), ("declined", 10)):
            page(client, competition, occasion)
            with django_assert_num_queries(queries):
                page(client, competition, occasion)


def test_no_way_of_telling_holds_a_secret_of_others(client, competition):
    for who in ("Tern", "Wren", "Gull"):
        apply(competition, who)
    for who, word in (("Wren", ""), ("Gull", "We are full.")):
        answer(competition.applications.get(player1=f"Ada {who}"), word)

    found = entry_messages(competition.applications.all())

    assert {message.occasion for message in found} == {*ENTRIES}
    for message in found:
        way, own = written(message, "https://k.example"), message.entry
        shown = page(client, competition, message.occasion, pair=own.reference).content.decode()
        told = (way.mail, way.short, way.spoken, unquote(way.own_mail), unquote(str(way.own_texts)))
        others = [one for one in competition.applications.all() if one != own]
        hidden = [text for one in others for text in (one.reference, one.player1, one.email1) if text]
        pairs = [pair for pair in competition.pairs.all() if pair != own.pair]
        hidden += [secret for pair in pairs for secret in (link_key(pair), pair_code(pair))]
        said = "\n".join((*told, shown.partition('<div id="reads">')[2]))
        assert [secret for secret in hidden if secret in said] == []
