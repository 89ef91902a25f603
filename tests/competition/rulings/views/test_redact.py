"""Tests that removed text is in no page, file, log entry, row or backup."""

import gzip

import pytest
from django.apps import apps
from django.core.management import call_command
from django.db import models

from competition.audit.append_only import REDACTED
from competition.audit.models import LogEntry
from competition.draw.actions.publishing import swap_pairs
from competition.draw.models.rounds import Meeting
from competition.entries.models import Pair
from competition.notifications.models import Wording
from competition.rulings import queries
from competition.transfer.presenters.file import file_of
from scoring.models import Deal
from scoring.rules.conditions import ScoringConditions
from tests import desks, stories
from tests.competition import pair_reading
from tests.competition.desk_reading import desk, errors, said, text
from tests.competition.public_reading import public

SEED = "Ada’s brother lies in hospital with his heart"


@pytest.fixture
def competition():
    """Return a season with the same sentence in the log and in every column of free text."""
    made = desks.running(8)
    stories.correct_conditions(made, 3, ScoringConditions(deals=36))
    Deal.objects.update(note=SEED)
    for kind in queries.written(made):
        for name in kind.words:
            # Every row can have a note. The other texts replace only existing texts.
            rows = kind.rows.all() if name == "note" else kind.rows.exclude(**{name: ""})
            stories.rewrite(rows, **{name: SEED})
    lines = LogEntry.objects.filter(competition=made, event__in=["ruled", "extended", "withdrew", "disputed"])
    for line in lines:
        stories.rewrite(LogEntry.objects.filter(pk=line.pk), text=f"{line.text}: {SEED}", detail={"before": SEED})
    return made


def holding() -> set[str]:
    """Return every column of the database that contains the sentence."""
    texts = (models.CharField, models.TextField, models.JSONField)
    columns = [
        (model, field) for model in apps.get_models() for field in model._meta.fields if isinstance(field, texts)
    ]
    return {
        f"{model.__name__}.{field.name}"
        for model, field in columns
        if any(SEED in str(value) for value in model._base_manager.values_list(field.name, flat=True))
    }


def take_out(organiser, competition, text: str, why: str = "health"):
    [wording] = [one for one in queries.wordings(competition) if one.text == text]
    return organiser.post(desk("redact", competition), {"words": wording.key, "why": why}, follow=True)


def test_removed_text_is_gone_and_pages_give_the_reason(organiser, competition, phone):
    tables = stories.tables(competition, "R1-M1")
    assert {
        "ResultEntry.reason",
        "ResultEntry.note",
        "Extension.reason",
        "Deal.note",
        "LogEntry.text",
        "LogEntry.detail",
    } <= (holding())
    told = [public("record", competition), desk("log", competition), desk("match", competition, "R1-M1")]
    assert [SEED in organiser.get(address).content.decode() for address in told] == [True] * len(told)
    told += [public(name, competition) for name in ("draw", "feed", "draw-json", "record-json", "conditions")]
    told += [public(name, competition, "R1-M1") for name in ("match", "match-json")]

    done = take_out(organiser, competition, SEED)

    assert said(done) == ["The text is removed. Delete older backups, because they still contain it."]
    assert holding() == set()
    after = {address: organiser.get(address).getvalue().decode() for address in told}
    assert [address for address, page in after.items() if SEED in page] == []
    own = [phone(tables[0].pair).get(pair_reading.address(name, competition)) for name in ("match", "history")]
    assert [page for page in own if SEED in page.content.decode()] == []
    assert SEED not in gzip.decompress(file_of(competition, private=True)).decode()
    for page in (public("record", competition), desk("match", competition, "R1-M1")):
        assert f"{REDACTED} on " in after[page]
        assert "it was about somebody’s health]" in after[page]


@pytest.mark.django_db(transaction=True)
def test_a_later_backup_does_not_contain_removed_text(at_desk, tmp_path):
    competition = stories.published(2)
    stories.withdraw(competition.pairs.first(), reason=SEED)

    take_out(at_desk(competition), competition, SEED)

    call_command("backup", tmp_path / "copy.sqlite3")
    assert SEED.encode() not in (tmp_path / "copy.sqlite3").read_bytes()


def test_a_draw_record_stays_valid_after_a_reason_is_removed(at_desk, tmp_path, capsys):
    competition = stories.entered(4)
    drawn = stories.draw_lots(competition)
    swap_pairs(drawn, one=1, other=2, reason=SEED, by=stories.organiser_of(competition))
    stories.publish_attempt(drawn)
    organiser = at_desk(competition)

    take_out(organiser, competition, SEED)

    file = tmp_path / "record.json"
    file.write_bytes(b"".join(organiser.get(public("record-json", competition))))
    assert SEED not in file.read_text(encoding="utf-8")
    call_command("verify_draw", str(file))


@pytest.fixture
def small(at_desk):
    """Return a draw of two pairs, one of which withdrew with a reason, and the organiser's browser."""
    made = stories.published(2)
    stories.withdraw(made.pairs.first(), reason="ill")
    return made, at_desk(made)


def test_the_page_lists_all_places_where_the_text_appears(small):
    competition, organiser = small
    [wording] = [one for one in queries.wordings(competition) if one.text == "ill"]

    page = text(organiser.get(desk("redact", competition, words=wording.key)))

    assert "ill The text appears here: The reason of a decision The log" in page
    assert "You cannot undo this." in page


def test_text_is_removed_only_once_and_with_a_reason(small):
    competition, organiser = small
    [wording] = [one for one in queries.wordings(competition) if one.text == "ill"]
    address = desk("redact", competition)
    assert errors(organiser.post(address, {"words": wording.key})) == [
        "Reason, shown to everybody instead of the text: Choose the reason."
    ]
    organiser.post(address, {"words": wording.key, "why": "untrue"})

    again = organiser.post(address, {"words": wording.key, "why": "untrue"})

    assert errors(again) == ["This text has been removed already. Reload the page."]
    assert wording.key not in organiser.get(address).content.decode()


def test_text_can_be_removed_from_messages_wordings_and_venues(at_desk):
    competition = stories.published(4)
    stories.waiting(competition)
    Pair.of_any_status.filter(status="waiting").update(wishes=SEED)
    Meeting.objects.filter(upper__competition=competition).update(venue=SEED)
    Wording.objects.create(competition=competition, topic="draw", before=SEED)
    stories.correct_details(competition, opening_day="2030-05-01", opening_hour="19:00:00", opening_place=SEED)
    stories.correct_details(competition, opening_place="Town hall")
    expected = {"Pair.wishes", "Wording.before", "DetailsCorrection.before", "DetailsCorrection.after"}
    assert expected <= holding()

    take_out(at_desk(competition), competition, SEED)

    assert holding() == set()
