import pytest

from competition.draw.models.result_entry import ResultEntry
from competition.draw.rules.result import Stage
from competition.match.actions import play
from tests import stories
from tests.competition.pair_reading import address, buttons, notices, text, turn

pytestmark = pytest.mark.published(4)


@pytest.fixture
def tables(competition):
    tables = stories.open_sheet(competition, "R1-M1")
    stories.record(tables[0], stories.deal("3NT", 9), stories.deal())
    return tables


def state(competition):
    return stories.now(competition).matches["R1-M1"]


def test_the_confirmation_page_explains_the_concession(phone, competition, tables):
    upper, lower = tables

    page = phone(lower.pair).get(address("concede", competition))

    words = text(page)
    assert f"If you concede, {upper.pair} win the match and go through to the next round at once" in words
    assert "at once. You cannot undo this." in words
    assert (
        "The 2 deals stay on the score sheet. The totals so far are shown, but do not decide the match: we 0, they 560."
        in words
    )
    assert buttons(page) == ["Concede the match", "Back to the match"]
    assert (ResultEntry.objects.count(), state(competition).stage) == (0, Stage.IN_PLAY)


def test_conceding_the_final_makes_the_opponents_champions(phone):
    competition = stories.published(2)
    upper, lower = stories.tables(competition, "R1-M1")
    client = phone(upper.pair)
    assert f"{lower.pair} win the match and the competition at once" in text(
        client.get(address("concede", competition))
    )

    client.post(address("concede", competition))

    assert stories.now(competition).champion == lower.pair


def test_both_pairs_see_which_pair_conceded(phone, competition, tables):
    upper, lower = tables

    page = phone(upper.pair).post(address("concede", competition), follow=True)

    assert notices(page) == ["You have conceded the match."]
    assert " You 560 " in turn(page)
    assert f"You conceded to {lower.pair}. Thank you" in turn(page)
    other = phone(lower.pair).get(address("match", competition))
    assert f"{upper.pair} conceded to you. Next: " in turn(other)


def test_only_an_open_match_links_to_the_concession(phone, competition, tables):
    upper, lower = (phone(table.pair) for table in tables)
    link = address("concede", competition)
    assert link in upper.get(address("match", competition)).content.decode()

    play.concede(tables[0])

    assert link not in upper.get(address("match", competition)).content.decode()
    assert link not in lower.get(address("match", competition)).content.decode()


def test_a_conceded_match_hides_requested_changes(phone, competition, tables):
    stories.correct_deal(stories.tables(competition, "R1-M1")[0], number=1, deal=stories.deal("3NT", 10))
    lower = phone(tables[1].pair)
    assert "ask you to agree" in text(lower.get(address("match", competition)))

    lower.post(address("concede", competition))

    assert "ask you to agree" not in text(lower.get(address("match", competition)))
