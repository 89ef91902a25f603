"""Tests for the draw that each process caches."""

from dataclasses import fields, is_dataclass
from datetime import timedelta

import pytest
from django.db.models import Model
from django.utils import timezone

from competition.contest.queries import read_changes
from competition.knockout.models.draw import Withdrawal
from competition.knockout.queries import draw
from competition.knockout.queries.competitions import competition as competition_at
from competition.knockout.queries.draw import get_draw, read_draw, read_draws
from competition.match.actions import correcting, play
from competition.paper.actions import pair_sheet
from competition.public.presenters import tree
from tests import stories

pytestmark = pytest.mark.django_db
DEAL, ANOTHER = stories.deal(), stories.deal("3NT", 9)


@pytest.fixture
def competition():
    """Return four pairs in round 1. The score sheet of R1-M1 has one of two deals."""
    competition = stories.published(4, deals=2)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], DEAL)
    return competition


def test_a_walkover_dates_from_the_withdrawal():
    competition = stories.published(4)
    gone = [stories.now(competition).matches[code].pairs[0] for code in ("R1-M2", "R1-M1")]
    then = [timezone.now() - timedelta(days=days) for days in (2, 1)]
    for pair, moment in zip(gone, then, strict=True):
        stories.withdraw(pair)
        stories.rewrite(Withdrawal.objects.filter(pair=pair), at=moment)

    matches = get_draw(competition.slug).matches

    assert [matches[code].decided_at for code in ("R1-M2", "R1-M1")] == then


def upper(competition, code: str = "R1-M1"):
    return stories.tables(competition, code)[0]


def lower(competition):
    return stories.tables(competition, "R1-M1")[1]


def wish(competition):
    stories.record(upper(competition), ANOTHER)
    return stories.correct_deal(upper(competition), number=1, deal=stories.deal(tricks=9))


def send(competition) -> int:
    stories.record(upper(competition), ANOTHER)
    return play.submit_sheet(upper(competition)).number


def deal_taken_back(competition):
    stories.delete(upper(competition), number=1)


# Each event as a pair of functions: the preparation and the event itself. Random seasons show the other events.
NOTHING_BEFORE = lambda competition: None  # noqa: E731
EVENTS = {
    "a deal": (NOTHING_BEFORE, lambda it, _: stories.record(upper(it), ANOTHER)),
    "a deal put right": (
        lambda it: stories.record(upper(it), ANOTHER),
        lambda it, _: stories.correct_deal(upper(it), number=2, deal=stories.deal("2S")),
    ),
    "a deal taken back": (NOTHING_BEFORE, lambda it, _: deal_taken_back(it)),
    "a wish": (NOTHING_BEFORE, lambda it, _: wish(it)),
    "a wish agreed to": (wish, lambda it, asked: correcting.answer(lower(it), correction=asked, accept=True)),
    "deals from paper": (NOTHING_BEFORE, lambda it, _: pair_sheet.type_in(upper(it), deals={2: ANOTHER})),
    "an own sheet": (NOTHING_BEFORE, lambda it, _: pair_sheet.type_in_own(lower(it), deals={1: ANOTHER})),
    "a sheet opened": (NOTHING_BEFORE, lambda it, _: stories.open_sheet(it, "R1-M2")),
    "a result confirmed": (send, lambda it, number: play.confirm(lower(it), outcome=number)),
    "a deal after a dispute": (
        lambda it: play.dispute(lower(it), outcome=send(it), reason="no"),
        lambda it, _: stories.delete(upper(it), number=2),
    ),
    "a withdrawal": (NOTHING_BEFORE, lambda it, _: stories.withdraw(upper(it).pair)),
    "less time again": (lambda it: stories.extend(it, 1), lambda it, _: stories.undo_extension(it, 1)),
}
ONLY_DEALS = {"a deal", "a deal put right", "a deal taken back", "a wish", "a wish agreed to", "deals from paper"}
ONLY_DEALS |= {"an own sheet", "a deal after a dispute"}


def told(value: object) -> object:
    """Return a value with rows and dataclasses as dictionaries."""
    if isinstance(value, Model):
        return {field.attname: getattr(value, field.attname) for field in value._meta.concrete_fields}
    if is_dataclass(value):
        return {field.name: told(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, dict):
        return {key: told(one) for key, one in value.items()}
    return [told(one) for one in value] if isinstance(value, list | tuple) else value


def everything(draw) -> object:
    """Return all values derived from a draw."""
    matches = draw.matches.values()
    people = [(pair, list(pair.players.all()), pair.present, pair.withdrawal) for pair in draw.pairs.values()]
    sheets = [(state.sheet, list(state.sheet.rows.all())) for state in matches if state.sheet]
    rest = (draw.rounds, people, sheets, draw.results, draw.unanswered, draw.extensions)
    page = tree.Layout(draw, tree.pick(draw, 0, 0)).sections
    more = (page, draw.champion, draw.withdrawn, draw.fresh_until, draw.competition.conditions)
    return told([draw.names, *rest, *more])


@pytest.mark.parametrize("event", EVENTS)
def test_the_cached_draw_equals_a_fresh_draw_after_any_event(competition, event):
    before, happen = EVENTS[event]
    given = before(competition)
    was, held = everything(get_draw(competition.slug)), dict(draw._cached)

    happen(competition, given)

    kept, read = get_draw(competition.slug), read_draw(competition)
    assert (held == draw._cached) is (event in ONLY_DEALS)
    assert everything(kept) == everything(read)
    assert kept.version == read.version
    assert kept.matches == read.matches
    assert event == "an own sheet" or everything(kept) != was


def test_the_cached_draw_expires_at_automatic_confirmation(competition):
    send(competition)
    moment = stories.notify(competition).reply_deadline
    read = get_draw(competition.slug)
    facts_version = read.competition.facts_version
    read = read_draws([read.row], moment - timedelta(seconds=1))[0]

    assert read.holds(facts_version, moment - timedelta(microseconds=1))
    assert not read.holds(facts_version, moment)


def test_all_score_sheets_in_play_take_one_query(competition, django_assert_num_queries):
    stories.record(stories.open_sheet(competition, "R1-M2")[0], DEAL)
    get_draw(competition.slug)
    changes = read_changes(competition.slug)

    with django_assert_num_queries(1):
        now = get_draw(competition.slug, changes)

    assert [now.matches[code].recorded for code in ("R1-M1", "R1-M2")] == [1, 1]


def test_a_competition_without_a_draw_has_its_number_of_entries():
    entered = [stories.entered(pairs).slug for pairs in (0, 3)]

    assert [(one.rounds, one.entered) for one in map(competition_at, entered)] == [([], 0), ([], 3)]
    assert competition_at("nowhere") is None


@pytest.mark.parametrize("later", [timedelta(hours=1), timedelta(days=4000)])
def test_the_cached_draw_changes_with_time(competition, monkeypatch, later):
    noon = timezone.localtime().replace(hour=12)
    monkeypatch.setattr(timezone, "now", lambda: noon - timedelta(hours=47, minutes=30))
    send(competition)
    stories.notify(competition)
    monkeypatch.setattr(timezone, "now", lambda: noon)
    was = everything(get_draw(competition.slug))
    monkeypatch.setattr(timezone, "now", lambda: noon + later)

    kept = everything(get_draw(competition.slug))

    assert kept == everything(read_draw(competition))
    assert kept != was


def test_a_corrected_result_changes_the_pairs_of_later_rounds():
    competition = stories.published(8)
    for number in (1, 2):
        stories.settle_round(competition, number)
    stories.settle(competition, "R2-M1", kind=None)
    before = get_draw(competition.slug).matches["R3-M1"].sides[0].text

    stories.settle(competition, "R1-M1", upper_wins=False)

    after = get_draw(competition.slug).matches["R3-M1"].sides[0].text
    assert after == read_draw(competition).matches["R3-M1"].sides[0].text
    assert after != before
