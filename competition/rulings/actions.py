"""Actions for the organiser: make a decision, delete a competition and remove a text."""

import re
import time
from collections.abc import Iterable, Sequence
from datetime import timedelta
from typing import TYPE_CHECKING, Any

from django.db import connection, transaction
from django.db.models import Model, QuerySet, TextChoices
from django.utils import timezone

from competition.audit import append_only
from competition.audit.actions import Actor, DecisionReason, lock, log_event, log_site_event
from competition.audit.append_only import REDACTED
from competition.audit.events import Event
from competition.audit.models import LogEntry
from competition.contest.actions import hide
from competition.contest.models import Competition
from competition.draw.models.result_entry import Interruption
from competition.draw.queries.draw import PublishedDraw, clear_cache, must_be_on, read_draw
from competition.draw.queries.states import PublishedMatch
from competition.draw.rules.bracket import Consequences
from competition.draw.rules.result import Stage
from competition.rulings.models import DetailsCorrection
from competition.rulings.queries import may_be_deleted, rows_to_remove, sheet_of, sheets_of_no_match, wordings, written
from scoring.models import SummarySheet
from scoring.rules.refusal import Refused
from scoring.rules.words import quantity
from scoring.templatetags.bridge import day

if TYPE_CHECKING:
    from competition.rulings.decisions.decision import Decision

# The most rows written in one transaction, because nobody else can write during it.
ROWS_AT_ONCE = 400
# SQLite has no queue of writers. A waiting writer tries again at least every 0.1 seconds.
_ROOM_FOR_OTHERS = 0.11
# An import or a deletion that has not ended after this time was killed.
_ABANDONED = timedelta(hours=1)
_CLOSED = "The match closed before the other pair replied, so the reported result is not confirmed automatically."


@transaction.atomic
def decide(decision: "Decision", *, grounds: DecisionReason, shown: str, by: Actor) -> Sequence[Model]:
    """Make a decision and return the rows that it writes, or no rows if it was made already.

    `shown` is the fingerprint of the preview shown to the organiser. Raises Refused if the decision is impossible or
    would now have other consequences.
    """
    lock(decision.competition)
    draw = read_draw(decision.competition)
    why = grounds.decided(by)
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
        log_event(competition, by, decision.event, **decision.line(row, reason))
    if draw and ahead.cases:
        interrupt(draw, ahead.if_won_by(case), by)
    return rows


def interrupt(draw: PublishedDraw, ahead: Consequences, by: Actor) -> None:
    """Mark the results interrupted by these consequences, and log each interruption for its match.

    The other pair could not reply, so such a result must not be confirmed automatically if the match is reopened.
    """
    for report in ahead.interrupted:
        interrupt_here(draw.matches[report.match])
        log_event(draw.competition, by, Event.REPLY_TIME_INTERRUPTED, _CLOSED, match=report.match)


def interrupt_here(state: PublishedMatch) -> None:
    """Mark the reported result of this match as interrupted by a decision about the match."""
    if state.last and state.stage is Stage.SUBMITTED and state.last.may_be_confirmed_automatically:
        Interruption.objects.create(entry_id=state.last.pk, at=timezone.now())


def delete(competition: Competition, *, by: Actor) -> None:
    """Delete a practice competition, or one in which nothing was played, and log it for the site.

    It disappears at once. Its rows are deleted later in small transactions, so that pairs elsewhere need not wait to
    record a deal. Raises Refused if the actor is not the owner, or if something was played and it is not a practice
    competition.
    """
    _hide(competition, by)
    clear_cache()
    remove(competition)


@transaction.atomic
def _hide(competition: Competition, by: Actor) -> None:
    lock(competition)
    if competition.owner_id != by.user.pk:
        raise Refused("Only the owner of a competition can delete it. Ask the owner.")
    if not may_be_deleted(competition):
        raise Refused("You cannot delete this competition, because something was played in it. You can cancel it.")
    description = f"{competition}, /{competition.slug}/, {quantity(competition.pairs.count(), 'pair')}"
    why = "it was practice" if competition.is_practice else "nothing was played"
    log_site_event(by, Event.COMPETITION_DELETED, f"Deleted {description}: {why}.")
    hide(competition)


def remove(competition: Competition) -> None:
    """Remove a hidden competition with all its rows. If a removal is killed, it can be repeated."""
    for rows in rows_to_remove(competition):
        _remove(rows)
    Competition.with_hidden.filter(pk=competition.pk).delete()


def remove_abandoned() -> None:
    """Remove competitions left by killed imports or deletions, and score sheets that belong to no match."""
    for competition in Competition.with_hidden.filter(hidden_since__lt=timezone.now() - _ABANDONED):
        remove(competition)
    _remove(sheets_of_no_match())


def let_others_write(written: int) -> None:
    """Wait for a moment after a full batch of rows, so that each waiting pair can record its deal."""
    if written >= ROWS_AT_ONCE and connection.vendor == "sqlite" and not connection.in_atomic_block:
        time.sleep(_ROOM_FOR_OTHERS)


def _remove(rows: QuerySet) -> None:
    """Delete these rows in small transactions, although their table may be append-only.

    Delete the latest rows first, because a row may refer to an earlier row in its table. Delete score sheets together
    with the rows that refer to them.
    """
    while some := list(rows.order_by("-pk")[:ROWS_AT_ONCE]):
        with append_only.lifted():
            rows.model._base_manager.filter(pk__in=[row.pk for row in some]).delete()
            SummarySheet.objects.filter(pk__in=[key for row in some if (key := sheet_of(row))]).delete()
        let_others_write(len(some))


class Why(TextChoices):
    """The public reason for removing a text."""

    HEALTH = "health", "it was about somebody’s health"
    PRIVATE = "private", "it was private"
    CONTACT = "contact", "it contained a phone number, an address or a link"
    HURTFUL = "hurtful", "it could hurt somebody"
    UNTRUE = "untrue", "it was not true"


@transaction.atomic
def redact(competition: Competition, words: str, why: Why, *, by: Actor) -> str:
    """Remove a text from the competition and its log, and return the mark that replaces it.

    `words` is the key of the text. Raises Refused if the text has already been removed. This cannot be undone.
    """
    lock(competition)
    removed = next((wording for wording in wordings(competition) if wording.key == words), None)
    if removed is None:
        raise Refused("This text has been removed already. Reload the page.")
    mark = f"{REDACTED} on {day(timezone.localdate())}: {why.label}]"
    for kind in written(competition):
        for name in kind.words:
            kind.rows.filter(**{name: removed.text}).update(**{name: mark})
    _out_of_the_details(competition, removed.text, mark)
    # Match only whole words, because a short word may be part of another word.
    _out_of_the_log(competition, re.compile(rf"(?<!\w){re.escape(removed.text)}(?!\w)"), mark)
    places = ", ".join(dict.fromkeys(removed.places))
    log_event(competition, by, Event.REDACTED, f"Removed text ({places}): {why.label}.")
    return mark


@append_only.lifted()
def _out_of_the_details(competition: Competition, text: str, mark: str) -> None:
    for row in DetailsCorrection.objects.filter(competition=competition):
        before, after = (
            {name: mark if value == text else value for name, value in values.items()}
            for values in (row.before, row.after)
        )
        DetailsCorrection.objects.filter(pk=row.pk).update(before=before, after=after)


def replace_in_texts(competition: Competition, names: Iterable[str], label: str) -> None:
    """Replace these names in every text and log entry of the competition. The caller must lift the triggers."""
    longest_first = sorted(names, key=len, reverse=True)
    those = re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, longest_first))})(?!\w)", re.IGNORECASE)
    for kind in written(competition):
        for name in kind.words:
            _replace_in_column(kind.rows, name, those, label)
    _out_of_the_log(competition, those, label)


def _replace_in_column(rows: QuerySet, name: str, those: re.Pattern[str], label: str) -> None:
    longest = rows.model._meta.get_field(name).max_length
    for pk, text in rows.exclude(**{name: ""}).order_by().values_list("pk", name):
        if those.search(text):
            rows.model._base_manager.filter(pk=pk).update(**{name: those.sub(label, text)[:longest]})


def _out_of_the_log(competition: Competition, those: re.Pattern[str], mark: str) -> None:
    for line in LogEntry.objects.filter(competition=competition):
        redacted = {"text": _without(line.text, those, mark), "detail": _without(line.detail, those, mark)}
        changed = {name: value for name, value in redacted.items() if value != getattr(line, name)}
        if changed:
            LogEntry.objects.filter(pk=line.pk).update(**changed)


def _without(value: Any, those: re.Pattern[str], mark: str) -> Any:
    if isinstance(value, str):
        return those.sub(lambda _: mark, value)
    if isinstance(value, dict):
        return {name: _without(part, those, mark) for name, part in value.items()}
    return [_without(part, those, mark) for part in value] if isinstance(value, list) else value
