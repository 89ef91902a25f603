"""Tests that run each action twice at once, as two requests that both read the page before either writes.

With one form key, the second request is a second press. Without it, the second request comes from another person.
"""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from copy import copy
from dataclasses import replace
from datetime import date, time, timedelta
from threading import Barrier
from typing import NamedTuple

import pytest
from django.contrib.auth.forms import SetPasswordForm
from django.contrib.auth.models import User
from django.db import connection
from django.utils import timezone

from competition.accounts.actions import allow_creating, choose_password
from competition.archive.actions import add_seasons, correct_season, remove_name, remove_season
from competition.archive.queries import as_line
from competition.archive.rules.past_seasons import PastLine
from competition.audit.actions import Actor
from competition.audit.events import Event
from competition.audit.form_keys import AlreadyPressedError, Press, current_press
from competition.audit.models import LogEntry
from competition.contest import actions as contest
from competition.contest.models import Competition, Conditions
from competition.contest.queries import fingerprint_of, organiser_row, own_rules
from competition.contest.rules.rulebook import OwnRules, Part
from competition.contest.rules.seasons import Season
from competition.desk import actions as site
from competition.draw.actions.meetings import record_notice
from competition.draw.actions.publishing import lock_entry_list, make_draw, publish_draw, swap_pairs
from competition.draw.actions.rounds import draw_round, start_round
from competition.draw.models.draw import Draw
from competition.draw.models.result_entry import Notice
from competition.draw.queries.draw import get_draw
from competition.draw.queries.states import SetDay
from competition.entries.actions import applications
from competition.entries.actions import pairs as entries
from competition.entries.models import Pair, PreferredChannel
from competition.entries.queries.applications import waiting_applications
from competition.entries.queries.pairs import Entry, PlayerEntry, pairs
from competition.match.actions import arranging, deals, pair_sheet, play, seats
from competition.match.actions.results import KeyIn, Sums
from competition.match.models import DealsOffer, Offer
from competition.notifications.actions import delivery
from competition.notifications.models import Email, Told, Topic
from competition.rulings import actions as rulings
from competition.rulings.decisions.competition import Cancel, CorrectDetails, CorrectNames, PlayOn, UndoDraw
from competition.rulings.decisions.days import FixDay
from competition.rulings.decisions.home_pairs import NameHomePair
from competition.rulings.decisions.matches import Undo
from competition.rulings.decisions.pairs import BringBack, PlacePair, Withdraw
from competition.rulings.decisions.penalties import NotePenalty, PointsOff
from competition.rulings.decisions.results import RULES
from competition.rulings.decisions.rounds import CorrectConditions, Extend
from competition.rulings.decisions.rulebook import ChangeRules
from competition.rulings.forms.decisions import LOT
from competition.rulings.queries import columns, wordings
from competition.rulings.rules import Ruling
from competition.transfer.actions import adopting
from competition.transfer.actions.importing import copy_competition, import_competition
from competition.transfer.presenters.file import file_of
from competition.transfer.rules.file import unpacked
from scoring.models import DealCorrection
from scoring.rules.conditions import ScoringConditions
from scoring.rules.refusal import Refused
from scoring.rules.refusal import fingerprint as fingerprint_of_data
from scoring.rules.sides import Seat
from scoring.rules.words import deal_words
from tests import stories
from tests.competition.match.actions.test_organiser_result import report

pytestmark = pytest.mark.django_db(transaction=True)

Act = Callable[[], object]
GAME, PART, OTHER = stories.deal("3NT", 9), stories.deal("2H", 8, "E"), stories.deal("4S", 10)
NEW_ENTRY = Entry((PlayerEntry("Cy Dam"), PlayerEntry("Di Crow")))
TOMORROW = timezone.now() + timedelta(days=1)


class Pressed(NamedTuple):
    """An action and the state before it. `reads` reads what a request needs, and returns the action to run."""

    world: Callable[[], Competition]
    reads: Callable[[Competition], Act]


def entered() -> Competition:
    return stories.taking_entries(4)


def with_entry() -> Competition:
    competition = stories.taking_entries(4)
    stories.waiting(competition)
    return competition


def with_deputy() -> Competition:
    competition = entered()
    contest.invite(competition, name="Erin Vale", by=stories.organiser_of(competition))
    return competition


def with_signed_in_deputy() -> Competition:
    competition = with_deputy()
    choose_password(form_for(deputy_of(competition)))
    return competition


def with_past() -> Competition:
    competition = entered()
    stories.add_past_season(competition)
    return competition


def over() -> Competition:
    competition = published()
    stories.cancel(competition)
    return Competition.objects.get(pk=competition.pk)


def locked() -> Competition:
    competition = stories.entered(4)
    lock_entry_list(competition, by=stories.organiser_of(competition))
    return competition


def drawn() -> Competition:
    competition = stories.entered(4)
    stories.draw_lots(competition)
    return competition


def published() -> Competition:
    return stories.published(4, deals=2)


def one_day() -> Competition:
    return stories.published(4, deals=2, minutes=60)


def by_round() -> Competition:
    return stories.published(6, deals=2, drawn_by_round=True)


def with_late_pair() -> Competition:
    competition = stories.published(3)
    stories.enter_late(competition)
    return competition


def without_pair() -> Competition:
    competition = published()
    stories.withdraw(first_pair(competition))
    return competition


def with_offer() -> Competition:
    competition = published()
    stories.offer(competition, dates=[TOMORROW])
    return competition


def with_number() -> Competition:
    competition = published()
    stories.offer_number(competition, 20)
    return competition


def with_date() -> Competition:
    competition = published()
    stories.agree(competition, at=TOMORROW)
    return competition


def opened() -> Competition:
    competition = published()
    stories.open_sheet(competition, "R1-M1")
    return competition


def recorded(*deals) -> Competition:
    competition = opened()
    stories.record(stories.tables(competition)[0], *(deals or (GAME, PART)))
    return competition


def with_wish() -> Competition:
    competition = stories.published(4, deals=4)
    stories.open_sheet(competition, "R1-M1")
    upper, _ = stories.tables(competition)
    stories.record(upper, GAME, PART)
    stories.correct_deal(stories.tables(competition)[0], number=1, deal=OTHER)
    return competition


def before_wish() -> Competition:
    competition = stories.published(4, deals=4)
    stories.open_sheet(competition, "R1-M1")
    stories.record(stories.tables(competition)[0], GAME, PART)
    return competition


def with_two_sheets() -> Competition:
    competition = before_wish()
    pair_sheet.type_in_own(stories.tables(competition)[1], deals={1: GAME, 2: OTHER})
    return competition


def reported() -> Competition:
    competition = published()
    play.submit_totals(stories.tables(competition)[0], ours=500, theirs=400)
    return competition


def ruled() -> Competition:
    competition = published()
    stories.settle(competition, "R1-M1")
    return competition


@pytest.fixture(autouse=True)
def email(settings):
    """Let the site send emails, which wait in its queue."""
    settings.HAS_EMAIL = True


def with_parked_email() -> Competition:
    competition = published()
    delivery.send(competition, Topic.DRAW, by=stories.organiser_of(competition))
    Email.objects.update(parked_at=timezone.now(), fault="Full")
    return competition


def exported() -> Competition:
    """Return a competition at a different address from the one in its file."""
    competition = entered()
    FILES[competition.pk] = file_of(competition, private=False)
    Competition.objects.filter(pk=competition.pk).update(slug=f"old-{competition.pk}")
    return competition


FILES: dict[int, bytes] = {}


def first_pair(competition: Competition) -> Pair:
    return pairs().filter(competition=competition).order_by("number")[0]


def deputy_of(competition: Competition) -> User:
    return competition.organisers.get(first_name="Erin Vale")


def form_for(user: User) -> SetPasswordForm:
    form = SetPasswordForm(user, dict.fromkeys(("new_password1", "new_password2"), "seven quiet lamps"))
    assert form.is_valid()
    return form


def organiser(action: Callable, *values: object, **named: object) -> Callable[[Competition], Act]:
    """Return `Pressed.reads` for an action of the organiser. Functions among the values read the competition."""

    def read(competition: Competition) -> Act:
        by = stories.organiser_of(competition)
        here = Competition.objects.get(pk=competition.pk)
        given = [value(here) if callable(value) else value for value in values]
        more = {name: value(here) if callable(value) else value for name, value in named.items()}
        return lambda: action(*given, **more, by=by)

    return read


def itself(competition: Competition) -> Competition:
    return competition


def of_pair(action: Callable, *, which: int = 0, **named: object) -> Callable[[Competition], Act]:
    """Return `Pressed.reads` for an action of a pair in its match."""

    def read(competition: Competition) -> Act:
        seen = stories.tables(competition)[which]
        given = {name: value(seen) if callable(value) else value for name, value in named.items()}
        return lambda: action(seen, **given)

    return read


def of_date(action: Callable, *, which: int = 0, **named: object) -> Callable[[Competition], Act]:
    """Return `Pressed.reads` for an action about the date of a match."""

    def read(competition: Competition) -> Act:
        seen = stories.tables(competition)[which]
        place = arranging.PairInMatch(Pair.objects.select_related("competition").get(pk=seen.pair.pk), seen.code)
        given = {name: value() if callable(value) else value for name, value in named.items()}
        return lambda: action(place, **given)

    return read


def decision(kind: type, about: object = None, content: object = None) -> Callable[[Competition], Act]:
    """Return `Pressed.reads` for a decision of the organiser, with its preview."""

    def read(competition: Competition) -> Act:
        here = Competition.objects.get(pk=competition.pk)
        what, values = (value(here) if callable(value) else value for value in (about, content))
        asked = kind(here, get_draw(here.slug), what, values)
        shown, by = asked.preview().fingerprint, stories.organiser_of(here)
        return lambda: rulings.decide(asked, grounds=stories.DECIDED, shown=shown, by=by)

    return read


def latest_number() -> int:
    return DealsOffer.objects.latest("pk").pk


def latest_offer() -> int:
    return Offer.objects.latest("pk").pk


def waiting_entry(competition: Competition) -> Pair:
    return waiting_applications(competition).select_related("competition").get()


def of_entry(action: Callable[[Pair], None]) -> Callable[[Competition], Act]:
    """Return `Pressed.reads` for an action about a waiting entry."""

    def read(competition: Competition) -> Act:
        entry = waiting_entry(competition)
        return lambda: action(entry)

    return read


def last_draw(competition: Competition) -> Draw:
    return competition.draws.select_related("competition").last()


def fingerprint(competition: Competition) -> str:
    return first_pair(competition).fingerprint


def wish_of(seen) -> DealCorrection:
    return DealCorrection.objects.latest("pk")


def create(competition: Competition) -> Act:
    by = stories.organiser_of(competition)
    new = Competition(name="New", slug="new-cup", season=2026, closing_date=date(2026, 6, 1))
    return lambda: contest.create_competition(new, Conditions(), by=by)


def change_conditions(competition: Competition) -> Act:
    here, by = (
        Competition.objects.select_related("conditions").get(pk=competition.pk),
        stories.organiser_of(competition),
    )
    changed = copy(here)
    changed.name = "Another name"
    shown = fingerprint_of(here)
    return lambda: contest.change_competition(changed, here.conditions, shown=shown, by=by)


def write_rules(competition: Competition) -> Act:
    here, by = Competition.objects.get(pk=competition.pk), stories.organiser_of(competition)
    rules, shown = OwnRules("", (Part("Entry fee", "The fee is $20."),)), fingerprint_of_data(own_rules(here))
    return lambda: contest.save_rules(here, rules, shown=shown, by=by)


def copied(competition: Competition) -> Act:
    by = stories.organiser_of(competition)
    new = {"name": "Copy", "season": 2027, "closing_date": date(2027, 3, 31), "opening_day": None, "numbers": [1, 2]}
    source = Competition.objects.select_related("conditions").get(pk=competition.pk)
    return lambda: copy_competition(source, **new, by=by)


def imported(competition: Competition) -> Act:
    facts, by = unpacked(FILES[competition.pk]), stories.organiser_of(competition)
    return lambda: import_competition(facts, by=by)


def contact(email: str) -> Callable[[Competition], Act]:
    def read(competition: Competition) -> Act:
        by = stories.organiser_of(competition)
        row = organiser_row(competition, by.user)
        details = {"name": "Ann", "phone": "", "email": "", "news": row.news}
        return lambda: contest.save_contact(row, **details, own_email=email, by=by)

    return read


def accept_invitation(competition: Competition) -> Act:
    deputy = deputy_of(competition)
    other, _ = User.objects.get_or_create(username="sam")
    return lambda: contest.accept_invitation(deputy, by=Actor(organiser=other))


def corrected_season(competition: Competition) -> Act:
    row, by = competition.past_seasons.get(), stories.organiser_of(competition)
    before = as_line(row)
    return lambda: correct_season(row, replace(before, name="New Cup"), before=before, by=by)


def removed_season(competition: Competition) -> Act:
    row, by = competition.past_seasons.get(), stories.organiser_of(competition)
    return lambda: remove_season(row, by=by)


def change_seats(competition: Competition) -> Act:
    seen, _ = stories.tables(competition)
    return lambda: stories.change_seats(seen)


def open_sheet(competition: Competition) -> Act:
    upper, lower = stories.tables(competition)
    (north, south), (east, west) = upper.pair.present, lower.pair.present
    sitting = {Seat.N: north, Seat.E: east, Seat.S: south, Seat.W: west}
    return lambda: seats.open_sheet(upper, seats=sitting, first_dealer=Seat.N)


def pass_phone(competition: Competition) -> Act:
    upper, lower = stories.tables(competition)
    return lambda: play.answer_here(upper, by=lower.pair, totals=upper.totals)


def agree_deal(version: str, deal: stories.DealResult, which: int) -> Callable[[Competition], Act]:
    return of_pair(pair_sheet.agree_deal, which=which, number=2, version=version, shown=deal_words(deal))


def with_names(competition: Competition) -> dict[int, str]:
    return {player.place: player.name for player in first_pair(competition).present} | {1: "Ada Northe"}


def tell_result(competition: Competition) -> Act:
    number, by = stories.now(competition).matches["R1-M1"].last.number, stories.organiser_of(competition)
    return lambda: record_notice(competition, "R1-M1", number, how=Notice.Channel.ORGANISER, by=by)


PAST = PastLine(Season(1990), (("Mia Lane", "Ned Oak"),), (), "", "", "Old Cup")
NEW_DETAILS = Entry((PlayerEntry("Ada North 1"), PlayerEntry("Ben South 1")), "Another club")
PLAY_BY = [stories.date(2030, 5, 1), stories.date(2030, 6, 1)]
SUBSTITUTE = {"leaving": 2, "player": PlayerEntry("Cy Dam"), "because": "He is ill.", "new_link": False}

PRESSED = {
    Event.SITE_NAMED: Pressed(entered, organiser(site.rename, "Lakes Bridge")),
    Event.PASSWORD_CHANGED: Pressed(
        with_signed_in_deputy, lambda c: (lambda form: lambda: choose_password(form))(form_for(deputy_of(c)))
    ),
    Event.PERMISSION_CHANGED: Pressed(
        with_deputy,
        organiser(allow_creating, deputy_of, is_allowed=True),
    ),
    Event.EMAIL_CHANGED: Pressed(entered, contact("new@example.org")),
    Event.COMPETITION_DELETED: Pressed(entered, organiser(rulings.delete, itself)),
    Event.CREATED: Pressed(entered, create),
    Event.STARTED: Pressed(entered, copied),
    Event.OPENED_FROM_FILE: Pressed(exported, imported),
    Event.CONDITIONS_CHANGED: Pressed(entered, change_conditions),
    Event.RULES_WRITTEN: Pressed(entered, write_rules),
    Event.RULES_CHANGED: Pressed(published, decision(ChangeRules, None, Part("Entry fee", "The fee is $20."))),
    Event.DETAILS_CORRECTED: Pressed(
        published, decision(CorrectDetails, content=lambda c: columns(c) | {"region": "The Lakes"})
    ),
    Event.DEPUTY_NAMED: Pressed(entered, organiser(contest.invite, itself, name="Erin Vale")),
    Event.DEPUTY_REMOVED: Pressed(with_deputy, organiser(contest.remove_deputy, itself, deputy_of)),
    Event.INVITATION_TAKEN_UP: Pressed(with_deputy, accept_invitation),
    Event.LINK_GIVEN: Pressed(with_signed_in_deputy, organiser(contest.renew_password, itself, deputy_of)),
    Event.CONTACT_CHANGED: Pressed(entered, contact("")),
    Event.HANDED_OVER: Pressed(with_signed_in_deputy, organiser(contest.hand_over, itself, deputy_of)),
    Event.CANCELLED: Pressed(published, decision(Cancel)),
    Event.PLAYED_ON: Pressed(over, decision(PlayOn)),
    Event.CONTACTS_DELETED: Pressed(over, organiser(delivery.erase_contacts, itself)),
    Event.REDACTED: Pressed(
        without_pair,
        organiser(rulings.redact, itself, lambda c: wordings(c)[0].key, rulings.Why.PRIVATE),
    ),
    Event.PAST_SEASONS_ADDED: Pressed(entered, organiser(add_seasons, itself, [PAST])),
    Event.PAST_SEASON_CORRECTED: Pressed(with_past, corrected_season),
    Event.PAST_SEASON_REMOVED: Pressed(with_past, removed_season),
    Event.NAME_REMOVED: Pressed(with_past, organiser(remove_name, itself, "Mia Lane")),
    Event.REPLY_CODE_CHANGED: Pressed(
        published, lambda c: (lambda pair: lambda: entries.change_reply_code(pair))(first_pair(c))
    ),
    Event.APPLIED: Pressed(entered, lambda c: lambda: applications.apply(c, NEW_ENTRY, wishes="")),
    Event.ENTRIES_LIMITED: Pressed(entered, lambda c: lambda: applications.report_limit(c)),
    Event.ENTRY_CONFIRMED: Pressed(with_entry, of_entry(applications.confirm)),
    Event.ENTRY_DELETED: Pressed(with_entry, of_entry(applications.disown)),
    Event.ENTRY_DECLINED: Pressed(with_entry, organiser(applications.decline, waiting_entry, reason="It is full.")),
    Event.ENTERED: Pressed(with_entry, organiser(applications.accept, waiting_entry)),
    Event.TICKED: Pressed(entered, organiser(entries.tick, first_pair, here=True)),
    Event.AWAY: Pressed(entered, organiser(entries.keep_away, first_pair, [(date(2030, 5, 1), date(2030, 5, 2))])),
    Event.PAIR_CHANGED: Pressed(entered, organiser(entries.change, first_pair, NEW_DETAILS, fingerprint=fingerprint)),
    Event.CHANNEL_CHANGED: Pressed(entered, organiser(entries.be_told, first_pair, PreferredChannel.LETTER)),
    Event.CLUB_RENAMED: Pressed(
        entered, organiser(entries.rename, itself, "club", "Harbour Bridge Club", "Hill Bridge Club")
    ),
    Event.PAIR_REMOVED: Pressed(entered, organiser(entries.remove, first_pair, fingerprint=fingerprint)),
    Event.LINK_RENEWED: Pressed(entered, organiser(entries.renew_link, first_pair)),
    Event.LINKS_RENEWED: Pressed(entered, organiser(entries.renew_links, itself)),
    Event.SUBSTITUTED: Pressed(
        published, organiser(entries.substitute, first_pair, **SUBSTITUTE, fingerprint=fingerprint)
    ),
    Event.NAME_CORRECTED: Pressed(
        published, decision(CorrectNames, about=lambda c: first_pair(c).number, content=with_names)
    ),
    Event.WITHDREW: Pressed(published, decision(Withdraw, 1)),
    Event.BROUGHT_BACK: Pressed(without_pair, decision(BringBack, 1)),
    Event.LIST_LOCKED: Pressed(lambda: stories.entered(4), organiser(lock_entry_list, itself)),
    Event.DRAW_MADE: Pressed(locked, organiser(make_draw, itself, attempt=1)),
    Event.SWAPPED: Pressed(
        drawn, organiser(swap_pairs, last_draw, one=1, other=2, reason="They share a car.", after=0)
    ),
    Event.PUBLISHED: Pressed(drawn, organiser(publish_draw, last_draw, play_by=PLAY_BY)),
    Event.DRAW_UNDONE: Pressed(published, decision(UndoDraw)),
    Event.PLACED: Pressed(with_late_pair, decision(PlacePair, 4)),
    Event.DRAFT_SAVED: Pressed(entered, organiser(adopting.save_lines, itself, lines="Ann & Bo", answers={})),
    Event.EXTENDED: Pressed(published, decision(Extend, ["R1-M1"], {"R1-M1": date(2030, 6, 10)})),
    Event.CONDITIONS_CORRECTED: Pressed(published, decision(CorrectConditions, None, (2, ScoringConditions(deals=8)))),
    Event.DAY_FIXED: Pressed(
        published, decision(FixDay, ["R1-M1"], SetDay(date(2030, 6, 10), time(19, 30), "12 Lake Road"))
    ),
    Event.ROUND_DRAWN: Pressed(by_round, organiser(draw_round, itself, number=2)),
    Event.ROUND_TIMED: Pressed(one_day, organiser(start_round, itself, number=1)),
    Event.HOME_PAIR_NAMED: Pressed(published, decision(NameHomePair, "R1-M1", LOT)),
    Event.PENALTY_NOTED: Pressed(published, decision(NotePenalty, "R1-M1", PointsOff("lower", 100))),
    Event.EMAILS_QUEUED: Pressed(published, organiser(delivery.send, itself, Topic.DRAW)),
    Event.EMAIL_TRIED_AGAIN: Pressed(
        with_parked_email, organiser(delivery.try_again, itself, lambda c: Email.objects.earliest("pk"))
    ),
    Event.WORDING_CHANGED: Pressed(
        published, organiser(delivery.reword, itself, Topic.DRAW, before="Dear friends,", after="")
    ),
    Event.PAIRS_TOLD: Pressed(
        published, organiser(delivery.record_told, itself, Topic.DRAW, Told.Way.TELEPHONE, who="1")
    ),
    Event.RESULT_TOLD: Pressed(reported, tell_result),
    Event.DATES_OFFERED: Pressed(published, of_date(arranging.offer_dates, dates=[TOMORROW])),
    Event.DATES_READ: Pressed(with_offer, of_date(arranging.mark_as_read, which=1, offered=latest_offer)),
    Event.DATES_DECLINED: Pressed(with_offer, of_date(arranging.decline_dates, which=1, reason="We are away.")),
    Event.DATES_WITHDRAWN: Pressed(with_offer, of_date(arranging.cancel_offer, offered=latest_offer)),
    Event.DATE_AGREED: Pressed(with_offer, of_date(arranging.accept_date, which=1, offered=latest_offer, at=TOMORROW)),
    Event.DATE_CANCELLED: Pressed(with_date, of_date(arranging.cancel_date, reason="She is ill.")),
    Event.DEALS_OFFERED: Pressed(published, of_date(deals.offer_deals, deals=20)),
    Event.DEALS_AGREED: Pressed(with_number, of_date(deals.accept_deals, which=1, offered=latest_number)),
    Event.DEALS_DECLINED: Pressed(with_number, of_date(deals.decline_deals, which=1, offered=latest_number)),
    Event.DEALS_WITHDRAWN: Pressed(with_number, of_date(deals.withdraw_deals, offered=latest_number)),
    Event.SHEET_OPENED: Pressed(published, open_sheet),
    Event.SEATS_CORRECTED: Pressed(opened, change_seats),
    Event.PRIVACY_CHANGED: Pressed(published, of_pair(play.keep_deals, private=True)),
    Event.DEAL_RECORDED: Pressed(opened, of_pair(play.record_deal, number=1, deal=GAME)),
    Event.DEAL_CORRECTED: Pressed(
        lambda: recorded(GAME), of_pair(play.correct_deal, change=lambda seen: seen.opened.deals[0].to_read(OTHER))
    ),
    Event.DEAL_UNDONE: Pressed(lambda: recorded(GAME), of_pair(play.undo, number=1, deal=GAME)),
    Event.CORRECTION_ASKED: Pressed(
        before_wish, of_pair(play.correct_deal, change=lambda seen: seen.opened.deals[0].to_read(OTHER))
    ),
    Event.CORRECTION_ANSWERED: Pressed(with_wish, of_pair(play.answer, which=1, correction=wish_of, accept=True)),
    Event.DEALS_TYPED_IN: Pressed(opened, of_pair(pair_sheet.type_in, deals={1: GAME, 2: PART})),
    Event.DEAL_AGREED: Pressed(with_two_sheets, agree_deal(pair_sheet.RightSheet.MATCH, PART, which=1)),
    Event.DEAL_UPHELD: Pressed(with_two_sheets, agree_deal(pair_sheet.RightSheet.MATCH, PART, which=0)),
    Event.PHONE_PASSED: Pressed(recorded, pass_phone),
    Event.WRONG_REPLY_CODE: Pressed(published, of_pair(play.log_wrong_code)),
    Event.CONCEDED: Pressed(published, of_pair(play.concede)),
    Event.RESULT_SENT_IN: Pressed(published, of_pair(play.submit_totals, ours=500, theirs=400)),
    Event.RESULT_WITHDRAWN: Pressed(reported, of_pair(play.withdraw_result)),
    Event.RESULT_CONFIRMED: Pressed(reported, of_pair(play.confirm, which=1, outcome=1)),
    Event.RESULT_DISPUTED: Pressed(reported, of_pair(play.dispute, which=1, outcome=1, reason="A slip.")),
    Event.RESULT_TYPED_IN: Pressed(published, decision(KeyIn, "R1-M1", lambda c: report(c, Sums(500, 400)))),
    Event.RULED: Pressed(
        published,
        decision(RULES["walkover"], "R1-M1", lambda c: Ruling(stories.now(c).matches["R1-M1"].pairs[0].number)),
    ),
    Event.RULING_UNDONE: Pressed(ruled, decision(Undo, "R1-M1", lambda c: stories.now(c).matches["R1-M1"].last.pk)),
    Event.REPLY_TIME_INTERRUPTED: Pressed(
        reported, decision(Withdraw, lambda c: stories.now(c).matches["R1-M1"].numbers[0])
    ),
}
# Viewing a page is logged only once, but each download of a file counts.
NOT_PRESSED = {Event.LOOKED, Event.EXPORTED}
# An action writes this in both the competition's log and the site's log.
LINES = {Event.EMAIL_CHANGED: 2}
# Two people may do these one after the other, and both actions count.
BOTH_COUNT = {
    Event.PASSWORD_CHANGED,
    Event.STARTED,
    Event.DEPUTY_NAMED,
    Event.LINK_GIVEN,
    Event.CONTACT_CHANGED,
    Event.REPLY_CODE_CHANGED,
    Event.LINK_RENEWED,
    Event.LINKS_RENEWED,
    Event.DRAFT_SAVED,
    Event.WORDING_CHANGED,
    Event.WRONG_REPLY_CODE,
}


def at_once(read: Callable[[], Act], digest: str = "") -> list[str]:
    """Let two threads read, and then act at the same moment. Return the outcomes."""
    start = Barrier(2)

    def request(number: int) -> str:
        try:
            act = read()
            current_press.set(Press(digest) if digest else None)
            start.wait(timeout=30)
            act()
            return "done"
        except (Refused, AlreadyPressedError) as refusal:
            return type(refusal).__name__
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as threads:
        return sorted(threads.map(request, range(2), timeout=60))


def test_the_table_has_every_event():
    assert {*PRESSED} == {*Event} - NOT_PRESSED


def counted(event: Event, digest: str = "") -> tuple[list[str], int]:
    """Run an action twice at once. Return the outcomes, and the number of them in the log."""
    world, reads = PRESSED[event]
    competition = world()
    before = LogEntry.objects.filter(event=event).count()
    outcomes = at_once(lambda: reads(competition), digest)
    return outcomes, (LogEntry.objects.filter(event=event).count() - before) // LINES.get(event, 1)


@pytest.mark.parametrize("event", PRESSED)
def test_pressing_a_button_twice_counts_once(event):
    outcomes, times = counted(event, "the key of a form")

    assert outcomes in (["AlreadyPressedError", "done"], ["Refused", "done"])
    assert times == 1


@pytest.mark.parametrize("event", PRESSED)
def test_two_simultaneous_actions_cause_no_error(event):
    outcomes, times = counted(event)

    assert outcomes in (["done", "done"], ["Refused", "done"], ["Stale", "done"])
    assert times == (2 if event in BOTH_COUNT else 1)


# These do not act on an existing competition.
ELSEWHERE = {Event.SITE_NAMED, Event.PASSWORD_CHANGED, Event.PERMISSION_CHANGED, Event.CREATED, Event.OPENED_FROM_FILE}


@pytest.mark.django_db(transaction=False)
@pytest.mark.parametrize("event", [event for event in PRESSED if event not in ELSEWHERE])
def test_an_action_in_a_deleted_competition_is_refused(event):
    world, reads = PRESSED[event]
    competition = world()
    act = reads(competition)
    contest.hide(competition)

    with pytest.raises(Refused, match="deleted, so nothing was saved|This invitation no longer works"):
        act()


OF_A_PAIR = (
    *(Event.TICKED, Event.AWAY, Event.PAIR_CHANGED, Event.CHANNEL_CHANGED, Event.PAIR_REMOVED, Event.LINK_RENEWED),
    *(Event.SUBSTITUTED, Event.REPLY_CODE_CHANGED),
)


@pytest.mark.django_db(transaction=False)
@pytest.mark.parametrize("event", OF_A_PAIR)
def test_an_action_for_a_removed_pair_is_refused(event):
    competition = entered()
    act = PRESSED[event].reads(competition)
    first = first_pair(competition)
    entries.remove(first, fingerprint=first.fingerprint, by=stories.organiser_of(competition))

    with pytest.raises(Refused, match="This pair has been removed, so nothing was saved"):
        act()
