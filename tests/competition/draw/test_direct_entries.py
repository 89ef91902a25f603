"""Tests for pairs that enter the plate directly: on the desk, on the public pages, in messages and in files."""

from datetime import date, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.draw.models.rounds import PlaceChange
from competition.draw.rules.lot import read_ticket_of_late_pair, share
from competition.draw.rules.result import ResultKind
from competition.entries.private_links import link_key
from competition.notifications.actions.delivery import record_told
from competition.notifications.kinds.told_places import OF_A_PLACE
from competition.notifications.models import Told
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages
from competition.transfer.queries.integrity import differences_in
from tests import stories
from tests.competition.desk_reading import confirmed, desk, said, text
from tests.competition.public_reading import public
from tests.competition.transfer.test_file import moved

LAST_DAY = date(2099, 12, 31)
# Match 1 is a bye for pair 2, match 2 is between pairs 3 and 5, match 3 between 1 and 6, and match 4 a bye for pair 4.
pytestmark = [
    pytest.mark.django_db,
    pytest.mark.published(6, plate="first match", plate_open_until=LAST_DAY),
]
WHY = {"reason": "They asked at the club."}


def win(competition, *codes: str, upper_wins: bool = True) -> None:
    for code in codes:
        stories.settle(competition, code, kind=ResultKind.CONCEDED, upper_wins=upper_wins)


@pytest.fixture
def free(competition):
    """Decide pair 2's matches, so that place 1 in the plate is free."""
    win(competition, "R1-M2", "R1-M3", "R2-M1")
    return competition


def entrants(competition) -> list[int | None]:
    draw = stories.now(competition)
    return [side.pair and side.pair.number for state in draw.plate_rounds[0].matches for side in state.sides]


def tell_everybody(competition) -> None:
    by = stories.organiser_of(competition)
    for topic in OF_A_PLACE:
        for pair in competition.pairs.all():
            record_told(competition, topic, Told.Way.TELEPHONE, who=str(pair.number), by=by)


def texts(competition) -> dict[int, str]:
    """Return the last message to each pair about its place, by number."""
    found = messages(stories.now(competition), *OF_A_PLACE)
    return {message.pair.number: " ".join(message_text(message).paragraphs) for message in found}


def put_in_plate(organiser, competition):
    pair = stories.enter_late(competition)
    done = confirmed(organiser, desk("enter-plate", competition, pair.number), WHY)
    return pair, done


def test_a_pair_enters_the_plate_at_its_only_free_place(organiser, free):
    late = stories.enter_late(free)
    listed = text(organiser.get(desk("late-pairs", free)))
    assert "Pairs can enter the plate directly until Thu 31 Dec 2099. It has 1 empty place, picked at random." in listed
    page = desk("enter-plate", free, late.number)

    seen = text(organiser.post(page, WHY))
    assert f"{late} enter the plate, at its only empty place." in seen
    assert "You lose your bye. You play Lou Late & Max Later in the plate semi-finals" in seen
    assert not PlaceChange.objects.exists()

    assert said(confirmed(organiser, page, WHY)) == ["Pair 7 is in the plate."]
    assert entrants(free)[:2] == [7, 5]
    assert said(organiser.post(page, WHY, follow=True)) == ["Pair 7 is already in the draw."]


def test_anybody_can_verify_the_random_choice(organiser, competition):
    win(competition, "R1-M2", "R1-M3", "R2-M1")
    win(competition, "R2-M2", upper_wins=False)
    late, done = put_in_plate(organiser, competition)
    row = PlaceChange.objects.get()

    _, number, places = read_ticket_of_late_pair(row.lot)
    assert (number, len(places)) == (7, 2)
    assert entrants(competition)[places[share(row.lot, len(places))] - 1] == late.number
    assert "entered the plate directly, at a place picked at random. The random seed was" in text(done)


def test_both_pairs_are_told_and_the_new_pair_plays_through_its_link(client, organiser, free):
    late, _ = put_in_plate(organiser, free)
    told = texts(free)
    assert told[7].startswith("You are now in the plate of")
    assert "Your opponents in the plate semi-finals are Ada North 5 & Ben South 5." in told[7]
    assert f"Your opponents in the plate semi-finals are {late}." in told[5]

    client.post(reverse("link:open", args=[link_key(late)]))
    assert "Ada North 5" in text(client.get(reverse("play:home")))


def test_the_public_pages_show_a_direct_entry(client, organiser, free):
    late, _ = put_in_plate(organiser, free)

    assert "entered the plate directly" in text(client.get(public("plate", free)))
    assert "entered the plate directly" in text(client.get(public("record", free)))
    assert late.name in text(client.get(public("pair", free, 7)))
    assert late.name in text(client.get(public("match", free, "R4-M1")))
    found = client.get(public("draw", free), {"find": "Lou"})
    assert found.headers["Location"] == public("pair", free, 7)
    assert client.get(public("draw", free), {"pair": 7}).status_code == 200
    assert [
        row["pair"]["number"]
        for row in client.get(public("draw-json", free)).json()["plate"]["rounds"][0]["matches"][0]["sides"]
    ] == [7, 5]


def test_a_corrected_result_gives_the_place_back_to_the_first_loser(organiser, free):
    put_in_plate(organiser, free)
    tell_everybody(free)
    win(free, "R4-M1")

    win(free, "R2-M1", upper_wins=False)
    assert "You have no further match to play." in texts(free)[7]
    assert entrants(free)[:2] == [2, 5]
    assert 7 not in stories.now(free).pairs
    assert "Pair 7, Lou Late & Max Later" in text(organiser.get(desk("late-pairs", free)))

    win(free, "R2-M1")
    assert entrants(free)[:2] == [7, 5]
    assert stories.now(free).matches["R4-M1"].winner.number == 7


def test_a_direct_entry_can_be_undone(organiser, free):
    late, _ = put_in_plate(organiser, free)
    row = PlaceChange.objects.get()
    tell_everybody(free)

    done = confirmed(organiser, desk("undo-placing", free, row.pk), WHY)

    assert said(done) == ["The change is undone."]
    assert entrants(free)[:2] == [None, 5]
    told = texts(free)
    assert f"{late} are not in the plate after all." in told[5]


def test_a_plate_without_a_free_place_refuses_entries(organiser, competition):
    late = stories.enter_late(competition)

    refused = organiser.post(desk("enter-plate", competition, late.number), WHY)

    assert "The plate has no empty place now." in text(refused)
    assert "It has no empty place now." in text(organiser.get(desk("late-pairs", competition)))


@pytest.mark.parametrize("until", [None, timezone.localdate() - timedelta(days=1)])
def test_no_pair_can_enter_directly_after_the_last_day(client, at_desk, until):
    competition = stories.published(6, plate="first match", plate_open_until=until)
    organiser = at_desk(competition)
    win(competition, "R1-M2", "R1-M3", "R2-M1")
    late = stories.enter_late(competition)

    assert "A pair outside the draw" not in text(client.get(public("plate", competition)))
    assert "enter the plate directly" not in text(organiser.get(desk("late-pairs", competition)))
    refused = organiser.post(desk("enter-plate", competition, late.number), WHY)
    assert "The conditions do not allow this pair to enter the plate." in text(refused)


def test_a_place_is_not_free_once_the_next_match_has_begun(organiser, free):
    win(free, "R2-M2", upper_wins=False)
    win(free, "R5-M1")
    late = stories.enter_late(free)

    assert "The plate has no empty place now." in text(organiser.post(desk("enter-plate", free, late.number), WHY))


def test_the_plate_says_whether_a_pair_can_still_enter(client, competition):
    assert "A pair outside the draw can take an empty place until Thu 31 Dec 2099." in text(
        client.get(public("plate", competition))
    )


def test_the_rules_state_the_last_day_for_direct_entries(client, competition):
    rules = text(client.get(public("conditions", competition)))

    assert "Until Thu 31 Dec 2099, a pair that is not in the draw can enter the plate." in rules


def test_an_exported_file_contains_a_direct_entry(organiser, free):
    put_in_plate(organiser, free)
    plate = stories.now(free).bracket.plate

    _, copy = moved(free)

    assert stories.now(copy).bracket.plate == plate
    assert differences_in(copy) == []


def test_the_season_of_a_direct_entry_is_in_the_archive(client, organiser, free):
    put_in_plate(organiser, free)
    win(free, "R4-M1")

    listed = text(client.get(reverse("public:players")))

    assert "Late , Lou" in listed
