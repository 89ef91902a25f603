"""Tests for a draw in sections without a final: on the public pages, on the desk, in messages and in files."""

import pytest
from django.urls import reverse

from competition.draw.rules.result import ResultKind
from competition.notifications.models import Topic
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages
from competition.transfer.queries.integrity import differences_in
from tests import stories
from tests.competition.desk_reading import desk, text
from tests.competition.public_reading import public
from tests.competition.transfer.test_file import moved

pytestmark = [pytest.mark.django_db, pytest.mark.published(13, sections=3, next_event="the national final")]


def play(competition, *, but: str = "") -> None:
    """Let the upper pair win every match, except the match with this code, which stays open."""
    while codes := [code for code, state in stories.now(competition).matches.items() if state.is_open and code != but]:
        for code in codes:
            stories.settle(competition, code, kind=ResultKind.CONCEDED)


def test_the_winner_of_each_section_qualifies(client, organiser, competition):
    play(competition)
    draw = stories.now(competition)
    names = [pair.name for pair in draw.winners]

    assert (len(names), draw.champion, draw.qualified) == (3, None, draw.winners)
    page = text(client.get(public("draw", competition)))
    assert f"Winners of the sections: {'; '.join(names)}" in page
    assert "Qualified for the national final: " in page
    for where in (desk("competition", competition), reverse("desk:home")):
        assert "; ".join(names) in text(organiser.get(where))
    assert f"{names[0]} won their section" not in page
    places = client.get(public("draw-json", competition)).json()["qualifiers"]
    assert [place["pair"]["name"] for place in places] == names


def test_a_section_final_says_what_its_winners_win(client, competition):
    play(competition, but="R3-M2")

    to_come = text(client.get(public("match", competition, "R3-M2")))
    assert "The winners win their section. They qualify for the national final." in to_come
    assert "win their section" in text(client.get(public("match", competition, "R3-M1")))
    assert stories.now(competition).winners == []
    assert "Section finals: 2 of 3 decided" in text(client.get(public("draw", competition)))


def test_the_found_winner_of_a_section_is_told_so(client, competition):
    play(competition)
    winner = stories.now(competition).winners[0]

    page = text(client.get(public("draw", competition), {"pair": winner.number}))

    assert "won their section" in page
    assert "champions" not in page.lower()


def test_every_pair_is_told_the_winners_of_the_sections(competition):
    play(competition)
    draw = stories.now(competition)
    found = {message.pair.number: message_text(message) for message in messages(draw, Topic.OVER)}

    assert len(found) == 13
    winner = draw.winners[0]
    told = " ".join(found[winner.number].paragraphs)
    assert f"The sections were won by you; {draw.winners[1]}; {draw.winners[2]}" in told
    assert "who have qualified for the national final." in told


def test_the_archive_names_the_winners_of_the_sections(client, competition):
    play(competition)
    names = "; ".join(pair.name for pair in stories.now(competition).winners)

    assert f"Sections won by {names}" in text(client.get(reverse("public:archive")))
    board = text(client.get(public("honours", competition)))
    assert "2026: no titles." in board
    assert f"sections won by {names}" in board


def test_the_rules_and_the_record_describe_the_sections(client, competition):
    rules = text(client.get(public("conditions", competition)))
    record = text(client.get(public("record", competition)))

    assert "The draw has 3 sections, and their winners do not meet." in rules
    assert "The winners of the sections qualify for the national final. There is no final." in rules
    assert "Sections. The draw has sections whose winners do not meet." in record


def test_an_exported_file_contains_the_sections(competition):
    play(competition)
    rounds = stories.now(competition).bracket.rounds

    _, copy = moved(competition)

    assert stories.now(copy).bracket.rounds == rounds
    assert differences_in(copy) == []
