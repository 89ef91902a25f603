"""Tests for the action that copies a competition to a new one."""

from datetime import date, time

from competition.audit.actions import Actor
from competition.contest.models import Competition, Organiser
from competition.entries.models import Pair
from competition.notifications.models import Wording
from competition.transfer.actions.importing import copy_competition
from competition.transfer.queries.source import Start, source
from tests import stories
from tests.factories import CompetitionFactory, OrganiserFactory

DAY = date(2027, 4, 3)


def begin(competition, by, numbers=(1, 2, 3), opening_day=DAY, name="Lakes"):
    facts = {"name": name, "season": 2027, "closing_date": date(2027, 3, 31), "opening_day": opening_day}
    return copy_competition(Competition.objects.get(pk=competition.pk), **facts, numbers=numbers, by=by)


def test_copied_pairs_have_neither_seed_nor_bye():
    competition = stories.entered(4, deals=24)
    by, somebody = stories.organiser_of(competition), Actor(OrganiserFactory())
    Competition.objects.filter(pk=competition.pk).update(
        opening_day=date(2026, 4, 4), opening_hour=time(10), opening_place="The hall", entry_form=False
    )
    Pair.objects.filter(number=1).update(seed=1, given_bye=True, attending=True, way="letter", area="North")
    for topic in ("draw", "soon"):
        Wording.objects.create(competition=competition, topic=topic, before=f"b {topic}", after="a")
    Wording.objects.create(competition=stories.entered(0), topic="over", before="elsewhere")
    elsewhere = CompetitionFactory(owner=by.user)
    for one, name in ((elsewhere, "Wini"), (competition, "Winifred")):
        Organiser.objects.filter(competition=one).update(name=name, phone="07 555", news="each")

    new = begin(competition, by, numbers=(1, 3, 4))

    assert (new.name, new.season, new.slug, new.region) == ("Lakes", 2027, "lakes-2027", competition.region)
    assert (new.opening_day, new.opening_hour, new.opening_place, new.entry_form) == (DAY, time(10), "The hall", False)
    assert (new.conditions.deals, competition.conditions.deals) == (24, 24)
    assert new.conditions.pk != competition.conditions.pk
    first, second, third = new.pairs.all()
    assert [pair.name for pair in (first, second, third)] == [pair.name for pair in competition.pairs.exclude(number=2)]
    assert (first.seed, first.given_bye, first.attending, first.way, first.area) == (
        None,
        False,
        False,
        "letter",
        "North",
    )
    kept = [(one.topic, one.before, one.after) for one in new.wordings.order_by("topic")]
    assert kept == [("draw", "b draw", "a"), ("soon", "b soon", "a")]
    own = Organiser.objects.get(competition=new)
    assert (own.name, own.phone, own.news, own.user) == ("Winifred", "07 555", "each", by.user)
    assert Organiser.objects.get(competition=elsewhere).name == "Wini"
    line = new.log.get(event="started")
    assert (line.text, line.organiser) == (f"Copied from {competition}, with 3 of its pairs.", by.user)

    again = begin(competition, somebody, numbers=(), opening_day=None)
    assert (again.slug, again.opening_hour, again.opening_place, again.owner) == (
        "lakes-2027-2",
        None,
        "",
        somebody.user,
    )
    own = Organiser.objects.get(competition=again)
    assert (own.name, own.phone) == ("", "")
    long = begin(competition, by, numbers=(), name="x" * 70)
    assert long.slug == "x" * 56
    assert begin(competition, by, numbers=(), name=f"{'y' * 55} z").slug == "y" * 55
    Organiser.objects.filter(competition=new).update(name="W. Tansley")
    assert Organiser.objects.get(competition=begin(new, by, numbers=())).name == "W. Tansley"
    assert begin(competition, by, numbers=(), name=f"{'x' * 55} y").slug == "x" * 55


def test_the_next_season_suggests_all_pairs_and_a_second_grade_suggests_none():
    competition = stories.entered(3)

    assert {kind: source(competition, kind).ticked for kind in Start} == {Start.SEASON: [1, 2, 3], Start.GRADE: []}
    assert {len(source(competition, kind).pairs) for kind in Start} == {3}
