"""Putting right how a name is spelt, and what a competition is called, once its draw is published; the way back."""

from collections.abc import Mapping

from django.db import transaction

from competition.contest.models import Competition
from competition.contest.rules.people import identity_of
from competition.correcting.models import Particulars, Respelling
from competition.correcting.queries import standing_correction, standing_respellings
from competition.entries.actions.entering import PlayerEntry, as_read, told_apart_by
from competition.entries.models.pair import Pair, Player
from competition.entries.queries import players_by_key
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.events import Event
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused, Stale

FIELDS = ("name", "region", "opening_day", "opening_hour", "opening_place")


def renamed(pair: Pair, names: Mapping[int, str]) -> list[tuple[Player, str]]:
    """The players who are to be written otherwise, by place 1 or 2; Refused for nobody, or somebody entered already."""
    changed = [(player, names[player.place]) for player in pair.present if names[player.place] != player.display_name]
    if not changed:
        raise Refused("Both names are written so already: change at least one.")
    if identity_of(names[1]) == identity_of(names[2]):
        raise Refused(f"{names[1]} cannot be both players of a pair. {told_apart_by(names[1])}")
    taken = players_by_key(pair.competition)
    for _, name in changed:
        other = taken.get(identity_of(name))
        if other and other.pair_id != pair.pk:
            raise Refused(_somebody_else(other))
    return changed


def _somebody_else(other: Player) -> str:
    said = f"{other} is entered in pair {other.pair.number}: that is somebody else."
    return f"{said} {told_apart_by(other.display_name)}"


@transaction.atomic
def respell(pair: Pair, names: Mapping[int, str], *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Write the names of a pair otherwise; Stale when somebody has changed it since it was `shown`."""
    lock(pair.competition)
    _must_be_published(pair.competition)
    why = grounds.decided(by)
    stands = Pair.objects.prefetch_related("players", "withdrawals").get(pk=pair.pk)
    if [names[player.place] for player in stands.present] == [player.display_name for player in stands.present]:
        return
    pair = as_read(pair, shown)
    changed = renamed(pair, names)
    # Both keys leave before the new ones come, so that two players may change places.
    for player, _ in changed:
        Player.objects.filter(pk=player.pk).update(key=f"\n{player.pk}")
    for player, name in changed:
        Respelling.objects.create(player=player, before=player.display_name, after=name, **why)
        _write(pair, player, name, by, why["reason"])


@transaction.atomic
def take_back_spelling(competition: Competition, respelling: int, *, grounds: Grounds, by: Actor) -> None:
    """Write a name again as it was before; Refused unless that is the last change of it."""
    lock(competition)
    why = grounds.decided(by)
    row = Respelling.objects.select_related("player__pair").get(pk=respelling, player__competition=competition)
    same = Respelling.objects.filter(player=row.player)
    if same.filter(takes_back=row).exists():
        return
    if row not in standing_respellings(row.player.pair):
        raise Refused("This name has changed since: look again at how it stands.")
    other = players_by_key(competition).get(identity_of(row.before))
    if other and other != row.player:
        raise Refused(_somebody_else(other))
    Respelling.objects.create(player=row.player, before=row.after, after=row.before, takes_back=row, **why)
    _write(row.player.pair, row.player, row.before, by, why["reason"])


def _write(pair: Pair, player: Player, name: str, by: Actor, reason: object) -> None:
    facts = PlayerEntry(name).facts
    written = {column: facts[column] for column in ("name", "key", "distinction")}
    Player.objects.filter(pk=player.pk).update(**written)
    text = f"Pair {pair.number}: the name is written otherwise. {reason}"
    note(pair.competition, by, Event.NAME_CORRECTED, text, about=pair, before=player.display_name, after=name)


def fingerprint_of(competition: Competition) -> str:
    """The fingerprint of the particulars that can be put right, as they are now."""
    return fingerprint(columns(competition))


def columns(competition: Competition) -> dict[str, str]:
    """The particulars that can be put right, as they are kept with a correction."""
    values = {name: getattr(competition, name) for name in FIELDS}
    return {name: "" if value is None else str(value) for name, value in values.items()}


def differences(competition: Competition, wanted: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """What of the particulars would change: as it is and as it is wanted; Refused where nothing would."""
    now = columns(competition)
    changed = [name for name in FIELDS if now[name] != wanted[name]]
    if not changed:
        raise Refused("All of it stands so already: change something.")
    return {name: now[name] for name in changed}, {name: wanted[name] for name in changed}


@transaction.atomic
def correct(competition: Competition, wanted: Mapping[str, str], *, grounds: Grounds, shown: str, by: Actor) -> None:
    """Put particulars right, given as text; Stale when somebody has changed them since they were `shown`."""
    lock(competition)
    _must_be_published(competition)
    why = grounds.decided(by)
    competition = Competition.objects.get(pk=competition.pk)
    if columns(competition) == wanted:
        return
    if fingerprint_of(competition) != shown:
        raise Stale("The particulars have been changed since you opened the page. Look again.")
    before, after = differences(competition, wanted)
    Particulars.objects.create(competition=competition, before=before, after=after, **why)
    _put(competition, before, after, by, why["reason"])


@transaction.atomic
def take_back(competition: Competition, correction: int, *, grounds: Grounds, by: Actor) -> None:
    """Let the particulars be as before a correction; Refused unless it is the last."""
    lock(competition)
    why = grounds.decided(by)
    if Particulars.objects.filter(competition=competition, takes_back=correction).exists():
        return
    row = standing_correction(competition)
    if row is None or row.pk != correction:
        raise Refused("Another correction was made since: take that back first.")
    competition = Competition.objects.get(pk=competition.pk)
    facts = {"before": row.after, "after": row.before}
    Particulars.objects.create(competition=competition, takes_back=row, **facts, **why)
    _put(competition, row.after, row.before, by, why["reason"])


def _put(competition: Competition, before: dict[str, str], after: dict[str, str], by: Actor, reason: object) -> None:
    for field in Competition._meta.concrete_fields:
        if field.name in after:
            text = after[field.name]
            setattr(competition, field.name, field.to_python(text) if text or not field.null else None)
    competition.save(update_fields=[*after])
    was, now = (", ".join(filter(None, values.values())) for values in (before, after))
    note(competition, by, Event.DETAILS_CORRECTED, f"Put the particulars right. {reason}", before=was, after=now)


def _must_be_published(competition: Competition) -> None:
    if not competition.is_published:
        raise Refused("The draw is not published yet: change it on the page itself.")
