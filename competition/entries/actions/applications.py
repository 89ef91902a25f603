"""Actions for entry applications: send, accept and decline."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from competition.audit.actions import Actor, lock, note
from competition.audit.events import Event
from competition.contest.models import Competition
from competition.contest.rules.limits import MOST_PAIRS
from competition.contest.rules.people import person_key, split_name
from competition.entries.actions import entering
from competition.entries.actions.attendance import Spans
from competition.entries.actions.entering import Entry, PlayerEntry
from competition.entries.models.application import Application, Away
from competition.entries.models.pair import Pair
from competition.entries.queries import players_by_key, players_elsewhere, waiting_applications
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day

# Letters and digits for references. Characters that sound or look alike are left out.
_REFERENCE_LETTERS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_REFERENCE_LENGTH = 10
# Larger than the largest draw, because the organiser may decline some applications.
_MOST_WAITING = 4 * MOST_PAIRS
PRIVATE = ("phone1", "email1", "phone2", "email2", "wishes")


@transaction.atomic
def apply(competition: Competition, entry: Entry, *, wishes: str, away: Spans = ()) -> Application:
    """Create an application for the organiser to accept or decline, and return it.

    If the pair has already sent exactly this entry, return the existing application. Another entry with the same names
    does not prevent this one, because the organiser sees both. Raises Refused if entries are closed or full.
    """
    lock(competition)
    _check_entries_open(competition)
    waiting, (first, second) = waiting_applications(competition), entry.players
    if again := next((sent for sent in waiting.filter(player1=first.name) if _entry(sent) == entry), None):
        return again
    if competition.pairs.count() >= MOST_PAIRS or waiting.count() >= _MOST_WAITING:
        raise Refused("The competition is full. Ask the organiser.")
    if fault := entering.objection(entry, taken={}):
        raise Refused(fault)
    sent = Application.objects.create(
        competition=competition,
        reference="".join(secrets.choice(_REFERENCE_LETTERS) for _ in range(_REFERENCE_LENGTH)),
        player1=first.name,
        phone1=first.phone,
        email1=first.email,
        player2=second.name,
        phone2=second.phone,
        email2=second.email,
        club=entry.club,
        area=entry.area,
        attending=entry.attending,
        way=entry.way,
        wishes=wishes,
    )
    Away.objects.bulk_create(Away(application=sent, first=first, last=last) for first, last in sorted(away))
    note(competition, Actor(), Event.APPLIED, f"{sent.name} entered the competition, {sent.reference}.")
    return sent


@transaction.atomic
def accept(application: Application, *, names: Sequence[str] = (), by: Actor) -> Pair:
    """Enter the pair with the date of its application, and return the pair.

    `names` are the names of the two players, with any word that distinguishes a namesake. Without them the names of the
    application are used. Raises Refused if the pair cannot be entered or the application already has an answer.
    """
    _reload_unanswered(application)
    sent_on, entry = timezone.localdate(application.sent_at), _entry(application)
    if names:
        first, second = (replace(one, name=name) for one, name in zip(entry.players, names, strict=True))
        entry = replace(entry, players=(first, second))
    [pair] = entering.enter_all(application.competition, [entry], by=by, on=sent_on, is_list=False)
    application.away.update(pair=pair, application=None)
    _save_answer(application, Application.Answer.ACCEPTED, pair=pair)
    return pair


@transaction.atomic
def decline(application: Application, *, word: str, by: Actor) -> None:
    """Decline an application with a reason for the pair.

    The contact details are deleted later, once the pair has been told. Raises Refused if the reason is empty or the
    application already has an answer.
    """
    _reload_unanswered(application)
    if not word.strip():
        raise Refused("The reason is missing. Give it for the pair.")
    application.away.all().delete()
    _save_answer(application, Application.Answer.DECLINED, word=word.strip())
    text = f"Declined the entry of {application.name}, {application.reference}: {application.word}"
    note(application.competition, by, Event.ENTRY_DECLINED, text)


def _check_entries_open(competition: Competition) -> None:
    if competition.is_published:
        raise Refused("Entries are closed, because the draw is published. Ask the organiser about a late entry.")
    if not competition.entry_form:
        raise Refused("You cannot enter this competition online. Ask the organiser to enter you.")
    if not competition.is_open:
        raise Refused(f"Entries closed on {day(competition.closing_date)}. Ask the organiser about a late entry.")


def _reload_unanswered(application: Application) -> None:
    """Lock the competition and reload the application. Raises Refused if it already has an answer."""
    lock(application.competition)
    application.refresh_from_db()
    if application.answer:
        raise Refused(f"This entry has already been {application.answer}. Reload the page to see it.")


def _entry(sent: Application) -> Entry:
    players = PlayerEntry(sent.player1, sent.phone1, sent.email1), PlayerEntry(sent.player2, sent.phone2, sent.email2)
    return Entry(players, sent.club, sent.area, sent.attending, way=sent.way)


def _names(sent: Application) -> list[str]:
    return [person_key(split_name(name)[0]) for name in (sent.player1, sent.player2)]


@transaction.atomic
def accept_all(competition: Competition, *, by: Actor) -> int:
    """Accept every waiting application without namesakes, and return the number of pairs entered.

    Raises Refused if the draw is published.
    """
    lock(competition)
    entering.must_take_lists(competition)
    waiting = list(waiting_applications(competition))
    # Only the organiser can decide about namesakes, even if the pair wrote a word in brackets.
    names = Counter(key for sent in waiting for key in _names(sent))
    taken = {player.key for player in players_by_key(competition).values()} | players_elsewhere(competition).keys()
    sure = [sent for sent in waiting if all(names[key] == 1 and key not in taken for key in _names(sent))]
    for sent in sure:
        accept(sent, by=by)
    return len(sure)


@transaction.atomic
def forget_declined(application: Application) -> None:
    """Delete the contact details of a declined application once its pair has been told."""
    lock(application.competition)
    declined = Application.objects.filter(pk=application.pk, answer=Application.Answer.DECLINED)
    declined.update(**dict.fromkeys(PRIVATE, ""))


def _save_answer(application: Application, answer: str, *, word: str = "", pair: Pair | None = None) -> None:
    application.answer, application.word, application.pair = answer, word, pair
    for name in PRIVATE if pair else ("wishes",):
        setattr(application, name, "")
    application.save()
