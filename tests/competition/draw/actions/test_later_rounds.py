"""Tests for drawing the later rounds of a draw round by round."""

import pytest

from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.draw.actions.rounds import draw_round
from competition.draw.models.rounds import RoundDraw
from competition.draw.queries.draw import read_draw
from competition.draw.rules.later_rounds import secret_before, secret_of
from competition.draw.rules.result import Stage
from competition.draw.rules.sources import Undrawn
from competition.rulings.actions import remove
from competition.transfer.actions.importing import import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.rules.file import unpacked
from scoring.rules.refusal import Refused
from tests import stories
from tests.stories import organiser_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(9, drawn_by_round=True)


def draw_next(competition, number):
    draw_round(competition, number, by=organiser_of(competition))


def test_only_round_1_is_drawn_at_first(competition):
    draw = stories.now(competition)

    assert [len(round.matches) for round in draw.rounds] == [5, 3, 2, 1]
    assert sum(state.stage is Stage.BYE for state in draw.main_rounds[0].matches) == 1
    assert {side.source for state in draw.main_rounds[1].matches for side in state.sides} == {Undrawn(2)}
    assert draw.main_rounds[0].matches[0].feeds is None


def test_a_drawn_round_takes_the_winners_of_the_round_before(competition):
    draw_next(competition, 2)

    draw = stories.now(competition)

    assert {side.awaiting for state in draw.main_rounds[1].matches for side in state.sides if side.awaiting} <= {
        f"R1-M{at}" for at in range(1, 6)
    }
    assert {state.feeds for state in draw.main_rounds[0].matches} == {"R2-M1", "R2-M2", "R2-M3"}
    assert read_draw(competition).bracket == draw.bracket
    line = LogEntry.objects.filter(competition=competition, event=Event.ROUND_DRAWN).get()
    assert line.text == "Drew Round 2 from 5 matches of the round before."


def test_the_pair_with_a_bye_gets_no_second_one(competition):
    with_bye = next(state for state in stories.now(competition).main_rounds[0].matches if state.stage is Stage.BYE)
    draw_next(competition, 2)

    states = stories.now(competition).main_rounds[1].matches

    assert [state.before for state in states if any(side.bye for side in state.sides)] != [(with_bye.code,)]


def test_a_round_is_drawn_once(competition):
    draw_next(competition, 2)
    draw_next(competition, 2)

    assert RoundDraw.objects.count() == 1


def test_a_round_is_drawn_after_the_one_before_it(competition):
    with pytest.raises(Refused, match="^Round 3|^The semi-finals cannot be drawn"):
        draw_next(competition, 3)


def test_a_round_of_another_draw_is_never_drawn():
    competition = stories.published(4)

    draw_next(competition, 2)

    assert not RoundDraw.objects.exists()


def test_the_secrets_of_later_rounds_stay_private(competition):
    locked = stories.now(competition).row.locked_list

    assert locked.secret == secret_of(locked.last_secret, 1)
    assert secret_before(secret_of(locked.last_secret, 2)) == locked.secret
    assert locked.last_secret not in str(unpacked(file_of(competition)))


def test_an_imported_competition_is_drawn_on_only_from_private_data(competition):
    by = organiser_of(competition)
    public, private = (unpacked(file_of(competition, private=private)) for private in (False, True))
    draw_next(competition, 2)
    drawn = stories.now(competition).rows.drawn_rounds

    remove(competition)
    competition = import_competition(private, by=by)
    draw_next(competition, 2)

    assert stories.now(competition).rows.drawn_rounds == drawn
    remove(competition)
    with pytest.raises(Refused, match="without the secret numbers"):
        draw_next(import_competition(public, by=by), 2)
