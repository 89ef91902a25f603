"""Tests for correcting a player's name after the draw is published."""

from competition.entries.models import Pair
from competition.rulings.models import NameCorrection
from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, said, text
from tests.competition.public_reading import public

SENT = {"player1": "Mrs Lee", "player2": "Ben South 1", "same": "on", "reason": "Her own wish.", "note": "By letter."}


def test_a_corrected_name_is_public_with_its_reason(organiser, competition):
    page = desk("respell", competition, 1)
    assert "“Mrs Lee” instead of “Ada North 1”." in text(organiser.post(page, SENT))
    assert not NameCorrection.objects.exists()

    done = confirmed(organiser, page, SENT)

    assert said(done) == ["The name of a player of pair 1 is corrected."]
    confirmed(organiser, page, SENT | {"player1": "Lee"})
    assert competition.pairs.get(number=1).name == "Lee & Ben South 1"
    record = text(organiser.get(public("record", competition)))
    assert "Pair 1: the name is “Mrs Lee”, not “Ada North 1”. Reason: Her own wish." in record
    assert "the name is “Lee”, not “Mrs Lee”." in record
    assert "By letter." not in record
    assert "Lee & Ben South 1" in organiser.get(public("draw-csv", competition)).content.decode()


REFUSED = [
    (("Ada North 1", "Ben South 1"), "Nothing has changed. Change at least one name."),
    (
        ("Ada North 2", "Ben South 1"),
        "They are two different people: Ada North 2 is also in pair 2 (Harbour Bridge Club). "
        "Are they two different people?",
    ),
    (
        ("Ben South 1", "Ben South 1"),
        "They are two different people: Ben South 1 is the name of both players. Are they two different people?",
    ),
]


def test_the_name_of_another_player_is_refused(organiser, competition):
    for (first, second), fault in REFUSED:
        refused = organiser.post(desk("respell", competition, 1), {**SENT, "player1": first, "player2": second})

        assert errors(refused) == [fault]
    refused = organiser.post(desk("respell", competition, 1), {**SENT, "same": ""})
    fault = "Confirm that they are the same people. For another player, add a substitute."
    assert errors(refused) == [f"These are the same people, with corrected names: {fault}"]


def test_the_players_of_a_pair_can_swap_places(competition):
    pair = competition.pairs.get(number=1)

    stories.respell(pair, "Ben South 1", "Ada North 1")

    assert Pair.objects.get(pk=pair.pk).name == "Ben South 1 & Ada North 1"


def test_a_corrected_namesake_gets_a_distinguishing_word(organiser, competition):
    page, wanted = desk("respell", competition, 1), SENT | {"player1": "Ada North 2"}
    answers = {"different_player1": "on", "word_player1": "Okato"}
    assert "Are they two different people?" in text(organiser.post(page, wanted))
    assert "“Ada North 2 (Okato)” instead of “Ada North 1”." in text(organiser.post(page, wanted | answers))

    done = confirmed(organiser, page, wanted | answers)

    assert said(done) == ["The name of a player of pair 1 is corrected."]
    player = competition.pairs.get(number=1).players.get(place=1)
    assert (player.name, player.distinction, player.key) == ("Ada North 2", "Okato", "ada north 2")
    row = NameCorrection.objects.get()
    confirmed(organiser, desk("undo-spelling", competition, row.pk), {"reason": "It was wrong."})
    player.refresh_from_db()
    assert (player.display_name, player.distinction) == ("Ada North 1", "")
