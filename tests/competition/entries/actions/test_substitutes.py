from datetime import timedelta

import pytest
from django.db import IntegrityError, transaction

from competition.draw.queries.results import as_played
from competition.entries.models import Pair, Player
from competition.entries.presenters import changes
from competition.entries.queries.pairs import PlayerEntry
from competition.match.actions import play
from scoring.rules.refusal import Refused
from tests import stories

pytestmark = pytest.mark.published(4, deals=2)
DI = PlayerEntry("Di Heron", "07 555 0199", "di@example.org")


def substitute(pair: Pair, player: PlayerEntry = DI, *, because: str = "Ill.", **order):
    return stories.substitute(pair, player, because=because, **order)


def upper(competition, code: str = "R1-M1") -> Pair:
    return stories.now(competition).matches[code].pairs[0]


def played_by(competition, code: str = "R1-M1") -> str:
    return as_played(stories.now(competition).matches[code]).sides[0].text


def test_pair_number_and_former_player_survive_a_substitution(competition):
    pair = upper(competition)
    first, second = pair.present

    substitute(pair)

    now = upper(competition)
    assert (now.number, now.name) == (pair.number, f"{first.name} & Di Heron")
    gone = Player.objects.get(pk=second.pk)
    assert (gone.name, gone.left_because, gone.phone) == (second.name, "Ill.", second.phone)
    line = competition.log.first()
    assert line.text == f"Pair {pair.number}: Di Heron now plays for {second.name}. Ill."
    assert line.detail == {"pair": pair.number, "before": second.name, "after": "Di Heron"}


def test_a_match_decided_before_shows_the_former_player(competition):
    before = upper(competition).name
    stories.settle(competition, "R1-M1")
    stories.settle(competition, "R1-M2")

    substitute(upper(competition))

    after = upper(competition).name
    assert after != before
    assert (played_by(competition), played_by(competition, "R2-M1")) == (before, after)


def test_an_open_score_sheet_keeps_the_former_player(competition):
    before = upper(competition).name
    table, _ = stories.open_sheet(competition, "R1-M1")
    stories.record(table, stories.deal(), stories.deal("3NT", 9, "E"))

    substitute(upper(competition))

    assert played_by(competition) == before
    names = stories.tables(competition, "R1-M1")[0].opened.names.values()
    assert {*before.split(" & ")} <= {*names}
    play.submit_sheet(stories.tables(competition, "R1-M1")[0])


def test_a_new_score_sheet_has_the_substitute(competition):
    substitute(upper(competition))

    table, _ = stories.open_sheet(competition, "R1-M1")

    assert "Di Heron" in table.opened.names.values()


def test_private_link_is_renewed_only_on_request(competition):
    one, other = upper(competition), upper(competition, "R1-M2")

    secrets = [one.link_secret, other.link_secret]
    substitute(one, new_link=True)
    substitute(other, PlayerEntry("Ed Swift"))

    now = [Pair.objects.get(pk=pair.pk).link_secret for pair in (one, other)]
    assert [secret == before for secret, before in zip(now, secrets, strict=True)] == [False, True]


def test_a_refused_substitution_changes_nothing(competition):
    pair = Pair.objects.get(competition=competition, number=1)

    for player, because, fault in (
        ("Di Heron", " ", "The reason is missing. Give a reason for the public pages."),
        ("ada north 3", "Ill.", "Ada North 3 is already in pair 3. A player can be in only one pair."),
    ):
        with pytest.raises(Refused, match=fault):
            substitute(pair, PlayerEntry(player), because=because)
    assert Pair.objects.get(pk=pair.pk).name == pair.name


def test_a_former_player_can_return_to_the_same_pair_only(competition):
    one, other = upper(competition), upper(competition, "R1-M2")
    gone = PlayerEntry(one.present[1].name)
    substitute(one)

    with pytest.raises(
        Refused, match=f"{gone.name} was in pair {one.number}. A player cannot play for two pairs in one draw."
    ):
        substitute(other, gone)
    substitute(upper(competition), gone)
    assert upper(competition).name == one.name


def test_a_withdrawn_pair_cannot_have_a_substitute(competition):
    pair = upper(competition)
    stories.withdraw(pair, reason="Moved away.")

    with pytest.raises(Refused, match="The pair has withdrawn. Undo the withdrawal first."):
        substitute(pair)


def test_each_substitute_has_a_period_in_the_pair(competition):
    pair = upper(competition)
    first, second = substitute(pair), substitute(pair, PlayerEntry("Ed Swift"))

    (_, di), (gone, ed) = first, second
    di.refresh_from_db()
    assert (gone.pk, di.left_at) == (di.pk, ed.joined_at)
    assert [player.name for player in upper(competition).at(di.joined_at)][1] == "Di Heron"
    assert [player.name for player in upper(competition).at(di.joined_at - timedelta(seconds=1))][1] == pair.present[
        1
    ].name


def test_database_requires_a_reason_for_leaving(competition):
    player = Player.objects.filter(competition=competition).first()

    for wrong in ({"left_because": "Ill."}, {"left_because": "", "left_at": "2026-01-01T00:00Z"}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Player.objects.filter(pk=player.pk).update(**wrong)


def test_history_shows_that_a_former_player_returned(competition):
    pair = upper(competition)
    gone = pair.present[1]
    substitute(pair)

    substitute(pair, PlayerEntry(gone.name, "07 555 0102"), because="Well again.")

    now = upper(competition)
    assert now.name == pair.name
    assert [change.text for change in changes(now)] == [f"Di Heron replaced {gone}.", f"{gone} replaced Di Heron."]
    line = competition.log.first()
    assert line.text == f"Pair {now.number}: {gone} now plays again for Di Heron. Well again."
