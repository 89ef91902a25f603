"""Which mails players are to get, and which of them do not arrive."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.db.models import Q

from competition.contest.models import Competition
from competition.entries.models.pair import Player
from competition.knockout.queries.reading import snapshot_of
from competition.knockout.queries.snapshot import Snapshot
from competition.post.models import Mail, Told
from competition.post.queries.occasions import PRESSED, Message, messages

# After so many tries something is wrong that does not mend itself.
TRIES = 3


@dataclass(frozen=True, slots=True)
class Due:
    """A mail to a player whose pair is to be told of something."""

    message: Message
    player: Player

    @property
    def key(self) -> tuple[int, str, str]:
        """What no player is sent twice."""
        return self.player.pk, self.message.occasion, self.message.about


def due() -> list[Due]:
    """Every mail that facts ask for, or an organiser, and that has not gone; none to an address that was refused."""
    return [mail for competition in _with_addresses() for mail in _due(competition)]


def troubles(snapshot: Snapshot) -> list[tuple[Player, Mail]]:
    """The mails that do not arrive and still have something to tell, each with its player."""
    stuck = {key: row for key, row in rows(snapshot).items() if row.refused or row.tries >= TRIES}
    stuck = {key: row for key, row in stuck.items() if row.sent_at is None}
    if not stuck:
        return []
    found = ((one.player, stuck.get(one.key)) for one in each(messages(snapshot)))
    return [(player, row) for player, row in found if row and row.refused in ("", player.email)]


def rows(snapshot: Snapshot) -> dict[tuple[int, str, str], Mail]:
    """What has been asked for or sent in a competition, by player and occasion (one query)."""
    found = Mail.objects.filter(player__competition=snapshot.competition)
    return {(row.player_id, row.occasion, row.about): row for row in found}


def told_by_hand(snapshot: Snapshot) -> dict[tuple[str, str, int], Told]:
    """What organisers have told pairs by hand (one query)."""
    found = Told.objects.filter(pair__competition=snapshot.competition)
    return {(row.occasion, row.about, row.pair_id): row for row in found}


def each(found: Iterable[Message]) -> Iterator[Due]:
    """A mail to each player with an address."""
    return (Due(message, player) for message in found for player in message.pair.present if player.email)


def _with_addresses() -> list[Competition]:
    """The competitions in which anybody can be reached by mail: three months after the end nobody can."""
    drawn = Competition.objects.filter(draws__published_at__isnull=False)
    known = Player.objects.filter(~Q(email="")).values("competition")
    return list(drawn.filter(pk__in=known))


def _due(competition: Competition) -> Iterator[Due]:
    snapshot = snapshot_of(competition)
    if snapshot is None or not (found := [one for one in messages(snapshot) if not one.known_at]):
        return
    known, told = rows(snapshot), told_by_hand(snapshot)
    for one in each(message for message in found if message.key not in told):
        if _may_go(one, known.get(one.key)):
            yield one


def _may_go(one: Due, row: Mail | None) -> bool:
    if row is None:
        return one.message.occasion not in PRESSED
    return row.sent_at is None and row.refused != one.player.email
