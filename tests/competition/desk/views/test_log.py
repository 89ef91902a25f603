import pytest
from django.utils import timezone

from competition.audit.actions import log_event
from competition.audit.events import Event
from competition.contest.actions import change_competition
from competition.contest.queries import fingerprint_of
from competition.draw.rules.result import ResultKind
from competition.entries.actions import pairs as actions
from competition.entries.queries.pairs import Entry, PlayerEntry
from competition.match.actions.play import submit_totals
from scoring.templatetags.bridge import day
from tests import stories
from tests.competition.desk_reading import desk, errors, rows, text


def test_the_log_has_25_lines_a_page(at_desk):
    competition = stories.published(4)
    for number in range(60):
        log_event(competition, stories.organiser_of(competition), Event.RULED, f"Line {number}.", match="R1-M2")
    client = at_desk(competition)

    first, second, missing = (lines(client.get(desk("log", competition, page=page))) for page in (1, 3, 99))
    filtered = client.get(desk("log", competition, match="match 2 of the semi-finals", pair=""))

    organiser = competition.organisers.get().username
    semi_final = "Semi-finals: North 1 & South 1 v North 2 & South 2"
    assert (first[0][1:], len(first)) == ([organiser, semi_final, "Line 59."], 25)
    assert [row[3] for row in second][-2] == "Made draw 1."
    assert missing == second
    assert 'href="?match=match+2+of+the+semi-finals&amp;pair=&amp;page=2" rel="next"' in filtered.content.decode()


def said(client, competition, **wanted) -> list[str]:
    """Return the texts of the log lines, newest first."""
    return [line[3] for line in lines(client.get(desk("log", competition, **wanted)))]


def lines(page) -> list[list[str]]:
    """Return the lines in the log without the headings of the days."""
    return [row for row in rows(page, "log") if len(row) > 1]


@pytest.fixture
def played():
    """Create a competition in which the organiser decided two matches, one of them after a report."""
    competition = stories.published(4)
    submit_totals(stories.tables(competition, "R1-M1")[0], ours=900, theirs=500)
    stories.settle(competition, "R1-M1", upper_wins=False, kind=ResultKind.PLAYED, totals=(500, 900))
    stories.settle(competition, "R1-M2")
    return competition


def test_the_log_shows_the_result_before_a_ruling(at_desk, played):
    stories.settle(played, "R1-M1", kind=ResultKind.WALKOVER)
    winner = stories.now(played).matches["R1-M1"].pairs[1].number
    client = at_desk(played)

    lines = said(client, played, match="R1-M1")

    assert lines[0].partition("Before: ")[2] == f"played 500 to 900, pair {winner} went through."
    assert lines[1].partition("Before: ")[2] == "submitted."
    assert said(client, played, who="pairs") == ["Reported the result: 900 to 500, totals only."]


def test_the_log_shows_changes_without_contact_details(at_desk):
    competition = stories.entered(1)
    entry = Entry((PlayerEntry("Cyd East", "07 1"), PlayerEntry("Dee West", "07 2")), club="Hill", area="South")
    pair, by = competition.pairs.get(), stories.organiser_of(competition)
    actions.change(pair, entry, fingerprint=pair.fingerprint, by=by)
    conditions, shown = competition.conditions, fingerprint_of(competition)
    conditions.deals, competition.region = 24, "Hills"
    change_competition(competition, conditions, shown=shown, by=by)

    assert said(at_desk(competition), competition) == [
        "Changed the details or the conditions of contest. "
        "Before: region Lakes and Plains, deals 30. After: region Hills, deals 24.",
        "Changed pair 1, Cyd East & Dee West. Before: Ada North 1 & Ben South 1, Harbour Bridge Club. "
        "After: Cyd East & Dee West, Hill, South.",
    ]


def test_the_log_joins_simultaneous_actions_and_names_the_pairs(at_desk, played):
    upper, lower = stories.now(played).matches["R1-M1"].pairs
    by, told = stories.organiser_of(played), Event.PAIRS_TOLD
    log_event(played, by, told, f"Told by phone: pair {upper.number}. The draw is published.")
    log_event(played, by, told, f"Told by letter: pair {lower.number}. The draw is published.")
    names = stories.now(played).forms

    page = at_desk(played).get(desk("log", played))

    assert lines(page)[0][3] == (
        f"Told by phone: {names[upper.number].short}. The draw is published. "
        f"Told by letter: {names[lower.number].short}. The draw is published."
    )


def test_the_log_names_a_pair_as_it_was_at_the_time(at_desk, played):
    pair = stories.now(played).matches["R1-M1"].pairs[0]
    named = pair.name
    stories.substitute(pair, PlayerEntry("Fay Fill"), leaving=1)

    assert lines(at_desk(played).get(desk("log", played, who="pairs")))[0][1] == named


def test_an_invalid_filter_shows_the_whole_log_and_an_error(at_desk, played):
    client = at_desk(played)
    page = client.get(desk("log", played, match="match 5", pair="seven", who="999"))

    assert page.status_code == 422
    assert sorted(errors(page)) == [
        "Match: Write the match like “match 5 of Round 2”.",
        "Pair: Give a pair’s number.",
        "Who did it: Select a valid choice. 999 is not one of the available choices.",
    ]
    assert len(lines(page)) == played.log.count()
    none = text(client.get(desk("log", played, pair=99)))
    assert "The log has no such entries. Show the whole log ." in none


@pytest.mark.parametrize("match", ["r2-m1", "the final", "match 1 of round 2"])
def test_the_log_finds_a_match_by_any_of_its_names(at_desk, match):
    competition = stories.published(4)
    log_event(competition, stories.organiser_of(competition), Event.RULED, "Line.", match="R2-M1")

    assert [row[2] for row in lines(at_desk(competition).get(desk("log", competition, match=match)))] == ["The final"]


def test_the_log_leaves_out_deals_until_requested(at_desk, played):
    log_event(played, stories.organiser_of(played), Event.DEAL_RECORDED, "Deal 1: passed in.", match="R1-M1")
    client = at_desk(played)

    assert "Deal 1: passed in." not in said(client, played)
    assert "Deal 1: passed in." in said(client, played, deals=1)
    assert "Deal 1: passed in." in said(client, played, match="R1-M1")


def test_the_log_has_a_heading_for_each_day(at_desk, played):
    page = rows(at_desk(played).get(desk("log", played)), "log")

    assert page[0] == [day(timezone.localdate())]
