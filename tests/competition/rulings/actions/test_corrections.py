"""Tests for corrections of names and details, and for undoing them."""

from datetime import date, time

import pytest

from competition.audit.actions import DecisionReason
from competition.contest.models import Competition
from competition.entries.models import Pair, Player
from competition.rulings import queries
from competition.rulings.decisions.competition import CorrectDetails, CorrectNames, UndoDetails, UndoDraw, UndoName
from competition.rulings.models import DetailsCorrection, NameCorrection
from scoring.rules.refusal import Refused, Stale
from tests import stories

WHY = DecisionReason(" Her own wish. ", "By letter.")


@pytest.fixture
def pair(competition) -> Pair:
    return Pair.objects.get(competition=competition, number=1)


def respell(pair: Pair, first: str, second: str, shown: str | None = None) -> None:
    names = {1: first, 2: second}
    stories.decide(CorrectNames, pair.competition, pair.number, names, grounds=WHY, shown=shown)


def lines(competition, event: str) -> list[tuple]:
    return [(line.text, line.detail) for line in competition.log.filter(event=event).order_by("pk")]


def test_each_name_correction_stores_the_old_name_and_reason(competition, pair):
    respell(pair, "Ada Northe", "Ben Southe")

    kept = [(row.player.place, row.before, row.after, row.reason, row.note) for row in queries.respellings(competition)]
    assert kept == [
        (1, "Ada North 1", "Ada Northe", "Her own wish.", "By letter."),
        (2, "Ben South 1", "Ben Southe", "Her own wish.", "By letter."),
    ]
    players = [(one.name, one.key) for one in Player.objects.filter(pair=pair)]
    assert players == [("Ada Northe", "ada northe"), ("Ben Southe", "ben southe")]
    text = "Pair 1: the name is corrected. Her own wish."
    assert lines(competition, "corrected name") == [
        (text, {"pair": 1, "before": "Ada North 1", "after": "Ada Northe"}),
        (text, {"pair": 1, "before": "Ben South 1", "after": "Ben Southe"}),
    ]


def test_name_corrections_before_the_draw_was_undone_do_not_count(competition, pair):
    stories.published(2, seed="another")
    respell(pair, "Ada Northe", "Ben South 1")

    stories.decide(UndoDraw, competition)

    assert NameCorrection.objects.count() == 1
    assert (queries.respellings(competition), queries.standing_respellings(pair)) == ([], [])


def test_a_repeated_name_correction_is_stored_once(competition, pair):
    shown = stories.preview(CorrectNames, competition, pair.number, {1: "Ada Northe", 2: "Ben South 1"}).fingerprint
    respell(pair, "Ada Northe", "Ben South 1", shown)
    respell(pair, "Ada Northe", "Ben South 1", shown)
    assert NameCorrection.objects.count() == 1

    with pytest.raises(Stale):
        respell(pair, "Ada Norte", "Ben South 1", shown)
    for names, said in (
        (("Ada Northe", "ada northe"), "cannot be both players"),
        (("Ada Northe", "Ben South 2"), "Ben South 2 is a different person, in pair 2"),
    ):
        with pytest.raises(Refused, match=said):
            respell(pair, *names)


def test_only_the_last_correction_of_a_name_can_be_undone(competition, pair):
    for first, second in (("Ada Northe", "Ben Southe"), ("Ada Norte", "Ben Southe")):
        respell(pair, first, second)
    respell(Pair.objects.get(competition=competition, number=2), "Cy", "Di")
    oldest, other, last = NameCorrection.objects.filter(player__pair=pair).order_by("pk")
    assert queries.standing_respellings(pair) == [last, other]
    with pytest.raises(Refused, match="has changed since"):
        stories.decide(UndoName, competition, content=oldest.pk)

    shown = stories.preview(UndoName, competition, content=last.pk).fingerprint
    for _ in range(2):
        stories.decide(UndoName, competition, content=last.pk, shown=shown)

    back = NameCorrection.objects.get(undoes=last)
    assert (back.before, back.after, back.player) == ("Ada Norte", "Ada Northe", last.player)
    assert Player.objects.get(pk=last.player_id).key == "ada northe"
    assert queries.standing_respellings(pair) == [oldest, other]
    assert lines(competition, "corrected name")[-1][1] == {"pair": 1, "before": "Ada Norte", "after": "Ada Northe"}


def test_undoing_a_name_correction_cannot_restore_a_taken_name(competition, pair):
    respell(pair, "Ada Northe", "Ben South 1")
    first = NameCorrection.objects.get()
    stories.substitute(Pair.objects.get(competition=competition, number=2), stories.PlayerEntry("Ada North 1"))
    with pytest.raises(Refused, match="Ada North 1 is a different person, in pair 2"):
        stories.decide(UndoName, competition, content=first.pk)

    stories.substitute(Pair.objects.get(pk=pair.pk), stories.PlayerEntry("Eve"), leaving=1)

    with pytest.raises(Refused, match="has changed since"):
        stories.decide(UndoName, competition, content=first.pk)
    assert queries.standing_respellings(pair) == []


def test_undoing_a_correction_restores_the_details(competition):
    stories.correct_details(competition, name="Lakes", opening_day="2026-04-12", opening_hour="10:30:00")
    stands = Competition.objects.get(pk=competition.pk)
    assert (stands.name, stands.opening_day, stands.opening_hour) == ("Lakes", date(2026, 4, 12), time(10, 30))
    assert (stands.region, stands.slug) == (competition.region, competition.slug)
    row = DetailsCorrection.objects.get()
    after = {"name": "Lakes", "opening_day": "2026-04-12", "opening_hour": "10:30:00"}
    assert (row.before, row.after) == (dict.fromkeys(after, "") | {"name": competition.name}, after)
    text, detail = lines(competition, "corrected details")[-1]
    assert text.startswith("Corrected the details. ")
    assert detail == {"before": competition.name, "after": "Lakes, 2026-04-12, 10:30:00"}
    stories.correct_details(competition, region="Hills")
    last = queries.standing_correction(competition)
    assert (queries.corrections(competition), last.after) == ([row, last], {"region": "Hills"})
    with pytest.raises(Refused, match="There has been a later correction. Undo that one first."):
        stories.decide(UndoDetails, competition, content=row.pk)

    shown = stories.preview(UndoDetails, competition, content=last.pk).fingerprint
    for correction in (last, last, row):
        stories.decide(UndoDetails, competition, content=correction.pk, shown=shown)

    stands = Competition.objects.get(pk=competition.pk)
    assert (stands.name, stands.region, stands.opening_day, stands.opening_hour) == (
        competition.name,
        competition.region,
        None,
        None,
    )
    assert (DetailsCorrection.objects.count(), queries.standing_correction(competition)) == (4, None)
    assert lines(competition, "corrected details")[-1][1] == {
        "before": "Lakes, 2026-04-12, 10:30:00",
        "after": competition.name,
    }


def test_a_stale_correction_of_details_is_refused(competition):
    wanted = queries.columns(competition) | {"name": "Lakes"}
    shown = stories.preview(CorrectDetails, competition, content=wanted).fingerprint
    for _ in range(2):
        stories.decide(CorrectDetails, competition, content=wanted, shown=shown)
    assert DetailsCorrection.objects.count() == 1

    with pytest.raises(Stale):
        stories.decide(CorrectDetails, competition, content=wanted | {"name": "Hills"}, shown=shown)
    with pytest.raises(Refused, match="Nothing has changed. Edit at least one field, then save."):
        stories.preview(CorrectDetails, Competition.objects.get(pk=competition.pk), content=wanted)


def test_nothing_can_be_corrected_before_the_draw():
    competition = stories.entered(2)
    pair = competition.pairs.first()

    with pytest.raises(Refused, match="The draw has not been published yet. Change this on its usual page."):
        respell(pair, "Ada Northe", "Ben South 1")
    with pytest.raises(Refused, match="The draw has not been published yet. Change this on its usual page."):
        stories.decide(CorrectDetails, competition, content={})
