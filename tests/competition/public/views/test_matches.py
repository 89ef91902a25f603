import csv
import re

import pytest
from django.utils.html import escape

from competition.contest.models import Conditions
from competition.draw.rules.result import ResultKind
from competition.match.actions import play
from competition.match.presenters import listing
from scoring.presenters import csv_sheet
from scoring.rules.conditions import ScoringConditions
from tests import bulk, stories
from tests.competition import seasons
from tests.competition.public_reading import lines, public, text, words

pytestmark = pytest.mark.published(4, deals=2)


@pytest.fixture
def pairs(competition):
    """Return the upper and the lower pair in R1-M1."""
    return stories.now(competition).matches["R1-M1"].pairs


def match(client, competition, code: str = "R1-M1") -> str:
    return text(client.get(public("match", competition, code)))


def send_in(pair, ours=4730, theirs=3980):
    play.submit_totals(stories.table(pair, "R1-M1"), ours=ours, theirs=theirs)


def test_matches_are_listed_by_round_with_open_ones_first(client, competition, pairs):
    upper, lower = (str(pair) for pair in pairs)
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))
    forms = stories.now(competition).forms
    winner, one, other = (forms[pair.number].short for pair in (pairs[0], *ready(competition)))

    page = client.get(public("matches", competition))

    found = lines(page)
    assert [(code, group) for code, (group, _) in found.items()] == [
        ("R1-M2", "to-play"),
        ("R1-M1", "decided"),
        ("R2-M1", "to-play"),
    ]
    assert found["R1-M1"][1].startswith(f"{upper} beat {lower} by 4,730 to 3,980.")
    assert found["R2-M1"][1] == f"Final: {winner} against {one} or {other} by Sun 30 Jun 2030"
    assert [words(key) for key in re.findall(r"<li>\s*<a href=.\?.*?</a>", page.content.decode(), re.DOTALL)] == [
        "All 3",
        "To play 2",
        "Decided 1",
    ]
    assert [*lines(client.get(public("matches", competition, show="decided")))] == ["R1-M1"]
    assert [*lines(client.get(public("matches", competition, show="nonsense")))] == [*found]


def test_a_long_list_folds_large_groups(client):
    competition = bulk.middle(64)

    def folded(**asked):
        page = client.get(public("matches", competition, **asked)).content.decode()
        return re.findall(r"<summary>(.*?)</summary>", page)

    assert folded() == ["16 decided", "32 decided", "7 to play"]
    assert folded(show="decided") == ["16 decided", "32 decided"]
    assert folded(show="to-play") == []


def ready(competition):
    """Return the two pairs in R1-M2."""
    return stories.now(competition).matches["R1-M2"].pairs


def test_a_bye_has_neither_a_line_nor_a_page(client):
    competition = stories.published(3)
    bye = next(state for state in stories.now(competition).matches.values() if state.stage == "bye")

    answer = client.get(public("match", competition, bye.code))

    assert bye.code not in lines(client.get(public("matches", competition)))
    assert answer["Location"] == public("pair", competition, bye.pairs[0].number)


def test_a_future_match_names_its_pairs_and_the_next_steps(client, competition, pairs):
    upper, lower = (stories.now(competition).forms[pair.number].short for pair in pairs)
    one, other = (stories.now(competition).forms[pair.number].short for pair in ready(competition))
    semi, final = (match(client, competition, code) for code in ("R1-M1", "R2-M1"))

    assert f"{upper} v {lower}: play by Fri 31 May 2030" in semi
    assert "These pairs meet for the first time." in semi
    assert "The winners play the winners of the other semi-final in the final, by Sun 30 Jun 2030." in semi
    assert f"{upper} or {lower}, against {one} or {other}" in final
    assert "Semi-final: Play by Fri 31 May 2030" in final
    assert "No two pairs that can meet here have met before." in final
    assert "The winners are the champions." in final
    assert "R1-M" not in semi + final
    # A match in a later round names all pairs that can reach it.
    larger = stories.published(8)
    page, forms = match(client, larger, "R3-M1"), stories.now(larger).forms
    assert [form.short for form in forms.values() if form.short not in page] == []


def test_a_future_match_shows_how_each_pair_got_there_and_earlier_meetings(client):
    last = seasons.season(*seasons.FOUR, year=2029)
    while stories.now(last).champion is None:
        state = next(state for state in stories.now(last).matches.values() if state.is_open)
        stories.settle(last, state.code, kind=ResultKind.PLAYED, totals=(900, 500))
    first, second = stories.now(last).matches["R2-M1"].pairs
    competition = seasons.season(
        *(tuple(str(player) for player in pair.present) for pair in (first, second)), year=2030
    )

    page = match(client, competition, "R1-M1")

    assert "Head to head" in page
    assert f"2029, Final : {first} beat {second} by 900 to 500." in page
    assert "champions" in page
    assert "played in the final" in page


def test_a_reported_result_is_provisional_until_confirmed(client, competition, pairs):
    upper, lower = pairs
    send_in(upper)

    page = match(client, competition)

    assert f"{upper} 4,730, {lower} 3,980, awaiting confirmation." in page
    assert "This result is provisional. It does not count yet." in page
    assert f"Reported by {upper}, " in page
    assert f"; it is final when {lower} confirm it, or {stories.REPLY_TIME_SAID} after they are told." in page
    assert "The pairs reported only their totals, without a score sheet." in page
    play.confirm(stories.table(lower, "R1-M1"), outcome=1)
    page = match(client, competition)
    assert f"; confirmed by {lower}, " in page
    assert "Provisional" not in page


def test_a_dispute_names_the_deal_but_not_the_reason(client, competition, pairs):
    upper, lower = pairs
    send_in(upper)
    play.dispute(stories.table(lower, "R1-M1"), outcome=1, reason="deal 17 went two light")

    page = match(client, competition)

    assert f"; disputed by {lower}. The organiser decides." in page
    assert "Deal 17 is disputed" in page
    assert "two light" not in page


def test_a_result_that_needs_no_confirmation_is_final(client):
    competition = stories.published(4, deals=2, confirmation=Conditions.Confirmation.FINAL)
    send_in(stories.now(competition).matches["R1-M1"].pairs[0])

    assert "; final when reported." in match(client, competition)


def test_a_ruling_is_shown_with_its_reason(client, competition, pairs):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, upper_wins=False, totals=(3980, 4730))

    page = match(client, competition)

    assert f"{pairs[1]} beat {pairs[0]} by 4,730 to 3,980." in page
    assert "by the organiser, " in page
    assert ": decided for the test" in page


def test_a_withdrawal_is_shown_without_its_reason(client, competition, pairs):
    stories.withdraw(pairs[0], reason="an operation")

    page = match(client, competition)

    assert f"{pairs[1]} go through by walkover against {pairs[0]}." in page
    assert f"Result {pairs[0]} withdrew." in page
    assert "operation" not in page


def test_the_score_sheet_explains_every_deal(client, competition, pairs):
    seen = stories.open_sheet(competition, "R1-M1")[0]
    assert "The score sheet is started, and has no deals yet." in match(client, competition)
    stories.record(seen, stories.deal(), stories.deal("3NT", 8, "E"))

    page = match(client, competition)

    assert f"{pairs[0]} N–S" in page
    assert "2 ♥ by North, made: 60 below (Law 81)." in page
    assert "3NT by East, 1 light: 50 above to North-South (Law 81)." in page
    assert "Unfinished rubber (Law 80) 100 0" in page


def test_a_superseded_result_is_explained(client, competition):
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)

    assert "After a correction in an earlier round, other pairs play here." in match(client, competition, "R2-M1")


def test_a_match_or_pair_that_is_not_in_the_draw_returns_404(client, competition):
    unpublished = stories.entered(2)
    pages = [public(name, competition, "R1-M3") for name in ("match", "match-json", "match-csv")]
    pages += [public("match", competition, "R3-M1"), public("pair", competition, 9)]
    pages += [public("matches", unpublished), public("match", unpublished, "R1-M1")]

    assert [client.get(page).status_code for page in pages] == [404] * 7


def test_the_json_file_of_a_match_contains_its_score_sheet(client, competition, pairs):
    assert client.get(public("match-csv", competition, "R1-M1")).status_code == 404
    assert client.get(public("match-json", competition, "R1-M1")).json()["sheet"] is None
    seen = stories.open_sheet(competition, "R1-M1")[0]
    stories.record(seen, stories.deal())

    match = client.get(public("match-json", competition, "R1-M1")).json()

    assert match["sides"][0]["pair"] == {"number": pairs[0].number, "name": str(pairs[0]), "club": pairs[0].club}
    assert (match["state"], match["deals_recorded"], match["sheet"]["total"]) == ("in play", 1, {"ns": 160, "ew": 0})


def test_the_csv_file_of_a_match_contains_its_deals(client, competition):
    seen = stories.open_sheet(competition, "R1-M1")[0]
    play.record_deal(seen, number=1, deal=stories.deal("4S", 10, "E"), misdeals=1, note="Ann felt ill")

    answer = client.get(public("match-csv", competition, "R1-M1"))

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{competition.slug}-R1-M1.csv"'
    assert (answer.content.startswith(b"\xef\xbb\xbfdeal,"), answer.content.count(b"\r\n")) == (True, 2)
    assert csv_sheet.read(answer.content, ScoringConditions(deals=2)).lines[0].deal == stories.deal("4S", 10, "E")
    row = next(csv.DictReader(answer.content.decode().splitlines()))
    assert (row["dealer"], row["misdeals"], row["note"]) == ("N", "1", "")


def test_the_page_of_a_pair_shows_its_matches(client, competition, pairs):
    upper, lower = pairs
    others = " v ".join(str(pair) for pair in ready(competition))
    send_in(upper)

    page = text(client.get(public("pair", competition, upper.number)))

    # A pending result does not count in the balance.
    assert f"They are pair {upper.number}, from Harbour Bridge Club. Matches " in page
    assert f"Final Then the winner of {others}, by Sun 30 Jun 2030." in page
    play.confirm(stories.table(lower, "R1-M1"), outcome=1)
    page = text(client.get(public("pair", competition, upper.number)))
    assert f"Semi-finals {upper} beat {lower} by 4,730 to 3,980." in page
    assert f"Final {upper} and the winner of {others} play by" in page


@pytest.mark.parametrize(
    ("how", "won", "lost"),
    [
        (
            {"kind": ResultKind.PLAYED, "totals": (4730, 3980)},
            ("won by 750", "4,730", "3,980"),
            ("lost by 750", "3,980", "4,730"),
        ),
        ({"kind": ResultKind.PLAYED, "margin": 110}, ("won by 110", "won", ""), ("lost by 110", "", "won")),
        ({"kind": ResultKind.PLAYED}, ("won, score not recorded", "won", ""), ("lost, score not recorded", "", "won")),
        ({"kind": ResultKind.WALKOVER}, ("won, walkover", "", ""), ("lost, walkover", "", "")),
        ({"kind": ResultKind.DOUBLE_DEFAULT}, ("Double default", "", ""), ("Double default", "", "")),
    ],
)
def test_the_page_of_a_pair_shows_each_result_from_the_pairs_side(competition, pairs, how, won, lost):
    stories.settle(competition, "R1-M1", **how)

    now = stories.now(competition)
    rows = [listing.of_pair(now, pair)[0] for pair in pairs]

    assert [(row.said, *(side.total for side in row.sides)) for row in rows] == [won, lost]
    names = [escape(now.forms[pair.number].line) for pair in pairs[::-1]]
    assert [name in row.sides[1].name for name, row in zip(names, rows, strict=True)] == [True, True]


def test_the_page_of_a_pair_says_that_later_rounds_are_kept(competition, pairs):
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(4730, 3980))
    stories.keep_progress(competition, "R1-M1")

    rows = [listing.of_pair(stories.now(competition), pair)[0] for pair in pairs]

    assert [row.said for row in rows] == ["Corrected, later rounds kept"] * 2
    assert [row.sides[0].total for row in rows] == ["3,980", "4,730"]


def test_the_page_of_a_pair_shows_its_wins_and_points(client, competition, pairs):
    upper, lower = pairs
    stories.settle(competition, "R1-M1", upper_wins=False, kind=ResultKind.PLAYED, totals=(3980, 4730))
    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R2-M1", kind=ResultKind.WALKOVER)

    told = {pair: text(client.get(public("pair", competition, pair.number))) for pair in pairs}

    assert "They are the champions. They are pair " in told[lower]
    assert ". won and lost 2–0 points for them 4,730 points against them 3,980 " in told[lower]
    assert (
        f"They are pair {upper.number}, from Harbour Bridge Club. won and lost 0–1 points for them 3,980 points "
        in told[upper]
    )
    assert "R2-M1" not in told[upper]


def test_the_page_of_a_match_in_play_shows_the_lead_and_the_chances_of_winning(client):
    competition = stories.published(4, deals=8)
    upper, lower = (stories.now(competition).forms[table.pair.number].short for table in stories.tables(competition))
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("1C", 6), *[stories.deal("4S", 10)] * 3)

    page = match(client, competition)

    assert f"Now: deal 5 of 8. North deals. {upper} have led since deal 2." in page
    chances = re.search(rf"(\d+) % {re.escape(upper)} (\d+) % {re.escape(lower)} The chance to win", page)
    assert 80 < int(chances[1]) < 99
    assert "The app plays the four deals that are left many times at random" in page


def test_a_match_page_takes_the_same_number_of_queries_for_any_deals(client, django_assert_num_queries):
    competition = stories.published(4, deals=8)
    stories.open_sheet(competition, "R1-M1")

    for deals in (1, 6):
        stories.record(stories.tables(competition)[0], *[stories.deal()] * deals)
        with django_assert_num_queries(3):
            client.get(public("match", competition, "R1-M1"))
