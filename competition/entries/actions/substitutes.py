"""Action that replaces a player of a pair. The pair keeps its number, its place and its results."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.rules.names import identity_of, person_key, split_name
from competition.entries.models.pair import Pair, Player, new_link_secret
from competition.entries.queries.entry import PlayerEntry, entered_already, told_apart_by
from competition.entries.queries.pairs import as_read
from scoring.rules.refusal import Refused


@transaction.atomic
def substitute(
    pair: Pair, *, leaving: int, player: PlayerEntry, because: str, new_link: bool, shown: str, by: Actor
) -> tuple[Player, Player]:
    """Replace the player in a place (1 or 2), and return the old player and the new one.

    The reason is public. `new_link` revokes the pair's private link, so that the player who left cannot edit its score
    sheets. `shown` is the fingerprint of the pair on the organiser's page. A player who left this place may return,
    which undoes a substitution. Raises Stale if the pair has changed. Raises Refused if the pair has withdrawn, the
    reason is empty, or the new player is not allowed.
    """
    lock(pair.competition)
    pair = as_read(pair, shown)
    gone = next(one for one in pair.present if one.place == leaving)
    _check_substitute(pair, player.name)
    if pair.withdrawal:
        raise Refused("The pair has withdrawn. Undo the withdrawal first.")
    if not because.strip():
        raise Refused("The reason is missing. Give a reason for the public pages.")
    now = timezone.now()
    # The contact details of a player who has left are not needed.
    gone.left_at, gone.left_because, gone.phone, gone.email = now, because.strip(), "", ""
    gone.save()
    come = Player.objects.create(competition=pair.competition, pair=pair, place=leaving, joined_at=now, **player.facts)
    if new_link:
        pair.link_secret = new_link_secret()
        pair.save(update_fields=["link_secret"])
    again = "again " if any(one.identity == come.identity for one in pair.players.all()) else ""
    text = f"Pair {pair.number}: {come} now plays {again}for {gone}. {gone.left_because}"
    told: dict[str, Any] = {"new_link": True} if new_link else {}
    log_event(pair.competition, by, Event.SUBSTITUTED, text, about=pair, before=str(gone), after=str(come), **told)
    return gone, come


def _check_substitute(pair: Pair, name: str) -> None:
    """Raise Refused if the player is in a pair or, after the draw, has been in another pair."""
    key, identity = person_key(split_name(name)[0]), identity_of(name)
    known = pair.competition.players.filter(key=key).select_related("pair")
    is_drawn = pair.competition.is_published
    for player in known:
        if player.identity != identity:
            continue
        if player.left_at is None:
            raise Refused(entered_already(player))
        if is_drawn and player.pair_id != pair.pk:
            said = f"{name} was in pair {player.pair.number}. A player cannot play for two pairs of one draw."
            raise Refused(f"{said} {told_apart_by(name)}")
