import pytest

from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, fingerprint_on, said, text
from tests.competition.pair_reading import address, sheet_name
from tests.competition.pair_reading import said as deal
from tests.competition.pair_reading import text as words
from tests.competition.public_reading import public

pytestmark = pytest.mark.django_db
FINAL = {"round": "2", "deals": "6", "extra_deals": "2", "tie_break": "continues", "only_partscore": "100"}
WHY = {"reason": "A final deserves more deals.", "note": "The committee, in May"}


@pytest.fixture
def competition():
    return stories.published(4, deals=4)


@pytest.fixture
def client(at_desk, competition):
    return at_desk(competition)


def test_the_preview_lists_the_matches_of_new_conditions(client, competition):
    address = desk("correct-conditions", competition)

    page = text(client.post(address, FINAL | WHY))

    assert "Final: 6 deals instead of 4. This applies to: R2-M1, winner of " in page
    assert "Reason: A final deserves more deals." in page
    assert stories.now(competition).matches["R2-M1"].due == 4


def test_corrected_conditions_and_reason_are_public(client, competition):
    done = confirmed(client, desk("correct-conditions", competition), FINAL | WHY)

    assert said(done) == ["The conditions of the round are corrected. Now tell the pairs, under Messages."]
    conditions, record, match = (
        text(client.get(public(name, competition, *rest)))
        for name, rest in (("conditions", ()), ("record", ()), ("match", ["R2-M1"]))
    )
    assert "except for corrections before a round began" in conditions
    assert "Final, as corrected on" in conditions
    assert "6 deals instead of 4. Reason: A final deserves more deals." in conditions
    assert "Final: 6 deals instead of 4. Reason: A final deserves more deals." in record
    assert "Corrected for this round: 6 deals instead of 4 (A final deserves more deals.)" in match
    assert "Corrected" not in text(client.get(public("match", competition, "R1-M1")))
    assert "The committee" not in conditions + record + match


def test_a_letter_lists_the_corrected_conditions(client, competition):
    confirmed(client, desk("correct-conditions", competition), FINAL | WHY)
    stories.settle_round(competition, 1)

    letters = text(client.get(desk("letters", competition)))

    assert "Corrected for this round 6 deals instead of 4 (A final deserves more deals.)" in letters


def test_corrected_conditions_are_undone_on_their_page(client, competition):
    confirmed(client, desk("correct-conditions", competition), FINAL | WHY)
    page = client.get(desk("correct-conditions", competition))
    address = desk("undo-conditions", competition, round=2)
    assert f'href="{address}"' in page.content.decode()

    number = client.get(address).context["form"].initial["number"]
    seen = client.post(address, sent := {"number": number, "reason": "No time for it."})
    assert "Final: 4 deals instead of 6." in text(seen)
    done = client.post(address, {**sent, "shown": fingerprint_on(seen)}, follow=True)

    assert said(done) == ["The correction is undone. Now tell the pairs, under Messages."]
    assert stories.now(competition).matches["R2-M1"].due == 4
    assert "Corrections since the draw" not in text(client.get(public("conditions", competition)))
    assert client.get(address).status_code == 404


def test_a_round_with_an_open_sheet_cannot_be_chosen(client, competition):
    stories.open_sheet(competition, "R1-M2")

    page = client.post(desk("correct-conditions", competition), FINAL | WHY | {"round": "1"})

    assert errors(page) == ["Which round?: Select a valid choice. 1 is not one of the available choices."]


def test_an_impossible_condition_shows_an_error(client, competition):
    page = client.post(desk("correct-conditions", competition), FINAL | {"deals": "1", "reason": ""})

    assert page.status_code == 422
    assert errors(page) == [
        "Deals in a match: Give a whole number from 2 to 60.",
        "Public reason: Enter the reason. The pairs want to know it.",
    ]


def test_conditions_are_fixed_once_all_rounds_have_begun(client, competition):
    stories.settle_round(competition, 1)
    stories.open_sheet(competition, "R2-M1")

    assert "Every round has begun" in text(client.get(desk("correct-conditions", competition)))


def test_a_final_of_more_deals_is_played_to_its_winner(client, competition, phone):
    confirmed(client, desk("correct-conditions", competition), FINAL | WHY | {"deals": "8"})
    stories.settle_round(competition, 1)
    upper, lower = (phone(table.pair) for table in stories.tables(competition, "R2-M1"))
    of = {"code": "R2-M1"}
    assert "Corrected for this round 8 deals instead of 4" in words(upper.get(address("match", competition, **of)))
    # With room for one tie-break.
    assert len(client.get(desk("print-blank", competition, "R2-M1")).context["sheet"].lines) == 8 + 2

    players = [[player.pk for player in table.pair.present] for table in stories.tables(competition, "R2-M1")]
    seats = {"north": players[0][0], "east": players[1][0], "dealer": players[0][0]}
    upper.post(address("open", competition, **of), seats)
    for number in range(1, 9):
        if number == 8:
            assert upper.post(address("submit", competition, **of)).status_code == 422
        answer = upper.post(address("record", competition, **of), deal(number))
        assert answer.status_code == 302, words(answer)
    assert upper.post(address("record", competition, **of), deal(9, sheet=sheet_name())).status_code == 422
    upper.post(address("submit", competition, **of))
    state = stories.now(competition).matches["R2-M1"]
    lower.post(address("confirm", competition, **of), {"outcome": state.last.number})

    now = stories.now(competition)
    assert now.champion == state.pairs[0]
    told = client.get(public("match-json", competition, "R2-M1")).json()
    assert (told["deals_recorded"], told["sheet"]["conditions"]["deals"]) == (8, 8)
