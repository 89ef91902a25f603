"""Property-based tests for whole seasons: time, corrections, and agreement between all pages and files."""

import csv
import io
import re

import pytest
from hypothesis import HealthCheck, Phase, given, settings, strategies

from competition.draw.presenters.overview import is_over
from competition.draw.queries.places import can_be_replaced
from competition.draw.rules.proof import prove
from competition.draw.rules.result import ResultKind
from competition.management.commands.check_integrity import differences
from competition.public.presenters import draw_json
from competition.rulings.decisions.competition import PlayOn
from competition.rulings.presenters.records import decisions
from competition.web.cached_page import MOMENT
from scoring.rules.refusal import Refused
from tests import stories
from tests.competition.draw.histories import Season, histories, later, winners
from tests.competition.public_reading import public, words
from tests.competition.worlds import at
from tests.markup import markup

pytestmark = pytest.mark.django_db

# Each example is a slow season, so run the same few each time, and many with --thorough.
few = settings(
    max_examples=settings().max_examples // 50,
    derandomize=True,
    phases=[Phase.generate],
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture],
)
sizes = strategies.sampled_from([2, 3, 4, 5, 7])


@pytest.fixture
def season():
    """Return a function that starts a season with this many pairs."""
    with pytest.MonkeyPatch.context() as patch:
        yield lambda pairs: Season(pairs, patch)


@given(pairs=sizes, history=histories(6, 9))
@few
def test_time_alone_never_changes_an_official_winner(season, pairs, history):
    played = season(pairs)

    for _ in played.make(history):
        stands = played.draw
        won = winners(stands)
        for moment in later(played):
            then = at(played.competition, moment)
            assert won.items() <= winners(then).items()
            assert stands.champion in (None, then.champion)


@given(pairs=sizes, history=histories(6, 9), which=strategies.integers(0, 99))
@few
def test_undoing_a_correction_restores_superseded_results(season, pairs, history, which):
    played = season(pairs)
    for _ in played.make(history):
        pass
    before = standing(played)

    taken_back = [correct(played, which) for correct in CORRECTIONS]

    assert (standing(played), True) == (before, any(taken_back) or not before)


@given(pairs=sizes, history=histories(6, 9))
@few
def test_all_pages_and_files_of_a_season_agree(client, season, pairs, history):
    played = season(pairs)

    for turn, _ in enumerate(played.make(history)):
        if turn % 4:
            continue
        # A cached page may show deals late, but only briefly.
        played.moment += MOMENT
        told = from_json(client.get(public("draw-json", played.competition)).json())
        assert from_csv(client.get(public("draw-csv", played.competition)).content.decode()) == told
        assert from_html(markup(client.get(public("draw", played.competition)))) == without_byes(told)
    assert differences() == []
    record = client.get(public("record-json", played.competition)).json()
    assert all(step.agrees for step in prove(record))
    told = words(client.get(public("record", played.competition)).content.decode())
    assert [one.text for one in decisions(played.draw) if " ".join(one.text.split()) not in told] == []


@given(pairs=sizes, history=histories(2, 8))
@few
def test_undoing_a_cancellation_restores_the_draw(client, season, pairs, history):
    played = season(pairs)
    for _ in played.make(history):
        pass
    if is_over(played.draw):
        return
    before = standing(played)

    stories.cancel(played.competition)
    told = client.get(public("draw-json", played.competition)).json()
    assert (told["competition"]["status"], told["champion"]) == ("cancelled", None)
    results = {code: match for code, match in from_json(told).items() if match[0] == "official"}
    assert results == {code: match for code, match in from_json(before).items() if match[0] == "official"}

    stories.decide(PlayOn, played.competition)
    assert standing(played)["rounds"] == before["rounds"]
    assert differences() == []


def standing(played: Season) -> dict:
    """Return the public draw without its version number."""
    told = draw_json.as_dict(played.draw)
    told["competition"].pop("version")
    return told


def rule_and_undo(played: Season, which: int) -> bool:
    """Decide a match differently and undo that. Return False if no match has two known pairs."""
    known = [state.code for state in played.draw.matches.values() if state.has_two_pairs]
    if not known:
        return False
    code = known[which % len(known)]
    stories.settle(played.competition, code, upper_wins=bool(which % 2), kind=ResultKind.RULING)
    stories.undo(played.competition, code)
    return True


def withdraw_and_bring_back(played: Season, which: int) -> bool:
    """Withdraw a pair and undo that. Return False if it has withdrawn already or cannot withdraw."""
    pair = played.pair(which)
    if pair.number in played.draw.withdrawn:
        return False
    try:
        stories.withdraw(pair)
    except Refused:
        return False
    stories.bring_back(pair)
    return True


def keep_progress_and_undo(played: Season, which: int) -> bool:
    """Keep the later rounds despite a corrected score sheet, and undo that. Return False if there is no such match."""
    # A second identical ruling would count as pressing the button again.
    decided = [code for code, state in played.draw.matches.items() if state.goes_on == state.winner is not None]
    if not decided:
        return False
    code, before = decided[which % len(decided)], standing(played)
    stories.keep_progress(played.competition, code)
    assert _without(code, standing(played)) == _without(code, before)
    stories.undo(played.competition, code)
    return True


def _without(code: str, told: dict) -> dict:
    """Return the draw without this match."""
    rounds = [[match for match in round["matches"] if match["code"] != code] for round in told["rounds"]]
    return {**told, "rounds": rounds, "as_of": None}


def come_late_and_go(played: Season, which: int) -> bool:
    """Add a late entry to the draw and undo that. Return False if there is no place for it."""
    late = stories.enter_late(played.competition, "Gus Gone", "Una Undone")
    others = can_be_replaced(played.draw)
    try:
        stories.put_in(late, others[which % len(others)].number if others and which % 2 else None)
    except Refused:
        return False
    stories.undo_placing(played.competition)
    return True


def move_and_move_back(played: Season, which: int) -> bool:
    """Change a play-by date, a name and the competition's details, and undo all of it."""
    pair = played.pair(which)
    stories.extend(played.competition, 1, days=-1 - which)
    stories.respell(pair, "Ada Otherwise")
    stories.correct_details(played.competition, name="Another Cup", region="Elsewhere")
    stories.undo_extension(played.competition, 1)
    stories.undo_spelling(pair)
    stories.undo_details(played.competition)
    return True


CORRECTIONS = (rule_and_undo, withdraw_and_bring_back, keep_progress_and_undo, come_late_and_go, move_and_move_back)
Told = dict[str, tuple[str, tuple[tuple[str, str, bool], ...]]]
"""Each match: its state, and of either side the pair, its total in figures, and whether it has won."""


def from_json(draw: dict) -> Told:
    found = {}
    for match in (match for round in draw["rounds"] for match in round["matches"]):
        sides = [(side["pair"] or {}, side["total"]) for side in match["sides"]]
        found[match["code"]] = (
            match["state"],
            tuple((pair.get("name", ""), figures(total), is_won(match["winner"], pair)) for pair, total in sides),
        )
    return found


def is_won(winner: int | None, pair: dict) -> bool:
    return winner is not None and winner == pair.get("number")


def figures(total: int | None) -> str:
    return "" if total is None else str(total)


def from_csv(text: str) -> Told:
    found = {}
    for row in csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))):
        sides = tuple(
            (
                row[f"{place}_pair"] if row[f"{place}_number"] else "",
                row[f"{place}_total"],
                bool(row["winner"]) and row["winner"] == row[f"{place}_number"],
            )
            for place in ("upper", "lower")
        )
        found[row["code"]] = row["state"], sides
    return found


def from_html(page: str) -> Told:
    blocks = re.findall(r'<li class="match" id="(.*?)" data-state="(.*?)"(.*?)</li>', page, re.DOTALL)
    return {code: (state, tuple(map(_side, rest.split('<span class="side"')[1:]))) for code, state, rest in blocks}


def without_byes(told: Told) -> Told:
    """Return the matches as the draw page shows them: a bye has only one side."""
    return {
        code: (state, tuple(side for side in sides if side[0] or state != "bye"))
        for code, (state, sides) in told.items()
    }


def _side(line: str) -> tuple[str, str, bool]:
    name = "" if "data-nobody" in line else words(re.findall(r'<span class="[slf]">(.*?)</span>', line)[-1])
    total = re.search(r'<span class="total">([\d,]*)</span>', line)
    return name, total[1].replace(",", "") if total else "", "data-won" in line
