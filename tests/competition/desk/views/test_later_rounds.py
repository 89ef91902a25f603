"""Tests for drawing the later rounds on the desk, if each round is drawn by itself."""

import pytest

from competition.contest.models import Competition
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


def with_repechage(client, *totals: tuple[int, int]) -> Competition:
    """Return a day of six pairs with these totals in round 1, after the press that draws the next round."""
    competition = stories.published(
        6, minutes=60, deals=8, drawn_by_round=True, repechage_deals=4, confirmation="final"
    )
    client.force_login(competition.owner)
    client.post(desk("set-clock", competition, 1), {"start": ""})
    for at, both in enumerate(totals, start=1):
        stories.settle(competition, f"R1-M{at}", kind=ResultKind.PLAYED, totals=both)
    return competition


def test_two_closest_losers_play_a_repechage_before_the_next_round_starts(client):
    competition = with_repechage(client, (900, 500), (710, 700), (2000, 1900))
    assert "Draw the semi-finals" in text(client.get(desk("today", competition)))

    drawn = client.post(desk("set-clock", competition, 2), {"start": ""}, follow=True)

    repechage = stories.now(competition).matches["R1-M4"]
    assert [state.conditions.deals for state in stories.now(competition).main_rounds[0].matches] == [8, 8, 8, 4]
    assert (repechage.label, repechage.table, repechage.clock) == ("the repechage", 1, None)
    assert "The round is drawn. It can start after the repechage." in text(drawn)
    assert "Repechage: two pairs play for a place in the semi-finals" in text(drawn)
    assert "Repechage: no deal is recorded. Type in the result" in text(drawn)
    screen = text(client.get(f"/{competition.slug}/screen/"))
    assert screen.count("To be played") == 1
    early = client.post(desk("set-clock", competition, 2), {"start": ""}, follow=True)
    assert "There is no official result yet of the repechage. Decide that match first." in text(early)

    stories.settle(competition, "R1-M4", kind=ResultKind.PLAYED, totals=(300, 0))
    client.post(desk("set-clock", competition, 2), {"start": ""})

    draw = stories.now(competition)
    assert draw.main_rounds[1].clock
    assert draw.matches["R1-M4"].winner in [pair for state in draw.main_rounds[1].matches for pair in state.pairs]


def test_a_draw_with_a_repechage_can_be_undone_until_it_is_played(client):
    competition = with_repechage(client, (900, 500), (710, 700), (2000, 1900))
    client.post(desk("draw-round", competition, 2))
    key = stories.now(competition).rows.rounds[1].round_draws.all()[0].pk
    address = desk("undo-round-draw", competition, key)

    stories.settle(competition, "R1-M4", kind=ResultKind.PLAYED, totals=(300, 0))
    refused = text(client.get(address, follow=True))
    stories.settle(competition, "R1-M4", kind=None)
    still = text(client.get(address, follow=True))

    assert "Something is already recorded for the repechage, so the draw stays." in refused
    assert "Something is already recorded for the repechage, so the draw stays." in still
    assert "Undo the draw of the semi-finals" not in text(client.get(desk("rounds", competition)))


def test_without_a_second_match_lost_on_points_the_closest_losers_play_on(client):
    competition = with_repechage(client, (710, 700))
    for code in ("R1-M2", "R1-M3"):
        stories.settle(competition, code, kind=ResultKind.WALKOVER)
    assert "Start the semi-finals" in text(client.get(desk("today", competition)))

    client.post(desk("set-clock", competition, 2), {"start": ""})

    draw = stories.now(competition)
    assert "R1-M4" not in draw.matches
    assert draw.main_rounds[1].clock
    assert draw.main_rounds[1].playable == 2


def test_a_correction_that_changes_the_closest_losers_advises_another_draw(client):
    competition = with_repechage(client, (900, 500), (710, 700), (2000, 1900))
    client.post(desk("set-clock", competition, 2), {"start": ""})
    advice = "Other pairs are now the closest losers of Round 1. To let them play, undo the draw of the semi-finals"
    before = text(client.get(desk("today", competition)))

    stories.settle(competition, "R1-M2", kind=ResultKind.PLAYED, totals=(1200, 700))

    day = text(client.get(desk("today", competition)))
    assert advice not in before
    assert f"{advice} and make it again." in day
    assert "Undo the draw of the semi-finals" in day
    assert advice in text(client.get(desk("rounds", competition)))
    undo = desk("undo-round-draw", competition, stories.now(competition).rows.rounds[1].round_draws.all()[0].pk)
    assert "The pairs of the semi-finals and of the repechage wait until it is drawn again." in text(client.get(undo))
    stories.settle(competition, "R1-M4", kind=ResultKind.PLAYED, totals=(300, 0))
    assert advice not in text(client.get(desk("today", competition)))


def test_the_day_shows_the_round_if_nobody_plays_the_repechage(client):
    competition = with_repechage(client, (900, 500), (710, 700), (2000, 1900))
    client.post(desk("set-clock", competition, 2), {"start": ""})

    stories.settle(competition, "R1-M2", upper_wins=False, kind=ResultKind.PLAYED, totals=(700, 710))

    day = text(client.get(desk("today", competition)))
    assert "Repechage" not in day
    assert "Round 1 3 of 3 decided" in day
    assert "Start the semi-finals" in day
