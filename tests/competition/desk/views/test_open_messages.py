"""Tests that the desk shows every message waiting for the organiser, like the Messages page."""

import random
import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competition.entries.models import Player
from competition.match.actions import play
from competition.notifications.actions import delivery
from competition.notifications.actions.sending import ask_for
from competition.notifications.models import Email, Told, Topic
from competition.notifications.queries.emails import due
from competition.notifications.queries.message_states import all_notifications
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk.views.test_desk import needs
from tests.competition.desk_reading import desk, text
from tests.markup import markup

pytestmark = pytest.mark.published(4)


@pytest.fixture(autouse=True)
def with_email(settings):
    settings.HAS_EMAIL = True


def with_addresses(competition) -> None:
    """Give an email address to every player except those in pair 1."""
    competition.players.filter(pair__number=1).update(email="")
    for player in competition.players.exclude(pair__number=1):
        Player.objects.filter(pk=player.pk).update(email=f"player{player.pk}@plains.example")


def addresses(page) -> list[str]:
    """Return the address behind each task's button."""
    part = markup(page).partition('<section id="needs"')[2].partition("</section>")[0]
    return re.findall(r'(?:action|class="button[^"]*"\s+href)="([^"]*)"', part)


def test_a_ruling_for_a_pair_without_email_is_a_task(organiser, competition):
    with_addresses(competition)
    match = next(match for match in stories.now(competition).matches.values() if 1 in match.numbers)
    stories.settle(competition, match.code)

    page = organiser.get(desk("competition", competition))

    assert "You have decided matches. 1 pair to tell." in [what for what, *_ in needs(page)]


def test_the_desk_says_what_was_sent_today(organiser, competition):
    with_addresses(competition)
    delivery.send(competition, Topic.DRAW, by=stories.organiser_of(competition))
    assert "By email today" not in text(organiser.get(desk("competition", competition)))

    Email.objects.update(sent_at=timezone.now(), tries=1)

    assert "By email today: The draw is published (3 pairs)." in text(organiser.get(desk("competition", competition)))


def test_one_press_on_the_desk_sends_the_text_shown(organiser, competition, monkeypatch):
    with_addresses(competition)
    shown = organiser.get(desk("competition", competition))
    link = re.search(r'href="([^"]*)">Tell 1 pair by hand', markup(shown))[1]

    after = organiser.post(desk("tell", competition, "draw"), {"way": "email", "back": "desk"}, follow=True)

    assert ("Tell 3 pairs by email", link) == (needs(shown)[0][2], "messages/draw/")
    assert "The draw of Regional Rubber Knockout 2026 is published." in text(shown)
    assert "/p/" not in shown.content.decode()
    assert after.redirect_chain[-1][0] == desk("competition", competition)
    assert "6 emails are being sent." in text(after)
    assert Email.objects.count() == 6
    assert [what for what, *_ in needs(after)] == ["The draw is published. 1 pair to tell."]


def test_a_returned_email_is_one_task_with_the_likely_correction(organiser, competition):
    with_addresses(competition)
    delivery.send(competition, Topic.DRAW, by=stories.organiser_of(competition))
    rosa = competition.players.filter(pair__number=2).first()
    Player.objects.filter(pk=rosa.pk).update(email="rosa@plians.example")
    stories.settle(competition, "R1-M1")
    ask_for(due())
    wrong = {"refused": "rosa@plians.example", "parked_at": timezone.now(), "fault": "There is no such address."}
    Email.objects.filter(player=rosa).update(**wrong)

    page = organiser.get(desk("competition", competition))
    (task,) = [task for task in needs(page) if "plians" in task[0]]

    assert task[1].startswith("Did you mean rosa@plains.example? There is no such address.")
    assert task[2] == "Send to rosa@plains.example"
    corrected = {"player": rosa.pk, "email": "rosa@plains.example", "back": "desk"}
    after = organiser.post(desk("correct", competition, "draw"), corrected, follow=True)
    assert after.redirect_chain[-1][0] == desk("competition", competition)
    assert competition.players.get(pk=rosa.pk).email == "rosa@plains.example"


def test_desk_and_messages_agree_while_the_mail_server_is_down(organiser, competition):
    with_addresses(competition)
    delivery.send(competition, Topic.DRAW, by=stories.organiser_of(competition))
    delivery.record_told(competition, Topic.DRAW, Told.Way.LETTER, who="1", by=stories.organiser_of(competition))
    Email.objects.update(since=timezone.now() - timedelta(hours=1))

    pages = [text(organiser.get(desk(name, competition))) for name in ("competition", "messages")]

    assert all("Emails have been waiting since" in page for page in pages)
    assert "All pairs are told" not in pages[1]
    assert "Nothing waits for you. The emails to 3 pairs are being sent." in pages[1]


def test_contact_details_stay_until_everybody_is_told_about_the_end(organiser, competition):
    stories.settle_round(competition, 1)
    stories.settle_round(competition, 2)

    before = organiser.get(desk("competition", competition))
    deleting = text(organiser.get(desk("forget-contacts", competition)))
    for row in all_notifications(competition, stories.now(competition)):
        told = {"who": row.message.who, "by": stories.organiser_of(competition)}
        delivery.record_told(competition, row.message.topic, Told.Way.LETTER, **told)
    after = organiser.get(desk("competition", competition))

    assert "Delete contact details" not in [button for _, _, button in needs(before)]
    assert "4 pairs have not been told yet, so keep the contact details." in text(before)
    assert "4 pairs have not been told yet" in deleting
    assert [button for _, _, button in needs(after)] == ["Delete contact details"]


# The pages on which the desk shows a task for a kind of message.
WAYS = {"settle": stories.settle, "extend": stories.extend}


def act(competition, chance: random.Random) -> None:
    """Make one generated step in a season."""
    draw = stories.now(competition)
    codes = [match.code for match in draw.matches.values() if match.is_to_be_decided and match.has_two_pairs]
    by = stories.organiser_of(competition)
    step = chance.choice(("settle", "extend", "report", "withdraw", "tell", "send"))
    if step == "tell":
        topic = chance.choice([Topic.DRAW, Topic.ROUND, Topic.RULED, Topic.TIME])
        delivery.record_told(competition, topic, Told.Way.TELEPHONE, who=str(chance.randint(1, 8)), by=by)
    elif step == "send":
        delivery.send(competition, chance.choice([Topic.DRAW, Topic.ROUND, Topic.LATE]), by=by)
    elif step == "withdraw" and len(pairs := [pair for pair in draw.pairs.values() if not pair.withdrawal]) > 4:
        stories.withdraw(chance.choice(pairs))
    elif step == "report" and codes:
        play.submit_totals(stories.tables(competition, chance.choice(codes))[0], ours=1000, theirs=500)
    elif step in WAYS and codes:
        WAYS[step](competition, chance.choice(codes))


def covered(page, row) -> bool:
    """Return True if a task on the desk is about this message."""
    state = row.message.state
    places = [f"messages/{row.message.topic}/", f"messages/{row.message.topic}/tell/", f"matches/{state.code}/told/"]
    return any(address in places for address in addresses(page))


@pytest.mark.parametrize("seed", range(6))
def test_the_desk_and_the_messages_page_agree_in_any_season(at_desk, seed):
    chance = random.Random(seed)
    late = timezone.localdate() + timedelta(days=chance.choice((-8, 8, 40)))
    competition = stories.published(8, first_play_by=late)
    with_addresses(competition)
    client = at_desk(competition)
    for _ in range(8):
        try:
            act(competition, chance)
        except Refused:
            continue
        page = client.get(desk("competition", competition))
        messages = client.get(desk("messages", competition))
        draw = stories.now(competition)
        waiting = [row for row in all_notifications(competition, draw) if row.to_do]
        told = {row.message.pair for row in waiting if covered(page, row)}
        overdue = [match.code for match in draw.matches.values() if match.overdue]

        assert told == {row.message.pair for row in waiting}
        assert [client.context["open_messages"] for client in (page, messages)] == [len(told)] * 2
        assert len(re.findall(r"matches/R\d+-M\d+/overdue/", markup(page))) >= len(overdue[:4])
        if "Nothing to do today" in text(page):
            assert (waiting, overdue) == ([], [])


def test_two_players_with_one_address_count_as_one_email(organiser, competition):
    with_addresses(competition)
    competition.players.filter(pair__number=2, place=1).update(email="larks@plains.example")
    competition.players.filter(pair__number=2, place=2).update(email="Larks@plains.example")

    assert "Send 5 emails" in text(organiser.get(desk("messages", competition)))


def test_one_press_on_messages_sends_the_text_shown(organiser, competition):
    with_addresses(competition)
    shown = organiser.get(desk("messages", competition))

    after = organiser.post(desk("tell", competition, "draw"), {"way": "email", "back": "messages"}, follow=True)

    assert "The draw of Regional Rubber Knockout 2026 is published." in text(shown)
    assert "Send 6 emails" in text(shown)
    assert "/p/" not in shown.content.decode()
    assert (after.redirect_chain[-1][0], "Send 6 emails" in text(after)) == (desk("messages", competition), False)
