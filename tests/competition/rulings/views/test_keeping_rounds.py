import csv
import io
import re
from urllib.parse import unquote

import pytest

from competition.archive.presenters import career
from competition.archive.presenters.season import people, with_matches
from competition.audit.models import LogEntry
from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import ResultKind
from competition.notifications.models import Topic
from competition.notifications.presenters import message_text
from competition.notifications.queries.emails import messages
from competition.public.presenters import draw_json
from tests import stories
from tests.competition.desk_reading import desk, said, text
from tests.competition.public_reading import public
from tests.made_once import once

WHY = {"reason": "100 for honours was left out in deal 14.", "note": ""}


@pytest.fixture
@once
def competition():
    """Return a competition of four pairs in which all three matches are decided."""
    made = stories.published(4, deals=2)
    for code in ("R1-M1", "R1-M2", "R2-M1"):
        stories.settle(made, code, kind=ResultKind.PLAYED, totals=(900, 500))
    return made


@pytest.fixture
def pairs(competition):
    """Return the pair that went through from the first match, and its opponents, who win by the corrected totals."""
    return stories.now(competition).matches["R1-M1"].pairs


def draw(competition) -> tuple[list, dict]:
    told = draw_json.as_dict(stories.now(competition))
    return told["rounds"], told["champion"]


def correct(organiser, competition, name: str = "rule", **more):
    """Preview totals that make the lower pair win the first match. Return the address, form data and page."""
    sent = {"kind": "played", "total_upper": "900", "total_lower": "1000", **WHY, **more}
    address = desk(name, competition, "R1-M1")
    return address, sent, organiser.post(address, sent)


def stand(organiser, competition, will: str = "ruled", name: str = "rule", **more):
    """Correct the result, but keep the later rounds."""
    address, sent, seen = correct(organiser, competition, name, **more)
    button = re.search(r'name="stand" value="(\w+)"', seen.content.decode())[1]
    sent = {key: value for key, value in sent.items() if key != "save"}
    return organiser.post(address, {**sent, "shown": "other", "stand": button, "keep_progress": will}, follow=True)


def test_a_correction_can_keep_the_later_rounds(organiser, competition, pairs):
    upper, lower = pairs
    _, _, seen = correct(organiser, competition)

    page = text(seen)
    assert f"If {lower} won, one later match is played again" in page
    assert "Correct the result, and tell 3 pairs" in page
    assert f"{lower} are shown as the winners by the corrected totals. {upper} keep their place" in page
    assert (
        "They do not go through after all. They have a result in the final that no longer counts. Phone them first."
        in page
    )
    assert "Nothing changes for the other pair." not in page
    opponents = stories.now(competition).matches["R1-M2"].winner
    assert f"{lower} go through. They play {opponents} in the final, by " in page
    own = [unquote(found) for found in re.findall(r'href="mailto:([^"]+)"', seen.content.decode())]
    assert [len(own), "You do not go through after all." in "".join(own), "Reason: " in own[0]] == [3, True, True]
    assert not ResultEntry.objects.filter(total_lower=1000).exists()


@pytest.mark.parametrize("name", ["rule", "type-in-totals"])
def test_keeping_later_rounds_changes_only_one_match(organiser, competition, pairs, name):
    upper, lower = pairs
    before, champion = draw(competition)
    more = {} if name == "rule" else {"source": "letter", "counts": "at once", "save": "1"}

    stand(organiser, competition, "agreed", name, **more)

    after, still = draw(competition)
    first = after[0]["matches"][0]
    assert (first["winner"], first["goes_on"]) == (lower.number, upper.number)
    assert [side["total"] for side in first["sides"]] == [900, 1000]
    assert (after[0]["matches"][1:], after[1], still) == (before[0]["matches"][1:], before[1], champion)
    sentence = f"{lower} won by the corrected score sheet, 1,000 to 900, but {upper} keep their place."
    for page in ("match", "record"):
        assert sentence in text(organiser.get(public(page, competition, *(["R1-M1"] if page == "match" else []))))
    assert "The later rounds are kept: both pairs agree." in text(organiser.get(public("match", competition, "R1-M1")))


def test_files_messages_and_careers_agree_if_later_rounds_are_kept(organiser, competition, pairs):
    upper, lower = pairs

    done = stand(organiser, competition)

    assert said(done) == [f"{lower} won by the corrected score sheet, 1,000 to 900, but {upper} keep their place."]
    [row, *_] = csv.DictReader(io.StringIO(organiser.get(public("draw-csv", competition)).content.decode("utf-8-sig")))
    assert (row["winner"], row["goes_on"]) == (str(lower.number), str(upper.number))
    page = text(organiser.get(public("match", competition, "R1-M1")))
    assert "won by the corrected score sheet, but" in page
    now = stories.now(competition)
    ruled = [message for message in messages(now, Topic.RULED) if message.state.code == "R1-M1"]
    assert {message.pair for message in ruled} == {upper, lower}
    assert all("keep their place" in " ".join(message_text(message).paragraphs) for message in ruled)
    assert "won, and the later rounds are kept" in LogEntry.objects.filter(event="ruled").first().text
    seasons = [with_matches(now)]
    runs = {pair: career.runs_of(seasons, people(competition, pair.present)[0].slug)[0] for pair in pairs}
    assert [(runs[pair].won, runs[pair].lost, runs[pair].reached) for pair in pairs] == [
        (1, 1, "Champions"),
        (1, 0, "Semi-finals"),
    ]


def test_there_are_no_later_rounds_to_keep_if_the_winner_is_the_same(organiser, competition):
    address, sent, seen = correct(organiser, competition, total_lower="800")

    assert 'name="stand"' not in seen.content.decode()
    refused = organiser.post(address, {**sent, "stand": "x"}, follow=True)
    assert "This result does not change who goes through, so there are no later rounds to keep." in text(refused)


def test_a_corrected_final_can_keep_its_champions(organiser, competition):
    champion = stories.now(competition).champion

    stories.keep_progress(competition, "R2-M1")

    now = stories.now(competition)
    assert now.champion == champion
    assert f"but {champion} stay" not in text(organiser.get(public("draw", competition)))
    assert "stay the champions" in text(organiser.get(public("match", competition, "R2-M1")))
    assert "in the final" not in text(organiser.get(public("draw", competition)))
    assert "Corrected, later rounds kept" in text(organiser.get("/archive/"))
    over = next(message for message in messages(now, Topic.OVER))
    assert f"The champions are {champion}." in message_text(over).paragraphs[0]
