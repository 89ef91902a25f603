"""Tests for each kind of message: its readers, its text, and that it contains no secrets of others."""

from collections.abc import Callable
from datetime import date, timedelta
from urllib.parse import unquote

import pytest
from django.core.management import call_command
from django.urls import reverse
from django.utils import timezone

from competition.audit.queries import looks
from competition.contest.models import Competition
from competition.draw.models.result_entry import ResultEntry
from competition.draw.queries.draw import clear_cache
from competition.draw.rules.result import ResultKind
from competition.entries.actions.pairs import renew_link, renew_links
from competition.entries.models import Pair
from competition.entries.private_links import link_key, pair_code
from competition.entries.queries.pairs import PlayerEntry
from competition.match.actions import play
from competition.match.actions.arranging import PairInMatch, accept_date, cancel_date, offer_dates
from competition.match.models import Offer
from competition.notifications.actions.delivery import send
from competition.notifications.actions.sending import ask_for
from competition.notifications.kinds.of_draw import OF_A_DRAW
from competition.notifications.models import Topic
from competition.notifications.presenters import message_text, write_message
from competition.notifications.queries.emails import emails_of, messages
from scoring.rules.conditions import ScoringConditions
from scoring.templatetags.bridge import moment
from tests import stories
from tests.competition import desk_reading
from tests.competition.desk_reading import desk
from tests.competition.worlds import agree, at, send_in
from tests.mailboxes import use

pytestmark = pytest.mark.published(4)

DATE = timezone.now().replace(microsecond=0) + timedelta(days=2)
SOON = timezone.localdate() + timedelta(days=3)
DAY = date(2030, 6, 10)


def dispute(competition: Competition) -> None:
    send_in(competition, "R1-M1")
    lower = stories.tables(competition, "R1-M1")[1]
    play.dispute(lower, outcome=lower.state.last.number, reason="Deal 3 was passed in.")


def let_reply_time_pass(competition: Competition) -> None:
    send_in(competition, "R1-M1")
    stories.let_reply_time_pass()
    clear_cache()


def confirm(competition: Competition) -> None:
    send_in(competition, "R1-M1")
    agree(competition, "R1-M1")


def undo(competition: Competition) -> None:
    stories.settle(competition, "R1-M1")
    stories.undo(competition, "R1-M1")


def substitute(competition: Competition) -> None:
    stories.substitute(upper(competition), PlayerEntry("Ida Tern", "07 555 0199", "ida@k.example"), new_link=True)


def over(competition: Competition) -> None:
    for number in (1, 2):
        stories.settle_round(competition, number)


def upper(competition: Competition):
    return stories.now(competition).matches["R1-M1"].pairs[0]


def lower(competition: Competition):
    return stories.now(competition).matches["R1-M1"].pairs[1]


def change_and_undo_deals(competition) -> None:
    stories.change_deals(competition, 20)
    stories.undo_deals(competition)


def fix_day(competition) -> None:
    stories.fix_day(competition, day=DAY, place="12 Lake Road")


def fix_and_undo_day(competition) -> None:
    fix_day(competition)
    stories.undo_fixed_day(competition)


def name_and_undo_home(competition) -> None:
    stories.name_home_pair(competition)
    stories.undo_home_pair(competition)


def renew(competition: Competition) -> None:
    renew_link(upper(competition), by=stories.organiser_of(competition))


def renew_all(competition: Competition) -> None:
    renew_links(competition, by=stories.organiser_of(competition))


def offer(competition: Competition) -> None:
    offer_dates(PairInMatch(upper(competition), "R1-M1"), dates=[DATE], venue="12 Lake Road")


def take(competition: Competition) -> None:
    offer(competition)
    accept_date(PairInMatch(lower(competition), "R1-M1"), offered=Offer.objects.get().pk, at=DATE)


def cancel_agreed_date(competition: Competition) -> None:
    take(competition)
    cancel_date(PairInMatch(upper(competition), "R1-M1"), reason="Ben is ill.")


def more_and_less(competition: Competition) -> None:
    stories.extend(competition, "R1-M1")
    stories.undo_extension(competition, "R1-M1")


def name_stand_in(competition: Competition) -> None:
    stories.name_stand_in(competition, upper(competition), "Ida Tern")


def name_and_remove_stand_in(competition: Competition) -> None:
    """Tell both pairs about a substitute, and remove the substitute."""
    name_stand_in(competition)
    ask_for(emails_of(messages(stories.now(competition), Topic.PLAYERS)))
    stories.remove_stand_in(competition, upper(competition))


def reopen(competition: Competition) -> None:
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M1", kind=None)


def withdraw(competition: Competition) -> None:
    stories.withdraw(upper(competition))


FINALISTS = tuple(lambda c, at=at: stories.now(c).matches["R2-M1"].pairs[at] for at in (0, 1))
BOTH, ALL = (upper, lower), ()
# The kind of message, its cause, its readers (all pairs if empty), and words from its text.
TOLD: dict[str, tuple[Topic, Callable, tuple[Callable, ...], str]] = {
    "drawn": (Topic.DRAW, lambda competition: None, ALL, "Please play by"),
    "next match": (Topic.ROUND, lambda c: stories.settle_round(c, 1), FINALISTS, "Your opponents in the final are"),
    "withdrawn": (Topic.CHANGED, withdraw, (upper,), "You have withdrawn from"),
    "soon": (Topic.SOON, lambda competition: None, ALL, "is due by"),
    "late": (Topic.LATE, lambda competition: None, ALL, "was due by"),
    "date offered": (Topic.DATE, offer, (lower,), "offer these dates at 12 Lake Road:"),
    "date taken": (Topic.DATE, take, BOTH, ": you play "),
    "date called off": (Topic.DATE, cancel_agreed_date, (lower,), "Their reason: “Ben is ill.”"),
    "sent in": (Topic.RESULT, lambda c: send_in(c, "R1-M1"), (lower,), "reported the result of your match"),
    "confirmed": (Topic.ANSWER, confirm, (upper,), "confirmed the result that you reported: You won by "),
    "disputed": (Topic.ANSWER, dispute, (upper,), "Their reason: “Deal 3 was passed in.”"),
    "silent": (Topic.ANSWER, let_reply_time_pass, (upper,), "did not reply by"),
    "conceded": (Topic.ANSWER, lambda c: play.concede(stories.tables(c, "R1-M1")[0]), (lower,), "conceded"),
    "ruled": (Topic.RULED, lambda c: stories.settle(c, "R1-M1"), BOTH, "decided for the test"),
    "taken back": (Topic.RULED, undo, BOTH, "has undone the decision about your match with "),
    "reopened": (Topic.RULED, reopen, BOTH, "has reopened your match with "),
    "more time": (Topic.TIME, lambda c: stories.extend(c, "R1-M1"), BOTH, "is extended. Please play by "),
    "conditions": (
        Topic.CONDITIONS,
        lambda c: stories.correct_conditions(c, 2, ScoringConditions(deals=36)),
        ALL,
        "The conditions of the final are now: 36 deals instead of 30. The organiser’s reason: corrected for the test",
    ),
    "rules": (
        Topic.RULES,
        lambda c: stories.change_rules(c, None, "Parking", "Park in the street."),
        ALL,
        "The rules have a new part, “Parking”: “Park in the street.” The organiser’s reason: a slip, for the test",
    ),
    "less time": (Topic.TIME, lambda c: stories.extend(c, 1, days=-2), ALL, "is now due by"),
    "no more time": (Topic.TIME, more_and_less, BOTH, "is again due by"),
    "number offered": (
        Topic.DEALS,
        lambda c: stories.offer_number(c, 20),
        (lower,),
        "offer to play 20 deals instead of 30",
    ),
    "number agreed": (
        Topic.DEALS,
        lambda c: stories.agree_number(c, 20),
        BOTH,
        "Both pairs agreed the number of deals.",
    ),
    "number changed": (
        Topic.DEALS,
        lambda c: stories.change_deals(c, 20),
        BOTH,
        "now has 20 deals. The reason: an evening",
    ),
    "number changed back": (Topic.DEALS, change_and_undo_deals, BOTH, "now has 30 deals. The reason: there is time"),
    "day of play": (Topic.DAY, fix_day, BOTH, " is on Mon 10 Jun 2030, 19:30, 12 Lake Road."),
    "day of a round": (Topic.DAY, lambda c: stories.fix_day(c, 1, day=DAY), ALL, " is on Mon 10 Jun 2030, 19:30."),
    "no set day": (Topic.DAY, fix_and_undo_day, BOTH, "no longer has a set day."),
    "home pair": (Topic.HOME, stories.name_home_pair, BOTH, " play at home, unless you agree otherwise."),
    "noted penalty": (Topic.PENALTY, stories.note_penalty, BOTH, "get 100 penalty points."),
    "home pair by conditions": (Topic.HOME, name_and_undo_home, BOTH, "they agreed, for the test"),
    "new link": (Topic.LINK, renew, (upper,), "Please use the new one from now on."),
    "new links": (Topic.LINK, renew_all, ALL, "Your private link was replaced."),
    "substituted": (Topic.PLAYERS, substitute, BOTH, "Ida Tern now plays with "),
    "substituted in one match": (Topic.PLAYERS, name_stand_in, BOTH, "Ida Tern plays for "),
    "no substitute after all": (Topic.PLAYERS, name_and_remove_stand_in, BOTH, "without a substitute after all."),
    "over": (Topic.OVER, over, ALL, "The whole draw, to read or to print:"),
    "champions": (Topic.OVER, over, FINALISTS[:1], "Congratulations! You have won "),
    "runners-up": (Topic.OVER, over, FINALISTS[1:], "You are the runners-up of "),
}
FIRST_OF_A_KIND = {topic: name for name, (topic, *_) in reversed(TOLD.items())}.values()
# Kinds of message not sent more than a week after their cause.
NEWS = {
    Topic.DATE,
    Topic.ANSWER,
    Topic.RULED,
    Topic.TIME,
    Topic.DAY,
    Topic.DEALS,
    Topic.HOME,
    Topic.PENALTY,
    Topic.LINK,
    Topic.CHANGED,
    Topic.PLAYERS,
}


@pytest.mark.parametrize("name", TOLD)
def test_each_message_reaches_only_its_recipients(settings, mailoutbox, name):
    use(settings, port=0)
    settings.MAIL_SERVER_BACKEND = "tests.outbox.Outbox"
    topic, happen, readers, says = TOLD[name]
    first = SOON if topic is not Topic.LATE else SOON - timedelta(days=5)
    competition = stories.published(4, first_play_by=first)
    happen(competition)
    if name in FIRST_OF_A_KIND:
        no_channel_reveals_secrets(competition, topic)

    if topic.pressed:
        send(competition, topic, by=stories.organiser_of(competition))
    call_command("send_emails")

    emails = [email for email in mailoutbox if says in email.body]
    pairs = [find(competition) for find in readers] or [*competition.pairs.all()]
    expected = sorted(player.email for pair in pairs for player in pair.present if player.email)
    assert sorted(to for email in emails for to in email.to) == expected
    reached = {one.email: one.pair for one in competition.players.filter(left_at=None)}
    for email in mailoutbox:
        said = f"{email.subject}\n{email.body}\n{email.attachments}"
        assert secrets_of_others(competition, reached[email.to[0]], said) == []


def no_channel_reveals_secrets(competition: Competition, topic: Topic) -> None:
    """Check all texts of each message."""
    found = messages(stories.now(competition), topic)
    assert found
    for message in found:
        way = write_message(message, "https://k.example")
        said = "\n".join((way.email_body, way.short, way.spoken, unquote(way.mailto), unquote(str(way.own_texts))))
        assert secrets_of_others(competition, message.pair, said) == []
    if topic in NEWS:
        assert messages(at(competition, timezone.now() + timedelta(days=8)), topic) == []


def test_a_page_and_a_letter_contain_only_their_pairs_link(organiser, competition):
    client, pair = organiser, competition.pairs.get(number=2)

    page = client.get(desk("topic", competition, "draw", pair=2)).content.decode()
    letter = desk_reading.text(client.get(desk("letters", competition, **{"for": "draw", "pair": 2})))

    assert link_key(pair) in page
    assert links_of_others(competition, pair, page.partition('<div id="reads">')[2]) == []
    assert links_of_others(competition, pair, letter) == []
    looked = [line.text for line in looks(competition, competition.owner)]
    assert "Looked at messages to pairs, with their private links." in looked


def links_of_others(competition: Competition, reader: Pair, said: str) -> list[str]:
    others = [pair for pair in competition.pairs.all() if pair != reader]
    return [one for pair in others for one in (link_key(pair), pair_code(pair), pair.link_secret) if one in said]


def secrets_of_others(competition: Competition, reader: Pair, said: str) -> list[str]:
    """Return the secrets in a text that its reader must not see: others' links, and strangers' contact details."""
    others = [pair for pair in competition.pairs.all() if pair != reader]
    met = {pair for state in stories.now(competition).matches.values() if reader in state.pairs for pair in state.pairs}
    strangers = [one for pair in others if pair not in met for one in pair.present]
    contacts = [contact for one in strangers for contact in (one.phone, one.email) if contact]
    return [*links_of_others(competition, reader, said), *(contact for contact in contacts if contact in said)]


def test_the_link_in_an_email_opens_the_readers_page(client, boxes, competition):
    renew(competition)
    call_command("send_emails")

    pair = upper(competition)
    address = reverse("link:open", args=[link_key(pair)])
    assert f"https://k.example{address}" in boxes.emails[0].get_content()
    assert client.get(address).status_code == 200


def test_a_text_message_lists_offered_dates_in_one_sentence():
    competition = stories.published(2, first_play_by=timezone.localdate() + timedelta(days=5))
    offer_dates(PairInMatch(upper(competition), "R1-M1"), dates=[DATE, DATE + timedelta(days=1)], venue="12 Lake Road")

    dates = f"12 Lake Road: {moment(DATE)}; {moment(DATE + timedelta(days=1))}. "
    [message] = messages(stories.now(competition), Topic.DATE)
    said = write_message(message, "https://k.example").short
    assert f"{dates}Please accept one on your page, or offer others, by " in said


def test_the_subject_names_a_concession():
    competition = stories.published(2)
    play.concede(stories.tables(competition)[0])

    [message] = messages(stories.now(competition), Topic.ANSWER)

    assert "conceded the match" in message_text(message).heading


def test_a_ruling_states_the_result_once():
    competition = stories.published(2)
    stories.settle(competition, "R1-M1")

    text = message_text(messages(stories.now(competition), Topic.RULED)[0])

    assert text.heading.endswith("the organiser has decided")
    assert [line.count("by walkover") for line in text.paragraphs] == [1]


def test_an_undone_ruling_asks_the_pairs_to_play_the_match():
    competition = stories.published(2)
    stories.settle(competition, "R1-M1")
    stories.undo(competition, "R1-M1")

    text = message_text(messages(stories.now(competition), Topic.RULED)[0])

    assert text.paragraphs[-1] == "Please play the match by Fri 31 May 2030."


def test_a_result_reported_by_phone_is_not_called_a_decision():
    competition = stories.published(2)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(900, 800))
    stories.rewrite(ResultEntry.objects.all(), source="telephone", reason="As given by phone")

    text = message_text(messages(stories.now(competition), Topic.RULED)[0])

    assert text.heading.endswith("the organiser has entered your result")
    assert text.paragraphs[0].endswith("The organiser received it by phone.")
    assert "As given" not in " ".join(text.paragraphs)


def test_every_kind_of_message_is_tested():
    assert {topic for topic, *_ in TOLD.values()} == {*OF_A_DRAW}


def test_each_pair_reads_who_is_at_home():
    competition = stories.published(2)
    upper, lower = stories.now(competition).matches["R1-M1"].pairs

    found = messages(stories.now(competition), Topic.DRAW)
    told = {message.pair: message_text(message).paragraphs[0] for message in found}

    assert told[upper].endswith("You play at home, unless you agree otherwise.")
    assert told[lower].endswith("They play at home, unless you agree otherwise.")


def test_a_general_message_refers_to_the_pairs_latest_match(competition):
    stories.settle(competition, "R1-M1")
    renew(competition)
    stories.correct_conditions(competition, 2, ScoringConditions(deals=36))
    winners = upper(competition)

    found = messages(stories.now(competition), Topic.LINK, Topic.CONDITIONS)

    assert [message.state.code for message in found if message.pair == winners] == ["R2-M1", "R2-M1"]
