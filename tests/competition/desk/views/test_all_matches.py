import re
from datetime import timedelta

from django.utils import timezone

from competition.match.actions import play
from tests import bulk, stories
from tests.competition.desk_reading import desk
from tests.competition.public_reading import lines
from tests.markup import markup


def test_the_list_has_the_actions_of_each_match(at_desk):
    overdue_since = timezone.localdate() - timedelta(days=30)
    competition = stories.published(8, first_play_by=overdue_since, deals=2)
    stories.settle(competition, "R1-M1")
    play.submit_totals(stories.tables(competition, "R1-M2")[0], ours=1000, theirs=500)
    play.submit_totals(stories.tables(competition, "R1-M3")[0], ours=1000, theirs=500)
    play.dispute(stories.tables(competition, "R1-M3")[1], outcome=1, reason="We won.")

    page = at_desk(competition).get(desk("matches", competition))

    assert [(code, group) for code, (group, _) in lines(page).items()] == [
        ("R1-M3", "disputed"),
        ("R1-M4", "overdue"),
        ("R1-M2", "submitted"),
        ("R1-M1", "decided"),
        ("R2-M1", "to-play"),
        ("R2-M2", "to-play"),
        ("R3-M1", "to-play"),
    ]
    # Only a match that can be confirmed or extended has a checkbox.
    assert re.findall(r'name="match"\s+value="([^"]+)"', markup(page)) == ["R1-M4", "R1-M2"]
    addresses = re.findall(r'class="button[^"]*" href="([^"]*M\d[^"]*)"', markup(page))
    assert addresses == ["R1-M3/dispute/", "R1-M4/overdue/", "../extend/?match=R1-M4", "../confirm/?match=R1-M2"]


def test_the_list_is_filtered_by_state_round_and_name(at_desk):
    competition = stories.published(4)
    stories.settle(competition, "R1-M1")
    organiser = at_desk(competition)

    def codes(**asked) -> list[str]:
        return [*lines(organiser.get(desk("matches", competition, **asked)))]

    assert codes(show="to-play", round=1, find="ada south") == ["R1-M2"]
    assert codes(show="nothing", round="x") == ["R1-M2", "R1-M1", "R2-M1"]
    assert codes(round=9) == []
    # Only undecided matches with two pairs are selected.
    page = markup(organiser.get(desk("matches", competition, all=1)))
    assert re.findall(r'name="match" value="([^"]+)" checked', page) == ["R1-M2"]
    entered = stories.entered(4)
    assert at_desk(entered).get(desk("matches", entered)).status_code == 404


def test_a_long_list_folds_large_groups_unless_all_are_ticked(at_desk):
    competition = bulk.middle(64)
    organiser = at_desk(competition)

    def folded(**asked) -> list[str]:
        page = markup(organiser.get(desk("matches", competition, **asked)))
        return re.findall(r"<summary>(\d.*?)</summary>", page)

    assert folded() == ["16 decided", "32 decided", "7 to play"]
    assert folded(all=1) == ["16 decided", "32 decided"]
