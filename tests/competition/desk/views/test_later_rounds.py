"""Tests for drawing the later rounds on the desk, if each round is drawn by itself."""

import pytest

from competition.draw.models.rounds import RoundDraw
from competition.draw.rules.result import ResultKind, Stage
from competition.rulings.decisions.round_draws import UndoRoundDraw
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import desk, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(9, drawn_by_round=True)


@pytest.fixture
def organiser(client, competition):
    client.force_login(competition.owner)
    return client


def settle_all(competition):
    for state in stories.now(competition).matches.values():
        if state.stage is Stage.READY:
            stories.settle(competition, state.code)


def test_the_page_shows_the_pairs_in_the_next_draw(organiser, competition):
    stories.settle(competition, next(c for c, s in stories.now(competition).matches.items() if s.stage is Stage.READY))

    page = text(organiser.get(desk("rounds", competition)))

    assert "Round 2 2 matches and a bye, play by" in page
    assert "3 of 5 pairs are not known yet." in page
    assert page.count("Winner of ") == 3
    assert page.count("(after a bye)") == 1


def test_one_press_draws_the_next_round(organiser, competition):
    settle_all(competition)
    before = text(organiser.get(desk("competition", competition)))

    page = organiser.post(desk("draw-round", competition, 2), follow=True)

    assert "All matches of Round 1 are decided." in before
    assert "Draw Round 2" in before
    assert "The draw is made, and anybody can see it." in text(page)
    assert "Drawn so far Round 2 drawn on" in text(page)
    assert sum(state.stage is Stage.READY for state in stories.now(competition).main_rounds[1].matches) == 2
    assert "are decided." not in text(organiser.get(desk("competition", competition)))


def test_the_desk_shows_which_rounds_are_not_drawn(organiser, competition):
    page = text(organiser.get(desk("competition", competition)))

    assert "9 of 9 pairs remain" in page
    assert page.count("not drawn yet") == 3


def test_a_round_that_cannot_be_drawn_yet_is_refused_with_a_sentence(organiser, competition):
    page = organiser.post(desk("draw-round", competition, 3), follow=True)

    assert "cannot be drawn before the round before it is." in text(page)
    assert not RoundDraw.objects.exists()


def test_a_draw_is_undone_and_made_again(organiser, competition):
    settle_all(competition)
    stories.draw_next_round(competition)
    first = stories.now(competition).rows.drawn_rounds
    row = RoundDraw.objects.get()

    stories.decide(UndoRoundDraw, competition, content=row.pk)

    assert stories.now(competition).rows.drawn_rounds == {}
    stories.draw_next_round(competition)
    assert stories.now(competition).rows.drawn_rounds.keys() == first.keys()
    assert RoundDraw.objects.count() == 3


def test_a_draw_stays_once_play_in_its_round_has_begun(organiser, competition):
    settle_all(competition)
    stories.draw_next_round(competition)
    row = RoundDraw.objects.get()
    settle_all(competition)

    page = organiser.get(desk("undo-round-draw", competition, row.pk))

    assert "Play has begun in Round 2, so its draw stays." in text(page)
    with pytest.raises(Refused, match="Play has begun"):
        stories.decide(UndoRoundDraw, competition, content=row.pk)


def test_only_the_last_draw_can_be_undone(organiser, competition):
    stories.draw_next_round(competition)
    stories.draw_next_round(competition)
    row = RoundDraw.objects.first()

    page = organiser.get(desk("undo-round-draw", competition, row.pk))

    assert "Undo the last draw first." in text(page)


def test_other_draws_have_no_rounds_to_draw(client):
    competition = stories.published(4)
    client.force_login(competition.owner)

    assert client.get(desk("rounds", competition)).status_code == 404
    assert client.post(desk("draw-round", competition, 2)).status_code == 404


def test_a_day_draws_each_round_with_the_press_that_starts_it(client):
    competition = stories.published(6, deals=2, minutes=60, drawn_by_round=True, confirmation="final")
    client.force_login(competition.owner)
    client.post(desk("set-clock", competition, 1), {"start": ""})
    settle_all(competition)

    page = text(client.get(desk("today", competition)))
    client.post(desk("set-clock", competition, 2), {"start": ""})

    assert "1 match of 2 deals and 60 minutes. The button draws the round and starts the clock." in page
    assert stories.now(competition).rows.drawn_rounds.keys() == {2}
    assert stories.now(competition).main_rounds[1].clock


def test_the_closest_losers_play_on_in_a_day(client):
    competition = stories.published(
        6, minutes=60, deals=2, drawn_by_round=True, closest_losers=True, confirmation="final"
    )
    client.force_login(competition.owner)
    client.post(desk("set-clock", competition, 1), {"start": ""})
    for code, totals in (("R1-M1", (900, 500)), ("R1-M2", (710, 700)), ("R1-M3", (2000, 1000))):
        stories.settle(competition, code, kind=ResultKind.PLAYED, totals=totals)
    loser = stories.now(competition).matches["R1-M2"].pairs[1]

    client.post(desk("set-clock", competition, 2), {"start": ""})

    states = stories.now(competition).main_rounds[1].matches
    assert [state.stage for state in states] == [Stage.READY, Stage.READY]
    assert loser in [pair for state in states for pair in state.pairs]
    said = "play on as the closest losers of Round 1."
    assert said in text(client.get(desk("today", competition)))
    assert said in text(client.get(f"/{competition.slug}/screen/"))


def test_the_closest_losers_are_drawn_once_all_matches_are_decided(client):
    competition = stories.published(6, minutes=60, drawn_by_round=True, closest_losers=True)
    client.force_login(competition.owner)

    page = client.post(desk("draw-round", competition, 2), follow=True)

    assert "The closest losers are known once all matches of the round before are decided." in text(page)
