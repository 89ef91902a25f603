"""Tests for the story of a match on its public page."""

import html
import re

import pytest
from django.urls import reverse

from competition.draw.rules.result import ResultKind
from competition.match.actions import seats as seats_actions
from scoring.rules.sides import Seat
from tests import stories
from tests.markup import markup

pytestmark = pytest.mark.published(2, deals=2)


def page(client, competition) -> str:
    return markup(client.get(reverse("public:match", args=[competition.slug, "R1-M1"])))


def short(competition, seen) -> str:
    """Return a pair's short name, as in a headline."""
    return stories.now(competition).forms[seen.pair.number].short


def headline(client, competition) -> str:
    return html.unescape(re.search(r'<h1 id="title">(.*?)</h1>', page(client, competition))[1])


def told(client, competition) -> str:
    """Return the text of the story."""
    report = re.search(r'<p class="report">(.*?)</p>', page(client, competition), re.DOTALL)[1]
    return html.unescape(re.sub(r"<[^>]*>", "", report)).strip()


def totals(client, competition) -> list[tuple[str, str]]:
    """Return both totals, each with the text beside it."""
    scores = re.search(r'<ul class="scores[^"]*">(.*?)</ul>', page(client, competition), re.DOTALL)[1]
    rows = [re.sub(r"<[^>]*>", " ", row).split(maxsplit=1) for row in scores.split("</li>")[:2]]
    return [(row[0], html.unescape(" ".join(row[1].split()))) for row in rows]


def rows(client, competition) -> list[list[str]]:
    """Return the rows of the score sheet as lists of cells."""
    table = page(client, competition).partition('<table class="lead-sheet"')[2].partition("</table>")[0]
    found = re.findall(r"<tr.*?</tr>", table, re.DOTALL)[1:]
    cells = [re.findall(r"<t[hd].*?</t[hd]>", row, re.DOTALL) for row in found]
    return [[" ".join(html.unescape(re.sub(r"<[^>]*>", "", cell)).split()) for cell in row] for row in cells]


def test_a_match_in_play_shows_the_totals_and_the_unfinished_rubber(client, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))

    assert "N–S by&nbsp;</span></span>60" in page(client, competition)
    assert headline(client, competition) == f"One deal to go: {short(competition, upper)} lead by 60"
    assert totals(client, competition) == [
        ("60", f"{upper.pair.name} N–S, {upper.pair.club} +100 for the unfinished rubber, if play stopped now"),
        ("0", f"{lower.pair.name} E–W, {lower.pair.club}"),
    ]


def test_the_page_of_a_decided_match_says_how_it_was_won(client, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8), stories.deal("4S", 10, "E"))

    assert headline(client, competition) == f"60 behind with a deal to go: {short(competition, lower)} win by 360"
    assert told(client, competition) == (
        "No rubber was finished in two deals. "
        f"The biggest swing was 120 to {short(competition, lower)} on deal 2, for four spades by East, made. "
        f"{short(competition, lower)} were 60 behind after deal 1 and in the lead from deal 2; "
        "the last deal left them 60 ahead, and the unfinished rubber 360 ahead."
    )


def test_an_east_west_pair_is_called_by_its_name(client, competition):
    upper, lower = stories.tables(competition, "R1-M1")
    (east, west), (north, south) = upper.pair.players.all(), lower.pair.players.all()
    seats = {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}
    seats_actions.open_sheet(upper, seats=seats, first_dealer=Seat.N)
    stories.record(stories.table(upper.pair, "R1-M1"), stories.deal("2H", 8, "E"))

    assert headline(client, competition) == f"One deal to go: {short(competition, upper)} lead by 60"
    assert [words.split(" N–S")[0].split(" E–W")[0] for _, words in totals(client, competition)] == [
        lower.pair.name,
        upper.pair.name,
    ]
    caption = re.search(r"<caption>(.*?)</caption>", page(client, competition))[1]
    said = f"N–S {short(competition, lower)}, E–W {short(competition, upper)}."
    assert html.unescape(re.sub(r"<[^>]*>", "", caption)).startswith(said)


def test_the_score_sheet_is_grouped_by_rubber(client):
    competition = stories.published(2, deals=3)
    upper, _lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("4S", 10), stories.deal("6NT", 12), stories.deal("2H", 8, "E"))

    assert rows(client, competition) == [
        [f"First rubber {short(competition, upper)}, 2 games to 0: 700. {short(competition, upper)} won by 1,760"],
        ["1", "4♠ by N made", "120", "", "120", "0", "N–S by 120", ""],
        ["2 1", "6NT by N made · small slam 750 · rubber 700", "1,640", "", "1,760", "0", "N–S by 1,760", ""],
        ["Second rubber unfinished"],
        ["3", "2♥ by E made", "", "60", "1,760", "60", "N–S by 1,700", ""],
        ["", "Unfinished rubber (Law 80)", "0", "100", ""],
        ["", "Total", "1,760", "160", ""],
    ]
    text = page(client, competition)
    row = text.partition('<tr id="deal-2"')[2].partition("</tr>")[0]
    assert ('href="#deal-2"' in text, 'href="#story"' in row) == (True, True)


def test_a_result_that_differs_from_the_score_sheet_is_marked(client, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8), stories.deal("4S", 10, "E"))

    for totals, notices in (((60, 420), 0), ((420, 400), 1), (None, 1)):
        stories.settle(competition, "R1-M1", upper_wins=totals != (60, 420), kind=ResultKind.RULING, totals=totals)

        told = page(client, competition)
        assert told.count("The result does not come from the score sheet below.") == notices, totals


def test_a_ruling_against_the_totals_gives_no_margin(client, competition):
    stories.settle(competition, "R1-M1", kind=ResultKind.RULING, totals=(2010, 2990))
    assert "won by" not in page(client, competition)

    stories.settle(competition, "R1-M1", kind=ResultKind.RULING, totals=(2990, 2010))
    assert "won by 980" in page(client, competition)


def test_the_headline_of_a_match_stopped_early_follows_its_result(client, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8))
    stories.settle(competition, "R1-M1", kind=ResultKind.PLAYED, totals=(160, 0))

    names = stories.now(competition).forms
    winner, loser = (names[pair.number].short for pair in stories.now(competition).matches["R1-M1"].pairs)
    assert headline(client, competition) == f"{winner} beat {loser} by 160"
