"""Taking words out for good: they go from every row and from the log, and a mark stands where they were."""

import re
from typing import Any

from django.db import transaction
from django.db.models import TextChoices
from django.utils import timezone

from competition.contest.models import Competition
from competition.log.actions import Actor, lock, note
from competition.log.append_only import REDACTED
from competition.log.events import Event
from competition.log.models import LogEntry
from competition.redaction.queries import wordings, written
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day


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
