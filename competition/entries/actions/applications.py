"""Entries that pairs send in themselves, and the organiser's answers."""

import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

from django.db import transaction
from django.utils import timezone

from competition.contest.models import Competition
from competition.contest.rules.limits import MOST_PAIRS
from competition.contest.rules.people import person_key, split_name
from competition.entries.actions import entering
from competition.entries.actions.attendance import Spans
from competition.entries.actions.entering import Entry, PlayerEntry
from competition.entries.models.application import Application, Away
from competition.entries.models.pair import Pair
from competition.entries.queries import players_by_key, players_elsewhere, waiting_applications
from competition.log.actions import Actor, lock, note
from competition.log.events import Event
from scoring.rules.refusal import Refused
from scoring.templatetags.bridge import day

# No letter or figure that is taken for another when it is read out by telephone.
_SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
_SIGNS_IN_ALL = 10
# More than any draw takes, for not all that are sent in are meant.
_MOST_WAITING = 4 * MOST_PAIRS
PRIVATE = ("phone1", "email1", "phone2", "email2", "wishes")


@transaction.atomic
def apply(competition: Competition, entry: Entry, *, wishes: str, away: Spans = ()) -> Application:
    """Send in an entry for the organiser to answer; the very same sent again is the same entry.

    Other entries in the same names do not stop it, whoever sent them: the organiser is shown both. Refused when entries
    are closed or full.
    """
    lock(competition)
    _while_entries_are_open(competition)
    waiting, (first, second) = waiting_applications(competition), entry.players
    if again := next((sent for sent in waiting.filter(player1=first.name) if _entry(sent) == entry), None):
        return again
    if competition.pairs.count() >= MOST_PAIRS or waiting.count() >= _MOST_WAITING:
        raise Refused("There is no room for another pair. Ask the organiser.")
    if fault := entering.objection(entry, taken={}):
        raise Refused(fault)
    sent = Application.objects.create(
        competition=competition,
        reference="".join(secrets.choice(_SIGNS) for _ in range(_SIGNS_IN_ALL)),
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
    note(competition, Actor(), Event.APPLIED, f"{sent.name} sent in their entry, {sent.reference}.")
    return sent


@transaction.atomic
def accept(application: Application, *, names: Sequence[str] = (), by: Actor) -> Pair:
    """Enter the pair, as on the day it sent its entry; Refused when it cannot be, or is answered already.

    `names` are those of the two players with the words that tell them from namesakes; else they are as sent in.
    """
    _open_again(application)
    sent_on, entry = timezone.localdate(application.sent_at), _entry(application)
    if names:
        first, second = (replace(one, name=name) for one, name in zip(entry.players, names, strict=True))
        entry = replace(entry, players=(first, second))
    [pair] = entering.enter_all(application.competition, [entry], by=by, on=sent_on, is_list=False)
    application.away.update(pair=pair, application=None)
    _answer(application, Application.Answer.ACCEPTED, pair=pair)
    return pair


@transaction.atomic
def decline(application: Application, *, word: str, by: Actor) -> None:
    """Say no to an entry with a word the pair can read; its contacts are deleted once it has been told."""
    _open_again(application)
    if not word.strip():
        raise Refused("Say why: the pair reads it under its reference.")
    application.away.all().delete()
    _answer(application, Application.Answer.DECLINED, word=word.strip())
    text = f"Declined the entry of {application.name}, {application.reference}: {application.word}"
    note(application.competition, by, Event.ENTRY_DECLINED, text)


def _while_entries_are_open(competition: Competition) -> None:
    if competition.is_published:
        raise Refused("The draw is published, so entries are over.")
    if not competition.entry_form:
        raise Refused("The organiser takes the entries of this competition: ask there to be entered.")
    if not competition.is_open:
        raise Refused(f"Entries closed on {day(competition.closing_date)}. Ask the organiser about a late entry.")


def _open_again(application: Application) -> None:
    """Take what has happened since the application was looked at; Refused when it has been answered."""
    lock(application.competition)
    application.refresh_from_db()
    if application.answer:
        raise Refused(f"This entry has been {application.answer} already.")


def _entry(sent: Application) -> Entry:
    players = PlayerEntry(sent.player1, sent.phone1, sent.email1), PlayerEntry(sent.player2, sent.phone2, sent.email2)
    return Entry(players, sent.club, sent.area, sent.attending, way=sent.way)


def _names(sent: Application) -> list[str]:
    return [person_key(split_name(name)[0]) for name in (sent.player1, sent.player2)]


@transaction.atomic
def accept_all(competition: Competition, *, by: Actor) -> int:
    """Enter every pair that waits, but none with a player whose name somebody else has; how many were entered."""
    lock(competition)
    entering.must_take_lists(competition)
    waiting = list(waiting_applications(competition))
    # A namesake is a question for the organiser, whatever word the pair has put in brackets.
    names = Counter(key for sent in waiting for key in _names(sent))
    taken = {player.key for player in players_by_key(competition).values()} | players_elsewhere(competition).keys()
    sure = [sent for sent in waiting if all(names[key] == 1 and key not in taken for key in _names(sent))]
    for sent in sure:
        accept(sent, by=by)
    return len(sure)


@transaction.atomic
def forget_declined(application: Application) -> None:
    """Forget how to reach whoever was declined: they have been told."""
    lock(application.competition)
    declined = Application.objects.filter(pk=application.pk, answer=Application.Answer.DECLINED)
    declined.update(**dict.fromkeys(PRIVATE, ""))


def _answer(application: Application, answer: str, *, word: str = "", pair: Pair | None = None) -> None:
    application.answer, application.word, application.pair = answer, word, pair
    for name in PRIVATE if pair else ("wishes",):
        setattr(application, name, "")
    application.save()
