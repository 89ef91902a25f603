"""Two sheets of one match: the second one keyed in, both compared, and agreed deal by deal."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from competition.log.models import LogEntry
from competition.match.actions import play as actions
from competition.match.models import OwnSheet
from competition.paper.actions import paper
from competition.paper.queries.paper import two_sheets
from scoring.models import Amendment
from scoring.rules.refusal import Refused
from scoring.rules.words import deal_words
from tests import stories
from tests.competition.pair_reading import buttons, fault, notices, play, pressed, text

pytestmark = pytest.mark.django_db
MATCH = [stories.deal("2H", 8), stories.deal("3NT", 9, "E"), stories.deal("4S", 10, "E"), stories.deal("1C", 7)]
OTHER = [MATCH[0], stories.deal("3NT", 8, "E"), MATCH[2], MATCH[3]]


@pytest.fixture
def world():
    """The upper pair recorded the match's sheet; the lower pair's own differs on deal 2."""
    competition = stories.published(2, deals=4)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *MATCH)
    paper.key_in_own(lower, deals=dict(enumerate(OTHER, start=1)))
    return (competition, *stories.tables(competition, "R1-M1"))


def words_of(table) -> list[str]:
    return [deal_words(row.facts()) for row in table.deals]


def agree(number: int, version: str, deal=None) -> dict:
    return {"number": number, "version": version, "shown": deal_words(deal) if deal else ""}


def test_the_page_says_how_to_bring_a_second_sheet(phone):
    competition = stories.published(2, deals=4)
    upper, _ = stories.open_sheet(competition, "R1-M1")

    page = phone(upper.pair).get(play("compare", competition))

    assert "Neither pair has keyed in a sheet of its own." in text(page)
    assert buttons(page) == ["Key in our own sheet", "Back to the match"]


def test_without_a_sheet_the_page_leads_back(phone):
    competition = stories.published(2)
    upper, _ = stories.tables(competition, "R1-M1")

    page = phone(upper.pair).get(play("compare", competition), follow=True)

    assert page.redirect_chain[-1][0] == play("match", competition)


def test_an_own_sheet_leaves_the_match_as_it_is(phone):
    competition = stories.published(2, deals=4)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *MATCH)

    answer = phone(lower.pair).post(play("own-sheet", competition), {"deal-1": "2hn=", "deal-2": "p", "save": "1"})

    assert answer.url == play("compare", competition)
    own = two_sheets(stories.table(lower.pair, "R1-M1"))
    assert (own.is_ours, [row.facts() for row in own.deals]) == (True, [MATCH[0], stories.Deal.passed_in()])
    assert words_of(stories.table(lower.pair, "R1-M1")) == [deal_words(deal) for deal in MATCH]


def test_an_own_sheet_can_be_keyed_in_again(phone, world):
    competition, _, lower = world
    at_home = phone(lower.pair)

    shown = pressed(at_home.get(play("own-sheet", competition)))
    at_home.post(play("own-sheet", competition), {"deal-1": "p", "save": "1"})

    assert [shown[f"deal-{number}"] for number in range(1, 5)] == ["2h n =", "3nt e -1", "4s e =", "1c n ="]
    assert len(two_sheets(stories.table(lower.pair, "R1-M1")).deals) == 1


def test_an_own_sheet_with_a_fault_is_not_kept_and_not_lost(phone, world):
    typed = "4sn+4"
    competition, _, lower = world

    page = phone(lower.pair).post(play("own-sheet", competition), {"deal-1": typed, "save": "1"})

    assert (page.status_code, pressed(page)["deal-1"]) == (422, typed)
    assert fault(page) == "Nothing has been written yet: look at deal 1."
    assert len(two_sheets(stories.table(lower.pair, "R1-M1")).deals) == 4


def test_only_its_keeper_changes_an_own_sheet(phone, world):
    competition, upper, _ = world

    answer = phone(upper.pair).post(play("own-sheet", competition), {"deal-1": "p", "save": "1"})

    assert "Nothing was kept: the other pair has keyed in its own sheet, or the match is over." in text(answer)
    assert len(two_sheets(upper).deals) == 4
    with pytest.raises(Refused, match="The other pair has keyed in its own sheet already"):
        paper.key_in_own(upper, deals={1: MATCH[0]})


def test_the_page_shows_the_first_difference(phone, world):
    competition, _, lower = world

    page = text(phone(lower.pair).get(play("compare", competition)))

    assert "The sheets differ first at deal 2 ." in page
    assert f"By the match’s sheet {lower.pair} win by" in page
    assert "Deal 2 The match’s sheet 3NT by East, made Total now We" in page
    assert f"{lower.pair} 3NT by East, 1 light Total if so We" in page


def test_the_page_says_whether_the_difference_decides(phone):
    competition = stories.published(2, deals=2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8), stories.deal("1C", 7))
    paper.key_in_own(lower, deals={1: stories.deal("2H", 5), 2: stories.deal("1C", 6)})

    page = text(phone(upper.pair).get(play("compare", competition)))

    assert "The difference decides who wins the match." in page
    assert f"By the sheet of {lower.pair} {lower.pair} win by 200: 200 to 0 after 2 deals." in page


def test_a_deal_left_out_is_recognised(phone):
    competition = stories.published(2, deals=4)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, MATCH[0], *MATCH[2:])
    paper.key_in_own(lower, deals=dict(enumerate(MATCH, start=1)))

    page = text(phone(upper.pair).get(play("compare", competition)))

    assert "from there on it runs one deal behind. Insert it" in page


def test_the_other_pair_agrees_with_the_own_sheet(phone, world):
    competition, upper, _ = world

    page = phone(upper.pair).post(play("compare", competition), agree(2, "own", OTHER[1]), follow=True)

    assert notices(page) == ["The sheets agree on deal 2 now."]
    assert "Both sheets have the same deals." in text(page)
    assert words_of(stories.table(upper.pair, "R1-M1")) == [deal_words(deal) for deal in OTHER]
    assert not Amendment.objects.filter(answer="").exists()
    assert LogEntry.objects.filter(event="agreed deal").count() == 1


def test_the_keeper_learns_that_the_match_is_right(phone, world):
    competition, upper, lower = world
    theirs, at_home = phone(upper.pair), phone(lower.pair)
    assert buttons(theirs.get(play("compare", competition)))[:2] == [
        "Theirs is right about deal 2",
        "The match’s sheet is right about deal 2",
    ]

    page = theirs.post(play("compare", competition), agree(2, "match", MATCH[1]), follow=True)
    theirs.post(play("compare", competition), agree(2, "match", MATCH[1]))

    assert notices(page) == ["The other pair has been asked to agree to deal 2."]
    assert "You say that the match’s sheet is right." in text(page)
    assert buttons(page) == ["Theirs is right about deal 2", "Back to the match"]
    assert len(two_sheets(upper).comparison.differences) == 1
    page = at_home.get(play("compare", competition))
    assert "The other pair says that the match’s sheet is right." in text(page)
    at_home.post(play("compare", competition), agree(2, "match", MATCH[1]))
    both = two_sheets(stories.table(lower.pair, "R1-M1"))
    assert (both.comparison.differences, both.upheld) == ((), set())


@pytest.mark.parametrize(
    ("sent", "sentence"),
    [
        (agree(2, "own", MATCH[0]), "Deal 2 has been changed meanwhile: look at it again."),
        ({}, "It was not clear which deal is meant: please look at it again."),
    ],
)
def test_an_answer_that_fits_no_difference_changes_nothing(phone, world, sent, sentence):
    competition, upper, _ = world

    page = phone(upper.pair).post(play("compare", competition), sent)

    assert (page.status_code, fault(page)) == (422, sentence)
    assert words_of(stories.table(upper.pair, "R1-M1")) == [deal_words(deal) for deal in MATCH]


def test_once_official_the_sheets_can_only_be_looked_at(phone, world):
    competition, upper, lower = world
    sent = actions.submit_sheet(upper)
    actions.confirm(stories.table(lower.pair, "R1-M1"), outcome=sent.number)

    at_home = phone(upper.pair)
    page = at_home.get(play("compare", competition))

    assert buttons(page) == ["Back to the match"]
    answer = at_home.post(play("compare", competition), agree(2, "own", OTHER[1]))
    assert fault(answer) == "The result of this match is official: its sheet is closed."


def test_the_database_keeps_one_own_sheet_a_meeting(world):
    own = OwnSheet.objects.get()

    with pytest.raises(IntegrityError), transaction.atomic():
        OwnSheet.objects.create(meeting=own.meeting, kept_by="upper", sheet=own.meeting.sheet)
    with pytest.raises(IntegrityError), transaction.atomic():
        OwnSheet.objects.update(kept_by="third")


def test_more_differences_take_no_more_queries(phone, world):
    competition, upper, lower = world
    at_home, counts = phone(upper.pair), []
    at_home.get(play("compare", competition))  # whom to ask is read once for all

    for deals in (OTHER, [stories.deal("5C", 11, "E")] * 4):
        paper.key_in_own(stories.table(lower.pair, "R1-M1"), deals=dict(enumerate(deals, start=1)))
        with CaptureQueriesContext(connection) as queries:
            at_home.get(play("compare", competition))
        counts.append(len(queries))

    assert counts[0] == counts[1]
