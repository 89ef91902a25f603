"""Tests for the draw that each process caches."""

from dataclasses import fields, is_dataclass
from datetime import timedelta

import pytest
from django.db.models import Model
from django.utils import timezone

from competition.contest.queries import read_version
from competition.draw.models.rounds import Withdrawal
from competition.draw.queries import competitions
from competition.draw.queries.draw import get_draw, read_draw, read_draws
from competition.match.actions import pair_sheet, play
from competition.public.presenters import tree
from tests import stories

DEAL, ANOTHER = stories.deal(), stories.deal("3NT", 9)


@pytest.fixture
def competition():
    """Return four pairs in round 1. The score sheet of R1-M1 has one of two deals."""
    competition = stories.published(4, deals=2)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], DEAL)
    return competition


def test_a_walkover_has_the_date_of_the_withdrawal():
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


def send(competition) -> int:
    stories.record(upper(competition), ANOTHER)
    return play.submit_sheet(upper(competition)).number


def told(value: object) -> object:
    """Return a value, with rows and dataclasses as dictionaries."""
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


def test_deals_from_paper_do_not_invalidate_the_cached_draw(competition):
    for happen in (
        lambda: pair_sheet.type_in(upper(competition), deals={2: ANOTHER}),
        lambda: stories.correct_deal(upper(competition), number=2, deal=stories.deal("2S")),
        lambda: pair_sheet.type_in_own(lower(competition), deals={1: ANOTHER}),
        lambda: play.submit_sheet(upper(competition)),
        lambda: play.dispute(lower(competition), outcome=1, reason="no"),
        lambda: stories.delete(upper(competition), number=2),
    ):
        get_draw(competition.slug)
        happen()

        kept, read = get_draw(competition.slug), read_draw(competition)
        assert everything(kept) == everything(read)
        assert (kept.version, kept.matches) == (read.version, read.matches)


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
    changes = read_version(competition.slug)

    with django_assert_num_queries(1):
        now = get_draw(competition.slug, changes)

    assert [now.matches[code].recorded for code in ("R1-M1", "R1-M2")] == [1, 1]


def test_a_competition_without_a_draw_shows_its_number_of_entries():
    entered = [stories.entered(pairs).slug for pairs in (0, 3)]

    assert [(one.rounds, one.entered) for one in map(competitions.competition, entered)] == [([], 0), ([], 3)]
    assert competitions.competition("nowhere") is None


def test_the_cached_draw_changes_with_time(competition, monkeypatch):
    noon = timezone.localtime().replace(hour=12)
    monkeypatch.setattr(timezone, "now", lambda: noon - timedelta(hours=47, minutes=30))
    send(competition)
    stories.notify(competition)
    was = None
    for later in (timedelta(0), timedelta(hours=1), timedelta(days=4000)):
        monkeypatch.setattr(timezone, "now", lambda later=later: noon + later)
        kept = everything(get_draw(competition.slug))

        assert kept == everything(read_draw(competition))
        assert kept != was
        was = kept
