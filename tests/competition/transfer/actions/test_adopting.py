"""Tests for publishing a draft as a draw made elsewhere with its results, without telling anybody about the past."""

import json
from datetime import date, timedelta

import pytest
from django.core.management import call_command
from django.utils import timezone

from competition.contest.models import Competition, Conditions
from competition.draw.models.result_entry import ResultEntry
from competition.draw.models.rounds import Round
from competition.draw.rules.proof import prove
from competition.entries.queries.pairs import entries
from competition.notifications.queries.emails import messages
from competition.rulings.decisions.competition import UndoDraw
from competition.transfer.actions import adopting
from competition.transfer.actions.importing import import_competition
from competition.transfer.models import Draft
from competition.transfer.presenters.file import file_of
from competition.transfer.queries import drafts
from competition.transfer.rules.file import unpacked
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.desk_reading import desk
from tests.competition.public_reading import public

DAYS = [date(2026, 5, 31), date(2026, 7, 31), date(2030, 9, 30)]
SENTENCE = (
    "Drawn on Saturday 2 May 2026 at Riverbend Hall out of a hat by Winifred Tansley, witnessed by Hilda Ogilby. "
    "This site did not draw it and cannot prove it."
)
RESULTS = {
    "R1-M2": {"pairs": [2, 3], "kind": "played", "winner": 3, "totals": [4280, 5020], "day": "2026-05-09"},
    "R1-M3": {"pairs": [4, 5], "kind": "played", "winner": 4, "totals": None, "day": ""},
    "R2-M1": {"pairs": [1, 3], "kind": "walkover", "winner": 1, "totals": None, "day": ""},
}


@pytest.fixture
def competition() -> Competition:
    return stories.entered(6)


def drawn(competition, by) -> None:
    """Save a complete draft."""
    lines = "1 v bye\n2 v 3\n4 - 5\n6"
    draft = adopting.save_lines(competition, lines=lines, answers={}, by=by)
    adopting.save_places(competition, places=drafts.reading_of(draft, entries(competition)).places, by=by)
    facts = {"how": "out of a hat", "place": "Riverbend Hall", "drawn_by": "Winifred Tansley"}
    adopting.save_facts(competition, day=date(2026, 5, 2), witnesses="Hilda  Ogilby", by=by, **facts)
    adopting.save_results(competition, results=RESULTS, by=by)
    adopting.save_dates(competition, play_by=DAYS, extended={"R2-M2": date(2026, 8, 31)}, by=by)


def rows() -> list[int]:
    return [model.objects.count() for model in (Round, ResultEntry, Draft)]


@pytest.mark.parametrize(
    "conditions", [{"drawn_by_round": True}, {"sections": 2, "next_event": "the final"}], ids=["rounds", "sections"]
)
def test_a_draw_made_elsewhere_needs_conditions_with_one_draw_and_one_final(client, competition, by, conditions):
    drawn(competition, by)
    Conditions.objects.filter(competition=competition).update(**conditions)
    competition = Competition.objects.get(pk=competition.pk)
    client.force_login(competition.owner)

    with pytest.raises(Refused, match="Change the conditions first"):
        adopting.publish_adopted(competition, by=by)

    assert "Change the conditions first." in client.get(desk("adopt", competition)).content.decode()


def test_a_published_draft_has_its_draw_results_and_dates(competition, by):
    drawn(competition, by)

    draw = adopting.publish_adopted(competition, by=by)

    now = stories.now(competition)
    assert (draw.is_elsewhere, draw.elsewhere.sentence, rows()) == (True, SENTENCE, [3, 3, 0])
    decided = {code: state for code, state in now.matches.items() if state.result}
    assert {code: (state.result.sentence("A", "B"), state.ended_on) for code, state in decided.items()} == {
        "R1-M2": ("B beat A by 5,020 to 4,280.", date(2026, 5, 9)),
        "R1-M3": ("A beat B (score not recorded).", None),
        "R2-M1": ("A go through by walkover against B.", None),
    }
    assert [now.matches[code].play_by for code in ("R1-M1", "R2-M1", "R2-M2")] == [DAYS[0], DAYS[1], date(2026, 8, 31)]
    assert now.matches["R2-M2"].numbers == (4, 6)
    noted = [line.text for line in competition.log.filter(event="typed in").order_by("pk")]
    assert (len(noted), noted[0]) == (3, "Typed in the result from paper, 4,280 to 5,020.")


def test_publishing_a_running_season_closes_its_entries_before_round_1(competition, by):
    drawn(competition, by)
    competition.pairs.update(entered_on=timezone.localdate())
    early = DAYS[0] - timedelta(weeks=20)
    competition.pairs.filter(number=1).update(entered_on=early)
    competition.closing_date = timezone.localdate()
    adopting.save_facts(competition, day=None, how="", place="", drawn_by="", witnesses="", by=by)

    adopting.publish_adopted(competition, by=by)

    competition.refresh_from_db()
    assert competition.closing_date == DAYS[0] - timedelta(weeks=6)
    assert not any(pair.is_late for pair in competition.pairs.all())
    assert competition.pairs.get(number=1).entered_on == early


def test_a_missing_date_is_six_weeks_after_the_one_before(competition, by):
    drawn(competition, by)
    draft = drafts.draft_of(competition)
    draft.play_by = ["2020-05-31", "", "2036-09-30", ""]

    today = timezone.localdate()
    assert drafts.dates_of(draft, 4) == [
        date(2020, 5, 31),
        today + timedelta(weeks=6),
        date(2036, 9, 30),
        date(2036, 9, 30) + timedelta(weeks=6),
    ]


def test_a_changed_place_of_a_draw_made_elsewhere_is_detected(competition, by, client):
    drawn(competition, by)
    adopting.publish_adopted(competition, by=by)
    record = client.get(public("record-json", competition)).json()
    assert all(step.agrees for step in prove(record))
    record["places"][0], record["places"][2] = record["places"][2], record["places"][0]

    assert [step.name for step in prove(record) if not step.agrees] == ["places"]


def test_proposed_dates_for_a_past_season_are_in_that_season(competition, by):
    drawn(competition, by)
    draft = drafts.draft_of(competition)
    draft.play_by, draft.competition.season = [], 2020

    assert drafts.dates_of(draft, 3) == [date(2020, 10, 8), date(2020, 11, 19), date(2020, 12, 31)]


def test_nobody_is_notified_about_events_before_publication(competition, by):
    drawn(competition, by)
    adopting.publish_adopted(competition, by=by)

    told = messages(stories.now(competition))
    assert {message.pair.number for message in told} == {4, 6}
    assert {message.topic.value for message in told} == {"draw", "round", "late"}
    stories.settle(competition, "R2-M2")
    assert [m.pair.number for m in messages(stories.now(competition)) if m.topic == "ruled"] == [4, 6]


def test_an_incomplete_draft_cannot_be_published(competition, by):
    drawn(competition, by)
    adopting.save_places(competition, places=[1, None, 2, 3, 4, 5, 0, None], drawn=[0, 2], by=by)

    with pytest.raises(Refused, match="1 place of the draw is still open."):
        adopting.publish_adopted(competition, by=by)
    assert (rows(), competition.draws.count()) == ([0, 0, 1], 0)


def test_a_result_between_other_pairs_is_left_out(competition, by):
    drawn(competition, by)
    draft = adopting.save_places(competition, places=[1, None, 3, 2, 4, 5, 6, None], by=by)

    remarks = drafts.remarks_on_results(draft, drafts.draw_of(draft, entries(competition)))
    adopting.publish_adopted(competition, by=by)

    assert [remark.partition(":")[0] for remark in remarks] == [
        "The result of R1-M2 is left out",
        "The result of R2-M1 is left out",
    ]
    assert rows() == [3, 1, 0]


def test_results_of_a_round_are_all_saved_or_none(competition, by):
    drawn(competition, by)
    wrong = {"R1-M3": {"pairs": [4, 5], "kind": "played", "winner": 5, "totals": [500, 400]}, "R1-M2": None}

    with pytest.raises(Refused, match="The pair with the higher total wins"):
        adopting.save_results(competition, results=wrong, by=by)
    tomorrow = (timezone.localdate() + timedelta(days=1)).isoformat()
    with pytest.raises(Refused, match="This date is in the future."):
        adopting.save_results(competition, results={"R1-M3": {**RESULTS["R1-M3"], "day": tomorrow}}, by=by)
    with pytest.raises(Refused, match="The pairs of match 2 of Round 2 have changed"):
        adopting.save_results(competition, results={"R2-M2": {**RESULTS["R1-M3"], "pairs": [5, 6], "winner": 5}}, by=by)
    assert Draft.objects.get().results == RESULTS


def test_a_draft_is_closed_once_the_draw_is_published(competition, by):
    drawn(competition, by)
    adopting.publish_adopted(competition, by=by)

    for change in (
        lambda: adopting.save_lines(competition, lines="", answers={}, by=by),
        lambda: adopting.discard(competition, by=by),
        lambda: adopting.publish_adopted(competition, by=by),
    ):
        with pytest.raises(Refused, match="The draw is already published."):
            change()


def test_the_record_of_a_draw_made_elsewhere_claims_no_proof(competition, by, client, tmp_path, capsys):
    drawn(competition, by)
    adopting.publish_adopted(competition, by=by)

    page = client.get(public("record", competition)).content.decode()
    assert SENTENCE in page
    assert not any(word in page for word in ("verify", "Random seed", "SHA-256", "Check the fingerprint"))
    assert [client.get(public(name, competition)).status_code for name in ("locked-list", "reveal")] == [404, 404]
    file = tmp_path / "record.json"
    file.write_bytes(client.get(public("record-json", competition)).content)
    record = json.loads(file.read_bytes())
    assert (record["method"], record["elsewhere"]["text"], record["byes"]) == ("elsewhere", SENTENCE, [1, 6])
    call_command("verify_draw", str(file))
    *_, last = capsys.readouterr().out.splitlines()
    assert last == (
        "This draw was made elsewhere. This site did not draw it and cannot prove it. The rest of the record agrees."
    )
    file.write_text(json.dumps({**record, "places": [*reversed(record["places"])]}))
    with pytest.raises(SystemExit):
        call_command("verify_draw", str(file))


def test_a_draw_made_elsewhere_can_be_exported_and_checked(competition, by):
    drawn(competition, by)
    adopting.publish_adopted(competition, by=by)
    facts = unpacked(file_of(competition, private=True))
    table = facts["tables"]["Competition"]
    call_command("check_integrity")

    table["rows"][0][table["columns"].index("slug")] = "again"
    assert import_competition(facts, by=by).draws.get().elsewhere.sentence == SENTENCE
    facts["tables"]["DrawnElsewhere"]["rows"] = []
    table["rows"][0][table["columns"].index("slug")] = "third"
    with pytest.raises(Refused, match="must have either a locked list or entered places"):
        import_competition(facts, by=by)


def test_an_undone_draw_made_elsewhere_can_be_entered_or_drawn_again(competition, by, client, tmp_path, capsys):
    drawn(competition, by)
    adopting.save_results(competition, results=dict.fromkeys(RESULTS), by=by)
    adopting.save_dates(competition, play_by=DAYS, by=by)
    adopting.publish_adopted(competition, by=by)
    stories.decide(UndoDraw, competition)

    draft = drafts.draft_of(competition)
    assert (draft.places, drafts.elsewhere_of(draft).sentence) == ([1, None, 2, 3, 4, 5, 6, None], SENTENCE)
    client.force_login(by.user)
    assert SENTENCE in client.get(desk("draw", competition)).content.decode()
    adopting.save_places(competition, places=draft.places, by=by)
    adopting.publish_adopted(competition, by=by)
    stories.decide(UndoDraw, competition)
    assert client.get(public("draw", competition)).content.count(b"was undone on") == 2
    stories.publish(competition)
    file = tmp_path / "record.json"
    file.write_bytes(client.get(public("record-json", competition)).content)
    call_command("verify_draw", str(file))
    attempts = json.loads(file.read_bytes())["attempts"]
    assert [(attempt["number"], attempt.get("method", "")) for attempt in attempts] == [
        (1, "elsewhere"),
        (2, "elsewhere"),
        (3, ""),
    ]
