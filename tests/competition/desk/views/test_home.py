from django.urls import reverse
from django.utils import timezone

from competition.match.actions import play
from tests import stories
from tests.competition.desk_reading import desk, said, text
from tests.factories import CompetitionFactory

SIGN_IN, HOME, NEW = (reverse(f"desk:{name}") for name in ("sign-in", "home", "new"))


def test_an_organiser_sees_only_their_own_competitions(at_desk):
    mine = stories.published(4)
    CompetitionFactory(name="Of Somebody Else")
    upper, _ = stories.tables(mine, "R1-M1")
    play.submit_totals(upper, ours=1000, theirs=500)
    play.dispute(stories.tables(mine, "R1-M1")[1], outcome=1, reason="We won.")
    play.submit_totals(stories.tables(mine, "R1-M2")[0], ours=1000, theirs=500)

    page = text(at_desk(mine).get(HOME))

    assert page == (
        "Organiser’s desk My competitions New competition Import a competition Regional Rubber Knockout 2026 4 pairs "
        "1 disputed 1 to be confirmed "
        "Change your password Signed-in devices"
    )


def test_waiting_competitions_are_first_and_finished_ones_last(at_desk):
    over, quiet, waiting = (stories.published(2) for _ in range(3))
    for competition, name in ((over, "Old Knockout"), (quiet, "Quiet Knockout"), (waiting, "Waiting Knockout")):
        competition.name = name
        competition.save()
        competition.organisers.add(over.owner)
    stories.settle(over, "R1-M1")
    play.submit_totals(stories.tables(waiting, "R1-M1")[0], ours=1000, theirs=500)

    page = text(at_desk(over).get(HOME))

    named = ["Current", waiting.name, quiet.name, "Finished", over.name]
    assert sorted(named, key=page.index) == named
    assert "won by" in page


def test_a_competition_without_pairs_has_a_desk(at_desk):
    competition = CompetitionFactory(closing_date=timezone.localdate())

    page = at_desk(competition).get(desk("competition", competition))

    assert page.content.decode().partition('aria-current="step">')[2].startswith("Entries<")
    assert "0 pairs entered" in text(page)
    assert said(page) == []
