"""Actions for what is written: correct names and details, take a correction back, redact words."""

import re
from collections.abc import Mapping
from typing import Any

from django.db import transaction
from django.db.models import TextChoices
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.people import identity_of
from competition.entries.actions.entering import PlayerEntry, as_read, told_apart_by
from competition.entries.models.pair import Pair, Player
from competition.entries.queries import players_by_key
from competition.log.actions import Actor, Grounds, lock, note
from competition.log.append_only import REDACTED
from competition.log.events import Event
from competition.log.models import LogEntry
from competition.rulings.models import Particulars, Respelling
from competition.rulings.queries import standing_correction, standing_respellings, wordings, written
from scoring.rules.fingerprint import fingerprint
from scoring.rules.refusal import Refused, Stale
from scoring.templatetags.bridge import day

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


class Why(TextChoices):
    """Why words are taken out, of which everybody may read no more than this."""

    HEALTH = "health", "they told of somebody’s health"
    PRIVATE = "private", "they told what is a person’s own affair"
    CONTACT = "contact", "they held a telephone number, an address or a link"
    HURTFUL = "hurtful", "they could hurt somebody"
    UNTRUE = "untrue", "they were not true"


@transaction.atomic
def redact(competition: Competition, words: str, why: Why, *, by: Actor) -> str:
    """Take the wording known by these `words` out wherever it stands; the mark that stands there from now on.

    Refused when it stands nowhere any more. This cannot be taken back: nobody has the words.
    """
    lock(competition)
    found = next((one for one in wordings(competition) if one.key == words), None)
    if found is None:
        raise Refused("These words stand nowhere any more.")
    mark = f"{REDACTED} on {day(timezone.localdate())}: {why.label}]"
    for kind in written(competition):
        for name in kind.words:
            kind.rows.filter(**{name: found.text}).update(**{name: mark})
    _out_of_the_log(competition, found.text, mark)
    places = ", ".join(dict.fromkeys(found.places))
    note(competition, by, Event.REDACTED, f"Took words out for good ({places}): {why.label}.")
    return mark


def _out_of_the_log(competition: Competition, text: str, mark: str) -> None:
    # Short words may be part of others.
    those = re.compile(rf"(?<!\w){re.escape(text)}(?!\w)")
    for line in LogEntry.objects.filter(competition=competition):
        told = {"text": _without(line.text, those, mark), "detail": _without(line.detail, those, mark)}
        changed = {name: value for name, value in told.items() if value != getattr(line, name)}
        if changed:
            LogEntry.objects.filter(pk=line.pk).update(**changed)


def _without(said: Any, those: re.Pattern[str], mark: str) -> Any:
    if isinstance(said, str):
        return those.sub(lambda _: mark, said)
    if isinstance(said, dict):
        return {name: _without(part, those, mark) for name, part in said.items()}
    return [_without(part, those, mark) for part in said] if isinstance(said, list) else said
