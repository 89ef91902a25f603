from datetime import UTC, date, datetime, timedelta

import pytest
from django.utils import timezone

from competition.audit.actions import Actor
from competition.entries.actions.pairs import keep_away
from competition.match.actions import arranging
from competition.match.presenters.dates import near, warning
from competition.match.queries.dates import matches_needing_attention
from tests import stories
from tests.competition.desk_reading import short

pytestmark = pytest.mark.published(4)
# Round 1 is due on 31 May 2030, and round 2 a month later.
FAR, NEAR, LATE = (5, 2), (5, 20), (6, 3)


@pytest.fixture
def it_is(monkeypatch):
    def strike(month_and_day: tuple[int, int]) -> None:
        monkeypatch.setattr(timezone, "now", lambda: datetime(2030, *month_and_day, tzinfo=UTC))

    return strike


def evening(month: int, day: int) -> datetime:
    return datetime(2030, month, day, 7, 30, tzinfo=UTC)


def warnings(competition) -> dict[str, str]:
    found = map(warning, matches_needing_attention(stories.now(competition)))
    return {one.code: one.why for one in found}


def names(competition):
    return [short(pair) for pair in stories.now(competition).matches["R1-M1"].pairs]


def test_no_match_needs_attention_long_before_its_play_by_date(competition, it_is):
    it_is(FAR)

    assert warnings(competition) == {}


def test_a_match_without_a_date_needs_attention_soon(competition, it_is):
    it_is(NEAR)

    begin = [stories.now(competition).matches[code].pairs[0] for code in ("R1-M1", "R1-M2")]
    told = [f"{short(pair)}, who offer first, have not offered a date." for pair in begin]
    assert warnings(competition) == dict(zip(("R1-M1", "R1-M2"), told, strict=True))


@pytest.mark.parametrize(
    ("day", "says"), [(NEAR, "have eleven days left and no result."), (LATE, "are three days past the play-by date.")]
)
def test_warning_about_a_match_in_play_ignores_dates(competition, it_is, day, says):
    stories.open_sheet(competition, "R1-M1")
    it_is(day)

    [told] = [warning(one) for one in matches_needing_attention(stories.now(competition)) if one.state.code == "R1-M1"]

    assert (told.what.endswith(says), told.why) == (True, "They have begun to play.")


def test_a_warning_names_no_pair_if_either_may_offer_first(it_is):
    competition = stories.published(2, first_offer="either")
    it_is(NEAR)

    assert warnings(competition) == {"R1-M1": "Nobody has offered a date."}


def test_a_match_with_a_suitable_date_needs_no_attention(competition, it_is):
    it_is(NEAR)

    stories.agree(competition, at=evening(5, 30))

    assert [*warnings(competition)] == ["R1-M2"]


def test_a_date_after_the_play_by_date_raises_a_warning(competition, it_is):
    it_is(FAR)
    stories.agree(competition, at=evening(6, 12))

    what = warning(matches_needing_attention(stories.now(competition))[0]).what

    assert what.endswith("play on Wed 12 Jun, 19:30, after their play-by date.")


def test_warning_describes_an_open_offer(competition, it_is):
    upper, lower = names(competition)
    it_is((5, 18))
    offered = stories.offer(competition, dates=[evening(5, 24), evening(5, 28)])
    it_is(NEAR)

    why = warnings(competition)["R1-M1"]
    arranging.mark_as_read(stories.place(competition, which=1), offered=offered.pk)
    read = warnings(competition)["R1-M1"]

    told = f"{upper} offered two dates on Saturday. {lower} have {{}}; the next date is Fri 24 May, 19:30."
    assert (why, read) == (told.format("not read them yet"), told.format("read them, but not replied"))


def test_warning_describes_declined_and_cancelled_dates(competition, it_is):
    it_is(NEAR)
    stories.offer(competition, dates=[evening(5, 24)])
    arranging.decline_dates(stories.place(competition, which=1), reason="we are away")
    stories.agree(competition, "R1-M2", at=evening(5, 30))
    arranging.cancel_date(stories.place(competition, "R1-M2"), reason="a cold")

    found = warnings(competition)

    assert found["R1-M1"].endswith("could not play then, and nobody has offered a date since.")
    assert found["R1-M2"] == "They agreed Thu 30 May, 19:30, but cancelled it. Nobody has offered a date since."


def test_warning_comes_early_if_a_pair_is_away(competition, it_is):
    it_is(FAR)
    pair = stories.place(competition).pair
    keep_away(pair, [(date(2030, 5, 1), date(2030, 5, 29))], by=Actor(pair=pair))

    begin = f"{short(pair)}, who offer first, have not offered a date."
    assert warnings(competition) == {
        "R1-M1": f"{begin} {short(pair)} are away from Wed 1 May to Wed 29 May. That leaves two days."
    }


def test_a_match_is_overdue_after_the_report_days(competition, it_is):
    for day, says in ((7, "are seven days past the play-by date."), (8, "are eight days past the play-by date.")):
        it_is((6, day))
        one = warning(matches_needing_attention(stories.now(competition))[0])
        assert one.what.endswith(says)


def test_a_warning_mentions_a_missing_result(competition, it_is):
    it_is(FAR)
    stories.agree(competition, at=evening(5, 4))
    it_is((5, 8))

    one = warning(matches_needing_attention(stories.now(competition))[0])

    assert one.what.endswith("agreed to play on Sat 4 May, 19:30, but there is no result.")
    assert one.why == "Ask them how it went."


def test_decided_and_future_matches_need_no_attention(competition, it_is):
    stories.settle_round(competition, 1)
    it_is(NEAR)

    assert warnings(competition) == {}


def test_warnings_are_sorted_by_play_by_date(competition, it_is):
    stories.extend(competition, "R1-M1", days=5)
    it_is(LATE)

    assert [*warnings(competition)] == ["R1-M2", "R1-M1"]


def test_the_wording_of_a_date_depends_on_how_soon_it_is():
    wednesday = evening(5, 1)
    days = {days: near(wednesday + timedelta(days=days), wednesday) for days in (-1, 0, 1, 2, 6, 7, 13, 14, 18)}

    assert days == {
        -1: "in the past",
        0: "today",
        1: "tomorrow",
        2: "this Friday",
        6: "this Tuesday",
        7: "Wednesday week",
        13: "Tuesday week",
        14: "in 2 weeks",
        18: "in 3 weeks",
    }


@pytest.mark.parametrize("pairs", [4, 16])
def test_matches_needing_attention_take_three_queries(pairs, it_is, django_assert_num_queries):
    it_is(NEAR)
    competition = stories.published(pairs)
    stories.offer(competition, dates=[evening(5, 24)])
    draw = stories.now(competition)

    with django_assert_num_queries(3):
        found = [warning(one) for one in matches_needing_attention(draw)]

    assert len(found) == pairs // 2
