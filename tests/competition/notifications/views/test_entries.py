"""Tests for the pages for messages about entries."""

from datetime import timedelta
from urllib.parse import unquote

import pytest
from django.core.management import call_command
from django.utils import timezone

from competition.entries.actions import applications
from competition.entries.models import Pair
from competition.entries.private_links import link_key, pair_code
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.notifications.actions.sending import ask_for
from competition.notifications.kinds.entries import OF_AN_ENTRY
from competition.notifications.models import Told
from competition.notifications.presenters import write_message
from competition.notifications.queries.emails import due, entry_messages
from tests import stories
from tests.competition.desk_reading import desk, rows, said, text


@pytest.fixture
def competition():
    return stories.taking_entries(2)


def apply(competition, who: str = "Tern", way: str = "email") -> Pair:
    players = PlayerEntry(f"Ada {who}", f"07 555 {len(who)}", f"{who.lower()}@k.example"), PlayerEntry(f"Ben {who}")
    return applications.apply(competition, Entry(players, way=way), wishes="")


def answer(sent: Pair, word: str = "") -> None:
    by = stories.organiser_of(sent.competition)
    if word:
        applications.decline(sent, reason=word, by=by)
    else:
        applications.accept(sent, by=by)


def page(organiser, competition, topic, **query):
    return organiser.get(desk("topic", competition, topic, **query))


def told(organiser, competition, topic) -> dict[str, str]:
    """Return the state of each entry's message, as on the page."""
    found = (row for row in rows(page(organiser, competition, topic), "main") if len(row) == 3)
    return {row[0]: row[2] for row in found if row[0] != "Pair"}


def test_a_pair_that_sees_the_confirmation_page_counts_as_told(organiser, competition):
    apply(competition)

    assert told(organiser, competition, "received")["Ada Tern & Ben Tern"].startswith("✓ opened")
    assert "to tell." not in text(organiser.get(desk("messages", competition)))


def test_pairs_without_email_are_marked_as_told_together(organiser, competition):
    for who in ("Tern", "Wren"):
        answer(apply(competition, who, "telephone"), "We are full.")
    # Telling the declined pairs does not tell this accepted pair.
    answer(apply(competition, "Gull", "telephone"))
    heading = "An entry is declined. 2 pairs to tell."
    assert heading in text(organiser.get(desk("competition", competition)))
    assert heading in text(organiser.get(desk("messages", competition)))
    shown = page(organiser, competition, "declined")
    assert ("2 to phone" in text(shown), "tel:075554" in shown.content.decode()) == (True, True)

    pressed = organiser.post(desk("tell", competition, "declined"), {"way": "telephone"}, follow=True)

    assert said(pressed) == ["Marked as told: 2 pairs."]
    assert [how[:8] for how in told(organiser, competition, "declined").values()] == ["✓ phoned"] * 2
    assert heading not in text(organiser.get(desk("competition", competition)))
    references = ", ".join(row.pair.reference for row in Told.objects.order_by("pair__pk"))
    line = competition.log.filter(event="told").get().text
    assert (line, Told.objects.count()) == (f"Told by phone: entry {references}. An entry is declined.", 2)


def test_one_pair_can_be_marked_as_told(organiser, competition):
    answer(apply(competition, "Tern"), "We are full.")
    answer(wren := apply(competition, "Wren"), "We are full.")

    reads = text(page(organiser, competition, "declined", pair=wren.reference))
    organiser.post(desk("tell", competition, "declined"), {"way": "text", "pair": wren.reference})

    assert (
        "Dear Ada Wren and Ben Wren, The organiser could not accept your entry. The reason: We are full." in reads
    ) is True
    assert [row.pair for row in Told.objects.all()] == [wren]
    marks = told(organiser, competition, "declined")
    assert (marks["Ada Tern & Ben Tern"][:8], marks["Ada Wren & Ben Wren"][0]) == ("to write", "✓")


def test_the_page_marks_sent_and_returned_emails(organiser, competition, boxes):
    boxes.refused["wren@k.example"] = "550 No such user here"
    for who in ("Tern", "Wren"):
        answer(apply(competition, who), "We are full.")
    assert {*told(organiser, competition, "declined").values()} == {"being sent"}

    call_command("send_emails")

    marks = told(organiser, competition, "declined")
    assert [how.split(" 2")[0][:6] for how in marks.values()] == ["✓ sent", "✕ not "]
    shown = text(page(organiser, competition, "declined"))
    assert ("1 pair to tell." in shown, "was not delivered." in shown) == (True, True)


def test_an_accepted_pair_sees_a_future_closing_date(organiser, competition):
    answer(apply(competition))
    for days, says in ((7, "Entries close on"), (-1, "When the draw is published, we will tell you")):
        competition.closing_date = timezone.localdate() + timedelta(days=days)
        competition.save()

        assert says in text(page(organiser, competition, "accepted"))


def test_the_page_takes_a_fixed_number_of_queries(organiser, competition, boxes, django_assert_num_queries):
    for who in ("Tern", "Wren"):
        answer(apply(competition, who))
        answer(apply(competition, f"{who} Two"), "We are full.")
        ask_for(due())
        for topic, queries in (("accepted", 11), ("declined", 10)):
            page(organiser, competition, topic)
            with django_assert_num_queries(queries):
                page(organiser, competition, topic)


def test_no_message_about_an_entry_contains_the_secrets_of_others(organiser, competition):
    for who in ("Tern", "Wren", "Gull"):
        apply(competition, who)
    for who, word in (("Wren", ""), ("Gull", "We are full.")):
        answer(stories.applications(competition).get(players__name=f"Ada {who}"), word)

    found = entry_messages(stories.applications(competition))

    assert {message.topic for message in found} == {*OF_AN_ENTRY}
    for message in found:
        way, own = write_message(message, "https://k.example"), message.pair
        shown = page(organiser, competition, message.topic, pair=own.reference).content.decode()
        told = (way.email_body, way.short, way.spoken, unquote(way.mailto), unquote(str(way.own_texts)))
        others = [one for one in stories.applications(competition) if one != own]
        hidden = [text for one in others for text in (one.reference, one.name, stories.contacts(one)[1])]
        pairs = [pair for pair in competition.pairs.all() if pair != own]
        hidden += [secret for pair in pairs for secret in (link_key(pair), pair_code(pair))]
        said = "\n".join((*told, shown.partition('<div id="reads">')[2]))
        assert [secret for secret in hidden if secret in said] == []
