"""Tests of the turn of a pair before its match is played: the sentence and the next step in every state."""

from collections.abc import Callable
from datetime import datetime, time, timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from competition.contest.models import Competition
from competition.draw.queries.draw import PublishedDraw
from competition.entries.actions.pairs import keep_away
from competition.match.actions.arranging import cancel_date
from competition.match.presenters.turn import PairTurn, turn_of
from competition.match.queries.play import PairView
from tests import stories
from tests.competition.pair_reading import address
from tests.competition.worlds import at
from tests.markup import markup

TODAY = timezone.localdate()
MOST_WORDS = 30


def evening(days: int) -> datetime:
    """Return 19:30 this many days from today."""
    return timezone.make_aware(datetime.combine(TODAY + timedelta(days=days), time(19, 30)))


def offered(competition: Competition) -> None:
    stories.offer(competition, dates=[evening(3), evening(5)], venue="12 Lake Road")


def agreed(competition: Competition) -> None:
    stories.agree(competition, at=evening(3), venue="12 Lake Road")


def cancelled(competition: Competition) -> None:
    agreed(competition)
    cancel_date(stories.place(competition, which=1), reason="Ben is ill.")


def fixed(competition: Competition) -> None:
    stories.fix_day(competition, day=TODAY + timedelta(days=3), place="12 Lake Road")


def nothing(competition: Competition) -> None:
    """Leave the competition as it is."""


# What happened, the pair (0 or 1), the days until now, and the kind, the bar, the sentence and the step.
STATES: dict[str, tuple[Callable, int, int, str, str, str, str]] = {
    "no date": (nothing, 0, 0, "ours", "Your turn", "Agree a date with {others}.", "Offer dates"),
    "we offered": (offered, 0, 0, "wait", "Their turn", "{others} have your two dates.", "Phone {player}"),
    "they offered": (offered, 1, 0, "ours", "Your turn", "Which date suits you?", ""),
    "agreed": (agreed, 0, 0, "wait", "Date agreed", "You play {others} on {day}, 19:30.", "See or change the date"),
    "today": (agreed, 0, 3, "ours", "Today", "You play {others} today at 19:30.", "Start the score sheet"),
    "the day after": (agreed, 1, 4, "ours", "Your turn", "Have you played {others}?", "Report two totals"),
    "cancelled by them": (cancelled, 0, 0, "off", "Date cancelled", "{others} cancelled the date.", "Offer new dates"),
    "cancelled by us": (cancelled, 1, 0, "off", "Date cancelled", "You cancelled the date.", "Offer new dates"),
    "set day": (fixed, 0, 0, "wait", "The day is set", "You play {others} on {day}, 19:30.", "See the match"),
    "overdue": (nothing, 0, 28, "late", "18 days overdue", "You have no date with {others}.", "Offer dates"),
    "they offered, overdue": (offered, 1, 28, "late", "18 days overdue", "Which date suits you?", "Offer other dates"),
}


def turn(draw: PublishedDraw, which: int) -> tuple[PairView, PairTurn]:
    """Return the first match and its turn for one of its pairs."""
    match = PairView(draw, "R1-M1", draw.matches["R1-M1"].pairs[which])
    found = turn_of(match)
    assert found
    return match, found


@pytest.mark.parametrize("name", STATES)
def test_each_state_has_one_sentence_and_one_step(name):
    happens, which, days, kind, bar, sentence, step = STATES[name]
    competition = stories.published(2, first_play_by=TODAY + timedelta(days=10))
    happens(competition)

    match, found = turn(at(competition, timezone.now() + timedelta(days=days)), which)

    others = match.opponents
    facts = {
        "others": others,
        "day": f"{evening(3):%a} {evening(3).day} {evening(3):%b %Y}",
        "player": others.present[0],
    }
    assert (found.bar, found.sentence) == (bar, sentence.format(**facts))
    assert (found.step.label if found.step else "") == step.format(**facts)
    assert found.kind == kind
    assert len(found.others) <= 2
    assert len(f"{found.bar} {found.sentence} {found.line}".split()) <= MOST_WORDS


def test_the_dates_to_choose_from_are_those_still_to_come():
    competition = stories.published(2, first_play_by=TODAY + timedelta(days=10))
    offered(competition)

    found = [
        [key.at for key in turn(at(competition, timezone.now() + timedelta(days=days)), 1)[1].dates]
        for days in (0, 4, 6)
    ]

    assert found == [[evening(3), evening(5)], [evening(5)], []]


def test_unknown_opponents_are_named_as_far_as_they_are_known():
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    draw = stories.now(competition)
    final = draw.matches["R2-M1"]

    found = turn_of(PairView(draw, "R2-M1", final.pairs[0]))

    assert found
    names = [draw.forms[pair.number].short for pair in draw.matches["R1-M2"].pairs]
    assert (found.bar, found.sentence.replace("\u00a0", " ")) == ("Nothing to do", f"You play {' or '.join(names)}.")
    assert found.step
    assert (found.step.label, found.step.address) == ("Follow their match", f"/{competition.slug}/matches/R1-M2/")


def test_a_match_with_a_score_sheet_has_no_turn_before_play():
    competition = stories.published(2)
    upper, _ = stories.open_sheet(competition, "R1-M1")

    assert turn_of(PairView(stories.now(competition), "R1-M1", upper.pair)) is None


def test_a_date_on_which_the_pair_is_away_is_marked_and_the_offer_counts_as_read(phone):
    competition = stories.published(2, first_play_by=TODAY + timedelta(days=10))
    offered(competition)
    pair = stories.place(competition, which=1).pair
    keep_away(pair, [(evening(3).date(), evening(3).date())], by=stories.organiser_of(competition))

    _, found = turn(stories.now(competition), 1)
    page = phone(pair).get(address("match", competition))

    assert [key.is_away for key in found.dates] == [True, False]
    assert markup(page).count("data-away") == 1
    read = f'action="{reverse("play:read-dates", args=[competition.slug, "R1-M1"])}" data-seen hidden'
    assert read in markup(page)
    assert f'href="{address("arrange", competition)}#others"' in markup(page)
