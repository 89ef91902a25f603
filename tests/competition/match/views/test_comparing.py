"""Tests for typing in a second score sheet and comparing both."""

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext

from competition.contest.models import Competition
from competition.match.actions import pair_sheet, play
from competition.match.models import OwnSheet
from competition.match.queries.paper import two_sheets
from scoring.rules.words import deal_words
from tests import stories
from tests.competition.pair_reading import address, buttons, fault, notices, pressed, text

MATCH = [stories.deal("2H", 8), stories.deal("3NT", 9, "E"), stories.deal("4S", 10, "E"), stories.deal("1C", 7)]
UNCLEAR = "The app could not tell which deal you meant. Check the deal and try again."
OTHER = [MATCH[0], stories.deal("3NT", 8, "E"), MATCH[2], MATCH[3]]


@pytest.fixture
def world():
    """Create two sheets: the upper pair recorded the match, and the lower pair's own sheet differs on deal 2."""
    competition = stories.published(2, deals=4)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *MATCH)
    pair_sheet.type_in_own(lower, deals=dict(enumerate(OTHER, start=1)))
    return (competition, *stories.tables(competition, "R1-M1"))


def words_of(table) -> list[str]:
    return [deal_words(row.facts()) for row in table.opened.deals]


def agree(number: int, version: str, deal=None) -> dict:
    return {"number": number, "version": version, "shown": deal_words(deal) if deal else ""}


def test_agreeing_on_deals_keeps_the_version_of_the_draw(competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    before = Competition.objects.get().facts_version

    pair_sheet.type_in(upper, deals=dict(enumerate(MATCH, start=1)))
    own = {**dict(enumerate(OTHER, start=1)), 1: stories.deal("2H", 9)}
    pair_sheet.type_in_own(lower, deals=own)
    upper, lower = stories.tables(competition, "R1-M1")
    pair_sheet.agree_deal(upper, number=2, version=pair_sheet.RightSheet.MATCH, shown=deal_words(MATCH[1]))
    pair_sheet.agree_deal(upper, number=2, version=pair_sheet.RightSheet.OWN, shown=deal_words(OTHER[1]))
    upper, lower = stories.tables(competition, "R1-M1")
    pair_sheet.agree_deal(lower, number=1, version=pair_sheet.RightSheet.MATCH, shown=deal_words(MATCH[0]))

    assert Competition.objects.get().facts_version == before


def test_the_page_explains_how_to_add_a_second_sheet(phone, competition):
    upper, _ = stories.open_sheet(competition, "R1-M1")

    page = phone(upper.pair).get(address("compare", competition))

    sentence = "Neither pair has typed in its own score sheet. Type in yours to compare it with the match’s score sheet"
    assert f"{sentence}, deal by deal." in text(page)
    assert buttons(page) == ["Type in our own score sheet", "Back to the match"]


def test_a_match_without_a_sheet_redirects_to_the_match(phone):
    competition = stories.published(2)

    upper, _ = stories.tables(competition, "R1-M1")

    for name in ("compare", "own-sheet"):
        page = phone(upper.pair).get(address(name, competition), follow=True)

        assert page.redirect_chain[-1][0] == address("match", competition)


def test_typing_in_a_second_sheet_does_not_change_the_match(phone, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *MATCH)

    answer = phone(lower.pair).post(address("own-sheet", competition), {"deal-1": "2hn=", "deal-2": "p", "save": "1"})

    assert answer.url == address("compare", competition)
    own = two_sheets(stories.table(lower.pair, "R1-M1"))
    assert (own.is_ours, [row.facts() for row in own.deals]) == (True, [MATCH[0], stories.DealResult.passed_in()])
    assert words_of(stories.table(lower.pair, "R1-M1")) == [deal_words(deal) for deal in MATCH]


def test_the_second_sheet_can_be_typed_in_again(phone, world):
    competition, _, lower = world
    at_home = phone(lower.pair)

    shown = pressed(at_home.get(address("own-sheet", competition)))
    at_home.post(address("own-sheet", competition), {"deal-1": "p", "save": "1"})

    assert [shown[f"deal-{number}"] for number in range(1, 5)] == ["2h n =", "3nt e -1", "4s e =", "1c n ="]
    assert len(two_sheets(stories.table(lower.pair, "R1-M1")).deals) == 1


@pytest.mark.parametrize("typed", ["4sn+4", "8hn=", "nonsense"])
def test_a_second_sheet_with_an_error_is_shown_again(phone, world, typed):
    competition, _, lower = world

    page = phone(lower.pair).post(address("own-sheet", competition), {"deal-1": typed, "save": "1"})

    assert (page.status_code, pressed(page)["deal-1"]) == (422, typed)
    assert fault(page) == "Nothing was saved. Correct deal 1."
    assert len(two_sheets(stories.table(lower.pair, "R1-M1")).deals) == 4


def test_a_pair_cannot_change_its_opponents_sheet(phone, world):
    competition, upper, _ = world

    answer = phone(upper.pair).post(address("own-sheet", competition), {"deal-1": "p", "save": "1"})

    assert "Nothing was saved. The other pair has typed in its own score sheet, or the match is over." in text(answer)
    assert len(two_sheets(upper).deals) == 4


def test_the_comparison_shows_the_first_difference(phone, world):
    competition, _, lower = world

    page = text(phone(lower.pair).get(address("compare", competition)))

    assert "The score sheets differ first at deal 2 ." in page
    assert f"According to the match’s score sheet {lower.pair} win by" in page
    assert "Deal 2 The match’s score sheet 3NT by East, made Present total We" in page
    assert f"{lower.pair} 3NT by East, 1 light Total with this deal We" in page


def test_the_comparison_says_that_a_difference_is_decisive(phone):
    competition = stories.published(2, deals=2)
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, stories.deal("2H", 8), stories.deal("1C", 7))
    pair_sheet.type_in_own(lower, deals={1: stories.deal("2H", 5), 2: stories.deal("1C", 6)})

    page = text(phone(upper.pair).get(address("compare", competition)))

    assert "The difference decides who wins the match." in page
    assert f"By the score sheet of {lower.pair} {lower.pair} win by 200: 200 to 0 after 2 deals." in page


def test_the_comparison_recognises_a_missing_deal(phone, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, MATCH[0], *MATCH[2:])
    pair_sheet.type_in_own(lower, deals=dict(enumerate(MATCH, start=1)))

    page = text(phone(upper.pair).get(address("compare", competition)))

    assert "The later deals are one behind. Insert deal" in page


def test_a_deal_from_the_pairs_own_sheet_needs_consent(phone, world):
    competition, _, lower = world
    at_home = phone(lower.pair)

    page = at_home.post(address("compare", competition), agree(2, "own", OTHER[1]), follow=True)

    assert notices(page) == ["The other pair has been asked to accept deal 2."]


def test_a_pair_accepts_its_opponents_deal_at_once(phone, world):
    competition, upper, _ = world

    page = phone(upper.pair).post(address("compare", competition), agree(2, "own", OTHER[1]), follow=True)

    assert notices(page) == ["The score sheets now agree on deal 2."]
    assert "Both score sheets have the same deals." in text(page)
    assert words_of(stories.table(upper.pair, "R1-M1")) == [deal_words(deal) for deal in OTHER]


def test_a_pair_can_ask_its_opponents_to_correct_their_sheet(phone, world):
    competition, upper, lower = world
    theirs, at_home = phone(upper.pair), phone(lower.pair)
    assert buttons(theirs.get(address("compare", competition)))[:2] == [
        "Theirs is right about deal 2",
        "The match’s score sheet is right about deal 2",
    ]

    page = theirs.post(address("compare", competition), agree(2, "match", MATCH[1]), follow=True)
    theirs.post(address("compare", competition), agree(2, "match", MATCH[1]))

    assert notices(page) == ["The other pair has been asked to accept deal 2."]
    assert "You say that the match’s score sheet is right." in text(page)
    assert buttons(page) == ["Theirs is right about deal 2", "Back to the match"]
    assert len(two_sheets(upper).comparison.differences) == 1
    page = at_home.get(address("compare", competition))
    assert "The other pair says that the match’s score sheet is right." in text(page)
    at_home.post(address("compare", competition), agree(2, "match", MATCH[1]))
    both = two_sheets(stories.table(lower.pair, "R1-M1"))
    assert (both.comparison.differences, both.upheld) == ((), set())


def test_a_pair_can_ask_its_opponents_to_add_a_deal(phone, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, *MATCH)
    pair_sheet.type_in_own(lower, deals={1: MATCH[0], 2: MATCH[1], 3: MATCH[2]})
    theirs = phone(upper.pair)

    theirs.post(address("compare", competition), agree(4, "match", MATCH[3]))

    assert "You say that the match’s score sheet is right." in text(theirs.get(address("compare", competition)))


def test_an_invalid_choice_changes_nothing(phone, world):
    competition, upper, _ = world

    for sent, sentence in (
        (agree(2, "own", MATCH[0]), "Deal 2 has changed. Check it again."),
        (agree(99, "own"), "The two score sheets already agree on that deal. Reload the page."),
        ({"number": "x", "version": "own"}, UNCLEAR),
        ({"number": 2, "version": "third"}, UNCLEAR),
        ({}, UNCLEAR),
    ):
        page = phone(upper.pair).post(address("compare", competition), sent)

        assert (page.status_code, fault(page)) == (422, sentence)
        assert words_of(stories.table(upper.pair, "R1-M1")) == [deal_words(deal) for deal in MATCH]


def test_a_reported_match_can_be_compared_but_not_changed(phone, world):
    competition, upper, lower = world
    play.submit_sheet(upper)

    page = phone(lower.pair).post(address("compare", competition), agree(2, "own", OTHER[1]))

    assert fault(page) == f"{upper.pair} have reported the result. Check it, then confirm or dispute it."
    assert "The score sheets differ first at deal 2" in text(page)


def test_an_official_match_can_only_be_viewed(phone, world):
    competition, upper, lower = world
    sent = play.submit_sheet(upper)
    play.confirm(stories.table(lower.pair, "R1-M1"), outcome=sent.number)

    at_home = phone(upper.pair)
    page = at_home.get(address("compare", competition))

    assert buttons(page) == ["Back to the match"]
    answer = at_home.post(address("compare", competition), agree(2, "own", OTHER[1]))
    assert fault(answer) == "The result of this match is final, so its score sheet cannot change. Ask the organiser."


def test_the_database_allows_one_second_sheet_per_match(world):
    own = OwnSheet.objects.get()

    with pytest.raises(IntegrityError), transaction.atomic():
        OwnSheet.objects.create(meeting=own.meeting, kept_by="upper", sheet=own.meeting.sheet)
    with pytest.raises(IntegrityError), transaction.atomic():
        OwnSheet.objects.update(kept_by="third")


def test_more_differences_take_no_more_queries(phone, world):
    competition, upper, lower = world
    at_home, counts = phone(upper.pair), []
    # The first request fills the caches, so do not count its queries.
    at_home.get(address("compare", competition))

    for deals in (OTHER, [stories.deal("5C", 11, "E")] * 4):
        pair_sheet.type_in_own(stories.table(lower.pair, "R1-M1"), deals=dict(enumerate(deals, start=1)))
        with CaptureQueriesContext(connection) as queries:
            at_home.get(address("compare", competition))
        counts.append(len(queries))

    assert counts[0] == counts[1]
