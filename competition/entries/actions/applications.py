"""Actions for entries made by pairs: apply, accept and decline."""

import secrets
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, log_event
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.contest.rules.conditions import MOST_PAIRS
from competition.entries.actions.pairs import Spans, create_waiting, enter_waiting, lock_pair
from competition.entries.models import Away, Pair, Player
from competition.entries.queries.applications import unconfirmed_applications, waiting_applications
from competition.entries.queries.pairs import Entry, must_take_lists, objection, players_by_key, players_elsewhere
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day

# Letters and digits for references. Characters that sound or look alike are left out.
_REFERENCE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_REFERENCE_LENGTH = 10
# Larger than the largest draw, because the organiser may decline some pairs.
_MOST_WAITING = 4 * MOST_PAIRS
_MOST_UNCONFIRMED = MOST_PAIRS


@transaction.atomic
def apply(competition: Competition, entry: Entry, *, wishes: str, away: Spans = ()) -> Pair:
    """Create a pair that waits for the organiser to accept or decline it, and return it.

    If the pair has already made exactly this entry, return the existing pair. Another entry with the same names does
    not prevent this one, because the organiser sees both. Raises Refused if entries are closed or full.
    """
    lock(competition)
    _check_entries_open(competition)
    waiting = waiting_applications(competition)
    alike = waiting.filter(players__place=1, players__key=entry.players[0].facts["key"])
    if again := next((sent for sent in alike if _is_same(Entry.of(sent), entry)), None):
        return again
    # An unconfirmed entry takes up no place, because anybody can make entries with any address.
    unconfirmed = waiting.filter(pk__in=unconfirmed_applications().values("pk")).count()
    if competition.pairs.count() >= MOST_PAIRS or waiting.count() - unconfirmed >= _MOST_WAITING:
        raise Refused("The competition is full. Ask the organiser.")
    if unconfirmed >= _MOST_UNCONFIRMED:
        raise Refused("Too many entries wait to be confirmed by email. Try again tomorrow, or ask the organiser.")
    if fault := objection(entry, entered={}):
        raise Refused(fault)
    reference = "".join(secrets.choice(_REFERENCE_LETTERS) for _ in range(_REFERENCE_LENGTH))
    sent = create_waiting(competition, entry, reference=reference, wishes=wishes)
    Away.objects.bulk_create(Away(pair=sent, first=first, last=last) for first, last in sorted(away))
    log_event(competition, Actor(), Event.APPLIED, f"{sent.name} entered the competition, {sent.reference}.")
    return sent


@transaction.atomic
def confirm(pair: Pair) -> None:
    """Record that the owner of the email address made this entry. Raises Refused if it already has an answer."""
    _reload_waiting(pair)
    if pair.confirmed_at is None:
        pair.confirmed_at = timezone.now()
        pair.save(update_fields=["confirmed_at"])
        log_event(pair.competition, Actor(), Event.ENTRY_CONFIRMED, f"{pair.name} confirmed their entry by email.")


@transaction.atomic
def disown(pair: Pair) -> None:
    """Delete an entry that the owner of its email address did not make. Raises Refused if it has an answer."""
    _reload_waiting(pair)
    _delete(pair, "the holder of its email address did not send it")


def delete_unconfirmed(pairs: Iterable[Pair]) -> int:
    """Delete these entries unless they have been confirmed or answered, and return the number deleted."""
    return sum(_delete_unconfirmed(pair) for pair in pairs)


@transaction.atomic
def _delete_unconfirmed(pair: Pair) -> bool:
    lock(pair.competition)
    still = Pair.of_any_status.filter(pk=pair.pk, status=Pair.Status.WAITING, confirmed_at=None).exists()
    if still:
        _delete(pair, "nobody confirmed it by email")
    return still


def _delete(pair: Pair, why: str) -> None:
    text = f"The entry of {pair.name}, {pair.reference}, was deleted, because {why}."
    pair.delete()
    log_event(pair.competition, Actor(), Event.ENTRY_DELETED, text)


@transaction.atomic
def report_limit(competition: Competition) -> None:
    """Log that the number of entries reached a limit, at most once an hour. The organisers get an email."""
    lock(competition)
    event = Event.ENTRIES_LIMITED
    if competition.log.filter(event=event, at__gt=timezone.now() - timedelta(hours=1)).exists():
        return
    text = "Very many entries came in, so more are refused for an hour. Look at the entries under Pairs."
    log_event(competition, Actor(), event, text)


@transaction.atomic
def accept(pair: Pair, *, names: Sequence[str] = (), by: Actor) -> Pair:
    """Enter a pair with the date when it made its entry, and return it.

    `names` are the names of the two players, with any word that distinguishes a namesake. Without them the pair keeps
    its names. Raises Refused if the pair cannot be entered or already has an answer.
    """
    _reload_waiting(pair)
    entry = Entry.of(pair)
    if names:
        first, second = (replace(player, name=name) for player, name in zip(entry.players, names, strict=True))
        entry = replace(entry, players=(first, second))
    enter_waiting(pair, entry, by=by)
    return pair


@transaction.atomic
def decline(pair: Pair, *, reason: str, by: Actor) -> None:
    """Decline a pair with a reason that it can read.

    The contact details are deleted later, once the pair has been told. Raises Refused if the reason is empty or the
    pair already has an answer.
    """
    _reload_waiting(pair)
    if not reason.strip():
        raise Refused("The reason is missing. Give it for the pair.")
    pair.away.all().delete()
    pair.status, pair.decline_reason, pair.wishes = Pair.Status.DECLINED, reason.strip(), ""
    pair.save()
    text = f"Declined the entry of {pair.name}, {pair.reference}: {pair.decline_reason}"
    log_event(pair.competition, by, Event.ENTRY_DECLINED, text)


def _check_entries_open(competition: Competition) -> None:
    if competition.is_published:
        raise Refused("Entries are closed, because the draw is published. Ask the organiser about a late entry.")
    if not competition.entry_form:
        raise Refused("You cannot enter this competition online. Ask the organiser to enter you.")
    if not competition.is_open:
        raise Refused(f"Entries closed on {day(competition.closing_date)}. Ask the organiser about a late entry.")


def _reload_waiting(pair: Pair) -> None:
    """Lock the competition and reload the pair. Raises Refused if it already has an answer."""
    lock_pair(pair)
    pair.refresh_from_db()
    if pair.answer:
        raise Refused(f"This entry has already been {pair.answer}. Reload the page to see it.")


def _is_same(stored: Entry, entry: Entry) -> bool:
    """Return True if the two entries have the same details, ignoring spaces around a word in brackets."""
    both = zip(stored.players, entry.players, strict=True)
    return replace(stored, players=entry.players) == entry and all(old.facts == new.facts for old, new in both)


@transaction.atomic
def accept_all(competition: Competition, *, by: Actor) -> int:
    """Accept every waiting pair without namesakes, and return the number of pairs entered.

    Leave out entries that still have to be confirmed by email. Raises Refused if the draw is published.
    """
    lock(competition)
    must_take_lists(competition)
    waiting = list(waiting_applications(competition).exclude(pk__in=unconfirmed_applications().values("pk")))
    # Only the organiser can decide about namesakes, even if the pair added a word in brackets.
    names = Counter(player.key for sent in waiting for player in sent.present)
    taken = {player.key for player in players_by_key(competition).values()} | players_elsewhere(competition).keys()
    alone = {key for key, count in names.items() if count == 1} - taken
    sure = [sent for sent in waiting if alone.issuperset(player.key for player in sent.present)]
    for sent in sure:
        accept(sent, by=by)
    return len(sure)


@transaction.atomic
def forget_declined(pair: Pair) -> None:
    """Delete the contact details of a declined pair once it has been told."""
    lock(pair.competition)
    Player.of_any_pair.filter(pair=pair, pair__status=Pair.Status.DECLINED).update(phone="", email="")
