"""Tests for the plate in a published draw: its rounds, its pairs and the messages about it."""

from datetime import date

import pytest

from competition.draw.presenters.overview import is_over, line
from competition.draw.presenters.words import hopefuls
from competition.draw.queries.draw import candidates
from competition.draw.rules.proof import prove
from competition.draw.rules.result import ResultKind
from competition.match.presenters.turn import turn_on_path
from competition.match.queries.play import path_of
from competition.notifications.kinds.told_places import OF_A_PLACE
from competition.notifications.models import Topic
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages
from competition.public.presenters import draw_json
from competition.transfer.actions.adopting import publish_adopted, save_places
from competition.transfer.queries.integrity import differences_in
from tests import stories
from tests.competition.public_reading import text
from tests.competition.transfer.test_file import moved

# Match 1 is a bye for pair 2, match 2 is between pairs 3 and 5, match 3 between 1 and 6, and match 4 a bye for pair 4.
pytestmark = [pytest.mark.django_db, pytest.mark.published(6, plate="first match")]


def concede(competition, *codes: str, upper_wins: bool = True) -> None:
    for code in codes:
        stories.settle(competition, code, kind=ResultKind.CONCEDED, upper_wins=upper_wins)


def numbers(competition, code: str) -> list[int | None]:
    return [side.pair and side.pair.number for side in stories.now(competition).matches[code].sides]


def told(competition, *topics: Topic) -> dict[int, str]:
    """Return the text of the last message to each pair about these topics, by pair number."""
    found = messages(stories.now(competition), *topics)
    return {message.pair.number: " ".join(message_text(message).paragraphs) for message in found}


def test_the_plate_is_published_with_the_draw():
    draw = stories.now(stories.published(6, plate="first match", first_play_by=date(2030, 5, 31)))

    assert [round.name for round in draw.main_rounds] == ["Quarter-finals", "Semi-finals", "Final"]
    # The second round of the plate is as many days after the final as the final was after the semi-finals.
    assert [(round.name, round.play_by) for round in draw.plate_rounds] == [
        ("Plate semi-finals", date(2030, 7, 30)),
        ("Plate final", date(2030, 8, 29)),
    ]
    assert [state.label for round in draw.plate_rounds for state in round.matches] == [
        "match 1 of the plate semi-finals",
        "match 2 of the plate semi-finals",
        "the plate final",
    ]


@pytest.mark.published(2, plate="first match")
def test_two_pairs_have_no_plate(competition):
    assert stories.now(competition).plate_rounds == []


def test_pairs_enter_the_plate_as_they_lose(competition):
    assert numbers(competition, "R4-M1") == [None, None]
    concede(competition, "R1-M2")
    assert numbers(competition, "R4-M1") == [None, 5]

    concede(competition, "R2-M1", upper_wins=False)
    assert numbers(competition, "R4-M1") == [2, 5]


def test_a_later_match_names_the_pairs_that_may_still_enter(competition):
    concede(competition, "R1-M2")
    draw = stories.now(competition)

    reach = [sorted(pair.number for pair in candidates(draw, side)) for side in draw.matches["R5-M1"].sides]

    # Pair 2 enters if it loses to pair 3. One of pairs 1 and 6 loses, and pair 4 may lose to the other.
    assert reach == [[2, 5], [1, 4, 6]]
    assert [hopefuls(draw, side, 2) for side in draw.matches["R4-M1"].sides] == [
        "North 2 & South 2",
        "North 5 & South 5",
    ]


def test_a_pair_is_told_that_it_continues_in_the_plate(competition):
    concede(competition, "R1-M2", "R1-M3")
    concede(competition, "R2-M1", upper_wins=False)
    draw = stories.now(competition)

    assert "You continue in the plate, in the plate semi-finals." in told(competition, Topic.RULED)[5]
    assert "Your opponents in the plate semi-finals are" in told(competition, *OF_A_PLACE)[5]
    assert turn_on_path(path_of(draw.pairs[5])).round == "Plate semi-finals"
    concede(competition, "R4-M1")
    assert told(competition, Topic.RULED)[5].endswith("You are out of the plate.")


def test_a_corrected_result_changes_who_is_in_the_plate(competition):
    concede(competition, "R1-M2")
    draw = stories.now(competition)
    before = draw.bracket
    concede(competition, "R1-M2", upper_wins=False)

    assert numbers(competition, "R4-M1") == [None, 3]
    concede(competition, "R1-M2")
    assert stories.now(competition).bracket.matches["R4-M1"].sides == before.matches["R4-M1"].sides


def test_the_competition_is_over_after_both_finals(competition):
    concede(competition, "R1-M2", "R1-M3", "R2-M1", "R2-M2", "R3-M1")
    assert line(stories.now(competition)).endswith("The plate is still played")
    assert not is_over(stories.now(competition))

    concede(competition, "R4-M2", "R5-M1")
    draw = stories.now(competition)
    assert is_over(draw)
    assert (draw.champion.number, draw.plate_winner.number) == (2, 5)
    assert line(draw).startswith("Champions: Ada North 2")


def test_draw_files_contain_the_plate(competition):
    concede(competition, "R1-M2")
    draw = stories.now(competition)
    facts = draw_json.as_dict(draw)

    assert [round["number"] for round in facts["rounds"]] == [1, 2, 3]
    assert [round["number"] for round in facts["plate"]["rounds"]] == [4, 5]
    first, second = facts["plate"]["rounds"][0]["matches"][0]["sides"]
    assert first == {
        "pair": None,
        "total": None,
        "source": {"kind": "first loser", "match": "R1-M1", "until": 2},
    }
    assert second["pair"]["number"] == 5
    assert facts["plate"]["winner"] is None
    assert differences_in(competition) == []


def test_the_record_of_the_draw_does_not_contain_the_plate(client, competition):
    record = client.get(f"/{competition.slug}/record/record.json").json()

    assert [round["name"] for round in record["rounds"]] == ["Quarter-finals", "Semi-finals", "Final"]
    assert all(step.agrees for step in prove(record))


def test_a_pair_that_does_not_want_to_play_in_the_plate_can_withdraw(competition):
    concede(competition, "R1-M2", "R1-M3")
    concede(competition, "R2-M1", upper_wins=False)
    stories.withdraw(competition.pairs.get(number=5))

    match = stories.now(competition).matches["R4-M1"]
    assert (match.result.kind, match.result.winner) == (ResultKind.WALKOVER, 2)
    assert stories.now(competition).matches["R1-M2"].result.kind == ResultKind.CONCEDED


def test_an_exported_file_contains_the_plate(competition):
    concede(competition, "R1-M2", "R1-M3")
    concede(competition, "R2-M1", upper_wins=False)
    concede(competition, "R4-M1")

    plate = stories.now(competition).bracket.plate
    _, copy = moved(competition)

    assert stories.now(copy).bracket.plate == plate
    assert differences_in(copy) == []


def test_a_correction_shows_what_it_changes_in_the_plate(organiser, competition):
    concede(competition, "R1-M2", "R1-M3")
    concede(competition, "R2-M1", upper_wins=False)
    concede(competition, "R4-M1")

    sent = {"kind": "conceded", "winner": 5, "reason": "They had mixed up the names."}
    sheet = text(organiser.post(f"/desk/{competition.slug}/matches/R1-M2/rule/", sent))

    assert (
        "Ada North 3 & Ben South 3 do not go through after all. They wait for opponents in the plate semi-finals."
        in sheet
    )
    assert "You play Ada North 2 & Ben South 2 in the semi-finals, by Sun 30 Jun 2030." in sheet
    assert "You are no longer in the plate. You have a result in the plate semi-finals that no longer counts." in sheet


def test_a_draw_made_elsewhere_has_a_plate():
    competition = stories.entered(6, plate="round 1")
    by = stories.organiser_of(competition)
    save_places(competition, places=[1, 2, 3, None, 4, None, 5, 6], by=by)

    publish_adopted(competition, by=by)

    assert [round.name for round in stories.now(competition).plate_rounds] == ["Plate semi-finals", "Plate final"]
    assert differences_in(competition) == []
