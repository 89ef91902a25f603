"""Actions of the organiser: make a decision, delete a competition, redact words."""

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from django.db import transaction
from django.db.models import Model, TextChoices
from django.utils import timezone

from competition.audit import append_only
from competition.audit.actions import Actor, DecisionReason, lock, note, note_for_the_site
from competition.audit.append_only import REDACTED
from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.contest.models import Competition
from competition.knockout.models.result_entry import Interruption
from competition.knockout.queries.draw import PublishedDraw, clear_cache, must_be_on, read_draw
from competition.knockout.queries.states import MatchState
from competition.knockout.rules.consequences import Consequences
from competition.knockout.rules.stages import Stage
from competition.rulings.queries import was_played, wordings, written
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day

if TYPE_CHECKING:
    from competition.rulings.decisions.decision import Decision

_CLOSED = "The match ceased to be open to both pairs: silence no longer agrees to the result that was sent in."


@transaction.atomic
def decide(decision: "Decision", *, grounds: DecisionReason, shown: str, by: Actor) -> Sequence[Model]:
    """Make a decision, as things stand now, and return the rows it writes; none if it stands already.

    `shown` is the fingerprint of the preview that the organiser saw. Refused if the decision is impossible, or would
    now change something else.
    """
    lock(decision.competition)
    draw, why = read_draw(decision.competition), grounds.decided(by)
    if draw and not decision.while_cancelled:
        must_be_on(draw)
    competition = draw.competition if draw else Competition.objects.get(pk=decision.competition.pk)
    decision = type(decision)(competition, draw, decision.about, decision.content)
    reason = str(why["reason"])
    if decision.is_made(reason, shown):
        return []
    ahead = decision.preview()
    if ahead.fingerprint != shown:
        raise decision.stale()
    case, rows = decision.drawn()
    decision.write(rows, why)
    for row in rows:
        note(competition, by, decision.event, **decision.line(row, reason))
    if draw and ahead.cases:
        interrupt(draw, ahead.if_won_by(case), by)
    return rows


def interrupt(draw: PublishedDraw, ahead: Consequences, by: Actor) -> None:
    """Keep which results these consequences close, and tell it in the log of each match.

    Whoever was to answer could not, so time alone must not make such a result official when the match is open again.
    """
    for one in ahead.interrupted:
        interrupt_here(draw.matches[one.match])
        note(draw.competition, by, Event.SILENCE_INTERRUPTED, _CLOSED, match=one.match)


def interrupt_here(state: MatchState) -> None:
    """Keep that the result on the table of this match was overtaken by a decision about the match itself."""
    if state.last and state.stage is Stage.SUBMITTED and state.last.may_be_confirmed_automatically:
        Interruption.objects.create(entry_id=state.last.pk, at=timezone.now())


@append_only.lifted()
def delete(competition: Competition, *, by: Actor) -> None:
    """Delete, for its owner, a competition in which nothing was ever played; the site's own log keeps that it was."""
    lock(competition)
    if competition.owner_id != by.user.pk:
        raise Refused("Only the owner of a competition can delete it.")
    if was_played(competition):
        raise Refused("Something has been played in this competition, so it stays. You can cancel it.")
    known = f"{competition}, /{competition.slug}/, {competition.pairs.count()} pairs"
    note_for_the_site(by, Event.COMPETITION_DELETED, f"Deleted {known}: nothing was played.")
    competition.draws.all().delete()
    competition.delete()
    clear_cache()


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
