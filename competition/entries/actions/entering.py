"""Actions for pairs: enter, change, remove, rename clubs and areas, and renew private links."""

from collections.abc import Sequence
from datetime import date
from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import ProtectedError
from django.db.models.deletion import Collector
from django.utils import timezone

from competition.audit import append_only
from competition.audit.actions import Actor, lock, log_event, log_event_for_each
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.entries.models.pair import Pair, Player, Way, new_link_secret, together
from competition.entries.queries.entry import Entry, objection
from competition.entries.queries.pairs import (
    PUBLISHED,
    as_read,
    must_take_lists,
    next_number,
    pairs,
    players_by_key,
    without_contacts,
)
from scoring.rules.refusal import Refused, quoted


@transaction.atomic
def enter(competition: Competition, entry: Entry, *, by: Actor) -> Pair:
    """Enter one pair under the next number. Raises Refused if a player is already in a pair."""
    return enter_all(competition, [entry], by=by, is_list=False)[0]


@transaction.atomic
def enter_all(
    competition: Competition, entries: Sequence[Entry], *, by: Actor, on: date | None = None, is_list: bool = True
) -> list[Pair]:
    """Enter all these pairs in one transaction, and return them.

    `on` is the date of entry, by default today. Raises Refused if one pair cannot be entered, or if the draw is
    published and `is_list` is set. A single pair can be entered after the draw, but it has no place in the draw yet.
    """
    lock(competition)
    if is_list:
        must_take_lists(competition)
    taken, number, on = players_by_key(competition), next_number(competition), on or timezone.localdate()
    entered: list[tuple[Pair, list[Player]]] = []
    for place, entry in enumerate(entries):
        if fault := objection(entry, taken):
            raise Refused(fault)
        pair = _fill_pair(Pair(competition=competition, number=number + place, entered_on=on), entry)
        two = [Player(pair=pair, **facts) for facts in _player_fields(pair, entry)]
        taken |= {player.identity: player for player in two}
        entered.append((pair, two))
    Pair.objects.bulk_create([pair for pair, _ in entered])
    Player.objects.bulk_create([player for _, two in entered for player in two])
    _note_entered(competition, entered, by=by)
    return [pair for pair, _ in entered]


def create_waiting(competition: Competition, entry: Entry, *, reference: str, wishes: str) -> Pair:
    """Create a pair that waits for the organiser's answer. The caller holds the lock of the competition."""
    sent = {"reference": reference, "sent_at": timezone.now(), "wishes": wishes}
    pair = _fill_pair(Pair(competition=competition, status=Pair.Status.WAITING, link_secret="", **sent), entry)
    pair.save()
    Player.of_any_pair.bulk_create([Player(pair=pair, **facts) for facts in _player_fields(pair, entry)])
    return pair


@transaction.atomic
def enter_waiting(pair: Pair, entry: Entry, *, by: Actor) -> None:
    """Enter a waiting pair with the date on which it sent its entry. Raises Refused if it cannot be entered."""
    lock(pair.competition)
    if fault := objection(entry, players_by_key(pair.competition)):
        raise Refused(fault)
    pair.status, pair.number = Pair.Status.ENTERED, next_number(pair.competition)
    pair.entered_on, pair.link_secret, pair.wishes = timezone.localdate(pair.sent_at), new_link_secret(), ""
    _fill_pair(pair, entry).save()
    players = pair.present
    for player, facts in zip(players, _player_fields(pair, entry), strict=True):
        for name, value in facts.items():
            setattr(player, name, value)
        player.save()
    _note_entered(pair.competition, [(pair, players)], by=by)


def _note_entered(competition: Competition, entered: Sequence[tuple[Pair, list[Player]]], *, by: Actor) -> None:
    said = ((pair, f"{together(two)}{', late' if pair.is_late else ''}") for pair, two in entered)
    log_event_for_each(
        competition, by, Event.ENTERED, ((pair, f"Entered pair {pair.number}, {who}.") for pair, who in said)
    )


@transaction.atomic
def change(pair: Pair, entry: Entry, *, shown: str, by: Actor) -> None:
    """Change the details of a pair.

    `shown` is the fingerprint of the pair on the organiser's page. Raises Stale if the pair has changed since then.
    Raises Refused if a player is in another pair or if a published draw forbids the change.
    """
    lock(pair.competition)
    if Entry.of(pairs().get(pk=pair.pk)) == entry:
        return
    pair = as_read(pair, shown)
    if fault := objection(entry, players_by_key(pair.competition), own=pair):
        raise Refused(fault)
    if pair.competition.is_published:
        _check_drawn_details(entry, pair)
    before = without_contacts(pair)
    _save_pair(pair, entry)
    pair = Pair.objects.get(pk=pair.pk)
    said: dict[str, Any] = (
        {"before": before, "after": without_contacts(pair)} if before != without_contacts(pair) else {}
    )
    log_event(pair.competition, by, Event.PAIR_CHANGED, f"Changed pair {pair.number}, {pair.name}.", about=pair, **said)


@transaction.atomic
def be_told(pair: Pair, way: Way, *, by: Actor) -> None:
    """Store the channel that a pair prefers: email, letter or phone."""
    lock(pair.competition)
    if Pair.objects.filter(pk=pair.pk).exclude(way=way).update(way=way):
        text = f"Pair {pair.number}, {pair.name}, chose to be contacted: {way.label.lower()}."
        log_event(pair.competition, by, Event.CHANNEL_CHANGED, text, about=pair)


@transaction.atomic
def rename(competition: Competition, kind: str, old: str, new: str, *, by: Actor) -> None:
    """Rename a club or an area (`kind`). Merge it with any club or area that has the new name.

    Raises Refused if the two names are equal or if no pair has the old name.
    """
    lock(competition)
    if new == old:
        raise Refused(f"The name is already {quoted(old)}. Type a different name.")
    if not competition.pairs.filter(**{kind: old}).update(**{kind: new}):
        raise Refused(f"No pair has the {kind} {quoted(old)}. Choose another one.")
    log_event(competition, by, Event.CLUB_RENAMED, f"Renamed the {kind} {quoted(old)} to {quoted(new)}.")


@transaction.atomic
def remove(pair: Pair, *, shown: str, by: Actor) -> None:
    """Remove a pair that has no place in the draw. The other pairs keep their numbers.

    `shown` is the fingerprint of the pair on the organiser's page. Raises Stale if the pair has changed since then, and
    Refused if the pair is or was in a published draw. Name corrections from an undone draw are deleted too, but the log
    keeps those decisions.
    """
    lock(pair.competition)
    _check_never_drawn(pair)
    pair = as_read(pair, shown)
    log_event(pair.competition, by, Event.PAIR_REMOVED, f"Removed pair {pair.number}, {pair.name}.", about=pair)
    players = pair.present
    append_only.delete(pair)
    if pair.reference:
        _keep_reference(pair, players)


def _keep_reference(pair: Pair, players: Sequence[Player]) -> None:
    """Keep the names and the club of a deleted pair for the page of its entry, which says that it was removed."""
    sent = {name: getattr(pair, name) for name in ("competition", "reference", "sent_at", "club")}
    kept = Pair.of_any_status.create(**sent, status=Pair.Status.REMOVED, link_secret="")
    names = ({name: getattr(player, name) for name in ("place", "name", "key", "distinction")} for player in players)
    Player.of_any_pair.bulk_create(Player(pair=kept, **facts) for facts in names)


@transaction.atomic
def renew_link(pair: Pair, *, by: Actor) -> None:
    """Revoke the private link of a pair and create a new one."""
    lock(pair.competition)
    pair.link_secret = new_link_secret()
    pair.save(update_fields=["link_secret"])
    log_event(
        pair.competition,
        by,
        Event.LINK_RENEWED,
        f"Gave pair {pair.number}, {pair.name}, a new private link.",
        about=pair,
    )


@transaction.atomic
def renew_links(competition: Competition, *, by: Actor) -> None:
    """Revoke the private link of every pair and create new ones."""
    lock(competition)
    pairs = [*competition.pairs.all()]
    for pair in pairs:
        pair.link_secret = new_link_secret()
    competition.pairs.bulk_update(pairs, ["link_secret"])
    log_event(competition, by, Event.LINKS_RENEWED, "Gave every pair a new private link.")


def _check_never_drawn(pair: Pair) -> None:
    """Raise Refused if the pair has, or ever had, a place in the draw. Late pairs are included."""
    try:
        Collector(using=DEFAULT_DB_ALIAS).collect([pair])
    except ProtectedError as fault:
        raise Refused(PUBLISHED) from fault


def _check_drawn_details(entry: Entry, pair: Pair) -> None:
    """Raise Refused if the entry changes the seed, the bye or the names of a drawn pair."""
    if (entry.seed, entry.given_bye) != (pair.seed, pair.given_bye):
        raise Refused("You cannot change the seed or the bye, because the draw is published. Leave both as they are.")
    for player, entered in zip(pair.present, entry.players, strict=True):
        if entered.name != player.display_name:
            raise Refused(
                f"You cannot change {player} here, because the draw is published. Correct the name on its own page, "
                "or add a substitute."
            )


def _fill_pair(pair: Pair, entry: Entry) -> Pair:
    pair.club, pair.area, pair.attending = entry.club.strip(), entry.area.strip(), entry.attending
    pair.seed, pair.given_bye, pair.way = entry.seed, entry.given_bye, entry.way
    return pair


def _player_fields(pair: Pair, entry: Entry) -> list[dict]:
    of = pair.competition if pair.is_entered else None
    return [{"competition": of, "place": n, **one.facts} for n, one in enumerate(entry.players, start=1)]


def _save_pair(pair: Pair, entry: Entry) -> None:
    _fill_pair(pair, entry).save()
    # Clear both keys first, so that the two players can swap places.
    present = Player.objects.filter(pair=pair, left_at=None)
    for player in pair.present:
        present.filter(pk=player.pk).update(key=f"\n{player.pk}")
    for facts in _player_fields(pair, entry):
        present.filter(place=facts["place"]).update(**facts)
