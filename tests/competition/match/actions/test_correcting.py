import pytest
from django.db import IntegrityError, transaction

from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.match.actions import pair_sheet, play
from scoring.models import DealCorrection
from scoring.rules.correcting import ChangeKind, DealChange
from scoring.rules.refusal import Refused
from scoring.rules.words import deal_words
from tests import stories

GAME, PART_SCORE = stories.deal("3NT", 9), stories.deal("2H", 8, "E")


def test_a_declined_change_leaves_the_deal_as_it_was(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))

    play.answer(stories.tables(competition)[1], correction=wish, accept=False)

    assert DealCorrection.objects.get().answer == "declined"
    assert LogEntry.objects.get(event="replied to correction").text.startswith("Declined to change deal 1 ")
    assert [row.tricks for row in stories.tables(competition)[0].opened.deals] == [9, 8]
    with pytest.raises(Refused, match="already has a reply"):
        play.answer(stories.tables(competition)[1], correction=wish, accept=True)


def test_the_log_names_the_deals_that_an_accepted_change_removes(competition, table):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), GAME, GAME)
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("1C", 7))

    play.answer(stories.tables(competition)[1], correction=wish, accept=True)

    assert LogEntry.objects.get(event="replied to correction").text.endswith(
        " The match is then over after 2 deals: deals 3 and 4 do not count and are deleted."
    )
    assert DealCorrection.objects.get().facts_gone() == [GAME, GAME]


def test_a_deal_that_becomes_the_last_through_a_change_needs_consent(competition, table):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), GAME, GAME)
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("1C", 7))
    play.answer(stories.tables(competition)[1], correction=wish, accept=True)

    again = stories.correct_deal(stories.tables(competition)[0], number=2, deal=PART_SCORE)

    assert not again.was_made


def test_a_pair_that_replied_on_the_typists_phone_counts_as_having_seen_the_sheet(competition, table):
    pair_sheet.type_in(table, deals={1: GAME, 2: PART_SCORE})
    first = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 10))
    asked = play.correct_deal(stories.tables(competition)[0], DealChange(ChangeKind.CHANGE, 2, GAME), asks=True)
    play.answer_change_here(stories.tables(competition)[0], correction=asked, accept=True)

    later = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("3NT", 11))

    assert (first.was_made, later.was_made) == (True, False)


def test_undo_removes_the_last_deal_and_logs_it(competition, table):
    stories.record(table, GAME, PART_SCORE)

    play.undo(stories.tables(competition)[0], number=2, deal=PART_SCORE)

    assert [row.facts() for row in stories.tables(competition)[0].opened.deals] == [GAME]
    line = competition.log.latest("pk")
    assert (line.event, line.text) == ("undid deal", f"Deleted deal 2: {deal_words(PART_SCORE)}.")


def test_a_requested_change_lapses_when_its_deal_is_removed(competition, table):
    stories.record(table, stories.deal("1C", 6), stories.deal("1C", 6, "E"), GAME, GAME)
    about = stories.correct_deal(stories.tables(competition)[0], number=3, deal=PART_SCORE)
    wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=stories.deal("1C", 7))

    play.answer(stories.tables(competition)[1], correction=wish, accept=True)

    about.refresh_from_db()
    assert (about.answer, len(stories.tables(competition)[0].opened.deals)) == ("lapsed", 2)


def test_changing_deals_does_not_change_the_version_of_the_draw(competition, table):
    before = Competition.objects.get().facts_version
    stories.record(table, GAME, PART_SCORE)

    for accept in (True, False):
        wish = stories.correct_deal(stories.tables(competition)[0], number=1, deal=PART_SCORE if accept else GAME)
        play.answer(stories.tables(competition)[1], correction=wish, accept=accept)
    stories.correct_deal(stories.tables(competition)[0], number=2, deal=GAME)
    play.undo(stories.tables(competition)[0], number=2, deal=GAME)
    stories.delete(stories.tables(competition)[0], number=1)

    assert Competition.objects.get().facts_version == before


def test_notes_move_with_their_deal_when_a_deal_is_inserted(competition, table):
    play.record_deal(table, number=1, deal=GAME, misdeals=1, note="Fourteen cards.")
    wish = stories.insert(stories.tables(competition)[0], number=1, deal=PART_SCORE)

    play.answer(stories.tables(competition)[1], correction=wish, accept=True)

    rows = stories.tables(competition)[0].opened.deals
    assert [(row.number, row.facts(), row.misdeals, row.note) for row in rows] == [
        (1, PART_SCORE, 0, ""),
        (2, GAME, 1, "Fourteen cards."),
    ]


def test_the_database_rejects_invalid_corrections(competition, table):
    stories.record(table, GAME, PART_SCORE)
    wish = stories.delete(stories.tables(competition)[0], number=1)
    columns = {"sheet": wish.sheet, "asked_by": "ns", "number": 2, "kind": "change", **DealCorrection.columns(GAME)}

    for wrong in ({"kind": "swap"}, {"told": True}, {"kind": "insert", "number": 2}):
        with pytest.raises(IntegrityError), transaction.atomic():
            DealCorrection.objects.create(**{**columns, **wrong})
    DealCorrection.objects.create(**columns)
