from datetime import date, datetime, time, timedelta

import pytest
from django.utils import timezone
from hypothesis import HealthCheck, given, settings, strategies

from competition.audit.actions import DecisionReason
from competition.draw.models.rounds import Extension
from competition.draw.presenters import words
from competition.public.presenters import calendar, draw_json, tree
from competition.rulings.decisions import rounds
from competition.rulings.decisions.rounds import Extend, UndoExtension
from scoring.rules.refusal import Refused
from tests import stories

FIRST, SECOND = stories.FIRST_PLAY_BY, stories.FIRST_PLAY_BY + timedelta(days=30)


def days(competition) -> list[date]:
    """Return the play-by date of each match, then of each round."""
    now = stories.now(competition)
    return [*(state.play_by for state in now.matches.values()), *(round.play_by for round in now.rounds)]


def test_a_match_or_a_whole_round_is_extended(competition):
    later = stories.extend(competition, "R1-M1", days=3)
    assert days(competition) == [later, FIRST, SECOND, FIRST, SECOND]

    latest = stories.extend(competition, 1, days=10)
    assert days(competition) == [latest, latest, SECOND, latest, SECOND]


def test_a_match_extension_is_kept_when_its_round_is_brought_forward(competition):
    later = stories.extend(competition, "R1-M1", days=3)
    sooner = stories.extend(competition, 1, days=-10)

    assert days(competition)[:2] == [later, sooner]
    did = [line.text.partition(" to ")[0] for line in competition.log.filter(event="extended")]
    assert did == ["Brought forward the semi-finals", "Extended match 1 of the semi-finals"]
    assert [state.is_brought_forward for state in stories.now(competition).rounds[0].matches] == [False, True]


def test_the_draw_the_calendar_and_the_files_show_the_new_date(competition):
    later = stories.extend(competition, "R1-M1")
    now = stories.now(competition)
    state, pair = now.matches["R1-M1"], now.matches["R1-M1"].pairs[0]

    assert "play by Fri 14 Jun 2030" in words.sentence(state)
    block = tree.Layout(now, tree.pick(now, 1, 0)).sections[0].columns[0].blocks[0]
    assert "Play by Fri 14 Jun 2030</span>" in block
    for events in (calendar.competition(now, "https://k/"), calendar.pair(now, pair, "https://k/")):
        assert f"DTSTART;VALUE=DATE:{later:%Y%m%d}" in events
    assert draw_json.match(now, state, None)["play_by"] == "2030-06-14"


def test_overdue_days_count_from_the_new_date():
    competition = stories.published(4, first_play_by=timezone.localdate() - timedelta(days=8))
    stories.extend(competition, "R1-M1", days=10)

    assert [state.overdue for state in stories.now(competition).rounds[0].matches] == [False, True]


IMPOSSIBLE = [
    ({"R1-M1": FIRST}, "Choose a later date"),
    ({1: FIRST}, "Semi-finals: the play-by date is Fri 31 May 2030 already. Choose another date."),
    ({"R7-M1": SECOND}, "There is no match or round R7-M1"),
    ({0: SECOND}, "There is no match or round 0"),
    ({3: SECOND}, "There is no match or round 3"),
    ({"R1-M2": SECOND}, "Ada North 1 & Ben South 1 v Ada North 2 & Ben South 2 is decided"),
    ({}, "Choose at least one match"),
]


def test_an_impossible_extension_is_refused(competition):
    stories.settle(competition, "R1-M2")

    for until, fault in IMPOSSIBLE:
        with pytest.raises(Refused, match=fault):
            stories.preview(Extend, competition, [*until], until)


def test_an_extension_needs_a_reason_and_unchanged_dates(competition):
    until = {"R1-M1": SECOND}
    shown = stories.preview(Extend, competition, [*until], until).fingerprint

    with pytest.raises(Refused, match="Enter the reason. The pairs want to know it."):
        stories.decide(Extend, competition, [*until], until, grounds=DecisionReason(" "), shown=shown)
    stories.extend(competition, "R1-M1", days=2)
    with pytest.raises(Refused, match="A play-by date has changed since you opened this page."):
        stories.decide(Extend, competition, [*until], until, shown=shown)


def test_repeated_requests_extend_and_undo_once(competition):
    until = {"R1-M1": SECOND}
    shown = stories.preview(Extend, competition, [*until], until).fingerprint
    for _ in range(2):
        stories.decide(Extend, competition, [*until], until, shown=shown)
    (extension,) = Extension.objects.all()
    shown = stories.preview(UndoExtension, competition, ["R1-M1"]).fingerprint

    for _ in range(2):
        stories.decide(UndoExtension, competition, ["R1-M1"], extension.pk, shown=shown)

    assert Extension.objects.count() == 2


def test_undoing_an_extension_that_no_longer_exists_is_refused(competition):
    where = "R1-M1"
    elsewhere = stories.published(4, seed="elsewhere")
    stories.extend(elsewhere, where)
    key = Extension.objects.get().pk
    stories.undo_extension(elsewhere, where)

    with pytest.raises(Refused, match="There is no extension to undo here."):
        stories.decide(UndoExtension, competition, [where], key, shown="")


def test_one_match_cannot_undo_the_extension_of_its_round(competition):
    stories.extend(competition, 1)
    extension = Extension.objects.get()

    assert rounds.own(stories.now(competition), ["R1-M1"]) is None
    assert rounds.own(stories.now(competition), [1]) == extension
    with pytest.raises(Refused, match="whole round"):
        stories.decide(UndoExtension, competition, ["R1-M1"], extension.pk, shown="")


def test_a_date_after_the_next_round_raises_a_warning(competition):
    warnings = rounds.warnings(stories.now(competition), {"R1-M1": SECOND, "R2-M1": date(2031, 1, 1)})

    assert warnings == [
        "Ada North 3 & Ben South 3 v Ada North 4 & Ben South 4: "
        "Sun 30 Jun 2030 is not before the play-by date of the final, Sun 30 Jun 2030."
    ]


def test_dates_of_rounds_moved_together_are_compared_with_each_other(competition):
    now = stories.now(competition)
    brought_forward = {1: FIRST - timedelta(days=20), 2: FIRST - timedelta(days=5)}

    warnings = rounds.warnings(now, {1: date(2031, 1, 2), 2: date(2031, 1, 1)})

    assert [said for said in rounds.warnings(now, brought_forward) if "is not after" in said] == []
    assert warnings == ["Semi-finals: Thu 2 Jan 2031 is not before the play-by date of the final, Wed 1 Jan 2031."]


def test_a_date_agreed_for_the_play_by_date_itself_is_in_time(competition):
    today = timezone.localdate()
    at = timezone.make_aware(datetime.combine(FIRST + timedelta(days=3), time(19, 30)))
    stories.agree(competition, "R1-M2", at=at)
    now = stories.now(competition)
    agreed = (
        "Ada North 1 & Ben South 1 v Ada North 2 & Ben South 2: "
        "the pairs have agreed to play on Mon 3 Jun 2030, 19:30, which is after Sun 2 Jun 2030."
    )

    assert rounds.warnings(now, {"R1-M1": today}) == []
    assert ["is past" in said for said in rounds.warnings(now, {"R1-M1": today - timedelta(days=1)})] == [True]
    assert rounds.warnings(now, {"R1-M2": FIRST + timedelta(days=3)}) == []
    assert rounds.warnings(now, {"R1-M2": FIRST + timedelta(days=2)}) == [agreed]


def test_a_match_extension_outlasts_the_date_of_its_round(competition):
    at = timezone.make_aware(datetime.combine(FIRST + timedelta(days=3), time(19, 30)))
    stories.agree(competition, "R1-M2", at=at)
    stories.extend(competition, "R1-M2", days=5)

    assert rounds.warnings(stories.now(competition), {1: FIRST - timedelta(days=1)}) == []


@settings(
    max_examples=settings().max_examples // 20,
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture],
)
@given(
    strategies.lists(
        strategies.tuples(strategies.sampled_from(["R1-M1", "R1-M2", 1]), strategies.integers(1, 40)),
        min_size=1,
        max_size=4,
    )
)
def test_undoing_extensions_restores_each_earlier_date(competition, history):
    stands = []
    for where, more in history:
        stands.append(days(competition))
        stories.extend(competition, where, days=more)
    for where, _ in reversed(history):
        last = rounds.own(stories.now(competition), [where])
        stories.undo_extension(competition, where)
        assert last
        assert days(competition) == stands.pop()


def test_rounds_can_move_even_if_the_conditions_forbid_extensions():
    competition = stories.published(4, extensions=False)

    with pytest.raises(
        Refused, match="do not allow an extension of match 1 of the semi-finals alone. Extend the whole round instead."
    ):
        stories.extend(competition, "R1-M1")
    later = stories.extend(competition, 1)

    assert days(competition) == [later, later, SECOND, later, SECOND]
