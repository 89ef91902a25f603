"""Actions for pairs: enter, change, remove, replace a player, and record attendance."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import F, ProtectedError
from django.db.models.deletion import Collector
from django.utils import timezone

from competition.audit import append_only
from competition.audit.actions import Actor, lock, log_event, log_event_for_each
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.contest.rules.names import identity_of, person_key, split_name
from competition.entries.models import Away, Pair, Player, PreferredChannel, SignedOutDevice, new_link_secret, together
from competition.entries.queries.pairs import (
    PUBLISHED,
    Entry,
    PlayerEntry,
    as_read,
    entered_already,
    former_player,
    must_take_lists,
    next_number,
    objection,
    pairs,
    players_by_key,
    told_apart_by,
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
    """Enter all these pairs in one transaction and return them.

    `on` is the date of entry, by default today. Raises Refused if one pair cannot be entered, or if the draw is
    published and `is_list` is True. A single pair can be entered after the draw, but does not yet have a place in it.
    """
    lock(competition)
    if is_list:
        must_take_lists(competition)
    entered_players = players_by_key(competition)
    entered: list[tuple[Pair, list[Player]]] = []
    for number, entry in enumerate(entries, start=next_number(competition)):
        if fault := objection(entry, entered_players):
            raise Refused(fault)
        row = Pair(competition=competition, number=number, entered_on=on or timezone.localdate())
        pair = _fill_pair(row, entry)
        two = [Player(pair=pair, **facts) for facts in _player_fields(pair, entry)]
        entered_players |= {player.identity: player for player in two}
        entered.append((pair, two))
    Pair.objects.bulk_create([pair for pair, _ in entered])
    Player.objects.bulk_create([player for _, two in entered for player in two])
    _note_entered(competition, entered, by=by)
    return [pair for pair, _ in entered]


@transaction.atomic
def take_list(competition: Competition, new: Sequence[Entry], changed: Mapping[int, Entry], *, by: Actor) -> None:
    """Enter the new pairs from a list, and change entered pairs by number. Raises Refused if the draw is published."""
    lock(competition)
    for pair in pairs().filter(competition=competition, number__in=changed):
        change(pair, changed[pair.number], fingerprint=pair.fingerprint, by=by)
    enter_all(competition, new, by=by)


def lock_pair(pair: Pair) -> None:
    """Lock the competition of a pair or an entry. Raises Refused if the pair has been removed."""
    lock(pair.competition)
    if not Pair.of_any_status.filter(pk=pair.pk).exists():
        raise Refused("This pair has been removed, so nothing was saved. Go back and reload the page.")


def create_waiting(competition: Competition, entry: Entry, *, reference: str, wishes: str) -> Pair:
    """Create a pair that waits for the organiser's answer. The caller must hold the lock of the competition."""
    sent = {"reference": reference, "sent_at": timezone.now(), "wishes": wishes}
    pair = _fill_pair(Pair(competition=competition, status=Pair.Status.WAITING, link_secret="", **sent), entry)
    pair.save()
    Player.of_any_pair.bulk_create([Player(pair=pair, **facts) for facts in _player_fields(pair, entry)])
    return pair


@transaction.atomic
def enter_waiting(pair: Pair, entry: Entry, *, by: Actor) -> None:
    """Enter a waiting pair with the date when it made its entry. Raises Refused if it cannot be entered."""
    lock_pair(pair)
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
    late = {pair: ", late" if pair.is_late else "" for pair, _ in entered}
    texts = ((pair, f"Entered pair {pair.number}, {together(two)}{late[pair]}.") for pair, two in entered)
    log_event_for_each(competition, by, Event.ENTERED, texts)


@transaction.atomic
def change(pair: Pair, entry: Entry, *, fingerprint: str, by: Actor) -> None:
    """Change the details of a pair.

    `fingerprint` is the fingerprint of the pair on the organiser's page. Raises Stale if the pair has changed since
    then. Raises Refused if a player is in another pair or if a published draw prevents the change.
    """
    lock_pair(pair)
    if Entry.of(pairs().get(pk=pair.pk)) == entry:
        return
    pair = as_read(pair, fingerprint)
    if fault := objection(entry, players_by_key(pair.competition), own=pair):
        raise Refused(fault)
    if pair.competition.is_published:
        _check_drawn_details(entry, pair)
    before = without_contacts(pair)
    _save_pair(pair, entry)
    pair = Pair.objects.get(pk=pair.pk)
    after = without_contacts(pair)
    both: dict[str, Any] = {"before": before, "after": after} if before != after else {}
    log_event(pair.competition, by, Event.PAIR_CHANGED, f"Changed pair {pair.number}, {pair.name}.", about=pair, **both)


@transaction.atomic
def be_told(pair: Pair, way: PreferredChannel, *, by: Actor) -> None:
    """Store the channel that a pair prefers: email, letter or phone."""
    lock_pair(pair)
    if Pair.objects.filter(pk=pair.pk).exclude(way=way).update(way=way):
        text = f"Pair {pair.number}, {pair.name}, chose to be contacted: {way.label.lower()}."
        log_event(pair.competition, by, Event.CHANNEL_CHANGED, text, about=pair)


@transaction.atomic
def rename(competition: Competition, kind: str, old: str, new: str, *, by: Actor) -> None:
    """Rename a club or an area (`kind`). Merge it with any club or area that already has the new name.

    Raises Refused if the two names are equal or if no pair has the old name.
    """
    lock(competition)
    if new == old:
        raise Refused(f"The name is already {quoted(old)}. Type a different name.")
    if not competition.pairs.filter(**{kind: old}).update(**{kind: new}):
        raise Refused(f"No pair has the {kind} {quoted(old)}. Choose another one.")
    log_event(competition, by, Event.CLUB_RENAMED, f"Renamed the {kind} {quoted(old)} to {quoted(new)}.")


@transaction.atomic
def remove(pair: Pair, *, fingerprint: str, by: Actor) -> None:
    """Remove a pair that has no place in the draw. The other pairs keep their numbers.

    `fingerprint` is the fingerprint of the pair on the organiser's page. Raises Stale if the pair has changed since
    then, and Refused if the pair is or was in a published draw. Name corrections from an undone draw are also deleted,
    but the log keeps those decisions.
    """
    lock_pair(pair)
    _check_never_drawn(pair)
    pair = as_read(pair, fingerprint)
    log_event(pair.competition, by, Event.PAIR_REMOVED, f"Removed pair {pair.number}, {pair.name}.", about=pair)
    players = pair.present
    with append_only.lifted():
        pair.delete()
    if pair.reference:
        _keep_reference(pair, players)


def _keep_reference(pair: Pair, players: Sequence[Player]) -> None:
    """Keep a deleted pair's names and club for its entry page, which says that the pair was removed."""
    sent = {name: getattr(pair, name) for name in ("competition", "reference", "sent_at", "club")}
    removed = Pair.of_any_status.create(**sent, status=Pair.Status.REMOVED, link_secret="")
    names = ({name: getattr(player, name) for name in ("place", "name", "key", "distinction")} for player in players)
    Player.of_any_pair.bulk_create(Player(pair=removed, **facts) for facts in names)


@transaction.atomic
def renew_link(pair: Pair, *, by: Actor) -> None:
    """Revoke a pair's private link and create a new one."""
    lock_pair(pair)
    pair.link_secret = new_link_secret()
    pair.save(update_fields=["link_secret"])
    Player.objects.filter(pair=pair).update(left_link="")
    text = f"Gave pair {pair.number}, {pair.name}, a new private link."
    log_event(pair.competition, by, Event.LINK_RENEWED, text, about=pair)


@transaction.atomic
def change_reply_code(pair: Pair) -> None:
    """Give a pair a new reply code, because another person knows the old one."""
    lock_pair(pair)
    Pair.objects.filter(pk=pair.pk).update(reply_code_changes=F("reply_code_changes") + 1)
    text = f"Pair {pair.number}, {pair.name}, changed its reply code."
    log_event(pair.competition, Actor(pair=pair), Event.REPLY_CODE_CHANGED, text, about=pair)


@transaction.atomic
def renew_links(competition: Competition, *, by: Actor) -> None:
    """Revoke every pair's private link and create new ones."""
    lock(competition)
    pairs = [*competition.pairs.all()]
    for pair in pairs:
        pair.link_secret = new_link_secret()
    competition.pairs.bulk_update(pairs, ["link_secret"])
    competition.players.update(left_link="")
    log_event(competition, by, Event.LINKS_RENEWED, "Gave every pair a new private link.")


def _check_never_drawn(pair: Pair) -> None:
    """Raise Refused if the pair has, or ever had, a place in the draw. Late pairs are included."""
    try:
        Collector(using=DEFAULT_DB_ALIAS).collect([pair])
    except ProtectedError as fault:
        raise Refused(PUBLISHED) from fault


def _check_drawn_details(entry: Entry, pair: Pair) -> None:
    """Raise Refused if the entry changes the seed, bye or names of a drawn pair."""
    if (entry.seed, entry.given_bye) != (pair.seed, pair.given_bye):
        raise Refused("You cannot change the seed or the bye, because the draw is published. Leave both as they are.")
    for player, entered in zip(pair.present, entry.players, strict=True):
        if entered.name != player.display_name:
            raise Refused(f"The draw is published. Correct the name of {player} on its own page, or add a substitute.")


def _fill_pair(pair: Pair, entry: Entry) -> Pair:
    pair.club, pair.area, pair.attending = entry.club.strip(), entry.area.strip(), entry.attending
    pair.grade = entry.grade
    pair.seed, pair.given_bye, pair.way = entry.seed, entry.given_bye, entry.way
    return pair


def _player_fields(pair: Pair, entry: Entry) -> list[dict]:
    of = pair.competition if pair.is_entered else None
    return [{"competition": of, "place": n, **player.facts} for n, player in enumerate(entry.players, start=1)]


def _save_pair(pair: Pair, entry: Entry) -> None:
    _fill_pair(pair, entry).save()
    # Clear both keys first, so that the two players can swap places.
    present = Player.objects.filter(pair=pair, left_at=None)
    for player in pair.present:
        present.filter(pk=player.pk).update(key=f"\n{player.pk}")
    for facts in _player_fields(pair, entry):
        present.filter(place=facts["place"]).update(**facts)


@transaction.atomic
def tick(pair: Pair, *, here: bool, by: Actor) -> None:
    """Record that a pair is present or absent. Do nothing if this is already recorded."""
    lock_pair(pair)
    pair.refresh_from_db(fields=["here_since"])
    if here == (pair.here_since is not None):
        return
    pair.here_since = timezone.now() if here else None
    pair.save(update_fields=["here_since"])
    state = "is here" if here else "is not here"
    log_event(pair.competition, by, Event.TICKED, f"Pair {pair.number}, {pair.name}, {state}.", about=pair)


def end_devices(devices: Iterable[tuple[Pair, str]]) -> None:
    """Record that these pairs have signed out on devices, each identified by its mark. Their keys no longer work."""
    rows = [SignedOutDevice(pair=pair, mark=mark) for pair, mark in devices]
    SignedOutDevice.objects.bulk_create(rows, ignore_conflicts=True)


def opened(pairs: Iterable[Pair]) -> None:
    """Record that these pairs have just opened their pages. The time is accurate to ten minutes."""
    if news := [pair.pk for pair in pairs if not pair.opened_lately]:
        Pair.objects.filter(pk__in=news).update(opened_at=timezone.now())


Spans = Sequence[tuple[date, date]]
"""The first and the last day of each absence."""


@transaction.atomic
def keep_away(pair: Pair, spans: Spans, *, by: Actor) -> None:
    """Replace the days on which a pair is away."""
    lock_pair(pair)
    if sorted(spans) == list(pair.away.values_list("first", "last")):
        return
    pair.away.all().delete()
    Away.objects.bulk_create(Away(pair=pair, first=first, last=last) for first, last in sorted(spans))
    text = f"Pair {pair.number}, {pair.name}, gave the days on which they are away."
    log_event(pair.competition, by, Event.AWAY, text, about=pair)


@transaction.atomic
def substitute(
    pair: Pair,
    *,
    leaving: int,
    player: PlayerEntry,
    because: str,
    new_link: bool,
    fingerprint: str,
    by: Actor,
    forget: bool = False,
) -> tuple[Player, Player]:
    """Replace the player in a place (1 or 2), and return the old player and the new one.

    The reason is public. `new_link` revokes the pair's private link, so that the player who left cannot edit its score
    sheets. `forget` deletes the contact details of the player who leaves. `fingerprint` is the fingerprint of the pair
    on the organiser's page. A former player of the pair may return, with the stored contact details. Without
    `new_link`, this restores the private link that the pair had before that player left. Raises Stale if the pair has
    changed. Raises Refused if the pair has withdrawn, the reason is empty, or the new player is not allowed.
    """
    lock_pair(pair)
    pair = as_read(pair, fingerprint)
    leaver = next(member for member in pair.present if member.place == leaving)
    _check_substitution(pair, player.name, because)
    now = timezone.now()
    former = former_player(pair, player.name)
    facts = player.facts | (_take_contacts(former, player) if former else {})
    link = _next_link(pair, former, new_link=new_link)
    leaver.left_at, leaver.left_because = now, because.strip()
    leaver.left_link = pair.link_secret if link != pair.link_secret else ""
    if forget:
        leaver.phone = leaver.email = ""
    leaver.save()
    # The player who left also knows the earlier links of the other place, so they must not be restored.
    Player.objects.filter(pair=pair).exclude(place=leaving).update(left_link="")
    come = Player.objects.create(competition=pair.competition, pair=pair, place=leaving, joined_at=now, **facts)
    changed: dict[str, Any] = {"new_link": True} if link != pair.link_secret else {}
    Pair.objects.filter(pk=pair.pk).update(link_secret=link)
    text = f"Pair {pair.number}: {come} now plays {'again ' if former else ''}for {leaver}. {leaver.left_because}"
    log_event(pair.competition, by, Event.SUBSTITUTED, text, about=pair, before=str(leaver), after=str(come), **changed)
    return leaver, come


def _check_substitution(pair: Pair, name: str, because: str) -> None:
    """Raise Refused if the pair has withdrawn, the reason is empty, or this player is not allowed."""
    check_substitute(pair, name)
    if pair.withdrawal:
        raise Refused("The pair has withdrawn. Undo the withdrawal first.")
    if not because.strip():
        raise Refused("The reason is missing. Give a reason for the public pages.")


def _take_contacts(former: Player, player: PlayerEntry) -> dict[str, str]:
    """Return a returning player's contact details, and delete them from that player's former row."""
    contacts = {"phone": player.phone or former.phone, "email": player.email or former.email}
    former.phone = former.email = ""
    former.save()
    return contacts


def _next_link(pair: Pair, former: Player | None, *, new_link: bool) -> str:
    if new_link:
        return new_link_secret()
    return (former and former.left_link) or pair.link_secret


def check_substitute(pair: Pair, name: str) -> None:
    """Raise Refused if the player is in a pair or, after the draw, has been in another pair."""
    identity = identity_of(name)
    namesakes = pair.competition.players.filter(key=person_key(split_name(name)[0])).select_related("pair")
    for player in (player for player in namesakes if player.identity == identity):
        if player.left_at is None:
            raise Refused(entered_already(player))
        if pair.competition.is_published and player.pair_id != pair.pk:
            fault = f"{name} was in pair {player.pair.number}. A player cannot play for two pairs in one draw."
            raise Refused(f"{fault} {told_apart_by(name)}")
