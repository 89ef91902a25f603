"""Seasons that bring a competition to every state that calls for a message: generated ones, and a few scenes."""

import random
from collections.abc import Iterator
from datetime import time, timedelta

import pytest
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.models.rounds import Round
from competition.draw.queries.draw import clear_cache
from competition.draw.rules.result import ResultKind
from competition.entries.actions.applications import accept, decline
from competition.entries.actions.pairs import renew_link
from competition.entries.queries.pairs import PlayerEntry
from competition.match.actions import play
from competition.match.actions.arranging import accept_date, cancel_date, decline_dates
from scoring.rules.conditions import ScoringConditions
from tests import stories
from tests.competition.draw.histories import NAMES, Season

# Moves that are told to no pair, or that take too long.
_SILENT = {"redact", "erase contacts", "move here", "keep private", "wait"}
# Number of moves in a generated season.
LENGTH = 60


def everything(seasons: int) -> Iterator[Competition]:
    """Yield a competition in each state: first from the scenes, then from this many generated seasons."""
    for scene in (entries, opening_day, decisions, dates, players, results, reminders, cancelled, ended):
        yield from scene()
    for seed in range(seasons):
        with pytest.MonkeyPatch.context() as patch:
            yield from season(seed, patch)


def season(seed: int, patch: pytest.MonkeyPatch) -> Iterator[Competition]:
    """Yield a generated season's competition after each move."""
    made = Season(5 + seed % 4, patch)
    dice = random.Random(seed)
    names = [name for name in NAMES if name not in _SILENT]
    yield made.competition
    for name in dice.choices(names, k=LENGTH):
        for _ in made.make([(name, dice.randrange(100))]):
            yield made.competition


def entries() -> Iterator[Competition]:
    """Yield a competition with a waiting, an accepted and a declined entry."""
    competition = stories.taking_entries(2)
    by = stories.organiser_of(competition)
    stories.waiting(competition, phone="07 555 0101")
    yield competition
    accept(stories.waiting(competition, "Ida Tern", "Ina Tern"), by=by)
    decline(stories.waiting(competition, "Una Owl", "Uri Owl", phone="07 555 0102"), reason="We are full.", by=by)
    yield competition


def decisions() -> Iterator[Competition]:
    """Yield a competition after each decision that changes no pair and no result."""
    competition = stories.published_with_rules({"fees": "The fee is $20."})
    yield competition
    stories.change_rules(competition, None, "Smoking", "Nobody smokes.")
    yield competition
    stories.note_penalty(competition, 200)
    stories.correct_conditions(competition, 2, ScoringConditions(deals=24))
    stories.extend(competition, "R1-M1")
    yield competition
    stories.undo_conditions(competition, 2)
    stories.undo_extension(competition, "R1-M1")
    yield competition
    stories.name_home_pair(competition)
    stories.offer_number(competition, 24)
    yield competition
    stories.undo_home_pair(competition)
    renew_link(competition.pairs.get(number=1), by=stories.organiser_of(competition))
    stories.fix_day(competition, "R1-M1", day=stories.FIRST_PLAY_BY, place="12 Lake Road")
    yield competition
    stories.undo_fixed_day(competition)
    yield competition


def opening_day() -> Iterator[Competition]:
    """Yield a competition with an opening day that two of its five pairs do not attend."""
    competition = stories.entered(5)
    opening = {"opening_day": stories.FIRST_PLAY_BY, "opening_hour": time(10), "opening_place": "Lakeside Hall"}
    stories.rewrite(Competition.objects.filter(pk=competition.pk), **opening)
    competition.pairs.filter(number__lte=3).update(attending=True)
    competition.refresh_from_db()
    stories.publish(competition)
    yield competition


def dates() -> Iterator[Competition]:
    """Yield a competition after each step towards a match date."""
    competition = stories.published(4)
    days = [timezone.now() + timedelta(days=day) for day in (3, 5)]
    offered = stories.offer(competition, dates=days, venue="12 Lake Road")
    yield competition
    decline_dates(stories.place(competition, which=1), reason="We are away.")
    yield competition
    offered = stories.offer(competition, dates=days)
    accept_date(stories.place(competition, which=1), offered=offered.pk, at=days[0])
    yield competition
    cancel_date(stories.place(competition), reason="The car broke down.")
    yield competition


def players() -> Iterator[Competition]:
    """Yield a competition after a substitution, a substitute in one match, and a late pair."""
    competition = stories.published(3)
    yield competition
    stories.substitute(competition.pairs.get(number=1), PlayerEntry("Ida Tern", "07 555 0199"), because="He is ill.")
    yield competition
    for state in stories.now(competition).rounds[0].matches:
        if state.has_two_pairs:
            stories.name_stand_in(competition, state.pairs[0], "Una Owl", state.code)
    yield competition
    stories.put_in(stories.enter_late(competition))
    yield competition


def results() -> Iterator[Competition]:
    """Yield a competition after a report, each reply, a concession, a double default and each kind of ruling."""
    competition = stories.published(8, deals=2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("3NT", 9), stories.deal("2H", 8, "E"))
    number = play.submit_sheet(upper).number
    yield competition
    play.dispute(lower, outcome=number, reason="Deal 1: two light")
    yield competition
    play.concede(stories.tables(competition, "R1-M2")[0])
    stories.settle(competition, "R1-M3", kind=ResultKind.DOUBLE_DEFAULT)
    yield competition
    for kind in ResultKind:
        stories.settle(competition, "R1-M1", kind=kind, totals=(900, 500) if kind is ResultKind.PLAYED else None)
        yield competition


def reminders() -> Iterator[Competition]:
    """Yield a competition shortly before and after the play-by date."""
    today = timezone.localdate()
    competition = stories.published(4, first_play_by=today + timedelta(days=3))
    yield competition
    stories.rewrite(Round.objects.filter(draw__competition=competition, number=1), play_by=today - timedelta(days=3))
    clear_cache()
    yield competition


def cancelled() -> Iterator[Competition]:
    """Yield a cancelled competition."""
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    stories.cancel(competition)
    yield competition


def ended() -> Iterator[Competition]:
    """Yield a competition after its final."""
    competition = stories.published(4)
    for number in (1, 2):
        stories.settle_round(competition, number)
        yield competition
