"""Tests for late and duplicate pairs on the desk, and for the pages and messages that name them."""

import csv
import io
import re
from urllib.parse import unquote

import pytest
from django.urls import reverse

from competition.draw.models.rounds import PlaceChange
from competition.draw.queries.draw import at_address
from competition.draw.queries.places import free_byes
from competition.entries.private_links import link_key
from competition.notifications.models import Topic
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages
from tests import stories
from tests.competition.desk_reading import confirmed, desk, said, text
from tests.competition.public_reading import public
from tests.markup import markup

PAIR = {"player1": "Lou Late", "player2": "Max Later", "club": "Rivers"}


@pytest.fixture
def competition():
    return stories.published(6)


def test_a_late_pair_joins_the_draw(organiser, competition):
    entered = organiser.post(desk("new-pair", competition), PAIR)
    page = desk("place-pair", competition, 7)
    assert entered.headers["Location"] == page
    sent = {"where": "lot", "reason": "Their letter was lost."}

    seen = text(organiser.post(page, sent))
    assert "Lou Late & Max Later join the draw in place of one of the 2 byes, picked at random." in seen
    assert not PlaceChange.objects.exists()

    done = confirmed(organiser, page, sent)
    assert said(done) == ["Pair 7 is in the draw."]
    assert (
        "Pair 7, Lou Late & Max Later, entered late, in place of a bye picked at random. The random seed was"
        in text(done)
    )
    assert said(organiser.post(page, sent, follow=True)) == ["Pair 7 is already in the draw."]


def test_a_pair_sees_only_the_random_outcomes_that_affect_it(organiser, competition):
    late, byes = stories.enter_late(competition), free_byes(stories.now(competition)).values()
    competition.players.update(email="player@example.org")

    page = organiser.post(desk("place-pair", competition, late.number), {"where": "lot", "reason": "So."})

    emails = {one.pair.number: unquote(one.mailto) for one in page.context["sheet"].texts}
    own = {bye: f"If {bye} are picked: You lose your bye. You play {late} in the quarter-finals" for bye in byes}
    assert all(text in emails[bye.number] for bye, text in own.items())
    assert emails[late.number].count(" are picked: You play ") == len(byes) == 2


def test_the_usual_places_for_a_late_pair_come_first(organiser, competition):
    [gone] = stories.now(competition).rounds[0].matches[1].pairs[:1]
    stories.withdraw(gone)
    late = stories.enter_late(competition)

    groups = markup(organiser.get(desk("place-pair", competition, late.number))).split("<optgroup ")[1:]

    assert [group.partition(">")[0] for group in groups] == [
        'label="Usual places"',
        'label="In place of another pair"',
    ]
    assert re.findall(r'value="(\w+)"', groups[0]) == ["lot", str(gone.number)]


def test_pages_and_files_show_a_late_entry(organiser, competition):
    late = stories.enter_late(competition)
    stories.put_in(late)
    [code] = stories.now(competition).codes_of(late)
    told = f"Pair 7, {late}, entered late, in place of a bye picked at random."

    pages = [public(name, competition, *rest) for name, *rest in (["record"], ["draw"], ["match", code], ["pair", 7])]
    rows = csv.DictReader(io.StringIO(organiser.get(public("draw-csv", competition)).content.decode("utf-8-sig")))
    drawn = organiser.get(public("draw-json", competition)).json()["rounds"][0]["matches"]

    assert [told in text(organiser.get(page)) for page in pages] == [True] * 4
    assert late.name in {name for row in rows for name in (row["upper_pair"], row["lower_pair"])}
    assert [one["state"] for one in drawn if one["code"] == code] == ["ready"]


def test_the_late_pair_plays_through_its_private_link(organiser, competition):
    late = stories.enter_late(competition)
    organiser.post(reverse("link:open", args=[link_key(late)]))
    assert "You have no place in the draw. It was published before you entered, or has changed since." in text(
        organiser.get(reverse("play:home"))
    )

    stories.put_in(late)

    [match] = stories.now(competition).matches_of(late)
    assert match.pairs[match.pairs[0] == late].name in text(organiser.get(reverse("play:home")))


def test_a_pair_entered_twice_is_removed_from_the_draw(organiser, competition):
    drawn = stories.now(competition)
    code = next(state.code for state in drawn.rounds[0].matches if state.has_two_pairs)
    gone = drawn.matches[code].pairs[0]
    confirmed(organiser, desk("entered-twice", competition, gone.number), {"reason": "The same two, in another order."})

    assert "No longer in the draw." in text(organiser.get(public("pair", competition, gone.number)))
    organiser.post(reverse("link:open", args=[link_key(gone)]))
    assert gone.name in text(organiser.get(reverse("play:home")))
    assert "were entered twice, so their place is a bye." in text(organiser.get(public("record", competition)))
    refused = organiser.get(desk("withdraw-pair", competition, gone.number))
    assert "This pair is not in the draw, so it cannot withdraw. Remove it from the list." in text(refused)


def test_a_change_of_places_can_be_undone_on_its_page(organiser, competition):
    stories.put_in(stories.enter_late(competition))
    row = PlaceChange.objects.get()
    page = desk("undo-placing", competition, row.pk)
    assert page in organiser.get(desk("late-pairs", competition)).content.decode()

    done = confirmed(organiser, page, {"reason": "They cannot come after all."})

    assert said(done) == ["The change is undone."]
    assert page not in done.content.decode()
    assert "Undone: Pair 7" in text(organiser.get(public("record", competition)))


def test_a_replaced_pair_is_not_listed_as_waiting_for_a_place(organiser, competition):
    state = next(state for state in stories.now(competition).rounds[0].matches if state.has_two_pairs)
    first, second = stories.enter_late(competition), stories.enter_late(competition, "Cy Dove", "Di Eider")
    stories.put_in(first, state.numbers[0])

    page = organiser.get(desk("late-pairs", competition)).content.decode()

    waits = [pair for pair in competition.pairs.all() if desk("place-pair", competition, pair.number) in page]
    assert waits == [second]


def test_a_changed_draw_takes_one_more_query(competition, django_assert_num_queries):
    with django_assert_num_queries(7):
        at_address(competition.slug)
    stories.put_in(stories.enter_late(competition))
    with django_assert_num_queries(8):
        at_address(competition.slug)


def test_a_late_entry_and_its_opponents_get_a_message(competition):
    told_before = messages(stories.now(competition), Topic.DRAW)
    known = {one.key for one in told_before}
    late = stories.enter_late(competition)
    stories.put_in(late)
    [match] = stories.now(competition).matches_of(late)

    anew = [one for one in messages(stories.now(competition), Topic.DRAW) if one.key not in known]

    assert {one.pair for one in anew} == {*match.pairs}
    [to_late] = [one for one in anew if one.pair == late]
    assert (
        "You are now in the draw of Regional Rubber Knockout 2026, which was published before you entered."
        in message_text(to_late).paragraphs[0]
    )
