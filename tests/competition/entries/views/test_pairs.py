import re
from urllib.parse import urlsplit

import pytest

from competition.draw.rules.result import Stage
from competition.entries import private_links
from tests import stories
from tests.competition.desk_reading import desk, errors, fingerprint_on, rows, said, text
from tests.factories import PairFactory

PAIR = {
    "player1": "Ada  Lark",
    "phone1": "07 555 0101",
    "email1": "ada@example.org",
    "player2": "Ben Wren",
    "phone2": "",
    "email2": "",
    "club": "Harbour",
    "area": "North shore",
    "opening_day": "on",
}


@pytest.fixture
def competition():
    return stories.entered(2)


@pytest.fixture
def running():
    return stories.published(4)


def save(organiser, competition, typed: dict):
    """Save pair 1 on a freshly opened page."""
    page = desk("pair", competition, 1)
    return organiser.post(page, {**typed, "shown": fingerprint_on(organiser.get(page))})


def test_pairs_are_listed_in_a_table(organiser, competition):
    page = organiser.get(desk("pairs", competition))

    first = competition.pairs.first()
    phones = " , ".join(player.phone for player in first.players.all())
    assert rows(page, "pairs")[0] == ["1", first.name, first.club, "", phones, "Private link of pair 1"]


def test_pairs_that_are_still_in_come_first(at_desk, running):
    stories.settle(running, "R1-M1")

    page = rows(at_desk(running).get(desk("pairs", running)), "pairs")

    assert [place for place, row in enumerate(page) if row in (["Still in"], ["Out"])] == [0, 4]


def test_pairs_can_be_searched_by_name_and_filtered_by_still_in(at_desk, running):
    stories.settle(running, "R1-M1")
    client, pair = at_desk(running), running.pairs.get(number=2)

    found = rows(client.get(desk("pairs", running, find=pair.name.split()[0] + " 2")), "pairs")
    still_in = rows(client.get(desk("pairs", running, still="in")), "pairs")

    assert [row[0] for row in found] == ["Still in", "2"]
    assert len(still_in) == 3


def test_post_enters_a_pair_with_its_contact_details(organiser, competition):
    response = organiser.post(desk("new-pair", competition), PAIR, follow=True)

    pair = competition.pairs.get(number=3)
    assert (pair.name, pair.club, pair.area, pair.attending) == ("Ada Lark & Ben Wren", "Harbour", "North shore", True)
    assert [(player.phone, player.email) for player in pair.players.all()] == [
        ("07 555 0101", "ada@example.org"),
        ("", ""),
    ]
    assert response.redirect_chain == [(desk("pairs", competition), 302)]
    assert said(response) == ["Ada Lark & Ben Wren are entered."]


def test_save_and_add_another_shows_an_empty_form(organiser, competition):
    response = organiser.post(desk("new-pair", competition), {**PAIR, "another": "1"})

    assert response.url == desk("new-pair", competition)


DIFFERENT, ASKED = "They are two different people", "Are they two different people?"


def test_an_invalid_pair_is_refused(organiser, competition):
    for typed, fault in (
        ({"player2": ""}, "Second player’s name: Give the names of both players."),
        ({"player2": "1234"}, "Second player’s name: A name needs letters. Correct the name."),
        ({"player2": "ADA NORTH 1"}, f"{DIFFERENT}: Ada North 1 is also in pair 1 (Harbour Bridge Club). {ASKED}"),
        (
            {"email1": "ada at home"},
            "First player’s email: This is not an email address. It looks like name@example.org.",
        ),
    ):
        refused = organiser.post(desk("new-pair", competition), {**PAIR, **typed})

        assert (refused.status_code, errors(refused)) == (422, [fault])
        assert 'value="North shore"' in refused.content.decode()
        assert competition.pairs.count() == 2


def test_an_unknown_pair_is_not_found(organiser, competition):
    for page in ("pair", "withdraw-pair"):
        for number in (99, 10**30):
            address = desk(page, competition, 1).replace("/pairs/1/", f"/pairs/{number}/")
            assert organiser.get(address).status_code == 404, address


def test_an_outdated_page_is_refused_once(organiser, competition):
    page = desk("pair", competition, 1)
    shown = fingerprint_on(organiser.get(page))
    save(organiser, competition, {**PAIR, "club": "Rivers"})

    refused = organiser.post(page, {**PAIR, "club": "Hills", "shown": shown})

    now = "Ada Lark & Ben Wren, Rivers, North shore, attends the opening day"
    assert (refused.status_code, now in errors(refused)[0]) == (409, True)
    assert 'value="Hills"' in refused.content.decode()
    organiser.post(page, {**PAIR, "club": "Hills", "shown": fingerprint_on(refused)})
    assert competition.pairs.get(number=1).club == "Hills"


def test_post_removes_a_pair(organiser, competition):
    asked = organiser.get(desk("remove-pair", competition, 1))
    assert "This removes Ada North 1 & Ben South 1" in text(asked)
    assert competition.pairs.count() == 2

    response = organiser.post(desk("remove-pair", competition, 1), {"shown": fingerprint_on(asked)}, follow=True)

    assert said(response) == ["Pair 1 is removed."]
    assert [pair.number for pair in competition.pairs.all()] == [2]


def test_a_pair_can_withdraw_and_return(at_desk, running):
    pair, opponents = stories.now(running).matches["R1-M1"].pairs
    organiser = at_desk(running)

    page = desk("withdraw-pair", running, pair.number)
    sent = {"reason": "moved away"}
    sent["shown"] = fingerprint_on(organiser.post(page, sent))
    for _ in range(2):
        assert organiser.post(page, sent).status_code == 302
    assert stories.now(running).matches["R1-M1"].winner == opponents
    assert running.log.filter(event="withdrew").count() == 1

    page = desk("bring-back-pair", running, pair.number)
    sent = {"reason": "stays after all"}
    sent["shown"] = fingerprint_on(organiser.post(page, sent))
    for _ in range(2):
        assert organiser.post(page, sent).status_code == 302
    assert stories.now(running).matches["R1-M1"].stage is Stage.READY
    assert running.log.filter(event="brought back").count() == 1


def link_on(response) -> str:
    return re.search(r'id="link">(.*?)<', response.content.decode())[1]


def test_link_page_shows_text_and_a_qr_code(organiser, competition):
    page = organiser.get(desk("pair-link", competition, 1))

    assert organiser.get("/play/").url == "/p/"
    link = link_on(page)
    assert link == f"http://testserver/p/{private_links.link_key(competition.pairs.get(number=1))}/"
    assert organiser.get(urlsplit(link).path).status_code == 200
    square = re.search(r'<div class="qr".*?>(.*?)</div>', page.content.decode())[1]
    assert (square[:4], "style" in square) == ("<svg", False)


def test_pairs_table_marks_a_withdrawn_pair(at_desk, running):
    stories.withdraw(running.pairs.get(number=1), reason="moved away")

    page = at_desk(running).get(desk("pairs", running))

    assert rows(page, "pairs")[-1][1] == f"{running.pairs.get(number=1).name} withdrawn"


def test_a_similar_name_shows_a_warning(organiser, competition):
    PairFactory(competition=competition, players=("Ada Lark", "Ben Wren"))

    response = organiser.post(
        desk("new-pair", competition), {**PAIR, "player1": "Ada Larke", "player2": "B. Wren"}, follow=True
    )

    remarks = [
        "Ada Lark (pair 3) and Ada Larke (pair 4) may be one player.",
        "B. Wren (pair 4) and Ben Wren (pair 3) may be one player.",
    ]
    assert said(response) == ["Ada Larke & B. Wren are entered.", *remarks]
    assert all(remark in text(organiser.get(desk("pairs", competition))) for remark in remarks)


def test_known_clubs_and_areas_are_suggested(organiser, competition):
    competition.pairs.filter(number=1).update(area="North shore")

    page = organiser.get(desk("new-pair", competition)).content.decode()

    assert re.findall(r'<option value="([^"]+)">', page) == ["Harbour Bridge Club", "North shore"]


@pytest.mark.parametrize("email", ["rosa@plians.example", "rosa@plains.example", "rosa@other.example"])
def test_a_misspelt_host_of_a_new_pair_is_questioned(organiser, competition, email):
    competition.players.update(email="ada@plains.example")

    page = organiser.post(desk("new-pair", competition), PAIR | {"email1": email}, follow=True)

    question = "rosa@plians.example: did you mean rosa@plains.example?"
    assert (question in text(page)) is (email == "rosa@plians.example")
    assert competition.players.filter(email=email).exists()
