"""Entering pairs, changing what is known of them, and taking an entry off again."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db import DEFAULT_DB_ALIAS, transaction
from django.db.models import ProtectedError
from django.db.models.deletion import Collector
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.people import distinguished, identity_of, person_key, split_name
from competition.entries.models.pair import Pair, Player, Way, new_link_secret
from competition.entries.queries import next_number, pairs, players_by_key
from competition.log import append_only
from competition.log.actions import Actor, lock, note, note_each
from competition.log.events import Event
from scoring.rules.refusal import Refused, Stale, quoted

_PUBLISHED = "The draw is published: entries can no longer be added or taken off."


@dataclass(frozen=True, slots=True)
class PlayerEntry:
    """A player as entered; the name may end with a word in brackets that tells namesakes apart."""

    name: str
    phone: str = ""
    email: str = ""

    @property
    def facts(self) -> dict[str, str]:
        """What is kept of the player, without spaces that mean nothing."""
        name, distinction = split_name(self.name)
        known = {"name": name, "key": person_key(name), "distinction": distinction}
        return {**known, "phone": self.phone.strip(), "email": self.email.strip()}


@dataclass(frozen=True, slots=True)
class Entry:
    """A pair as entered."""

    players: tuple[PlayerEntry, PlayerEntry]
    club: str = ""
    area: str = ""
    attending: bool = False
    seed: int | None = None
    given_bye: bool = False
    way: str = Way.MAIL

    @classmethod
    def of(cls, pair: Pair) -> "Entry":
        """A pair as it would be entered now."""
        first, second = (PlayerEntry(player.display_name, player.phone, player.email) for player in pair.present)
        return cls((first, second), pair.club, pair.area, pair.attending, pair.seed, pair.given_bye, pair.way)

    @property
    def keys(self) -> tuple[str, ...]:
        """Both whole names as they are compared: with what tells namesakes apart."""
        return tuple(identity_of(player.name) for player in self.players)


def objection(entry: Entry, taken: Mapping[str, Player], own: Pair | None = None) -> str:
    """Why this pair cannot be entered beside the players already in, as a sentence; empty when it can."""
    first, second = entry.keys
    if first == second:
        return f"{entry.players[0].name} cannot be both players of a pair. {told_apart_by(entry.players[0].name)}"
    ranked = [one.pair for one in taken.values() if entry.seed and one.pair.seed == entry.seed and one.pair != own]
    if ranked:
        return f"Seed {entry.seed} is pair {ranked[0].number} already. Each rank is given once."
    others = [taken[key] for key in entry.keys if key in taken and taken[key].pair != own]
    if not others:
        return ""
    if len(others) == 2 and others[0].pair == others[1].pair:
        return f"This pair is entered already, as number {others[0].pair.number}."
    return entered_already(others[0])


def entered_already(player: Player) -> str:
    """Say that this player is in a pair already, and how a namesake is entered."""
    name, number = player.display_name, player.pair.number
    return f"{name} is entered already, in pair {number}. A player enters once. {told_apart_by(name)}"


def told_apart_by(name: str) -> str:
    """Say how two people of one name are told apart."""
    example = distinguished(split_name(name)[0], "senior")
    return f"If two people have this name, write a word after it: “{example}”."


@transaction.atomic
def enter(competition: Competition, entry: Entry, *, by: Actor) -> Pair:
    """Enter one pair under the next number; Refused when a player is in already."""
    return enter_all(competition, [entry], by=by, is_list=False)[0]


@transaction.atomic
def enter_all(
    competition: Competition, entries: Sequence[Entry], *, by: Actor, on: date | None = None, is_list: bool = True
) -> list[Pair]:
    """Enter all these pairs, or none of them when one is refused; `on` is the day they were sent in, today else.

    Once the draw is published a list is Refused; a single pair is entered, and stands nowhere in the draw yet.
    """
    lock(competition)
    if is_list:
        must_take_lists(competition)
    taken, number, on = players_by_key(competition), next_number(competition), on or timezone.localdate()
    entered: list[Pair] = []
    players: list[Player] = []
    for place, entry in enumerate(entries):
        if fault := objection(entry, taken):
            raise Refused(fault)
        pair = _filled_in(Pair(competition=competition, number=number + place, entered_on=on), entry)
        two = [Player(pair=pair, **facts) for facts in _players(pair, entry)]
        taken |= {player.identity: player for player in two}
        entered.append(pair)
        players += two
    Pair.objects.bulk_create(entered)
    Player.objects.bulk_create(players)
    both = zip(entered, players[::2], players[1::2], strict=True)
    said = ((pair, f"{first} & {second}{', late' if pair.is_late else ''}") for pair, first, second in both)
    note_each(competition, by, Event.ENTERED, ((pair, f"Entered pair {pair.number}, {who}.") for pair, who in said))
    return entered


def must_take_lists(competition: Competition) -> None:
    """Refused once the draw is published: who comes then is put into it one by one."""
    if competition.is_published:
        raise Refused(_PUBLISHED)


def as_read(pair: Pair, shown: str) -> Pair:
    """The pair as it stands, for a caller who holds the lock.

    `shown` is the fingerprint of the pair as it was shown: Stale when somebody has changed it since.
    """
    stands = pairs().get(pk=pair.pk)
    if stands.fingerprint != shown:
        raise changed(stands)
    return stands


def changed(pair: Pair) -> Stale:
    """Return the refusal for whoever saw the pair before it became what it is now."""
    gone = ", withdrawn" if pair.withdrawal else ""
    return Stale(f"This pair has been changed since you opened the page: {_but_contacts(pair)}{gone}. Look again.")


@transaction.atomic
def change(pair: Pair, entry: Entry, *, shown: str, by: Actor) -> None:
    """Change what is known of a pair as it was read; Refused when a player is in another pair."""
    lock(pair.competition)
    if Entry.of(pairs().get(pk=pair.pk)) == entry:
        return
    pair = as_read(pair, shown)
    if fault := objection(entry, players_by_key(pair.competition), own=pair):
        raise Refused(fault)
    if pair.competition.is_published:
        _keeps_what_was_drawn(entry, pair)
    before = _but_contacts(pair)
    _write(pair, entry)
    pair = Pair.objects.get(pk=pair.pk)
    said: dict[str, Any] = {"before": before, "after": _but_contacts(pair)} if before != _but_contacts(pair) else {}
    note(pair.competition, by, Event.PAIR_CHANGED, f"Changed pair {pair.number}, {pair.name}.", about=pair, **said)


@transaction.atomic
def be_told(pair: Pair, way: Way, *, by: Actor) -> None:
    """Keep how a pair wishes to be told what happens."""
    lock(pair.competition)
    if Pair.objects.filter(pk=pair.pk).exclude(way=way).update(way=way):
        text = f"Pair {pair.number}, {pair.name}, wish to be told: {way.label.lower()}."
        note(pair.competition, by, Event.WAY_CHANGED, text, about=pair)


@transaction.atomic
def rename(competition: Competition, kind: str, old: str, new: str, *, by: Actor) -> None:
    """Give a club or an area (`kind`) another name; two of one name become one."""
    lock(competition)
    if new == old:
        raise Refused(f"It is called {quoted(old)} already.")
    if not competition.pairs.filter(**{kind: old}).update(**{kind: new}):
        raise Refused(f"No pair gives {quoted(old)} as its {kind} any more.")
    note(competition, by, Event.CLUB_RENAMED, f"Called the {kind} {quoted(old)} {quoted(new)} from now on.")


@transaction.atomic
def remove(pair: Pair, *, shown: str, by: Actor) -> None:
    """Take off an entry that is in no draw, as it was read; the other pairs keep their numbers.

    Names that were put right in a draw since taken back go with it; the log keeps what was decided.
    """
    lock(pair.competition)
    _must_stand_nowhere(pair)
    pair = as_read(pair, shown)
    note(
        pair.competition, by, Event.PAIR_REMOVED, f"Took off the entry of pair {pair.number}, {pair.name}.", about=pair
    )
    append_only.delete(pair)


@transaction.atomic
def renew_link(pair: Pair, *, by: Actor) -> None:
    """Make a pair's private link worthless and give it a new one."""
    lock(pair.competition)
    pair.link_secret = new_link_secret()
    pair.save(update_fields=["link_secret"])
    note(
        pair.competition,
        by,
        Event.LINK_RENEWED,
        f"Gave pair {pair.number}, {pair.name}, a new private link.",
        about=pair,
    )


@transaction.atomic
def renew_links(competition: Competition, *, by: Actor) -> None:
    """Make every pair's private link worthless and give each a new one."""
    lock(competition)
    pairs = [*competition.pairs.all()]
    for pair in pairs:
        pair.link_secret = new_link_secret()
    competition.pairs.bulk_update(pairs, ["link_secret"])
    note(competition, by, Event.LINKS_RENEWED, "Gave every pair a new private link.")


def _but_contacts(pair: Pair) -> str:
    """What everybody at the desk may read of a pair for years: all but the contacts."""
    told = [pair.name, pair.club, pair.area, "comes to the opening day" if pair.attending else ""]
    told += [f"seed {pair.seed}" if pair.seed else "", "given a bye" if pair.given_bye else ""]
    return ", ".join(filter(None, told))


def _must_stand_nowhere(pair: Pair) -> None:
    """Refused for a pair that has, or ever had, a place in the draw, be it that it came late."""
    try:
        Collector(using=DEFAULT_DB_ALIAS).collect([pair])
    except ProtectedError as fault:
        raise Refused(_PUBLISHED) from fault


def _keeps_what_was_drawn(entry: Entry, pair: Pair) -> None:
    """Refused unless it is the pair that was drawn, under the names it has."""
    if (entry.seed, entry.given_bye) != (pair.seed, pair.given_bye):
        raise Refused("The draw is published: seed and bye stay as they were drawn.")
    for player, entered in zip(pair.present, entry.players, strict=True):
        if entered.name != player.display_name:
            raise Refused(
                f"{player} was drawn: how the name is written is put right on a page of its own. For another "
                "player, put a substitute in."
            )


def _filled_in(pair: Pair, entry: Entry) -> Pair:
    pair.club, pair.area, pair.attending = entry.club.strip(), entry.area.strip(), entry.attending
    pair.seed, pair.given_bye, pair.way = entry.seed, entry.given_bye, entry.way
    return pair


def _players(pair: Pair, entry: Entry) -> list[dict]:
    return [{"competition": pair.competition, "place": n, **one.facts} for n, one in enumerate(entry.players, start=1)]


def _write(pair: Pair, entry: Entry) -> None:
    _filled_in(pair, entry).save()
    # Both keys leave before the new ones come, so that two players may change places.
    present = Player.objects.filter(pair=pair, left_at=None)
    for player in pair.present:
        present.filter(pk=player.pk).update(key=f"\n{player.pk}")
    for facts in _players(pair, entry):
        present.filter(place=facts["place"]).update(**facts)
