import pytest

from tests import stories
from tests.competition.desk_reading import confirmed, desk, errors, fingerprint_on, said, text
from tests.competition.public_reading import public

FINAL = {"round": "2", "deals": "6", "extra_deals": "2", "tie_break": "continues", "only_partscore": "100"}
WHY = {"reason": "A final deserves more deals.", "note": "The committee, in May"}


@pytest.fixture
def competition():
    return stories.published(4, deals=4)


def test_public_pages_show_corrected_conditions_with_their_reason(organiser, competition):
    seen = text(organiser.post(desk("correct-conditions", competition), FINAL | WHY))
    assert "Final: 6 deals instead of 4. This applies to 1 match." in seen
    assert "Reason: A final deserves more deals." in seen
    assert stories.now(competition).matches["R2-M1"].due == 4

    done = confirmed(organiser, desk("correct-conditions", competition), FINAL | WHY)

    assert said(done) == ["The conditions of the round are corrected. Now tell the pairs, under Messages."]
    stories.settle_round(competition, 1)
    conditions, record, match = (
        text(organiser.get(public(name, competition, *rest)))
        for name, rest in (("conditions", ()), ("record", ()), ("match", ["R2-M1"]))
    )
    assert "except for corrections before a round began" in conditions
    assert "Final, as corrected on" in conditions
    assert "6 deals instead of 4. Reason: A final deserves more deals." in conditions
    assert "Final: 6 deals instead of 4. Reason: A final deserves more deals." in record
    assert "Corrected for this round: 6 deals instead of 4 (A final deserves more deals.)" in match
    letters = text(organiser.get(desk("letters", competition)))
    assert "Corrected for this round 6 deals instead of 4 (A final deserves more deals.)" in letters
    assert "Corrected" not in text(organiser.get(public("match", competition, "R1-M1")))
    assert "The committee" not in conditions + record + match + letters


def test_corrected_conditions_are_undone_on_the_same_page(organiser, competition):
    confirmed(organiser, desk("correct-conditions", competition), FINAL | WHY)
    page = organiser.get(desk("correct-conditions", competition))
    address = desk("undo-conditions", competition, round=2)
    assert f'href="{address}"' in page.content.decode()

    number = organiser.get(address).context["form"].initial["number"]
    seen = organiser.post(address, sent := {"number": number, "reason": "No time for it."})
    assert "Final: 4 deals instead of 6." in text(seen)
    done = organiser.post(address, {**sent, "shown": fingerprint_on(seen)}, follow=True)

    assert said(done) == ["The correction is undone. Now tell the pairs, under Messages."]
    assert stories.now(competition).matches["R2-M1"].due == 4
    assert "Corrections since the draw" not in text(organiser.get(public("conditions", competition)))
    assert organiser.get(address).status_code == 404


def test_a_round_in_play_cannot_be_chosen(organiser, competition):
    stories.open_sheet(competition, "R1-M2")

    page = organiser.post(desk("correct-conditions", competition), FINAL | WHY | {"round": "1"})

    assert errors(page) == ["Which round?: Select a valid choice. 1 is not one of the available choices."]


def test_an_impossible_condition_shows_an_error(organiser, competition):
    page = organiser.post(desk("correct-conditions", competition), FINAL | {"deals": "1", "reason": ""})

    assert page.status_code == 422
    assert errors(page) == [
        "Deals in a match: Give a whole number from 2 to 60.",
        "Public reason: Enter the reason. The pairs want to know it.",
    ]


def test_no_conditions_can_be_corrected_once_all_rounds_have_begun(organiser, competition):
    stories.settle_round(competition, 1)
    stories.open_sheet(competition, "R2-M1")

    assert "Every round has begun" in text(organiser.get(desk("correct-conditions", competition)))
