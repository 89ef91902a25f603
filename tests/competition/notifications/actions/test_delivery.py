"""Tests for messages requested by the organiser, and for corrected addresses."""

from competition.entries.models import PreferredChannel
from competition.notifications.actions import delivery
from competition.notifications.models import Email, Topic
from competition.notifications.queries.message_states import player
from tests import stories


def test_emails_are_queued_once_for_pairs_with_the_email_channel(settings):
    competition = stories.published(2)
    first, second = competition.pairs.all()
    competition.pairs.filter(pk=second.pk).update(way=PreferredChannel.LETTER)
    by = stories.organiser_of(competition)
    settings.HAS_EMAIL = False
    assert delivery.send(competition, Topic.DRAW, by=by) == 0
    settings.HAS_EMAIL = True

    assert [delivery.send(competition, Topic.DRAW, by=by) for _ in range(2)] == [2, 0]

    assert {row.player.pair for row in Email.objects.all()} == {first}
    assert competition.log.filter(event="queued emails").count() == 1


def test_only_the_address_of_a_current_player_can_be_corrected():
    competition = stories.published(2)
    pair = competition.pairs.first()
    gone, come = stories.substitute(pair, stories.PlayerEntry("Di Heron"))

    found = [player(competition, one.pk) for one in (gone, come, *stories.published(2, seed="b").players.all()[:1])]

    assert found == [None, come, None]
