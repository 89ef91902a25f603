import re
from datetime import timedelta

import pytest
from django.utils import timezone

from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from scoring.rules.deal import DealResult
from scoring.templatetags.bridge import day
from tests import stories
from tests.caches import clear_caches
from tests.competition.public_reading import block, drawn, marked, public, shown_round, state, text
from tests.markup import markup

pytestmark = pytest.mark.published(4, deals=2)


PASSED_IN = DealResult.passed_in()


def draw(client, competition, **query):
    return client.get(public("draw", competition, **query))


@pytest.fixture
def pairs(competition):
    """Return the upper and the lower pair in R1-M1."""
    return stories.now(competition).matches["R1-M1"].pairs


def test_the_page_before_the_draw_shows_the_entries(client):
    competition = stories.entered(3)

    page = text(draw(client, competition))

    assert "3 pairs entered Entries closed on Tue 31 Mar 2026 . The draw has not been published yet. " in page
    assert "Each match has 30 deals." in page
    assert draw(client, competition, find="south")["Location"] == public("draw", competition)
    competition.closing_date = timezone.localdate()
    competition.save()
    clear_caches()
    said = f"Today is the closing date Entries close at the end of {day(timezone.localdate())}"
    assert said in text(draw(client, competition))
    assert client.get("/nowhere/").status_code == 404


def test_a_side_shows_two_possible_pairs_until_one_wins(client, competition, pairs):
    upper, lower = pairs

    page = draw(client, competition)

    assert "Semi-finals 2 matches, play by Fri 31 May 2030" in text(page)
    assert drawn(page, "R2-M1")[0].count(" or ") == 1
    assert block(page, "R2-M1").startswith(f"The winner of {upper} v {lower} and the winner")
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))
    page = draw(client, competition)
    assert block(page, "R1-M1") == f"{upper} beat {lower} by 4,730 to 3,980."
    assert block(page, "R2-M1").startswith(f"{upper} and the winner of ")


def test_a_bye_is_not_a_result(client):
    competition = stories.published(3)
    bye = next(match for match in stories.now(competition).matches.values() if match.stage == "bye")

    page = draw(client, competition)

    assert block(page, bye.code) == f"{bye.pairs[0]} have a bye."
    assert state(page, bye.code) == "bye"


def test_a_match_in_play_shows_its_deals_and_totals(client, competition, pairs):
    upper, lower = pairs
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal())
    # Two hearts score 60. Points for an unfinished rubber appear only on the match page.
    assert block(draw(client, competition), "R1-M1") == f"Deal 1 of 2 done: {upper} 60, {lower} 0."
    stories.record(stories.open_sheet(competition, "R1-M2")[0], PASSED_IN, PASSED_IN, PASSED_IN)
    assert "Tie-break, deal 3 of 4 done: " in block(draw(client, competition, round=1), "R1-M2")


def test_a_reported_or_disputed_result_is_provisional(client, competition, pairs):
    upper, lower = pairs
    play.submit_totals(stories.table(upper, "R1-M1"), ours=4730, theirs=3980)

    page = draw(client, competition)

    assert block(page, "R1-M1") == f"{upper} 4,730, {lower} 3,980, awaiting confirmation."
    assert block(page, "R2-M1").startswith(f"The winner of {upper} v {lower}")
    play.dispute(stories.table(lower, "R1-M1"), outcome=1, reason="deal 17 went two light")
    page = draw(client, competition)
    assert block(page, "R1-M1") == f"{upper} 4,730, {lower} 3,980, disputed because of deal 17. The organiser decides."
    assert drawn(page, "R1-M1")[2:] == ["Disputed, deal 17"]


def test_a_result_without_play_shows_its_kind(client):
    competition = stories.published(8)
    pairs = {code: [*map(str, stories.now(competition).matches[code].pairs)] for code in ("R1-M1", "R1-M2", "R1-M3")}
    kinds = (ResultKind.WALKOVER, ResultKind.CONCEDED, ResultKind.RULING)
    for code, kind in zip(pairs, kinds, strict=True):
        stories.settle(competition, code, kind=kind, upper_wins=False)
    stories.settle(competition, "R1-M4", kind=ResultKind.DOUBLE_DEFAULT)

    page = draw(client, competition)

    one, two, three = pairs.values()
    assert [(block(page, code), drawn(page, code)[2:]) for code in pairs] == [
        (f"{one[1]} go through by walkover against {one[0]}.", []),
        (f"{two[0]} conceded to {two[1]}.", ["Conceded"]),
        (f"{three[1]} go through by a ruling against {three[0]}.", ["By ruling"]),
    ]
    assert drawn(page, "R2-M2")[1:] == ["Nobody (double default)", "No match"]


def test_a_withdrawal_gives_the_opponents_a_walkover(client, competition, pairs):
    upper, lower = pairs
    stories.withdraw(lower, reason="moved away")

    page = draw(client, competition)
    assert block(page, "R1-M1") == f"{upper} go through by walkover against {lower}."
    assert [line.endswith("walkover") for line in drawn(page, "R1-M1")] == [True, False]


def test_a_match_without_a_result_after_the_time_limit_is_overdue(client):
    competition = stories.published(4, first_play_by=timezone.localdate() - timedelta(days=8))

    page = draw(client, competition)

    assert [state(page, code) for code in ("R1-M1", "R2-M1")] == ["ready", "waiting"]
    assert drawn(page, "R1-M1")[2:] == ["8 days past its date"]
    assert block(page, "R1-M1").endswith(" 8 days past its date.")


def test_a_superseded_result_is_explained(client, competition, pairs):
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))
    before = stories.now(competition).matches["R2-M1"].pairs
    stories.settle(competition, "R1-M1", upper_wins=False)

    page = draw(client, competition)

    assert drawn(page, "R2-M1")[2:] == ["A result no longer counts: see below"]
    assert f"Final : No longer counts: {before[0]} beat {before[1]} by 4,730 to 3,980." in text(page)


def test_a_phone_shows_the_current_round(client, competition, pairs):
    stories.settle(competition, "R1-M1")
    assert shown_round(draw(client, competition)) == "Semi-finals 1 of 2 decided"

    stories.settle(competition, "R1-M2")
    assert shown_round(draw(client, competition)) == "Final 0 of 1 decided"

    stories.settle(competition, "R2-M1")
    assert f"Champions {pairs[0]}" in text(draw(client, competition))


def test_an_unknown_round_selects_the_current_round(client, competition):
    shown = {asked: shown_round(draw(client, competition, round=asked))[:4] for asked in ("2", "3", "0", "-1", "x")}

    assert shown == {"2": "Fina", "3": "Semi", "0": "Semi", "-1": "Semi", "x": "Semi"}
    assert [marked(draw(client, competition, pair=asked)) for asked in ("99", "²")] == [[], []]


def test_the_path_of_a_pair_ends_where_the_pair_lost(client, competition, pairs):
    page = draw(client, competition, pair=pairs[1].number)
    assert marked(page) == ["R1-M1", "R2-M1"]
    short = stories.now(competition).forms[pairs[1].number].short
    assert re.search(
        rf"{short} play [^.]*: play by Fri 31 May 2030. All their matches Remove the highlight", text(page)
    )

    stories.settle(competition, "R1-M1")
    assert marked(draw(client, competition, pair=pairs[1].number)) == ["R1-M1"]
    assert shown_round(draw(client, competition, pair=pairs[0].number)) == "Final 0 of 1 decided"


def test_a_search_with_one_result_redirects_to_the_match(client, competition):
    now = stories.now(competition)
    place = now.matches_of(now.pairs[3])[0].code

    for typed in ("  ben   SOUTH 3 ", "south 3 ada", "Bén 3"):
        answer = draw(client, competition, find=typed)

        assert (answer.status_code, answer["Location"]) == (302, public("draw", competition, pair=3) + f"#{place}")


def test_a_search_with_several_results_or_none_shows_a_list(client, competition):
    answer = draw(client, competition, find="south")
    assert [f"Ada North {number} & Ben South {number}" in text(answer) for number in range(1, 5)] == [True] * 4

    assert marked(draw(client, competition, find="  ")) == []
    answer = draw(client, competition, find='"><b>Zoe')
    assert 'No pair in this draw has “"><b>Zoe” in its names.' in text(answer)
    assert 'value="&quot;&gt;&lt;b&gt;Zoe"' in markup(answer)
