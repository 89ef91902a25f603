import pytest
from django.db import IntegrityError, transaction

from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.match.actions import correcting, play
from scoring.models import DealCorrection
from scoring.rules.refusal import Refused
from scoring.rules.words import deal_words
from tests import stories

pytestmark = pytest.mark.django_db
GAME, PART_SCORE = stories.deal("3NT", 9), stories.deal("2H", 8, "E")


def test_corrected_tricks_of_an_earlier_deal_need_consent(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))

    upper, lower = stories.tables(competition)
    with pytest.raises(Refused, match="You asked for this change. The other pair must accept it."):
        correcting.answer(upper, correction=wish, accept=True)
    assert [row.tricks for row in upper.opened.deals] == [9, 8]

    correcting.answer(lower, correction=wish, accept=True)
    assert [row.tricks for row in stories.tables(competition)[0].opened.deals] == [10, 8]


def test_forgotten_honours_need_no_consent(competition, table):
    stories.record(table, GAME, PART_SCORE)
    forgotten = stories.deal("3NT", 9)
    with_aces = type(forgotten)(forgotten.declarer, forgotten.contract, 9, stories.honours("ew", 150))

    stories.correct_deal(stories.tables(competition)[0], number=1, deal=with_aces)

    assert stories.tables(competition)[0].opened.row.total.ew == 60 + 150 + 100


def test_a_declined_change_leaves_the_deal_as_it_was(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))

    correcting.answer(stories.tables(competition)[1], correction=wish, accept=False)

    assert DealCorrection.objects.get().answer == "declined"
    assert LogEntry.objects.get(event="replied to correction").text.startswith("Declined to change deal 1 ")
    assert [row.tricks for row in stories.tables(competition)[0].opened.deals] == [9, 8]
    with pytest.raises(Refused, match="already has a reply"):
        correcting.answer(stories.tables(competition)[1], correction=wish, accept=True)


def test_the_log_names_the_deals_that_an_accepted_change_removes(competition, table):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), GAME, GAME)
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("1C", 7))

    correcting.answer(stories.tables(competition)[1], correction=wish, accept=True)

    assert LogEntry.objects.get(event="replied to correction").text.endswith(
        " The match is then over after 2 deals: deals 3 and 4 do not count and are deleted."
    )


def test_undo_is_refused_on_an_empty_sheet(competition, table):
    with pytest.raises(Refused, match="Deal 1 has changed or is no longer the last deal, so nothing was undone."):
        correcting.undo(table, number=1, deal=GAME)


def test_undo_removes_the_last_deal_and_logs_it(competition, table):
    stories.record(table, GAME, PART_SCORE)

    correcting.undo(stories.tables(competition)[0], number=2, deal=PART_SCORE)

    assert [row.facts() for row in stories.tables(competition)[0].opened.deals] == [GAME]
    line = competition.log.latest("pk")
    assert (line.event, line.text) == ("undid deal", f"Undid deal 2: {deal_words(PART_SCORE)}.")


def test_a_requested_change_lapses_when_its_deal_is_removed(competition, table):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), GAME, GAME)
    about = stories.correct_deal(stories.tables(competition)[0], number=3, deal=PART_SCORE)
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("1C", 7))

    correcting.answer(stories.tables(competition)[1], correction=wish, accept=True)

    about.refresh_from_db()
    assert (about.answer, len(stories.tables(competition)[0].opened.deals)) == ("lapsed", 2)


def test_only_an_earlier_deal_needs_consent_to_be_deleted(competition, table):
    stories.record(table, GAME, PART_SCORE)

    wish = stories.delete(stories.tables(competition)[0], number=1)
    assert stories.delete(stories.tables(competition)[0], number=2) is None
    assert [row.facts() for row in stories.tables(competition)[0].opened.deals] == [GAME]

    correcting.answer(stories.tables(competition)[1], correction=wish, accept=True)
    assert stories.tables(competition)[0].opened.deals == []


def test_changes_of_deals_keep_the_version_of_the_draw(competition, table):
    before = Competition.objects.get().facts_version
    stories.record(table, GAME, PART_SCORE)

    for accept in (True, False):
        wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=PART_SCORE if accept else GAME)
        correcting.answer(stories.tables(competition)[1], correction=wish, accept=accept)
    stories.correct_deal(stories.tables(competition)[0], number=2, deal=GAME)
    correcting.undo(stories.tables(competition)[0], number=2, deal=GAME)
    stories.delete(stories.tables(competition)[0], number=1)

    assert Competition.objects.get().facts_version == before


def test_notes_move_with_their_deal_when_a_deal_is_inserted(competition, table):
    play.record_deal(table, number=1, deal=GAME, misdeals=1, note="Fourteen cards.")
    wish = stories.insert(stories.tables(competition)[0], number=1, deal=PART_SCORE)

    correcting.answer(stories.tables(competition)[1], correction=wish, accept=True)

    rows = stories.tables(competition)[0].opened.deals
    assert [(row.number, row.facts(), row.misdeals, row.note) for row in rows] == [
        (1, PART_SCORE, 0, ""),
        (2, GAME, 1, "Fourteen cards."),
    ]


def test_a_repeated_request_is_stored_and_logged_once(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wishes = [stories.delete(stories.tables(competition)[0], number=1) for _ in range(2)]

    assert wishes[0] == wishes[1]
    assert LogEntry.objects.filter(event="asked to correct").count() == 1


@pytest.mark.parametrize(("first", "second"), [("insert", "correct_deal"), ("delete", "insert")])
def test_an_open_request_blocks_changes_of_later_deals(competition, first, second):
    table = stories.open_sheet(stories.published(2, deals=4), "R1-M1")[0]
    stories.record(table, GAME, PART_SCORE, GAME)
    code, other = table.draw.competition, {"deal": stories.deal("3NT", 11)}
    ask = {"delete": {}, "insert": other, "correct_deal": other}

    getattr(stories, first)(stories.tables(code)[0], number=1, **ask[first])
    with pytest.raises(Refused, match="The change to deal 1 needs a reply first."):
        getattr(stories, second)(stories.tables(code)[1], number=2, **ask[second])
    assert DealCorrection.objects.count() == 1


def test_a_second_request_for_a_deal_replaces_the_first(competition, table):
    stories.record(table, GAME, PART_SCORE)
    stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))
    stories.correct_deal(stories.tables(competition)[1], number=1, deal=stories.deal("3NT", 11))

    assert [*DealCorrection.objects.order_by("pk").values_list("tricks", "answer", "told")] == [
        (10, "lapsed", False),
        (11, "", False),
    ]


def test_the_database_rejects_invalid_corrections(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.delete(stories.tables(competition)[0], number=1)
    columns = {"sheet": wish.sheet, "asked_by": "ns", "number": 2, "kind": "change", **DealCorrection.columns(GAME)}

    for wrong in ({"kind": "swap"}, {"told": True}, {"kind": "insert", "number": 2}):
        with pytest.raises(IntegrityError), transaction.atomic():
            DealCorrection.objects.create(**{**columns, **wrong})
    DealCorrection.objects.create(**columns)
