import pytest

from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import Stage
from competition.match.actions import play
from competition.rulings.decisions.results import Confirm
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.worlds import send_in


def shown(competition, *codes: str) -> str:
    return stories.preview(Confirm, competition, codes).fingerprint


def stages(competition) -> list[Stage]:
    return [state.stage for state in stories.now(competition).matches.values()]


def test_confirming_results_confirms_all_or_none(competition):
    send_in(competition, "R1-M1")
    with pytest.raises(Refused, match="There is no result of match 2 of the semi-finals to confirm"):
        shown(competition, "R1-M1", "R1-M2")
    send_in(competition, "R1-M2")
    seen = shown(competition, "R1-M1", "R1-M2")

    stories.decide(Confirm, competition, ["R1-M1", "R1-M2"], shown=seen)
    # Pressing the button again changes nothing.
    with pytest.raises(Refused, match="There is no result of match 1 of the semi-finals to confirm."):
        stories.decide(Confirm, competition, ["R1-M1", "R1-M2"], shown=seen)

    assert stages(competition) == [Stage.OFFICIAL, Stage.OFFICIAL, Stage.READY]
    assert ResultEntry.objects.count() == 2 + 2


def test_confirming_a_result_in_time_reports_no_interruption(competition):
    for code in ("R1-M1", "R1-M2"):
        send_in(competition, code)
        stories.notify(competition, code)

    ahead = stories.preview(Confirm, competition, ["R1-M1"]).consequences

    assert (ahead.interrupted, [change.match for change in ahead.goes_on]) == ((), ["R1-M1"])


def test_confirming_needs_at_least_one_result(competition):
    with pytest.raises(Refused, match="Choose at least one match"):
        shown(competition)


def test_a_disputed_result_cannot_be_confirmed(competition):
    send_in(competition, "R1-M1")
    play.dispute(stories.tables(competition)[1], outcome=1, reason="We won.")

    with pytest.raises(Refused, match="There is no result of match 1 of the semi-finals to confirm"):
        shown(competition, "R1-M1")


def test_a_result_reported_again_needs_a_new_preview(competition):
    send_in(competition, "R1-M1")
    seen = shown(competition, "R1-M1")
    play.withdraw_result(stories.tables(competition)[0])
    send_in(competition, "R1-M1")

    with pytest.raises(Refused, match="Something has changed since you opened this page."):
        stories.decide(Confirm, competition, ["R1-M1"], shown=seen)
    assert stages(competition)[0] is Stage.SUBMITTED
