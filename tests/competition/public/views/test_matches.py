import csv
import json

import pytest
from django.core.management import call_command

from competition.contest.models import Conditions
from competition.knockout.rules.result import Kind
from competition.match.actions import play
from scoring.presenters import csv_sheet
from scoring.rules.conditions import Conditions as Rules
from tests import stories
from tests.competition.public_reading import public, rows, text

pytestmark = pytest.mark.django_db


@pytest.fixture
def competition():
    return stories.published(4, deals=2)


@pytest.fixture
def pairs(competition):
    """Return the upper and the lower pair of R1-M1."""
    return stories.now(competition).matches["R1-M1"].pairs


def match(client, competition, code: str = "R1-M1") -> str:
    return text(client.get(public("match", competition, code)))


def send_in(pair, ours=4730, theirs=3980):
    play.submit_totals(stories.table(pair, "R1-M1"), ours=ours, theirs=theirs)


def test_the_table_has_a_row_for_every_match(client, competition, pairs):
    upper, lower = (str(pair) for pair in pairs)
    stories.settle(competition, "R1-M1", kind=Kind.PLAYED, totals=(4730, 3980))

    table = rows(client.get(public("matches", competition)))

    assert [row[0] for row in table] == ["R1-M1", "R1-M2", "R2-M1"]
    won = ["R1-M1", "Semi-finals", f"{upper} (won)", lower, "4,730 to 3,980", "750", "Played", "Fri 31 May 2030"]
    assert table[0] == won
    assert table[2][2] == upper
    assert table[2][3].startswith("Winner of R1-M2 (")


def test_a_bye_has_no_play_by_date(client):
    table = rows(client.get(public("matches", stories.published(3))))

    assert {row[7] for row in table if row[6] == "Bye"} == {""}


def test_an_unplayed_match_shows_its_play_by_date(client, competition, pairs):
    upper, lower = pairs

    assert f"{upper} and {lower} play by Fri 31 May 2030." in match(client, competition)
    assert f"The winner of R1-M1 ({upper} or {lower}) and the winner of" in match(client, competition, "R2-M1")


def test_a_reported_result_is_shown_as_provisional(client, competition, pairs):
    upper, lower = pairs
    send_in(upper)

    page = match(client, competition)

    assert f"{upper} 4,730, {lower} 3,980, awaiting confirmation." in page
    assert "This result is provisional. It does not count yet." in page
    assert f"Reported by {upper}, " in page
    assert f"; it is final when {lower} confirm it, or {stories.SILENCE_SAID} after they are told." in page
    assert "The pairs reported only their totals, without a score sheet." in page


def test_the_match_page_names_the_pair_that_confirmed(client, competition, pairs):
    upper, lower = pairs
    send_in(upper)
    play.confirm(stories.table(lower, "R1-M1"), outcome=1)

    page = match(client, competition)

    assert f"; confirmed by {lower}, " in page
    assert "Provisional" not in page


def test_the_reason_for_a_dispute_is_not_public(client, competition, pairs):
    upper, lower = pairs
    send_in(upper)
    play.dispute(stories.table(lower, "R1-M1"), outcome=1, reason="deal 17 went two light")

    page = match(client, competition)

    assert f"; disputed by {lower}. The organiser decides." in page
    assert "deal 17" not in page


@pytest.mark.parametrize(
    ("way", "sentence"),
    [(Conditions.Confirmation.FINAL, "; final when reported."), (Conditions.Confirmation.BOTH, " confirm it.")],
)
def test_the_match_page_says_when_a_result_counts(client, way, sentence):
    competition = stories.published(4, deals=2, confirmation=way)
    send_in(stories.now(competition).matches["R1-M1"].pairs[0])

    assert sentence in match(client, competition)


def test_an_undone_report_is_not_shown(client, competition, pairs):
    send_in(pairs[0])
    play.take_back_result(stories.table(pairs[0], "R1-M1"))

    page = match(client, competition)

    assert ("Sent in by" in page, "4,730" in page) == (False, False)


def test_a_ruling_is_shown_with_its_reason(client, competition, pairs):
    stories.settle(competition, "R1-M1", kind=Kind.PLAYED, upper_wins=False, totals=(3980, 4730))

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
    stories.record(seen, stories.deal(), stories.deal("3NT", 8, "E"))

    page = match(client, competition)

    assert f"North-South {pairs[0]} East-West {pairs[1]}" in page
    assert "2♥ by North, made: 60 below (Law 81)." in page
    assert "3NT by East, 1 light: 50 above to North-South (Law 81)." in page
    assert "Unfinished rubber (Law 80) 100 0" in page


def test_a_score_sheet_without_deals_is_mentioned(client, competition):
    stories.open_sheet(competition, "R1-M1")

    assert "The score sheet is started, and has no deals yet." in match(client, competition)


def test_a_superseded_result_is_explained(client, competition):
    stories.settle_round(competition, 1)
    stories.settle(competition, "R2-M1")
    stories.settle(competition, "R1-M1", upper_wins=False)

    assert "After a correction in an earlier round, other pairs play here." in match(client, competition, "R2-M1")


def test_a_match_or_pair_outside_the_draw_is_not_found(client, competition):
    pages = [public(name, competition, "R1-M3") for name in ("match", "match-json", "match-csv")]
    pages += [public("match", competition, "R3-M1"), public("pair", competition, 9)]

    assert [client.get(page).status_code for page in pages] == [404] * 5


def test_there_are_no_matches_before_publication(client):
    competition = stories.entered(2)

    pages = [client.get(public("matches", competition)), client.get(public("match", competition, "R1-M1"))]

    assert [page.status_code for page in pages] == [404, 404]


def test_a_match_as_json_has_its_score_sheet(client, competition, pairs):
    seen = stories.open_sheet(competition, "R1-M1")[0]
    stories.record(seen, stories.deal())

    match = json.loads(client.get(public("match-json", competition, "R1-M1")).content)

    assert match["sides"][0]["pair"] == {"number": pairs[0].number, "name": str(pairs[0]), "club": pairs[0].club}
    assert (match["state"], match["deals_recorded"], match["sheet"]["total"]) == ("in play", 1, {"ns": 160, "ew": 0})


def test_the_csv_of_a_match_contains_its_deals(client, competition):
    seen = stories.open_sheet(competition, "R1-M1")[0]
    play.record_deal(seen, number=1, deal=stories.deal("4S", 10, "E"), misdeals=1, note="Ann felt ill")

    answer = client.get(public("match-csv", competition, "R1-M1"))

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == f'attachment; filename="{competition.slug}-R1-M1.csv"'
    assert csv_sheet.read(answer.content, Rules(deals=2)).lines[0].deal == stories.deal("4S", 10, "E")
    row = next(csv.DictReader(answer.content.decode().splitlines()))
    assert (row["dealer"], row["misdeals"], row["note"]) == ("N", "1", "")


def test_the_score_command_reads_the_csv_of_a_match(client, competition, capsys, tmp_path):
    stories.record(stories.open_sheet(competition, "R1-M1")[0], stories.deal("2H", 9))
    written = client.get(public("match-csv", competition, "R1-M1")).content
    file = tmp_path / "R1-M1.csv"
    file.write_bytes(written)

    call_command("score", str(file), "--json")

    assert written.startswith(b"\xef\xbb\xbfdeal,")
    assert json.loads(capsys.readouterr().out)["total"] == {"ns": 190, "ew": 0}


def test_a_match_without_a_score_sheet_has_no_csv_and_none_in_json(client, competition):
    assert client.get(public("match-csv", competition, "R1-M1")).status_code == 404
    assert json.loads(client.get(public("match-json", competition, "R1-M1")).content)["sheet"] is None


def test_the_page_of_a_pair_shows_its_matches(client, competition, pairs):
    upper, lower = pairs
    stories.settle(competition, "R1-M1", kind=Kind.PLAYED, totals=(4730, 3980))
    others = " or ".join(str(pair) for pair in stories.now(competition).matches["R1-M2"].pairs)

    page = text(client.get(public("pair", competition, upper.number)))

    assert f"Pair {upper.number}, Harbour Bridge Club." in page
    assert f"Semi-finals (R1-M1) {upper} beat {lower} by 4,730 to 3,980." in page
    assert f"Final (R2-M1) {upper} and the winner of R1-M2 ({others}) play by" in page


def test_the_page_of_a_pair_shows_its_wins_and_points(client, competition, pairs):
    upper, lower = pairs
    stories.settle(competition, "R1-M1", upper_wins=False, kind=Kind.PLAYED, totals=(3980, 4730))
    stories.settle(competition, "R1-M2")
    stories.settle(competition, "R2-M1", kind=Kind.WALKOVER)

    told = {pair: text(client.get(public("pair", competition, pair.number))) for pair in pairs}

    assert "; the champions. 2 won, 0 lost; 4,730 points to 3,980." in told[lower]
    assert f"Pair {upper.number}, Harbour Bridge Club. 0 won, 1 lost; 3,980 points to 4,730." in told[upper]
    assert "R2-M1" not in told[upper]


def test_the_page_of_a_pair_names_its_possible_opponents(client, competition, pairs):
    play.submit_totals(stories.table(pairs[0], "R1-M1"), ours=4730, theirs=3980)
    others = " or ".join(str(pair) for pair in stories.now(competition).matches["R1-M2"].pairs)

    page = text(client.get(public("pair", competition, pairs[0].number)))

    # A pending result is not in the balance.
    assert ". 0 won, 0 lost. " in page
    assert f"Final (R2-M1) Then the winner of R1-M2 ({others}), by Sun 30 Jun 2030." in page


@pytest.mark.parametrize("deals", [1, 8])
def test_a_match_page_takes_a_fixed_number_of_queries(client, django_assert_num_queries, deals):
    competition = stories.published(4, deals=8)
    stories.record(stories.open_sheet(competition, "R1-M1")[0], *[stories.deal()] * deals)

    with django_assert_num_queries(3):
        client.get(public("match", competition, "R1-M1"))
