"""Tests for the card, the JSON data from which a phone scores its match."""

import re
from dataclasses import replace
from urllib.parse import urlencode
from uuid import uuid4

import pytest
from django.utils import timezone

from competition.entries.actions import pairs as actions
from competition.match.actions import play as match_actions
from competition.match.actions.play import confirm, submit_sheet, submit_totals
from scoring.forms import NextDealForm
from scoring.models import DealCorrection, SummarySheet
from scoring.rules.deal import DealResult
from tests import stories
from tests.competition.match.views.test_sheet import taken_again
from tests.competition.pair_reading import JSON, address, on_the_sheet, record, said, sheet_name


@pytest.fixture
def competition():
    competition = stories.published(4, deals=4)
    stories.open_sheet(competition, "R1-M1")
    return competition


def card(client, competition, shown: str = "") -> dict:
    return client.get(address("card", competition, shown=shown)).json()


def send(client, competition, *given, **keys):
    return client.post(address("record", competition), said(*given, **keys), headers=JSON)


def test_the_card_contains_the_match_from_this_pairs_side(lower, competition):
    record(competition, replace(stories.deal("2HX", 9), honours=stories.honours("ew", 100)), DealResult.passed_in())
    table = stories.tables(competition, "R1-M1")[1]

    told = card(lower, competition)

    assert told | {"shown": "", "page": "", "html": ""} == {
        "shown": "",
        "page": "",
        "html": "",
        "sheet": sheet_name(),
        "version": table.opened.row.version,
        "seats": {seat.value: name for seat, name in table.opened.card.names.items()},
        "reader": "ew",
        "conditions": {"deals": 4, "extra_deals": 2, "tie_break": "continues", "only_partscore": 100},
        "first_dealer": "N",
        "deals": [
            {"declarer": "N", "level": 2, "denomination": "H", "doubling": 2, "tricks": 9, "honours": "ew-100"},
            {"passed_in": True},
        ],
        "writable": True,
        "said": "",
        "again": None,
    }


def test_recording_a_deal_returns_the_polled_card(upper, competition):
    answer = send(upper, competition, 1)

    assert (answer.status_code, answer.json()["deals"][0]["level"]) == (200, 2)
    assert answer.json() | {"html": ""} == card(upper, competition) | {"html": ""}
    assert upper.get(address("card", competition, shown=answer.json()["shown"])).status_code == 204


def test_the_card_contains_the_page_parts_that_deals_change(upper, lower, competition):
    record(competition, stories.deal("4S", 10))

    html = card(upper, competition)["html"]

    page = upper.get(address("match", competition)).text
    parts = re.findall(r'<\w+ id="([a-z-]+)"[^>]* data-site', page)
    assert parts == ["state", "coming", "last-deal", "on-sheet"]
    assert [part for part in parts if f'id="{part}"' not in html] == []
    assert 'href="/play/' in html
    assert "4♠ by" in html


def test_the_score_pad_and_the_score_sheet_say_who_won_a_rubber(lower, competition):
    record(competition, stories.deal("4S", 10), stories.deal("3NT", 9), stories.deal("4S", 10, "E"))

    html = re.sub(r"\s+", " ", card(lower, competition)["html"])

    assert "<h3> Rubber 1 <small>They won by 920</small> </h3>" in html
    assert '<tr data-rule><td colspan="6">Rubber 1: They won by 920</td></tr>' in html
    assert "<h3> Rubber 2 </h3>" in html


def test_a_clash_returns_the_recorded_deal(upper, lower, competition):
    send(upper, competition, 1)

    answer = send(lower, competition, 1, level=4)

    assert (answer.status_code, answer.json()["said"]) == (
        409,
        "Deal 1 is already on the score sheet with another score. Compare the two deals.",
    )
    assert [deal["level"] for deal in answer.json()["deals"]] == [2]


def test_a_refused_deal_returns_the_message_and_the_card(upper, competition):
    early, wrong = send(upper, competition, 2), send(upper, competition, 1, tricks=14)

    assert (early.status_code, early.json()["said"]) == (422, "You cannot record deal 2 yet. Deal 1 is next.")
    assert (wrong.status_code, wrong.json()["said"]) == (422, "A side wins 0 to 13 tricks.")
    assert wrong.json()["deals"] == []


def test_an_unlikely_deal_is_saved_only_after_confirmation(upper, lower, competition):
    hardly = {"level": 4, "tricks": 13, "honours": "ew-100"}

    answer = send(upper, competition, 1, **hardly, asks="yes")

    assert (answer.status_code, answer.json()["deals"]) == (409, [])
    assert answer.json()["said"] == "Four trump honours in one hand against declarer, and no tricks lost?"
    sure = {name: value or "" for name, value in answer.json()["again"].items()}
    assert send(upper, competition, 1, **sure).status_code == 200
    assert send(lower, competition, 1, **hardly, asks="yes").status_code == 200, "it stands: nothing is left to ask"
    assert [deal["tricks"] for deal in card(upper, competition)["deals"]] == [13]
    assert SummarySheet.objects.get().doubtful is None


def test_a_deal_for_another_sheet_is_adapted_to_this_one(lower, competition):
    waiting = said(1, level=4, honours="ns-100", note="Late.", misdeals=1)
    taken_again(competition, [table.pair for table in stories.tables(competition, "R1-M1")])

    answer = lower.post(address("record", competition), waiting, headers=JSON)

    assert (answer.status_code, answer.json()["deals"]) == (409, [])
    assert answer.json()["again"] == {
        "declarer": "E",
        "level": 4,
        "denomination": "H",
        "doubling": 1,
        "tricks": 8,
        "honours": "ew-100",
        "misdeals": 1,
        "note": "Late.",
        "sheet": sheet_name(),
    }


def test_only_the_last_deal_changes_the_page_version(upper, competition):
    pages = [card(upper, competition)["page"]]
    for number in range(1, 5):
        pages.append(send(upper, competition, number).json()["page"])

    assert [one == pages[0] for one in pages] == [True, True, True, True, False]


def test_a_correction_after_the_last_deal_changes_the_page_version(upper, competition):
    # The server draws the sentence with the winner, so the page must load it again.
    record(competition, *[stories.deal("2S", 8, "E")] * 4)
    table = stories.tables(competition, "R1-M1")[0]
    before = card(upper, competition)["page"]

    stories.correct_deal(table, number=4, deal=stories.deal("7NTXX", 13, "N"))

    assert card(upper, competition)["page"] != before


def test_a_deal_changes_the_page_version_while_a_correction_waits(upper, competition):
    # The server draws the totals before and after the correction.
    record(competition, stories.deal("2S", 8, "E"), stories.deal("2S", 8, "E"))
    stories.correct_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal("2S", 7, "E"))
    before = card(upper, competition)["page"]

    record(competition, stories.deal("3NT", 9, "E"))

    assert card(upper, competition)["page"] != before


def test_every_other_action_changes_the_page_version(upper, competition):
    def page() -> str:
        return card(upper, competition)["page"]

    def at(place: int):
        return stories.tables(competition, "R1-M1")[place]

    seen = [page()]
    record(competition, stories.deal(), stories.deal())
    for event in (
        lambda: stories.correct_deal(at(0), number=1, deal=stories.deal(tricks=9)),
        lambda: match_actions.answer(at(1), correction=at(1).opened.corrections[0], accept=False),
        lambda: upper.post(address("privacy", competition), {"private": "yes"}),
        lambda: record(competition, stories.deal(), stories.deal()),
        lambda: submit_sheet(at(0)),
        lambda: confirm(at(1), outcome=1),
    ):
        event()
        seen.append(page())

    assert len(set(seen)) == len(seen)


def test_automatic_confirmation_changes_the_page_version(phone, competition, monkeypatch):
    upper, lower = stories.tables(competition, "R1-M1")
    submit_totals(upper, ours=4730, theirs=3980)
    sent = stories.notify(competition)
    client = phone(lower.pair)
    told = card(client, competition)
    poll = address("card", competition, shown=told["shown"])
    before = client.get(poll)

    monkeypatch.setattr(timezone, "now", lambda: sent.reply_deadline)

    after = client.get(poll)
    assert (before.status_code, after.status_code) == (204, 200)
    assert after.json()["page"] != told["page"]


def test_a_replaced_private_link_ends_polling(phone, competition):
    _, lower = stories.tables(competition, "R1-M1")
    client, poll = phone(lower.pair), address("card", competition, shown=lower.version)
    assert client.get(poll).status_code == 204

    actions.renew_link(lower.pair, by=stories.organiser_of(competition))

    assert client.get(poll).status_code == 404


def test_a_version_alone_does_not_give_access(client, competition):
    _, lower = stories.tables(competition, "R1-M1")

    assert client.get(address("card", competition, shown=lower.version)).status_code == 404


def send_correction(client, competition, number: int, stood: DealResult, mark, **keys):
    """Send a correction that a phone stored offline. `stood` is the deal shown on the phone."""
    facts = {name: value for name, value in NextDealForm.data_of(stood).items() if value}
    sent = {"sheet": sheet_name(), **said(**keys), "stood": urlencode(facts), "submission": mark}
    return client.post(address("deal", competition, number), sent, headers=JSON)


def test_a_correction_stored_on_a_phone_is_made_once(upper, competition):
    record(competition, stories.deal("4S", 10), stories.deal("2H", 8))
    stood, mark = stories.deal("2H", 8), uuid4()

    made = [send_correction(upper, competition, 2, stood, mark, level=3, tricks=9) for _ in range(2)]

    assert [(answer.status_code, answer.json()["deals"][1]["level"]) for answer in made] == [(200, 3)] * 2
    assert DealCorrection.objects.count() == 1
    late = send_correction(upper, competition, 2, stood, uuid4(), level=4, tricks=9)
    assert (late.status_code, late.json()["said"]) == (
        422,
        "Deal 2 or the seats have changed since, so your correction was not made.",
    )
    assert send_correction(upper, competition, 1, stories.deal("4S", 10), uuid4(), level=4, tricks=9).status_code == 200
    assert DealCorrection.objects.get(number=1).answer == ""
    before = sheet_name()
    stories.change_seats(stories.tables(competition, "R1-M1")[0])
    moved = send_correction(upper, competition, 2, on_the_sheet()[1], uuid4(), sheet=before)
    assert (moved.status_code, moved.json()["said"]) == (422, late.json()["said"])


def test_a_stored_correction_of_honours_asks_when_they_were_claimed(upper, competition):
    record(competition, stories.deal("4S", 10), stories.deal("2H", 8))
    facts = {"level": 4, "denomination": "S", "tricks": 10, "honours": "ns-100"}

    asked = send_correction(upper, competition, 1, stories.deal("4S", 10), uuid4(), **facts)
    assert (asked.status_code, asked.json()["again"]) == (409, {"claimed": "on"})
    assert asked.json()["said"].startswith("Were these honours claimed before the next deal?")

    send_correction(upper, competition, 1, stories.deal("4S", 10), uuid4(), **facts, claimed="on")
    assert DealCorrection.objects.get().honours_points == 100


def cancel(client, competition, deal: DealResult, mark):
    """Undo the first deal before the phone has received a response to it. `mark` is the key that the phone sent."""
    sent = {"deal": urlencode({**form_data(deal), "number": 1, "submission": uuid4(), "cancels": mark})}
    return client.post(address("undo", competition), sent, headers=JSON)


def form_data(deal: DealResult) -> dict:
    return {name: value for name, value in NextDealForm.data_of(deal).items() if value}


def test_a_deal_is_cancelled_before_and_after_it_arrives(upper, lower, competition):
    deal, arrived, late = stories.deal("4S", 10), uuid4(), uuid4()
    send(upper, competition, 1, **form_data(deal), submission=arrived)
    assert cancel(upper, competition, deal, arrived).json()["deals"] == []

    assert cancel(upper, competition, deal, late).json()["deals"] == []
    assert send(upper, competition, 1, **form_data(deal), submission=late).json()["deals"] == []

    record(competition, deal)
    assert len(cancel(upper, competition, deal, uuid4()).json()["deals"]) == 1, "the other pair has recorded it"


def test_a_repeated_deal_raises_no_question(upper, competition):
    hardly = {"level": 4, "tricks": 13, "honours": "ew-100", "submission": uuid4()}
    send(upper, competition, 1, **hardly)
    cancel(upper, competition, on_the_sheet()[0], hardly["submission"])

    again = send(upper, competition, 1, **hardly, asks="yes")

    assert (again.status_code, again.json()["deals"]) == (200, [])


def test_a_repeated_undo_removes_one_deal(upper, competition):
    record(competition, stories.deal("4S", 10), stories.deal("2H", 8))
    facts = {name: value for name, value in NextDealForm.data_of(stories.deal("2H", 8)).items() if value}
    sent = {"deal": urlencode({**facts, "number": 2, "submission": uuid4()})}

    answers = [upper.post(address("undo", competition), sent, headers=JSON) for _ in range(2)]

    assert [(answer.status_code, len(answer.json()["deals"])) for answer in answers] == [(200, 1)] * 2
