import pytest
from django.db import IntegrityError, transaction

from competition.contest.models import Competition
from competition.log.models import LogEntry
from competition.match.actions import amending, play
from scoring.models import Amendment
from scoring.rules.refusal import Refused
from scoring.rules.words import deal_words
from tests import stories

pytestmark = pytest.mark.django_db
GAME, PART_SCORE = stories.deal("3NT", 9), stories.deal("2H", 8, "E")


def test_the_tricks_of_the_last_deal_are_put_right_at_once(competition, table):
    stories.record(table, GAME)

    stories.amend(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))

    assert stories.tables(competition)[0].deals[0].tricks == 10


def test_the_tricks_of_an_earlier_deal_wait_for_the_other_pair(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.amend(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))

    upper, lower = stories.tables(competition)
    with pytest.raises(Refused, match="the other pair must agree"):
        amending.answer(upper, amendment=wish, accept=True)
    assert [row.tricks for row in upper.deals] == [9, 8]

    amending.answer(lower, amendment=wish, accept=True)
    assert [row.tricks for row in stories.tables(competition)[0].deals] == [10, 8]


def test_an_honour_forgotten_on_an_earlier_deal_needs_nobodys_consent(competition, table):
    stories.record(table, GAME, PART_SCORE)
    forgotten = stories.deal("3NT", 9)
    with_aces = type(forgotten)(forgotten.declarer, forgotten.contract, 9, stories.honours("ew", 150))

    stories.amend(stories.tables(competition)[0], number=1, deal=with_aces)

    assert stories.tables(competition)[0].row.total.ew == 60 + 150 + 100


def test_a_wish_that_was_declined_changes_nothing(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.amend(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))

    amending.answer(stories.tables(competition)[1], amendment=wish, accept=False)

    assert Amendment.objects.get().answer == "declined"
    assert LogEntry.objects.get(event="answered").text.startswith("Did not agree to change deal 1 ")
    assert [row.tricks for row in stories.tables(competition)[0].deals] == [9, 8]
    with pytest.raises(Refused, match="settled already"):
        amending.answer(stories.tables(competition)[1], amendment=wish, accept=True)


@pytest.mark.parametrize(
    ("accept", "ends"),
    [
        (True, " With it the match is over after 2 deals: deals 3 and 4 do not count and go."),
        (False, "1♣ by North, made."),
    ],
)
def test_the_log_tells_which_deals_go_with_a_change_once_it_is_agreed_to(competition, table, accept, ends):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), GAME, GAME)
    wish = stories.amend(stories.tables(competition)[0], number=1, deal=stories.deal("1C", 7))

    amending.answer(stories.tables(competition)[1], amendment=wish, accept=accept)

    assert LogEntry.objects.get(event="answered").text.endswith(ends)


def test_nothing_is_undone_on_an_empty_sheet(competition, table):
    with pytest.raises(Refused, match="Deal 1 is not the last on the sheet any more"):
        amending.undo(table, number=1, deal=GAME)


def test_the_last_deal_is_undone_and_the_log_tells_which(competition, table):
    stories.record(table, GAME, PART_SCORE)

    amending.undo(stories.tables(competition)[0], number=2, deal=PART_SCORE)

    assert [row.facts() for row in stories.tables(competition)[0].deals] == [GAME]
    line = competition.log.latest("pk")
    assert (line.event, line.text) == ("took back deal", f"Took back deal 2: {deal_words(PART_SCORE)}.")


def test_a_wish_about_a_deal_that_goes_lapses_with_it(competition, table):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), GAME, GAME)
    about = stories.amend(stories.tables(competition)[0], number=3, deal=PART_SCORE)
    wish = stories.amend(stories.tables(competition)[0], number=1, deal=stories.deal("1C", 7))

    amending.answer(stories.tables(competition)[1], amendment=wish, accept=True)

    about.refresh_from_db()
    assert (about.answer, len(stories.tables(competition)[0].deals)) == ("lapsed", 2)


def test_the_last_deal_is_taken_back_at_once_and_an_earlier_one_when_the_other_pair_agrees(competition, table):
    stories.record(table, GAME, PART_SCORE)

    wish = stories.delete(stories.tables(competition)[0], number=1)
    assert stories.delete(stories.tables(competition)[0], number=2) is None
    assert [row.facts() for row in stories.tables(competition)[0].deals] == [GAME]

    amending.answer(stories.tables(competition)[1], amendment=wish, accept=True)
    assert stories.tables(competition)[0].deals == []


def test_what_is_done_to_the_deals_alone_leaves_all_that_was_read_of_the_draw(competition, table):
    before = Competition.objects.get().structure
    stories.record(table, GAME, PART_SCORE)

    for accept in (True, False):
        wish = stories.amend(stories.tables(competition)[0], number=1, deal=PART_SCORE if accept else GAME)
        amending.answer(stories.tables(competition)[1], amendment=wish, accept=accept)
    stories.amend(stories.tables(competition)[0], number=2, deal=GAME)
    amending.undo(stories.tables(competition)[0], number=2, deal=GAME)
    stories.delete(stories.tables(competition)[0], number=1)

    assert Competition.objects.get().structure == before


def test_the_notes_of_a_deal_go_with_it_when_another_is_inserted_before_it(competition, table):
    play.record_deal(table, number=1, deal=GAME, misdeals=1, note="Fourteen cards.")
    wish = stories.insert(stories.tables(competition)[0], number=1, deal=PART_SCORE)

    amending.answer(stories.tables(competition)[1], amendment=wish, accept=True)

    rows = stories.tables(competition)[0].deals
    assert [(row.number, row.facts(), row.misdeals, row.note) for row in rows] == [
        (1, PART_SCORE, 0, ""),
        (2, GAME, 1, "Fourteen cards."),
    ]


def test_the_same_wish_again_is_the_same_wish_and_told_once(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wishes = [stories.delete(stories.tables(competition)[0], number=1) for _ in range(2)]

    assert wishes[0] == wishes[1]
    assert LogEntry.objects.filter(event="asked to amend").count() == 1


@pytest.mark.parametrize(("first", "second"), [("insert", "amend"), ("amend", "insert"), ("delete", "insert")])
def test_while_deals_may_come_to_be_others_no_second_wish_about_them_waits(competition, first, second):
    table = stories.open_sheet(stories.published(2, deals=4), "R1-M1")[0]
    stories.record(table, GAME, PART_SCORE, GAME)
    code, other = table.draw.competition, {"deal": stories.deal("3NT", 11)}
    ask = {"delete": {}, "insert": other, "amend": other}

    getattr(stories, first)(stories.tables(code)[0], number=1, **ask[first])
    with pytest.raises(Refused, match="First settle the change of deal 1 that waits for an answer."):
        getattr(stories, second)(stories.tables(code)[1], number=2, **ask[second])
    assert Amendment.objects.count() == 1


def test_another_wish_about_the_same_deal_takes_the_place_of_the_first(competition, table):
    stories.record(table, GAME, PART_SCORE)
    stories.amend(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))
    stories.amend(stories.tables(competition)[1], number=1, deal=stories.deal("3NT", 11))

    assert [*Amendment.objects.order_by("pk").values_list("tricks", "answer", "told")] == [
        (10, "lapsed", False),
        (11, "", False),
    ]


@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "swap"},
        {"told": True},
        {"kind": "insert", "number": 2},
    ],
)
def test_the_database_keeps_amendments_whole(competition, table, wrong):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.delete(stories.tables(competition)[0], number=1)
    columns = {"sheet": wish.sheet, "asked_by": "ns", "number": 2, "kind": "change", **Amendment.columns(GAME)}

    with pytest.raises(IntegrityError), transaction.atomic():
        Amendment.objects.create(**{**columns, **wrong})
    Amendment.objects.create(**columns)
