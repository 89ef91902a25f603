"""Tests for the page on which the organiser decides a dispute."""

import html
import re

import pytest

from competition.match.actions import pair_sheet, play
from competition.match.queries.disputes import totals_in
from tests import stories
from tests.competition.desk_reading import confirmed, desk, short, text
from tests.competition.pair_reading import address
from tests.markup import markup

GAME, PART = stories.deal("3NT", 9), stories.deal("2H", 8, "E")
LIGHT = stories.deal("3NT", 7)
UNKNOWN = "Nobody could establish what happened"


@pytest.fixture
def competition():
    return stories.published(4, deals=2)


@pytest.fixture
def pairs(competition):
    return stories.now(competition).matches["R1-M1"].pairs


def dispute(competition, reason: str) -> None:
    """Report 400 to 160 from the score sheet, and dispute it."""
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    play.submit_sheet(upper)
    play.dispute(lower, outcome=1, reason=reason)


def shown(competition, organiser):
    return organiser.get(desk("decide-dispute", competition, "R1-M1"))


def answers(page) -> dict[str, tuple[str, str, dict[str, str]]]:
    """Return the consequence, the address and the values for each answer, by its name."""
    found = re.findall(r'<form method="post" action="([^"]+)">(.*?)</form>', markup(page), re.DOTALL)
    given = {}
    for action, form in found:
        sent = re.findall(r'name="(\w+)" value="([^"]*)"', form)
        name, follows = re.search(r"<b>(.*?)</b>\s*<span>(.*?)</span>", form, re.DOTALL).groups()
        values = {key: html.unescape(value) for key, value in sent}
        given[html.unescape(name)] = (html.unescape(follows), html.unescape(action), values)
    return given


def follows(page) -> dict[str, str]:
    return {name: answer[0] for name, answer in answers(page).items()}


def test_a_disputed_deal_is_shown_in_both_versions(organiser, competition, pairs):
    dispute(competition, "Deal 1: she was two light")

    page = shown(competition, organiser)

    upper, lower = map(short, pairs)
    read = text(page)
    north = pairs[0].present[0].display_name.split()[0]
    assert f"Deal 1: three no-trump by {north}" in read
    assert "Made, or two light? Your answer decides the match." in read
    assert f"{upper} say Made 9 tricks to {north}" in read
    assert f"{lower} say Two light 7 tricks to {north}" in read
    assert "“she was two light”" in read
    assert "Before – – Deal 1 100 – After it 100 – Final total 400 160" in read
    assert "Before – – Deal 1 – 100 After it – 100 Final total 0 260" in read
    assert "Nobody has changed it." in read
    assert all(player.phone in read for pair in pairs for player in pair.present)


def test_each_answer_names_its_effect(organiser, competition, pairs):
    dispute(competition, "Deal 1: two light")

    upper, lower = map(short, pairs)
    assert follows(shown(competition, organiser)) == {
        "Made": f"{upper} win by 240",
        "Two light": f"{lower} win by 260",
        "I cannot find out": f"As written: {upper} win by 240",
        "One light": f"{lower} win by 210",
    }


@pytest.mark.parametrize(
    ("name", "totals", "reason"),
    [
        ("Made", (400, 160), "Decided after hearing both pairs: deal 1, made."),
        ("Two light", (0, 260), "Decided after hearing both pairs: deal 1, two light."),
        (
            "I cannot find out",
            (400, 160),
            "Nobody could establish what happened in deal 1, so the score as written stands.",
        ),
    ],
)
def test_an_answer_decides_the_match_after_a_preview(organiser, competition, name, totals, reason):
    dispute(competition, "Deal 1: two light")
    _, action, sent = answers(shown(competition, organiser))[name]

    page = organiser.post(action, sent)
    assert stories.now(competition).matches["R1-M1"].result is None
    assert reason in text(page)

    confirmed(organiser, action, sent)
    match = stories.now(competition).matches["R1-M1"]
    assert match.result.totals == match.meeting.upper_first(match.sheet.final_total) == totals


def test_an_unclear_reason_does_not_suggest_another_score(organiser, competition):
    dispute(competition, "Deal 1: we do not agree")

    page = shown(competition, organiser)

    assert "made. Is that right?" in text(page)
    assert [*follows(page)] == ["Made", "I cannot find out"]
    assert "correct/?deals=1+3nt+n+%3D" in markup(page)


def test_disputed_honours_change_only_the_margin(organiser, competition, pairs):
    dispute(competition, "Deal 2: We had four honours. They are not on the sheet.")

    page = shown(competition, organiser)

    upper, lower = map(short, pairs)
    assert f"No honours, or 100 honours to {lower}? {upper} win either way." in text(page)
    assert follows(page)[f"100 honours to {lower}"] == f"{upper} win by 140"


def test_a_pairs_version_comes_from_its_own_sheet(organiser, competition, pairs):
    dispute(competition, "Look at our sheet.")
    lower = stories.tables(competition)[1]
    pair_sheet.type_in_own(lower, deals={1: LIGHT, 2: PART})

    page = shown(competition, organiser)

    assert "Both score sheets agree about 1 other deal." in text(page)
    assert follows(page)["Two light"] == f"{short(pairs[1])} win by 260"


def test_a_declined_change_is_the_version_of_the_pair_that_asked(organiser, competition, pairs):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    wish = stories.correct_deal(lower, number=1, deal=LIGHT)
    play.answer(upper, correction=wish, accept=False)
    play.dispute(lower, outcome=play.submit_sheet(upper).number, reason="Deal 1: the score is wrong")

    assert "Two light" in follows(shown(competition, organiser))


def test_two_different_sheets_are_decided_as_a_whole(organiser, competition, pairs):
    dispute(competition, "Look at our sheet.")
    lower = stories.tables(competition)[1]
    pair_sheet.type_in_own(lower, deals={1: LIGHT, 2: stories.deal("2H", 9, "E")})

    page = shown(competition, organiser)

    assert "Deals 1 and 2: which score sheet is right?" in text(page)
    _, action, sent = answers(page)["Their own score sheet"]
    confirmed(organiser, action, sent)
    assert stories.now(competition).matches["R1-M1"].result.totals == (0, 290)


def test_disputed_totals_are_shown_side_by_side(organiser, competition, pairs):
    upper, lower = stories.tables(competition)
    play.submit_totals(upper, ours=2610, theirs=1980)
    play.dispute(lower, outcome=1, reason="It was 2,700 to 2,610, and we won.")

    page = shown(competition, organiser)

    one, other = map(short, pairs)
    assert "Which totals are right?" in text(page)
    assert follows(page) == {
        f"As {one} say": f"{one} win by 630",
        f"As {other} say": f"{other} win by 90",
        "I cannot find out": f"As reported: {one} win by 630",
    }


def test_a_pair_gives_its_own_totals_when_it_disputes(organiser, phone, competition, pairs):
    upper, lower = stories.tables(competition)
    play.submit_totals(upper, ours=2610, theirs=1980)

    form = {"outcome": "1", "ours": "2610", "theirs": "1,990", "reason": "Mixed up."}
    assert phone(lower.pair).post(address("dispute", competition), form).status_code == 302

    assert "“We 2,610, they 1,990. Mixed up.”" in text(shown(competition, organiser))
    assert follows(shown(competition, organiser))[f"As {short(pairs[1])} say"] == f"{short(pairs[1])} win by 620"


def test_a_pair_chooses_the_result_of_a_deal_when_it_disputes(organiser, phone, competition):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    play.submit_sheet(upper)

    form = {"outcome": "1", "deal": "1", "result": "two light", "reason": "We counted again."}
    assert phone(lower.pair).post(address("dispute", competition), form).status_code == 302

    assert "Two light" in follows(shown(competition, organiser))


@pytest.mark.parametrize(
    ("form", "fault"),
    [
        ({"result": "two light"}, "Choose the deal with this result."),
        ({"deal": "7"}, "Choose one of the deals on the score sheet."),
    ],
)
def test_an_incomplete_version_of_a_deal_is_refused(phone, competition, form, fault):
    upper, lower = stories.open_sheet(competition, "R1-M1")
    stories.record(upper, GAME, PART)
    play.submit_sheet(upper)

    page = phone(lower.pair).post(address("dispute", competition), {"outcome": "1", "reason": "Wrong."} | form)

    assert (page.status_code, fault in text(page)) == (422, True)


def test_a_single_total_is_refused(phone, competition):
    upper, lower = stories.tables(competition)
    play.submit_totals(upper, ours=2610, theirs=1980)

    page = phone(lower.pair).post(address("dispute", competition), {"outcome": "1", "reason": "Wrong.", "ours": "900"})

    assert (page.status_code, "Enter both totals, or neither." in text(page)) == (422, True)


def test_the_organiser_types_in_totals_that_no_pair_gave(organiser, competition, pairs):
    upper, lower = stories.tables(competition)
    play.submit_winner(upper, we_won=True, margin=240)
    play.dispute(lower, outcome=1, reason="We won.")

    page = shown(competition, organiser)

    assert [*follows(page)] == [f"As {short(pairs[0])} say", "I cannot find out"]
    assert "Other totals Type in both totals" in text(page)


def test_only_a_disputed_match_has_a_dispute_page(organiser, competition):
    assert shown(competition, organiser).url == desk("match", competition, "R1-M1")


def test_the_dispute_page_takes_few_queries(organiser, competition, django_assert_max_num_queries):
    dispute(competition, "Deal 1: two light")
    shown(competition, organiser)

    with django_assert_max_num_queries(10):
        shown(competition, organiser)


@pytest.mark.parametrize(
    ("words", "totals"),
    [
        ("2,700 to 2,610", (2610, 2700)),
        ("It was 2610 and 2700", (2610, 2700)),
        ("Our total is 2,700", (2700, 1980)),
        ("We have 2,610 to 1,980", None),
        ("deal 17 was wrong", None),
        ("no totals", None),
    ],
)
def test_totals_are_read_from_a_sentence(words, totals):
    assert totals_in(words, (2610, 1980)) == totals
